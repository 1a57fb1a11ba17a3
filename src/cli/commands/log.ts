// `pawl log`: lists recorded events, newest first.
import type { Database } from 'bun:sqlite';
import { eventNames } from '../../core/channels.ts';
import { clip, oneLine } from '../../core/text.ts';
import { type EventQuery, lastRowId, listEvents, type StoredEvent } from '../../store/db/events.ts';
import { ingest } from '../../store/db/ingest.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, duration, jsonOption, type ParsedArgs, wholeNumber } from '../command.ts';
import { clock, openLog, paintDecision } from '../support/open-log.ts';
import { fitTable, paint, visible } from '../support/terminal.ts';

const decisions = ['pass', 'allow', 'ask', 'deny', 'block'];

const log: Command = {
  summary: 'List recorded events and decisions, newest first',
  details: `
A row shows the time, session, event, decision, the policies with a verdict, and how long Pawl took.
\`pawl explain <tool_use_id>\` shows more about one call. Overrides are events too: pawl:pause, pawl:allow-once and so
on. --follow waits for new events until you stop it; with --json it prints one object per line.

  pawl log --decision deny --since 2h
  pawl log --session 3f2a --policy guard/force-push --json`,
  options: {
    session: { type: 'string', value: 'id', about: 'Only this session; the beginning of its id is enough' },
    event: { type: 'string', value: 'name', about: 'Only this event: PreToolUse, Stop …' },
    policy: { type: 'string', value: 'id', about: 'Only events on which this policy ran' },
    grant: { type: 'string', value: 'id', about: 'Only calls that this grant approved' },
    decision: {
      type: 'string',
      value: 'word',
      about: `Only these decisions, separated by commas: ${decisions.join(', ')}; or refused`,
    },
    since: { type: 'string', value: '2h', about: 'Only events of this period' },
    limit: { type: 'string', value: 'n', about: 'The maximum number of rows (default: 50)' },
    follow: { type: 'boolean', short: 'f', about: 'Wait for new events' },
    ...jsonOption,
  },
  async run(args) {
    const home = findHome();
    const query = queryOf(args);
    const db = openLog(home);
    const found = listEvents(db, query);
    if (args.options.follow)
      return follow(db, { ...query, limit: 1_000 }, found, args.json, () => ingest(db, home));
    if (args.json) console.log(JSON.stringify(found.map(eventJson), null, 2));
    else console.log(found.length > 0 ? eventTable(found) : emptyText(args));
    return 0;
  },
};
export default log;

function emptyText({ options }: ParsedArgs): string {
  const filters = Object.keys(options).filter((name) => name !== 'limit');
  return filters.length > 0
    ? 'No recorded event matches.'
    : 'No event was recorded yet. `pawl doctor` shows whether events arrive.';
}

function queryOf({ options }: ParsedArgs): EventQuery {
  const text = (name: string) => options[name] as string | undefined;
  const { session, event, policy, grant, decision, since, limit } = Object.fromEntries(
    ['session', 'event', 'policy', 'grant', 'decision', 'since', 'limit'].map((name) => [name, text(name)]),
  );
  if (event && !event.startsWith('pawl:') && !eventNames.includes(event as never))
    throw new UserError(`There is no event "${event}". The events are ${eventNames.join(', ')}, and pawl:….`);
  return {
    ...(session && { session }),
    ...(event && { event }),
    ...(policy && { policy }),
    ...(grant && { grant }),
    ...(decision && { decisions: decisionsOf(decision) }),
    ...(since && { since: Date.now() - duration(since, 'since') }),
    limit: limit ? wholeNumber(limit, 'limit') : 50,
  };
}

function decisionsOf(text: string): string[] {
  const words = text.split(',').flatMap((word) => (word === 'refused' ? ['ask', 'deny', 'block'] : [word]));
  const bad = words.find((word) => !decisions.includes(word));
  if (bad !== undefined)
    throw new UserError(`--decision takes ${decisions.join(', ')} or refused, not "${bad}".`);
  return words;
}

/** In JSON every event has a list of policies, even if it is empty. */
export function eventJson({ id: _, ...record }: StoredEvent): Record<string, unknown> {
  return { ...record, policies: record.policies ?? [] };
}

function eventTable(events: readonly StoredEvent[]): string {
  const head = ['time', 'session', 'event', 'what', 'decision', 'policies', 'ms'].map((word) =>
    paint('dim', word),
  );
  return fitTable([head, ...events.map(row)], shrinkable);
}

/** On a narrow terminal first what happened is shortened, then the policies, then the name of the event. */
const shrinkable = [3, 5, 2];

function row(one: StoredEvent): string[] {
  const verdicts = (one.policies ?? []).filter(({ said }) => said !== 'pass').map(verdictText);
  const pausedCount = one.skipped?.length ?? 0;
  const paused =
    pausedCount > 1
      ? [paint('yellow', `${pausedCount} policies paused`)]
      : (one.skipped ?? []).map(({ policy }) => `${policy} ${paint('yellow', 'paused')}`);
  const notes = (one.notes ?? []).map((note) => paint('yellow', visible(note.slice(0, 60))));
  return [
    clock(one.at),
    visible(one.session_id.slice(0, 8)) || '–',
    one.event,
    clip(oneLine(visible([one.tool, one.label].filter(Boolean).join(' '))), 120),
    paintDecision(one.decision),
    [...verdicts, ...paused, ...notes].join(', ') || '–',
    one.ms.toFixed(1),
  ];
}

function verdictText({ policy, said, counted, error }: NonNullable<StoredEvent['policies']>[number]): string {
  if (error) return `${policy} ${paint('red', 'failed')}`;
  return counted === undefined ? `${policy} ${said}` : `${policy} ${said} → ${counted}`;
}

async function follow(
  db: Database,
  query: EventQuery,
  first: readonly StoredEvent[],
  json: boolean,
  ingestNew: () => void,
): Promise<number> {
  let after = lastRowId(db);
  const print = (events: readonly StoredEvent[]) => {
    const oldestFirst = [...events].reverse();
    if (json) for (const one of oldestFirst) console.log(JSON.stringify(eventJson(one)));
    else if (oldestFirst.length > 0) console.log(fitTable(oldestFirst.map(row), shrinkable));
  };
  for (print(first); ; await Bun.sleep(500)) {
    ingestNew();
    const fresh = listEvents(db, { ...query, after });
    after = Math.max(after, ...fresh.map((one) => one.id));
    print(fresh);
  }
}
