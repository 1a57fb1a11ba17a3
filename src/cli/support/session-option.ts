// `--session`: for which session a command speaks.
import { policyOptions } from '../../config/policy-options.ts';
import { guessSession, openCallingSession } from '../../facts/calling-session.ts';
import { openSessionWork, type ProofOptions, type SessionWork } from '../../facts/session-work.ts';
import { allPolicies } from '../../policies/registry.ts';
import type { Option, Words } from '../command.ts';

export const sessionOption: Record<string, Option> = {
  session: { type: 'string', value: 'id', about: 'Speak for this session (default: the one this runs in)' },
};

/** The work of the session that `--session` names, or of the one that this runs in. */
export function sessionWork({ options }: Words): SessionWork {
  const where = openCallingSession(options.session);
  const { home, place } = where;
  const proof = policyOptions<ProofOptions>(home, place, allPolicies, 'checkpoint/proof');
  return openSessionWork(home, place, guessSession(where), proof);
}
