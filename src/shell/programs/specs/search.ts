// Searching in files, and for files.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

const FLAGS =
  '-n -i -l -L -c -E -F -G -P -w -v -x -o -q -s -h -H -a -I -z --line-number --ignore-case --files-with-matches --count --invert-match --only-matching --quiet --word-regexp --no-messages --no-filename --color --fixed-strings --extended-regexp';

const COMMON: CommandSpec['options'] = {
  [FLAGS]: 'flag',
  '-e --regexp': 'pattern',
  '-f --file': 'pattern-file',
  '-A -B -C -m -d -D --include --exclude --exclude-dir --max-count --context --after-context --before-context --label':
    'text',
  '--exclude-from': 'reads',
};

const GREP: CommandSpec = {
  options: {
    ...COMMON,
    '-r -R --recursive': 'flag',
  },
  syntax: { counts: true },
  operands: 'pattern',
};

const SEARCHES: CommandSpec = {
  options: {
    ...COMMON,
    '-g --glob -t --type -T --replace --iglob -M --max-columns -j --threads --sort --sortr -r': 'text',
    '--ignore-file': 'reads',
    '--pre': 'runs',
  },
  operands: 'pattern',
};

const TESTS: CommandSpec = {
  syntax: { singleDash: true },
  options: {
    '-name -iname -path -ipath -wholename -regex -iregex -type -xtype -maxdepth -mindepth -newer -size -mtime -mmin -ctime -cmin -atime -amin -user -group -perm -samefile -inum -printf':
      'text',
    '-not -o -or -a -and -print -print0 -ls -prune -empty -depth -mount -xdev -follow -readable -writable -executable -quit -true -H -L -P':
      'flag',
    '-fprint -fprint0 -fls': 'writes',
    '-fprintf': { kind: 'writes' },
  },
  operands: 'text',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'grep',
    about: 'Searches for a pattern in files.',
    ...GREP,
    plain: true,
    traits: ['words'],
    behaviours: ['printsMatches'],
    examples: [
      { command: "grep -rn 'rm -rf /' src", expect: 'pass', title: 'Only words' },
      { command: 'grep TOKEN .env', expect: 'deny' },
      { command: 'grep -f .env README.md', expect: 'deny' },
    ],
  },
  {
    names: 'egrep fgrep zgrep pcregrep',
    about: 'Relatives of grep.',
    ...GREP,
    traits: ['words'],
    examples: [{ command: 'egrep TOKEN .env', expect: 'deny' }],
  },
  {
    names: 'rg ripgrep ag ack ugrep sift select-string',
    about: 'Search for a pattern in whole trees.',
    ...SEARCHES,
    plain: true,
    traits: ['words'],
    examples: [
      { command: 'rg -n todo src', expect: 'pass' },
      { command: 'rg KEY .env', expect: 'deny' },
      { command: "rg --pre 'rm -rf ~' x", expect: 'deny' },
    ],
  },
  {
    names: 'find gfind',
    about: 'Looks for files, and does something with them.',
    ...TESTS,
    plain: true,
    traits: ['words'],
    behaviours: ['finds'],
    examples: [
      { command: "find src -name '*.ts'", expect: 'pass' },
      { command: 'find . -name "*.tmp" -delete', expect: 'pass' },
      { command: 'find ~ -delete', expect: 'deny' },
      { command: 'find / -exec rm {} +', expect: 'deny' },
      { command: 'find . -fprint /etc/passwd', expect: 'deny' },
      { command: "find . -fprintf /etc/passwd '%p'", expect: 'deny' },
    ],
  },
  {
    names: 'fd fdfind',
    about: 'Looks for files, and does something with them.',
    options: { '-d --max-depth -t --type -e --extension -E --exclude -g': 'text' },
    behaviours: ['findsFast'],
    examples: [
      { command: 'fd readme', expect: 'pass' },
      { command: 'fd . ~ -x rm -rf', expect: 'deny' },
    ],
  },
  {
    names: 'fzf',
    about: 'Chooses from a list.',
    options: {
      '--preview': 'runs',
      '--bind -q --query --prompt --header --height --layout -d --delimiter -n --nth': 'text',
    },
    traits: ['words'],
    behaviours: ['keyBindings'],
    examples: [
      { command: 'fzf --height 10', expect: 'pass' },
      { command: "fzf --preview 'rm -rf ~'", expect: 'deny' },
      { command: "fzf --bind 'enter:execute(rm -rf ~)'", expect: 'deny' },
    ],
  },
  { names: 'look', about: 'Prints lines that begin with a word.', operands: 'reads', traits: ['words'] },
];
