// Editors, which write files and can run commands.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

/** Options of vi and its relatives. */
const VIM: CommandSpec['options'] = {
  '-c --cmd': 'code',
  '-S -u -U': 'loads',
  '-w -W --startuptime': 'writes',
  // A server runs what it is sent as if it had been typed there.
  '--remote-expr --remote-send': 'code',
  '-i -T -t -q --servername --server': 'text',
  '-e -E -s -d -r -R -n -N -b -m -M -x -y -Z -p -o -O -l -C -A -H --clean --headless --embed --noplugin --not-a-term --remote --remote-wait':
    'flag',
};

const EMACS: CommandSpec['options'] = {
  '--eval -eval --execute -e': 'code',
  '-l --load -load': 'loads',
  '-f --funcall -funcall -s --socket-name --server-file -a --alternate-editor -d --display -F --frame-parameters -T --tramp':
    'text',
  '-q -Q -nw -t -tty --batch -batch --quick --no-init-file --daemon -c -n --create-frame --no-wait': 'flag',
  '--insert -insert': 'reads',
  '--chdir': 'cwd',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'sed gsed',
    about: 'Edits text line by line.',
    options: {
      '-n -E -r -s -u -z --quiet --silent --regexp-extended --null-data --separate --unbuffered --posix --debug --sandbox':
        'flag',
      '-e --expression': 'code',
      '-f --file': 'pattern-file',
      '-i -I --in-place': { kind: 'in-place', attached: true },
      '-l --line-length': 'text',
    },
    operands: 'pattern',
    language: 'sed',
    plain: true,
    plainPattern: '^[\\d,$]+p$',
    traits: ['words'],
    examples: [
      { command: "sed -n '1,20p' src/a.ts", expect: 'pass' },
      { command: "sed -i 's/a/b/' src/a.ts", expect: 'pass' },
      { command: 'sed -i -e "s#@A@#$a#g" -e "s|@B@|$b|" src/a.ts', expect: 'pass' },
      { command: 'sed -e "$script" src/a.ts', expect: 'ask' },
      { command: "sed '1e rm -rf ~' x", expect: 'deny' },
      { command: "sed -i '' /etc/passwd", expect: 'deny' },
      { command: "sed -n 'w /etc/cron.d/x' evil", expect: 'deny' },
      { command: "sed 'r .env' README.md", expect: 'deny' },
      { command: 'sed -f .env README.md', expect: 'deny' },
      { command: "sed 's|rm -rf /|x|' README.md", expect: 'pass', title: 'A text that is only replaced' },
      { command: "sed -I '' 's/a/b/' ~/.bashrc", expect: 'ask' },
      { command: "sed --in-place 's/a/b/' ~/.bashrc", expect: 'ask' },
    ],
  },
  {
    names: 'ed red',
    about: 'A line editor that takes its commands from its input.',
    options: { '-p --prompt': 'text', '-s -l -r -E -G -v --quiet --loose-exit-status --restricted': 'flag' },
    operands: 'writes',
    language: 'vim',
    traits: ['line-editor'],
    examples: [
      { command: "printf '1d\\nw\\nq\\n' | ed a.txt", expect: 'pass' },
      { command: "ed a.txt <<< '!rm -rf ~'", expect: 'deny' },
      { command: 'ed /etc/passwd', expect: 'deny' },
      { command: 'ed .env', expect: 'deny' },
    ],
  },
  {
    names: 'ex',
    about: 'The line editor of vim.',
    options: {
      '-c --cmd': 'code',
      '-u -U -S': 'loads',
      '-i -t': 'text',
      '-w -W': 'writes',
      '-s -e -E -v -n': 'flag',
    },
    operands: 'writes',
    language: 'vim',
    traits: ['line-editor'],
    examples: [
      { command: 'ex -s a.txt', expect: 'pass' },
      { command: "ex -sc '!rm -rf ~' a.txt", expect: 'deny' },
      { command: "ex a.txt <<< '!rm -rf ~'", expect: 'deny' },
      { command: 'ex /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'vim vi nvim gvim rvim',
    about: 'The editor vi and its relatives.',
    options: VIM,
    operands: 'writes',
    language: 'vim',
    examples: [
      { command: "vim -c ':w! /etc/cron.d/x' -c q x", expect: 'deny' },
      { command: `vim -c ':py3 import os; os.system("rm -rf ~")'`, expect: 'deny' },
      { command: "vim --remote-send ':!rm -rf ~<CR>'", expect: 'deny' },
      { command: 'vim src/a.ts', expect: 'pass' },
      { command: "vim -c ':!rm -rf ~' a.txt", expect: 'deny' },
      { command: "vim -es -c '!rm -rf ~' a.txt", expect: 'deny' },
      { command: 'vim .env', expect: 'deny' },
      { command: 'vim /etc/passwd', expect: 'deny' },
      { command: "nvim --headless +'!rm -rf ~' +q", expect: 'deny' },
      { command: "rvim -c ':!rm -rf ~'", expect: 'deny' },
      { command: 'vim -w /etc/x a.txt', expect: 'deny' },
      { command: "vim -c ':source /usr/share/vim/vimrc' a.txt", expect: 'pass' },
      { command: "vim -c ':terminal rm -rf ~'", expect: 'deny' },
      { command: "vim -c ':set shell=/bin/sh | !rm -rf ~'", expect: 'deny' },
      { command: "vim -c ':redir! >/etc/cron.d/x | echo 1 | redir END | q'", expect: 'deny' },
    ],
  },
  {
    names: ':e :edit :r :read :o :open',
    about: 'Typed into an editor or a pager: opens another file.',
    operands: 'reads',
    examples: [{ command: 'less a.txt\n:e .env', expect: 'deny' }],
  },
  {
    names: ':w :wq :write :saveas',
    about: 'Typed into an editor or a pager: writes a file.',
    operands: 'writes',
    examples: [{ command: 'vi\n:w /etc/cron.d/x', expect: 'deny' }],
  },
  {
    names: 'view rview vimdiff nvimdiff gvimdiff',
    about: 'The editor vi, for viewing or comparing files.',
    options: VIM,
    operands: 'reads',
    language: 'vim',
    examples: [
      { command: 'view /etc/hosts', expect: 'pass' },
      { command: "view -c ':!rm -rf ~' a.txt", expect: 'deny' },
      { command: 'view .env', expect: 'deny' },
    ],
  },
  {
    names: 'nano pico',
    about: 'A simple editor.',
    options: {
      '-s --speller': 'runs',
      '-C --backupdir': 'writes',
      '-f --rcfile': 'loads',
      '-o -r -T -Q -Y -X -J -K --operatingdir --fill --tabsize --syntax --guidestripe': 'text',
      '-B -E -G -i -l -m -R -v -w -x -$ --view --restricted --linenumbers --nowrap': 'flag',
    },
    operands: 'writes',
    examples: [
      { command: 'nano src/a.ts', expect: 'pass' },
      { command: "nano -s 'rm -rf ~' a.txt", expect: 'deny' },
      { command: 'nano /etc/passwd', expect: 'deny' },
      { command: 'nano .env', expect: 'deny' },
    ],
  },
  {
    names: 'micro joe jed mg hx kak',
    about: 'Terminal editors.',
    options: {
      '-config-dir --config': 'text',
      '-log --log': 'writes',
      '-clean -version': 'flag',
    },
    operands: 'writes',
    examples: [
      { command: 'micro src/a.ts', expect: 'pass' },
      { command: 'hx /etc/passwd', expect: 'deny' },
      { command: 'joe .env', expect: 'deny' },
    ],
  },
  {
    names: 'emacs',
    about: 'An editor that runs Lisp.',
    options: { ...EMACS, '--script -script -x': 'asks' },
    operands: 'writes',
    language: 'lisp',
    examples: [
      { command: 'emacs -nw src/a.ts', expect: 'pass' },
      { command: 'emacs -Q -nw --eval \'(shell-command "rm -rf ~")\'', expect: 'deny' },
      { command: 'emacs /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'emacsclient',
    about: 'Makes a running Emacs open files or run Lisp.',
    options: EMACS,
    operands: 'writes',
    language: 'lisp',
    examples: [
      { command: 'emacsclient -n src/a.ts', expect: 'pass' },
      { command: 'emacsclient --eval \'(shell-command "rm -rf ~")\'', expect: 'deny' },
      { command: 'emacsclient -e \'(delete-directory "~" t)\'', expect: 'deny' },
    ],
  },
];
