// Programs that search in files, and for files.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

const FLAGS =
  '-r -R -n -i -l -L -c -E -F -G -P -w -v -x -o -q -s -h -H -a -I -z -y -b -T -U -Z --recursive --dereference-recursive --line-number --ignore-case --no-ignore-case --files-with-matches --files-without-match --count --invert-match --only-matching --quiet --silent --word-regexp --line-regexp --no-messages --no-filename --with-filename --color --colour --fixed-strings --extended-regexp --basic-regexp --perl-regexp --text --null --null-data --byte-offset --line-buffered';

const GREP: CommandSpec = {
  options: {
    [FLAGS]: 'flag',
    '-e --regexp': 'pattern',
    '-f --file': 'pattern-file',
    '-A -B -C -m -d -D --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --binary-files --directories --devices --group-separator':
      'text',
    '--exclude-from': 'reads',
  },
  syntax: { counts: true },
  operands: 'pattern',
};

const RIPGREP: CommandSpec['options'] = {
  '-n -i -l -c -F -P -w -v -x -o -q -s -S -u -uu -uuu -a -z -U -H -I -N -h -0 -p -L -b --line-number --no-line-number --ignore-case --smart-case --case-sensitive --files-with-matches --files-without-match --count --count-matches --fixed-strings --pcre2 --word-regexp --invert-match --line-regexp --only-matching --quiet --no-messages --hidden --no-ignore --no-ignore-vcs --unrestricted --text --search-zip --multiline --multiline-dotall --with-filename --no-filename --heading --no-heading --column --json --stats --trim --pretty --vimgrep --null --follow --one-file-system --color --passthru --type-list --no-config --debug':
    'flag',
  '-e --regexp': 'pattern',
  '-f --file': 'pattern-file',
  '-A -B -C -m -g -t -T -r -M -j -E -d --after-context --before-context --context --max-count --glob --iglob --type --type-not --replace --max-columns --threads --encoding --sort --sortr --max-depth --max-filesize --type-add --type-clear --colors --context-separator --engine --dfa-size-limit --pre-glob --path-separator':
    'text',
  '--ignore-file': 'reads',
  '--pre --hostname-bin': 'runs',
};

