// Opens the store for commands, with all events from the spool imported.
import type { Database } from 'bun:sqlite';
import { ingest } from '../../store/db/ingest.ts';
import { openStore } from '../../store/db/open.ts';
import type { Home } from '../../system/home.ts';
import { paint } from './terminal.ts';

export function openLog(home: Home): Database {
  const db = openStore(home);
  ingest(db, home);
  return db;
}

const colours: Record<string, Parameters<typeof paint>[0]> = {
  deny: 'red',
  block: 'red',
  ask: 'yellow',
  allow: 'green',
  inject: 'cyan',
  tell: 'cyan',
  rewrite: 'cyan',
};

export function paintDecision(word: string, text = word): string {
  return paint(colours[word] ?? 'dim', text);
}

/** Local time; with the date if it is not today. */
export function clock(at: number, now = Date.now()): string {
  const date = new Date(at);
  const twoDigits = (n: number) => String(n).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  const today = date.toDateString() === new Date(now).toDateString();
  return today
    ? time
    : `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${time}`;
}
