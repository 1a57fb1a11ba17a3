// Events in pages: the decision feed, and everything a session did.
import type { Database } from 'bun:sqlite';
import { type EventQuery, listEvents, type StoredEvent } from '../store/db/events.ts';
import { decisionDetail, decisionShown } from './decisions.ts';
import type { DecisionDetail, DecisionShown, Page } from './shapes.ts';

const size = 100;
const every = ['deny', 'block', 'ask', 'allow'];

export function decisionPage(db: Database, asked: URLSearchParams): Page<DecisionShown> {
  const kind = asked.get('decision') ?? '';
  const rows = listEvents(db, {
    ...common(asked),
    ...(kind === 'acts' ? { acts: true } : { decisions: every.includes(kind) ? [kind] : every }),
    ...(asked.get('policy') && { reason_of: asked.get('policy')! }),
  });
  return paged(rows, decisionShown);
}

export function eventPage(db: Database, asked: URLSearchParams): Page<DecisionShown> {
  return paged(listEvents(db, common(asked)), decisionShown);
}

/** By its number in the store. */
export function oneDecision(db: Database, id: number): DecisionDetail & { event: DecisionShown } {
  const [found] = listEvents(db, { after: id - 1, upto: id, limit: 1 });
  if (!found) throw new Error('This event is no longer in the store.');
  return { ...decisionDetail(found), event: decisionShown(found) };
}

function common(asked: URLSearchParams): EventQuery {
  const [at, id] = (asked.get('before') ?? '').split('.').map(Number);
  return {
    limit: size,
    ...(asked.get('session') && { session_id: asked.get('session')! }),
    ...(asked.get('text') && { text: asked.get('text')! }),
    ...(Number.isFinite(at) &&
      Number.isFinite(id) &&
      asked.get('before') && { before: { at: at!, id: id! } }),
  };
}

function paged<T>(rows: readonly StoredEvent[], show: (one: StoredEvent) => T): Page<T> {
  const last = rows.length === size ? rows.at(-1) : undefined;
  return { rows: rows.map(show), ...(last && { next: `${last.at}.${last.id}` }) };
}