const TESTS: CommandSpec = {
  syntax: { singleDash: true },
  options: {
    '-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype -maxdepth -mindepth -newer -anewer -cnewer -size -mtime -mmin -ctime -cmin -atime -amin -used -user -group -uid -gid -perm -samefile -inum -links -fstype -printf -newermt -newerct':
      'text',
    '-not -o -or -a -and -print -print0 -ls -prune -empty -depth -d -mount -xdev -follow -readable -writable -executable -quit -true -false -noleaf -nouser -nogroup -daystart -warn -nowarn -H -L -P -E -X':
      'flag',
    '-fprint -fprint0 -fls': 'writes',
    '-fprintf': { kind: 'writes' },
    '-files0-from': 'reads',
  },
  operands: 'text',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'grep',
    about: 'Searches for a pattern in files.',
    ...GREP,
    plain: true,
    traits: ['only-looks', 'words'],
    behaviours: ['printsMatchingFiles', 'searchesHidden'],
    examples: [
      { command: 'grep -rs KEY . --include=.env', expect: 'deny' },
      { command: "grep -rn 'rm -rf /' src", expect: 'pass', title: 'A search for the command’s text' },
      { command: 'grep TOKEN .env', expect: 'deny' },
      { command: 'grep -f .env README.md', expect: 'deny' },
      { command: 'grep --exclude-from=.env x src', expect: 'deny' },
      {
        command: 'grep -q TOKEN .env',
        expect: 'pass',
        title: 'Says whether the file contains a text, not which',
      },
    ],
  },
  {
    names: 'egrep fgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep pcregrep pcre2grep agrep rgrep',
    about: 'Variants of grep.',
    ...GREP,
    traits: ['only-looks', 'words'],
    examples: [
      { command: 'egrep -n todo README.md', expect: 'pass' },
      { command: 'egrep TOKEN .env', expect: 'deny' },
      { command: 'xzgrep TOKEN .env', expect: 'deny' },
    ],
  },
  {
    names: 'rg ripgrep',
    about: 'Searches for a pattern in directory trees.',
    options: RIPGREP,
    syntax: { counts: true },
    operands: 'pattern',
    plain: true,
    traits: ['only-looks', 'words'],
    behaviours: ['searchesHidden'],
    examples: [
      { command: 'rg KEY -g .env', expect: 'deny' },
      { command: "rg KEY -g '!.env'", expect: 'pass', title: 'A search that leaves the secret file out' },
      { command: 'rg -n todo src', expect: 'pass' },
      { command: "rg -r '$1' '(a)' src", expect: 'pass' },
      { command: 'rg KEY .env', expect: 'deny' },
      { command: 'rg -f .env README.md', expect: 'deny' },
      { command: "rg --pre 'rm -rf ~' x", expect: 'deny' },
      { command: "rg --hostname-bin 'rm -rf ~' x", expect: 'deny' },
    ],
  },
  {
    names: 'rga',
    about: 'Searches for a pattern in directory trees, also in documents and archives.',
    options: RIPGREP,
    syntax: { counts: true },
    operands: 'pattern',
    traits: ['words'],
    examples: [
      { command: 'rga todo docs', expect: 'pass' },
      { command: 'rga KEY .env', expect: 'deny' },
    ],
  },
  {
    names: 'ag ack',
    about: 'Searches for a pattern in source code.',
    options: {
      '-n -i -l -L -c -Q -w -v -o -s -S -u -a -f -g -H -h -R -r -z -x -k -U -D --nocolor --color --nogroup --group --hidden --literal --smart-case --word-regexp --invert-match --count --files-with-matches --ackmate --vimgrep --numbers --heading --column':
        'flag',
      '-A -B -C -m -G -p -W -t -T --after --before --context --max-count --file-search-regex --path-to-ignore --depth --ignore --ignore-dir --type --type-set --type-add --output --match --ignore-ack-defaults':
        'text',
      '--pager': 'runs',
      '--ackrc --files-from': 'reads',
    },
    operands: 'pattern',
    plain: true,
    traits: ['only-looks', 'words'],
    examples: [
      { command: 'ag -n todo src', expect: 'pass' },
      { command: 'ack KEY .env', expect: 'deny' },
      { command: "ag --pager='rm -rf ~' x", expect: 'deny' },
      { command: 'ack --files-from=.env x', expect: 'deny' },
    ],
  },
  {
    names: 'ugrep ug',
    about: 'Searches for a pattern in files, archives and whole trees.',
    options: {
      ...GREP.options,
      '-g -t -M -j -J -K -N -O -S --glob --iglob --file-type --file-extension --format --replace --depth --jobs --sort --max-files':
        'text',
      '--filter': { kind: 'runs', only: ':', strip: '^[^:]*:' },
      '--pager --view': 'runs',
      '--ignore-files --include-from --config': { kind: 'reads', attached: true },
      '--save-config': { kind: 'writes', attached: true },
    },
    operands: 'pattern',
    traits: ['words'],
    examples: [
      { command: 'ugrep -rn todo src', expect: 'pass' },
      { command: 'ugrep KEY .env', expect: 'deny' },
      { command: "ugrep --filter='ts:rm -rf ~' x", expect: 'deny' },
      { command: 'ugrep --save-config=/etc/x', expect: 'deny' },
    ],
  },
  {
    names: 'sift',
    about: 'Searches for a pattern in directory trees.',
    options: {
      ...GREP.options,
      '-X -t --files --path --type --replace --output-limit --ext': 'text',
      '--output': 'writes',
    },
    operands: 'pattern',
    traits: ['words'],
    examples: [
      { command: 'sift -n todo src', expect: 'pass' },
      { command: 'sift KEY .env', expect: 'deny' },
      { command: 'sift --output /etc/x todo src', expect: 'deny' },
    ],
  },
  {
    names: 'select-string',
    about: 'Searches for a pattern in PowerShell.',
    syntax: { singleDash: true, anyCase: true },
    options: {
      '-pattern': 'pattern',
      '-path -literalpath': 'reads',
      '-include -exclude -encoding -context -culture': 'text',
      '-simplematch -casesensitive -quiet -list -notmatch -allmatches -raw': 'flag',
    },
    operands: 'pattern',
    traits: ['words'],
    examples: [
      { command: 'Select-String todo README.md', expect: 'pass' },
      { command: 'Select-String -Pattern KEY -Path .env', expect: 'deny' },
    ],
  },
  {
    names: 'find gfind',
    about: 'Finds files, and can run commands on them or delete them.',
    ...TESTS,
    plain: true,
    traits: ['only-looks', 'words'],
    behaviours: ['runsFindActions'],
    examples: [
      { command: "find /srv -iname '*.env*' -exec cat {} +", expect: 'deny' },
      { command: "find src -name '*.ts' -exec wc -l {} +", expect: 'pass' },
      { command: "find . -type d -name '.pytest_cache' -prune -exec rm -rf {} \\;", expect: 'pass' },
      { command: 'find /tmp -type f -exec {} \\;', expect: 'ask', title: 'Runs whatever it finds' },
      { command: "find build -name '*_test' -exec {} \\;", expect: 'pass' },
      { command: 'find . -name .git -prune -o -exec rm -rf {} +', expect: 'deny' },
      {
        command:
          "find . -not \\( -name .svn -prune -o -name .git -prune \\) -type f -exec sed -i 's/ $//' {} +",
        expect: 'pass',
        title: 'What a negated group prunes is left out',
      },
      { command: "find src -name '*.ts'", expect: 'pass' },
      { command: 'find . -name "*.tmp" -delete', expect: 'pass' },
      { command: 'find ~ -delete', expect: 'deny' },
      { command: 'find / -exec rm {} +', expect: 'deny' },
      { command: 'find . -name .env -exec cat {} +', expect: 'deny' },
      { command: 'find . -fprint /etc/passwd', expect: 'deny' },
      { command: "find . -fprintf /etc/passwd '%p'", expect: 'deny' },
      {
        command: 'find -files0-from .env',
        expect: 'deny',
        title: 'Error messages show the lines of the file',
      },
    ],
  },
  {
    names: 'bfs',
    about: 'Finds files, breadth first.',
    ...TESTS,
    traits: ['words'],
    behaviours: ['runsFindActions'],
    examples: [
      { command: "bfs src -name '*.ts'", expect: 'pass' },
      { command: 'bfs ~ -delete', expect: 'deny' },
      { command: 'bfs / -exec rm {} +', expect: 'deny' },
    ],
  },
  {
    names: 'fd fdfind',
    about: 'Finds files, and can run commands on them.',
    traits: ['only-looks'],
    options: {
      '-d -t -e -E -c -S -o -j --max-depth --min-depth --exact-depth --type --extension --exclude --color --size --changed-within --changed-before --owner --threads --max-results --format --and --path-separator --batch-size':
        'text',
      '--base-directory --search-path -C': 'cwd',
      '--ignore-file': 'reads',
      '-H -I -u -s -i -g -F -a -l -L -p -0 -1 -q --hidden --no-ignore --unrestricted --case-sensitive --ignore-case --glob --fixed-strings --absolute-path --list-details --follow --full-path --print0 --quiet --one-file-system --prune':
        'flag',
    },
    behaviours: ['runsFdActions', 'printsFound'],
    examples: [
      { command: 'fd readme', expect: 'pass' },
      { command: 'fd README.md docs | xargs wc -l', expect: 'pass' },
      { command: 'fd -H id_rsa / | xargs cat', expect: 'deny' },
      { command: 'fd -e ts -x wc -l', expect: 'pass' },
      { command: 'fd . ~ -x rm -rf', expect: 'deny' },
      { command: 'fd -t f . ~/Documents -x rm {}', expect: 'ask' },
    ],
  },
  {
    names: 'locate plocate mlocate',
    about: 'Finds files in an index of the whole machine.',
    options: {
      '-d --database': 'reads',
      '-l -n -m --limit': 'text',
      '-i -c -e -b -r -q -w -A -0 -S --ignore-case --count --existing --basename --regex --regexp': 'flag',
    },
    operands: 'text',
    traits: ['words'],
    behaviours: ['printsLocated'],
    examples: [
      { command: 'locate id_rsa', expect: 'pass', title: 'Finds only the names of files' },
      { command: 'locate id_rsa | xargs tar czf keys.tgz', expect: 'deny' },
      { command: 'locate -d .env x', expect: 'deny' },
    ],
  },
  {
    names: 'updatedb',
    about: 'Updates the index of locate.',
    options: {
      '-o --output': 'writes',
      '-U -n -f -e -l --database-root --prunenames --prunefs --prunepaths --require-visibility': 'text',
      '-v --verbose': 'flag',
    },
    examples: [
      { command: 'updatedb -l 0 -o /tmp/x -U src', expect: 'pass' },
      { command: 'updatedb -o /etc/x', expect: 'deny' },
    ],
  },
  {
    names: 'fzf sk',
    about: 'Lets a person choose from a list.',
    options: {
      '--preview -c --cmd --with-shell': 'runs',
      '--history': 'writes',
      '-q --query -f --filter --bind --expect --prompt --header --height --layout -d --delimiter -n --nth --with-nth --tiebreak --color --border --margin --padding --info --pointer --marker --preview-window --tabstop --scheme':
        'text',
      '--listen': { kind: 'text', attached: true },
      '-m -e -i -x -0 -1 --multi --exact --reverse --ansi --cycle --select-1 --exit-0 --print0 --read0 --no-sort --tac':
        'flag',
    },
    traits: ['words'],
    behaviours: ['keyBindingCommands'],
    examples: [
      { command: 'fzf --height 10', expect: 'pass' },
      { command: "fzf --preview 'rm -rf ~'", expect: 'deny' },
      { command: "fzf --bind 'enter:execute(rm -rf ~)'", expect: 'deny' },
      { command: 'fzf --history=/etc/x', expect: 'deny' },
      { command: "sk -c 'rm -rf ~'", expect: 'deny' },
      { command: "fzf --with-shell 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'look',
    about: 'Prints lines that begin with a word.',
    options: { '-t --terminate': 'text', '-a -d -f -b --alternative --alphanum --ignore-case': 'flag' },
    operands: 'pattern',
    traits: ['words'],
    examples: [
      { command: 'look ab /usr/share/dict/words', expect: 'pass' },
      { command: "look '' .env", expect: 'deny' },
    ],
  },
];
