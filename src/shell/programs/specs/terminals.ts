import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  { names: 'tmux', about: '', behaviours: ['inTerminal'] },
  {
    names: 'screen',
    about: '',
    syntax: { optionsFirst: true },
    options: { '-S -t -p -c -h -s -T': 'text' },
    behaviours: ['onScreen'],
  },
  { names: 'at batch', about: '', behaviours: ['runsLater'] },
];
