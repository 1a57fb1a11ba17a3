// Sessions by the beginning of their id, as people copy it.
import { sessionsLike } from '../../store/db/events.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { openRecords } from './open-log.ts';

/** The whole id of a session, from the beginning of it that people copy. */
export function wholeSession(start: string, home: Home): string {
  const found = sessionsLike(openRecords(home), start);
  if (found.includes(start)) return start;
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new UserError(`Several sessions begin with "${start}": ${found.join(', ')}. Give more of the id.`);
  if (/^[0-9a-f-]{36}$/i.test(start)) return start;
  throw new UserError(`No recorded session begins with "${start}". \`pawl log\` shows their ids.`, 1);
}
