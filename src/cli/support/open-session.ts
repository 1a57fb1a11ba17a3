// Where a command runs: the store, the project, and the session that it was called from, if any.
import type { Database } from 'bun:sqlite';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { sessionsLike } from '../../store/db/events.ts';
import { ingest } from '../../store/db/ingest.ts';
import { openStore } from '../../store/db/open.ts';
import { newestSession } from '../../store/db/session-by-folder.ts';
import { findHome, type Home } from '../../system/home.ts';
import { CliError, type Option, type Words } from '../command.ts';

export interface Here {
  home: Home;
  db: Database;
  place: ProjectPlace;
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
  const session_id = typeof given === 'string' ? whole(db, given) : (env.CLAUDE_CODE_SESSION_ID ?? '');
  return { home, db, place: findPlace(process.cwd()), session_id, now: Date.now() };
}

/** The beginning of an id is enough; one that nobody has heard of is taken as it is. */
function whole(db: Database, given: string): string {
  const found = sessionsLike(db, given);
  if (found.length <= 1 || found.includes(given)) return found.includes(given) ? given : (found[0] ?? given);
  throw new CliError(`Several sessions begin with "${given}": ${found.join(', ')}. Give more of the id.`);
}

/** For a server that the client starts without saying for which session: the newest one of this directory. */
export function guessSession({ db, place, session_id }: Here): string {
  return session_id || (newestSession(db, place.root) ?? '');
}
