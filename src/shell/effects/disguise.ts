// Commands that the reader makes up for what it found: characters nobody sees, code that was decoded on the way, a
// process that starts itself. Their names can't be typed.
import { effect } from '../base/effect.ts';
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
          reason: 'Has characters that show nothing, or that change how the line looks to whoever reads it.',
          safer: 'type the word anew, or write the character as an escape',
        }),
      ];
    case '(reverse-shell)':
      return [reverseShell(command)];
    case '(encoded-code)':
      return [decoded(command)];
    case '(fork-bomb)':
      return [
        effect(command, {
          kind: 'system',
          weight: 'irreversible',
          code: 'fork-bomb',
          reason: 'A function that starts itself over and over brings the machine down.',
        }),
      ];
    default:
      return [];
  }
}

function decoded(command: ShellCommand): Effect {
  const fetched = command.words[1]?.text === 'network';
  return effect(command, {
    kind: fetched ? 'fetch-and-run' : 'unknown-code',
    weight: fetched ? 'irreversible' : 'risky',
    code: fetched ? 'fetch-and-run' : 'unseen-code',
    reason: 'Runs code that is decoded or fetched on the way, so it cannot be seen beforehand.',
  });
}
