// Where a command runs: the store, the project, and the session that it was called from, if any.
import type { Database } from 'bun:sqlite';
import { findPlace, type Place } from '../facts/project.ts';
import { findHome, type Home } from '../home.ts';
import { newestSession } from '../store/here.ts';
import { ingest } from '../store/ingest.ts';
import { openStore } from '../store/open.ts';
import type { Option, Words } from './command.ts';

export interface Here {
  home: Home;
  db: Database;
  place: Place;
  /** Empty when a person called, outside any session. */
  session_id: string;
  now: number;
}

export const sessionOption: Record<string, Option> = {
  session: { type: 'string', value: 'id', about: 'Speak for this session (default: the one this runs in)' },
};

export function here(
  words?: Pick<Words, 'options'>,
  env: Record<string, string | undefined> = process.env,
): Here {
  const home = findHome();
  const db = openStore(home);
  ingest(db, home);
  const given = words?.options.session;
  const session_id = typeof given === 'string' ? given : (env.CLAUDE_CODE_SESSION_ID ?? '');
  return { home, db, place: findPlace(process.cwd()), session_id, now: Date.now() };
}

/** For a server that the client starts without saying for which session: the newest one of this directory. */
export function guessSession({ db, place, session_id }: Here): string {
  return session_id || (newestSession(db, place.root) ?? '');
}
