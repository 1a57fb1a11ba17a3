import type { Effect, ShellCommand } from '../types.ts';

/** An effect of a command, with the parts most do not have left empty. */
export function effect(
  command: ShellCommand,
  parts: Pick<Effect, 'kind' | 'weight' | 'code' | 'reason'> & Partial<Effect>,
): Effect {
  return { safer: undefined, targets: [], origins: [], command, ...parts };
}
