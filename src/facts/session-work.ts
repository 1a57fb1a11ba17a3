// The work of one session, as the commands and the agent's tools see it: what it changed, and what proves it.
import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import type { Change, Work } from '../domain/checkpoint/work.ts';
import { Store } from '../store/store.ts';
import type { Home } from '../system/home.ts';
import type { ProjectPlace } from './project.ts';
import { workFacts } from './work.ts';

/** The options of the policy checkpoint/proof that say what counts as a change and which checks there are. */
export interface ProofOptions {
  ignore: readonly string[];
  checks: Readonly<Record<string, unknown>>;
}

export interface SessionWork {
  place: ProjectPlace;
  session_id: string;
  store: Store;
  work: Work;
  changes: readonly Change[];
  version: string | undefined;
  /** Checks the config names. */
  configured: Readonly<Record<string, unknown>>;
}

export function openSessionWork(
  home: Home,
  place: ProjectPlace,
  session_id: string,
  { ignore, checks }: ProofOptions,
  now = Date.now(),
): SessionWork {
  const store = new Store(home);
  const work = workFacts({ session_id }, place, { env: process.env, now }, store);
  return {
    place,
    session_id,
    store,
    work,
    configured: checks,
    // Looked at only by those who ask: each costs a git process.
    get changes() {
      return work.changes(ignore);
    },
    get version() {
      return work.version(nonCodePaths);
    },
  };
}
