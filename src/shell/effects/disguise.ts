// Finds commands that hide which program runs.
import { effect } from '../base/effect.ts';
import type { Effect, ShellCommand } from '../types.ts';

export const disguiseEffects = (command: ShellCommand): Effect[] => [
  ...namedByPattern(command),
  ...hiddenProgram(command),
];

/** `/tmp/.x`: a hidden program in a temporary folder. */
function hiddenProgram(command: ShellCommand): Effect[] {
  if (
    command.remote ||
    !/^\/(tmp|var\/tmp|dev\/shm|private\/tmp)\/((.*\/)?\.[\w-]+|\.(?!venv|tox|nox|local|cache|env|npm|cargo|bun|deno|nvm|git)[\w-]*\/.+)$/.test(
      command.words[0]?.text ?? '',
    )
  )
    return [];
  return [
    effect(command, {
      kind: 'unknown-code',
      weight: 'risky',
      code: 'unseen-code',
      reason: 'Runs a hidden file in a temporary folder.',
      safer: 'read the file first',
    }),
  ];
}

/** `/???/c?t x`: a pattern in the name of the program hides which one runs. */
function namedByPattern(command: ShellCommand): Effect[] {
  const first = command.words[0];
  if (!first?.glob || !/\/.*\?|\?.*\//.test(first.text)) return [];
  return [
    effect(command, {
      kind: 'unknown-code',
      weight: 'risky',
      code: 'unseen-code',
      reason: 'Runs a program that is named by a pattern, so nobody can see which one it is.',
      safer: 'write the name of the program out',
    }),
  ];
}
