// The work of one session for commands and MCP tools: what it changed, and the evidence for it.
import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import type { Change, Work } from '../domain/checkpoint/work.ts';
import { readSnapshot } from '../store/db/work.ts';
import { Store } from '../store/store.ts';
import type { Home } from '../system/home.ts';
import type { ProjectPlace } from './project.ts';
import type { TreeState } from './tree.ts';
import { workFacts } from './work.ts';

/** The options of checkpoint/proof that define what counts as a change and which checks exist. */
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
  /** The tree when the session first worked in it. */
  start: TreeState | undefined;
  /** Checks from the config. */
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
    // Getters, because each starts a git process.
    get changes() {
      return work.changes(ignore);
    },
    get start() {
      return store.read((db) => readSnapshot<TreeState>(db, session_id, place.root))?.tree;
    },
    get version() {
      return work.version(nonCodePaths);
    },
  };
}
