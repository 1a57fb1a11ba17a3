// Pages of events: the decisions of all sessions, and all events of one session.
import type { Database } from 'bun:sqlite';
import { type EventQuery, listEvents, type StoredEvent } from '../store/db/events.ts';
import { sessionTitles } from '../store/db/session-titles.ts';
import type { Home } from '../system/home.ts';
import { decisionDetail, decisionShown } from './decisions.ts';
import type { DecisionDetail, DecisionShown, Page } from './shapes.ts';

const pageSize = 100;

/** The events that each filter of the page selects. Blocked prompts count as refused, as in the metrics. */
const filters: Record<string, EventQuery> = {
  deny: { decisions: ['deny', 'block'], gates: 'without' },
  block: { decisions: ['block'], gates: 'only' },
  ask: { decisions: ['ask'] },
  allow: { decisions: ['allow'] },
  own: { own: true },
};
const everyDecision: EventQuery = { decisions: ['deny', 'block', 'ask', 'allow'] };

export function decisionPage(db: Database, params: URLSearchParams): Page<DecisionShown> {
  const kind = params.get('decision') ?? '';
  return paged(db, {
    ...queryFrom(params),
    ...(Object.hasOwn(filters, kind) ? filters[kind] : everyDecision),
    ...(params.get('policy') && { reason_of: params.get('policy')! }),
  });
}

export function eventPage(db: Database, params: URLSearchParams): Page<DecisionShown> {
  return paged(db, queryFrom(params));
}

/** The event with this row id, or the decision about the tool call with this id. */
export function decisionById(
  db: Database,
  home: Home,
  id: string,
): DecisionDetail & { event: DecisionShown } {
  const found = /^\d+$/.test(id) ? eventAt(db, Number(id)) : decisionOn(db, id);
  if (!found) throw new Error('This event is no longer in the store.');
  const [event] = withTitles(db, [found]) as [DecisionShown];
  return { ...decisionDetail(found, home), event };
}

const eventAt = (db: Database, id: number) => listEvents(db, { after: id - 1, upto: id, limit: 1 })[0];

function decisionOn(db: Database, tool_use_id: string): StoredEvent | undefined {
  if (!tool_use_id) return undefined;
  const [decided] = listEvents(db, { ...everyDecision, tool_use_id, limit: 1 });
  return decided ?? listEvents(db, { tool_use_id, limit: 1 })[0];
}

function queryFrom(params: URLSearchParams): EventQuery {
  const [at, id] = (params.get('before') ?? '').split('.').map(Number);
  return {
    limit: pageSize,
    ...(params.get('session') && { session_id: params.get('session')! }),
    ...(params.get('text') && { text: params.get('text')! }),
    ...(Number.isFinite(at) &&
      Number.isFinite(id) &&
      params.get('before') && { before: { at: at!, id: id! } }),
  };
}

function paged(db: Database, query: EventQuery): Page<DecisionShown> {
  const rows = listEvents(db, query);
  const last = rows.length === pageSize ? rows.at(-1) : undefined;
  return { rows: withTitles(db, rows), ...(last && { next: `${last.at}.${last.id}` }) };
}

function withTitles(db: Database, rows: readonly StoredEvent[]): DecisionShown[] {
  const titles = sessionTitles(
    db,
    rows.map(({ session_id }) => session_id),
  );
  return rows.map((row) => decisionShown(row, titles[row.session_id]));
}
