// The store as commands read it: opened, with everything taken in that hooks have left beside it.
import type { Database } from 'bun:sqlite';
import { ingest } from '../../store/db/ingest.ts';
import { openStore } from '../../store/db/open.ts';
import type { Home } from '../../system/home.ts';
import { paint } from './terminal.ts';

export function openRecords(home: Home): Database {
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

export function paintDecision(word: string): string {
  return paint(colours[word] ?? 'dim', word);
}

/** Local time; the day only when it is not today. */
export function clock(at: number, now = Date.now()): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const today = date.toDateString() === new Date(now).toDateString();
  return today ? time : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}
