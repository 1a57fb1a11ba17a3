// Resolves the beginning of a session id to the full id.
import { sessionsLike } from '../../store/db/events.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { openLog } from './open-log.ts';

export function resolveSessionId(start: string, home: Home): string {
  const found = sessionsLike(openLog(home), start);
  if (found.includes(start)) return start;
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new UserError(`Give more of the id: several sessions begin with "${start}" (${found.join(', ')}).`);
  if (/^[0-9a-f-]{36}$/i.test(start)) return start;
  throw new UserError(`No recorded session begins with "${start}". \`pawl log\` shows their ids.`, 1);
}
