// Programs whose commands to delete something concern only generated or disposable files of this machine.
import type { ProgramSpec } from '../spec.ts';

const tool = (names: string, about: string, ...passing: readonly string[]): ProgramSpec => ({
  names,
  about,
  examples: passing.map((command) => ({ command, expect: 'pass' })),
});

export const programs: readonly ProgramSpec[] = [
  tool('rush', 'Builds a repository of many packages.', 'rush build', 'rush purge'),
  tool('molecule', 'Tests Ansible roles on machines of its own.', 'molecule test', 'molecule destroy'),
  tool('redwood rw', 'Generates code of a Redwood project.', 'rw generate page a', 'rw destroy page a'),
  tool('tmuxinator mux', 'Starts sessions of tmux from files.', 'mux start a', 'mux delete a'),
];
