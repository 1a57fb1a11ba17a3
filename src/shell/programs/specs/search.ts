import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'grep',
    about: '',
    options: {
      '-e --regexp': 'pattern',
      '-f --file': 'pattern-file',
      '-A -B -C -m -d -D --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --color -g --glob -t --type -T --pre --replace --iglob -M --max-columns -j --threads --sort':
        'text',
      '--exclude-from --ignore-file': 'reads',
    },
    operands: 'pattern',
    traits: ['words'],
    behaviours: ['printsMatches'],
  },
  {
    names: 'find',
    about: '',
    syntax: { singleDash: true },
    options: { '-fprint -fprint0 -fls -fprintf': 'writes' },
    operands: 'text',
    traits: ['words'],
    behaviours: ['finds'],
  },
  { names: 'look', about: '', operands: 'reads', traits: ['words'] },
  {
    names: 'egrep fgrep ag ack',
    about: '',
    options: {
      '-e --regexp': 'pattern',
      '-f --file': 'pattern-file',
      '-A -B -C -m -d -D --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --color -g --glob -t --type -T --pre --replace --iglob -M --max-columns -j --threads --sort':
        'text',
      '--exclude-from --ignore-file': 'reads',
    },
    operands: 'pattern',
    traits: ['words'],
  },
  {
    names: 'rg',
    about: '',
    options: {
      '-e --regexp': 'pattern',
      '-f --file': 'pattern-file',
      '-A -B -C -m -d -D --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --color -g --glob -t --type -T --replace --iglob -M --max-columns -j --threads --sort':
        'text',
      '--pre': 'runs',
      '--exclude-from --ignore-file': 'reads',
    },
    operands: 'pattern',
    traits: ['words'],
  },
  {
    names: 'zgrep ripgrep ugrep pcregrep select-string sift',
    about: '',
    options: {
      '-e --regexp': 'pattern',
      '-f --file': 'pattern-file',
      '-A -B -C -m -d -D --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --color -g --glob -t --type -T --pre --replace --iglob -M --max-columns -j --threads --sort':
        'text',
      '--exclude-from --ignore-file': 'reads',
    },
    operands: 'pattern',
  },
  {
    names: 'fzf',
    about: '',
    options: { '--preview': 'runs', '--bind': 'text' },
    traits: ['words'],
    behaviours: ['keyBindings'],
  },
  { names: 'gfind', about: '', behaviours: ['finds'] },
  { names: 'fd fdfind', about: '', behaviours: ['findsFast'] },
];
