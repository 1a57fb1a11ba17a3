// The constructor of effects.
import type { Effect, ShellCommand } from '../types.ts';

/** Makes an effect of a command; parts that most effects don't have may be left out. */
export function effect(
  command: ShellCommand,
  parts: Pick<Effect, 'kind' | 'weight' | 'code' | 'reason'> & Partial<Effect>,
): Effect {
  return { safer: undefined, targets: [], origins: [], command, ...parts };
}
