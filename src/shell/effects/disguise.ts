// Gives effects to findings that are not commands: invisible characters, decoded code, fork bombs. The reader reports them
// as commands with a name in parentheses, which can't be typed.
import { effect } from '../base/effect.ts';
import { exhaustion } from '../base/exhaustion.ts';
import { reverseShell } from '../programs/behaviours/sockets.ts';
import type { Effect, ShellCommand } from '../types.ts';

export function disguiseEffects(command: ShellCommand): Effect[] {
  switch (command.name) {
    case '(invisible)':
      return [
        effect(command, {
          kind: 'unknown-code',
          weight: 'risky',
          code: 'invisible-characters',
          reason: 'Contains invisible characters, or characters that change how the line looks.',
          safer: 'retype the word, or write the character as an escape',
        }),
      ];
    case '(reverse-shell)':
      return [reverseShell(command)];
    case '(encoded-code)':
      return [decoded(command)];
    case '(exhausts)':
      return [
        exhaustion(command, 'Takes memory or disk space in a loop without end, or far too much at once.'),
      ];
    case '(fork-bomb)':
      return [
        effect(command, {
          kind: 'system',
          weight: 'irreversible',
          code: 'fork-bomb',
          reason: 'Starts itself over and over until the machine stops responding.',
        }),
      ];
    default:
      return [...namedByPattern(command), ...hiddenProgram(command)];
  }
}

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
      reason: 'Runs a hidden file of a temporary folder.',
      safer: 'show what the file does first',
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

function decoded(command: ShellCommand): Effect {
  const fetched = command.words[1]?.text === 'network';
  return effect(command, {
    kind: fetched ? 'fetch-and-run' : 'unknown-code',
    weight: fetched ? 'irreversible' : 'risky',
    code: fetched ? 'fetch-and-run' : 'unseen-code',
    reason: 'Runs code that is decoded or downloaded on the way, so nobody can see it beforehand.',
  });
}
