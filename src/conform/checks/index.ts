// All checks, in the order in which they run. The last ones look for what the program left behind.
import type { Check } from '../check.ts';
import { eventChecks } from './events.ts';
import { guardChecks } from './guard.ts';
import { inputChecks } from './input.ts';
import { processChecks } from './process.ts';

export const checks: readonly Check[] = [...eventChecks, ...inputChecks, ...guardChecks, ...processChecks];

export const groups: Readonly<Record<string, string>> = {
  events: 'Captured events of the real client',
  input: 'Input that is odd, broken, large or newer than the program',
  guard: 'Guards only: a refusal holds under stress',
  process: 'The process: its pipes, parallel processes, and what it leaves behind',
};

export const groupOf = ({ id }: Pick<Check, 'id'>) => id.slice(0, id.indexOf('.'));
