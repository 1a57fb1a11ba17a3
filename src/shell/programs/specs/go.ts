import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'go',
    about: '',
    syntax: { singleDash: true },
    subcommands: {
      run: {
        options: {
          '-exec -toolexec': 'runs',
          '-C': 'cwd',
          '-mod -modfile -tags -ldflags -gcflags -o': 'text',
        },
        operands: 'script',
        language: 'compiled',
      },
    },
    traits: ['network', 'words'],
  },
];
