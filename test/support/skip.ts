// Skips tests that can't run on this machine. A skipped test has the reason in its name, from where `npm test` takes it
// for the list at its end.
import { describe, test } from 'bun:test';
import { findCallingAgent } from '../../src/cli/person/only-people.ts';
import { findOrInstall } from './apt.ts';

/** Why something can't be tested here; undefined if it can. */
export type Reason = string | undefined;

const labelled = (name: string, reason: string) => `${name} [skipped: ${reason}]`;

/** `test`, or a skipped test if there is a reason against it. */
export function testUnless(reason: Reason): typeof test {
  if (reason === undefined) return test;
  return ((name: string, ...rest: [() => void]) => test.skip(labelled(name, reason), ...rest)) as typeof test;
}

export function describeUnless(reason: Reason): typeof describe {
  if (reason === undefined) return describe;
  return ((name: string, body: () => void) => describe.skip(labelled(name, reason), body)) as typeof describe;
}

/** Commands for people refuse to run under an agent, as they should. */
export const underAgent = (): Reason => (findCallingAgent() ? 'an agent started this run' : undefined);

export const withoutTmux = (): Reason =>
  findOrInstall(['tmux'], 'tmux') ? undefined : 'tmux is neither here nor installable';

export const withoutPrograms = (...names: string[]): Reason => {
  const missing = names.filter((name) => !Bun.which(name));
  return missing.length > 0 ? `${missing.join(' and ')} can’t be found` : undefined;
};
