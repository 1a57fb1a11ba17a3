// The context of a command or MCP tool call: the store, the project, and the session that called, if any.

import type { Database } from 'bun:sqlite';
import { sessionsLike } from '../store/db/events.ts';
import { ingest } from '../store/db/ingest.ts';
import { openStore } from '../store/db/open.ts';
import { newestSessionIn } from '../store/db/session-by-folder.ts';
import type { Env } from '../system/env.ts';
import { UserError } from '../system/errors.ts';
import { findHome, type Home } from '../system/home.ts';
import { findPlace, type ProjectPlace } from './project.ts';

export interface CallingSession {
  home: Home;
  db: Database;
  place: ProjectPlace;
  /** Empty if a person called it outside of any session. */
  session_id: string;
  now: number;
}

/** `session` is the session id that the caller gave, or its beginning; `folder` is any folder of the caller's working tree. */
export function openCallingSession(
  session?: unknown,
  env: Env = process.env,
  folder = process.cwd(),
): CallingSession {
  const home = findHome();
  const db = openStore(home);
  ingest(db, home);
  const session_id =
    typeof session === 'string' ? completeSessionId(db, session) : (env.CLAUDE_CODE_SESSION_ID ?? '');
  return { home, db, place: findPlace(folder), session_id, now: Date.now() };
}

/** A whole id, which may belong to a session that has not been recorded yet. */
const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Completes a shortened session id. */
function completeSessionId(db: Database, shortId: string): string {
  const found = sessionsLike(db, shortId);
  if (found.includes(shortId) || (found.length === 0 && wholeId.test(shortId))) return shortId;
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new UserError(`No recorded session begins with "${shortId}". \`pawl log\` shows their ids.`, 1);
  throw new UserError(`Give more of the id: several sessions begin with "${shortId}" (${found.join(', ')}).`);
}

/** The newest session in this directory if the id is unknown, as in the MCP server, which the client starts without one. */
export function guessSession({ db, place, session_id }: CallingSession): string {
  return session_id || (newestSessionIn(db, place.root) ?? '');
}
