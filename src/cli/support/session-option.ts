// The option `--session`: which session a command is about.
import { policyOptions } from '../../config/policy-options.ts';
import { guessSession, openCallingSession } from '../../facts/calling-session.ts';
import { openSessionWork, type ProofOptions, type SessionWork } from '../../facts/session-work.ts';
import { allPolicies } from '../../policies/registry.ts';
import type { Option, ParsedArgs } from '../command.ts';
import { refuseForOtherSession } from './caller.ts';

export const sessionOption: Record<string, Option> = {
  session: { type: 'string', value: 'id', about: 'The session (default: the one in which this runs)' },
};

/** The work of the session given by `--session`, or of the one in which the command runs. */
export function sessionWork({ options }: ParsedArgs): SessionWork {
  const where = openCallingSession(options.session);
  const { home, place } = where;
  refuseForOtherSession(where.db, where.session_id);
  const proof = policyOptions<ProofOptions>(home, place, allPolicies, 'checkpoint/proof');
  return openSessionWork(home, place, guessSession(where), proof);
}
