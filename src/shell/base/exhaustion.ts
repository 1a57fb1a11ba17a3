// The effect of a command that uses up the memory or the disk space of the machine.
import type { Effect, ShellCommand } from '../types.ts';
import { effect } from './effect.ts';

export const exhaustion = (command: ShellCommand, reason: string): Effect =>
  effect(command, {
    kind: 'system',
    weight: 'risky',
    code: 'exhausts-machine',
    reason,
    safer: 'give it a bound: a count, a size or a time limit',
  });
