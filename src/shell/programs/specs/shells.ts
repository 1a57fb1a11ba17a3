import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'powershell pwsh',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-c -command': 'runs', '-file -executionpolicy -ep': 'text' },
    runs: { operands: 'source', feeds: true },
    kind: 'unknown-code',
    effects: [
      {
        code: 'unseen-code',
        flags: '-e -ec -enc -encodedcommand -encodedarguments',
        why: 'Runs encoded code, which cannot be read beforehand.',
        safer: 'run the command itself, written out',
      },
    ],
    behaviours: ['powershell'],
  },
  { names: 'busybox toybox', about: '', runs: {} },
  { names: 'cmd', about: '', runs: { operands: 'source' } },
  {
    names: 'start-process',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-argumentlist -filepath -verb': 'text' },
    runs: {},
  },
  {
    names: 'sh bash zsh dash ksh mksh pdksh ash fish csh tcsh yash rbash xonsh elvish nu busybox-sh git-bash',
    about: '',
    traits: ['shell'],
  },
  { names: 'iex', about: '', behaviours: ['invokesExpression'] },
  {
    names: 'source .',
    about: 'Runs a file in the shell itself.',
    syntax: { optionsFirst: true },
    operands: 'reads',
  },
];
