// `pawl log`: what was recorded, newest first.
import type { Database } from 'bun:sqlite';
import { eventNames } from '../../core/channels.ts';
import { type EventQuery, lastRowId, listEvents, type StoredEvent } from '../../store/db/events.ts';
import { ingest } from '../../store/db/ingest.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, duration, jsonOption, type Words, wholeNumber } from '../command.ts';
import { clock, openRecords, paintDecision } from '../support/open-log.ts';
import { paint, table, visible } from '../support/terminal.ts';

const decisions = ['pass', 'allow', 'ask', 'deny', 'block'];

const log: Command = {
  summary: 'List recorded events and decisions, newest first',
  details: `
A row shows when, which session, what happened, what was answered, who spoke, and how long it took.
\`pawl explain <tool_use_id>\` says more about one call. Uses of ways out (pause, allow-once …) are rows too,
called pawl:pause and so on. --follow goes on until you stop it; with --json it prints one object a line.

  pawl log --decision deny --since 2h
  pawl log --session 3f2a --policy guard/force-push --json`,
  options: {
    session: { type: 'string', value: 'id', about: 'Only this session; the beginning of its id is enough' },
    event: { type: 'string', value: 'name', about: 'Only this event: PreToolUse, Stop …' },
    policy: { type: 'string', value: 'id', about: 'Only what this policy looked at' },
    grant: { type: 'string', value: 'id', about: 'Only what was approved under this grant' },
    decision: {
      type: 'string',
      value: 'word',
      about: `Only these, with commas: ${decisions.join(', ')}; or refused`,
    },
    since: { type: 'string', value: '2h', about: 'Not older than this' },
    limit: { type: 'string', value: 'n', about: 'At most so many rows (50)' },
    follow: { type: 'boolean', short: 'f', about: 'Wait for more' },
    ...jsonOption,
  },
  async run(words) {
    const home = findHome();
    const query = queryOf(words);
    const db = openRecords(home);
    const found = listEvents(db, query);
    if (words.options.follow)
      return follow(db, { ...query, limit: 1_000 }, found, words.json, () => ingest(db, home));
    if (words.json) console.log(JSON.stringify(found.map(plain), null, 2));
    else console.log(found.length > 0 ? show(found) : nothing(words));
    return 0;
  },
};
export default log;

function nothing({ options }: Words): string {
  const filters = Object.keys(options).filter((name) => name !== 'limit');
  return filters.length > 0
    ? 'Nothing recorded that fits.'
    : 'Nothing is recorded yet. `pawl doctor` shows whether events arrive.';
}

function queryOf({ options }: Words): EventQuery {
  const text = (name: string) => options[name] as string | undefined;
  const { session, event, policy, grant, decision, since, limit } = Object.fromEntries(
    ['session', 'event', 'policy', 'grant', 'decision', 'since', 'limit'].map((name) => [name, text(name)]),
  );
  if (event && !event.startsWith('pawl:') && !eventNames.includes(event as never))
    throw new UserError(`There is no event "${event}". Known are ${eventNames.join(', ')}, and pawl:….`);
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

/** Every record has a list of policies, also when none spoke. */
export function plain({ id: _, ...record }: StoredEvent): Record<string, unknown> {
  return { ...record, policies: record.policies ?? [] };
}

function show(events: readonly StoredEvent[]): string {
  const head = ['time', 'session', 'event', 'what', 'decision', 'said by', 'ms'].map((word) =>
    paint('dim', word),
  );
  return table([head, ...events.map(row)]);
}

function row(one: StoredEvent): string[] {
  const room = Math.max(20, (process.stdout.columns || 120) - 75);
  const spoke = (one.policies ?? []).filter(({ said }) => said !== 'pass').map(spoken);
  const paused = (one.skipped ?? []).map(({ policy }) => `${policy} ${paint('yellow', 'paused')}`);
  const notes = (one.notes ?? []).map((note) => paint('yellow', visible(note.slice(0, 60))));
  return [
    clock(one.at),
    visible(one.session_id.slice(0, 8)) || '–',
    one.event,
    visible([one.tool, one.label].filter(Boolean).join(' ')).slice(0, room),
    paintDecision(one.decision),
    [...spoke, ...paused, ...notes].join(', ') || '–',
    one.ms.toFixed(1),
  ];
}

function spoken({ policy, said, counted, error }: NonNullable<StoredEvent['policies']>[number]): string {
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
    const inOrder = [...events].reverse();
    if (json) for (const one of inOrder) console.log(JSON.stringify(plain(one)));
    else if (inOrder.length > 0) console.log(table(inOrder.map(row)));
  };
  for (print(first); ; await Bun.sleep(500)) {
    ingestNew();
    const fresh = listEvents(db, { ...query, after });
    after = Math.max(after, ...fresh.map((one) => one.id));
    print(fresh);
  }
}
