// Finds the behaviours of a command.
import type { ShellCommand } from '../types.ts';
import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours/index.ts';
import { argsOf, programOf } from './registry.ts';

/** The behaviours that the spec of the program and the spec of the subcommand name. */
export function behavioursOf(command: ShellCommand): readonly Behaviour[] {
  const spec = programOf(command);
  if (!spec.behaviours && !spec.subcommands) return [];
  const inner = argsOf(command).spec;
  const names = inner === spec ? spec.behaviours : [...(spec.behaviours ?? []), ...(inner.behaviours ?? [])];
  return names?.map((name) => behaviours[name as keyof typeof behaviours]) ?? [];
}
