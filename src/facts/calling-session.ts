// Where a command or a tool call runs: the store, the project, and the session that it was called from, if any.

import type { Database } from 'bun:sqlite';
import { sessionsLike } from '../store/db/events.ts';
import { ingest } from '../store/db/ingest.ts';
import { openStore } from '../store/db/open.ts';
import { newestSessionIn } from '../store/db/session-by-folder.ts';
import type { Env } from '../system/env.ts';
import { UserError } from '../system/errors.ts';
import { findHome, type Home } from '../system/home.ts';
import { findPlace, type ProjectPlace } from './project.ts';

export interface Here {
  home: Home;
  db: Database;
  place: ProjectPlace;
  /** Empty when a person called, outside any session. */
  session_id: string;
  now: number;
}

/** `session`: the id that the caller named, or the beginning of it. */
export function here(session?: unknown, env: Env = process.env): Here {
  const home = findHome();
  const db = openStore(home);
  ingest(db, home);
  const session_id = typeof session === 'string' ? whole(db, session) : (env.CLAUDE_CODE_SESSION_ID ?? '');
  return { home, db, place: findPlace(process.cwd()), session_id, now: Date.now() };
}

/** The beginning of an id is enough; one that nobody has heard of is taken as it is. */
function whole(db: Database, given: string): string {
  const found = sessionsLike(db, given);
  if (found.length <= 1 || found.includes(given)) return found.includes(given) ? given : (found[0] ?? given);
  throw new UserError(`Several sessions begin with "${given}": ${found.join(', ')}. Give more of the id.`);
}

/** For a server that the client starts without saying for which session: the newest one of this directory. */
export function guessSession({ db, place, session_id }: Here): string {
  return session_id || (newestSessionIn(db, place.root) ?? '');
}
