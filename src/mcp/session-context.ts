// What the commands and the MCP server need to act for a session: its work, its project, its config.
import { loadConfig } from '../config/load.ts';
import { optionValues } from '../core/policy.ts';
import { notCode } from '../domain/checkpoint/change-types.ts';
import type { Change, Work } from '../domain/checkpoint/work.ts';
import type { ProjectPlace } from '../facts/project.ts';
import { workFacts } from '../facts/work.ts';
import { allPolicies } from '../hook/bundles/registry.ts';
import { Store } from '../store/store.ts';
import type { Home } from '../system/home.ts';

export interface Desk {
  place: ProjectPlace;
  session_id: string;
  store: Store;
  work: Work;
  changes: readonly Change[];
  version: string | undefined;
  /** Checks the config names. */
  configured: Readonly<Record<string, unknown>>;
}

export function deskOf(home: Home, place: ProjectPlace, session_id: string, now = Date.now()): Desk {
  const store = new Store(home);
  const work = workFacts({ session_id }, place, { env: process.env, now }, store);
  const { ignore, checks } = proofOptions(home, place);
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
      return work.version(notCode);
    },
  };
}

function proofOptions(home: Home, place: ProjectPlace) {
  const policy = allPolicies().find((one) => one.id === 'checkpoint/proof')!;
  const { options } = loadConfig(home, place, allPolicies).setting(policy);
  return optionValues(policy, options) as unknown as {
    ignore: readonly string[];
    checks: Readonly<Record<string, unknown>>;
  };
}
