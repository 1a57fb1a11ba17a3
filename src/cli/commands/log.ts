// `pawl log`: lists recorded events, newest first.
import type { Database } from 'bun:sqlite';
import { eventNames } from '../../core/channels.ts';
import { clip, oneLine } from '../../core/text.ts';
import { type EventQuery, lastRowId, listEvents, type StoredEvent } from '../../store/db/events.ts';
import { ingest } from '../../store/db/ingest.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { policiesInForce, requirePolicyName } from '../../user-policies/in-force.ts';
import { type Command, duration, jsonOption, type ParsedArgs, suggested, wholeNumber } from '../command.ts';
import { clock, openLog, paintDecision } from '../support/open-log.ts';
import { isReaderGone } from '../support/output.ts';
import { columns, fitTable, paint, shortPath, visible } from '../support/terminal.ts';

const decisions = ['pass', 'allow', 'ask', 'deny', 'block'];

const log: Command = {
  summary: 'List recorded events and decisions, newest first',
  details: `
A row shows the time, the event, the decision, the policies with a verdict, and what happened; on a wide terminal also
how long Pawl took, and the session.
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
      about: `Only these decisions, separated by commas: ${decisions.join(', ')}; refused means deny and block`,
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
    else console.log(found.length > 0 ? eventTable(found) : await emptyText(args));
    return 0;
  },
};
export default log;

async function emptyText({ options }: ParsedArgs): Promise<string> {
  const filters = Object.keys(options).filter((name) => name !== 'limit');
  if (filters.length > 0) return `No recorded event matches.${await aboutPolicy(options.policy)}`;
  return 'No event was recorded yet. `pawl doctor` shows whether events arrive.';
}

/** Events of a policy that is gone can be asked for; where there are none, its name may be misspelt. */
async function aboutPolicy(name: unknown): Promise<string> {
  if (typeof name !== 'string') return '';
  try {
    requirePolicyName(name, await policiesInForce());
    return '';
  } catch (error) {
    return ` ${(error as Error).message}`;
  }
}

function queryOf({ options }: ParsedArgs): EventQuery {
  const text = (name: string) => options[name] as string | undefined;
  const { session, event, policy, grant, decision, since, limit } = Object.fromEntries(
    ['session', 'event', 'policy', 'grant', 'decision', 'since', 'limit'].map((name) => [name, text(name)]),
  );
  if (event && !event.startsWith('pawl:') && !eventNames.includes(event as never))
    throw new UserError(
      `There is no event "${event}". ${suggested(event, eventNames) ?? '`pawl help events` lists them.'}`,
    );
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
  const words = text.split(',').flatMap((word) => (word === 'refused' ? ['deny', 'block'] : [word]));
  const bad = words.find((word) => !decisions.includes(word));
  if (bad !== undefined)
    throw new UserError(`--decision takes ${decisions.join(', ')} or refused, not "${bad}".`);
  return words;
}

/** In JSON every event has a list of policies, even if it is empty. */
export function eventJson({ id: _, ...record }: StoredEvent): Record<string, unknown> {
  return { ...record, policies: record.policies ?? [] };
}

function eventTable(events: readonly StoredEvent[], head = true): string {
  const wide = columns() >= 110;
  const rows = events.map((record) => row(record, wide));
  const names = ['time', 'event', 'decision', 'policies', ...(wide ? ['ms', 'session'] : []), 'what'];
  const last = names.length - 1;
  // The last column, which says what happened, keeps the most room and may take a second line.
  return fitTable([...(head ? [names.map((word) => paint('dim', word))] : []), ...rows], {
    shrink: [[last, 24], [3, 16], [1, 16], last],
    lines: 2,
  });
}

/** A row of the table. On a narrow terminal it has no session and no milliseconds. */
function row(record: StoredEvent, wide: boolean): string[] {
  const verdicts = (record.policies ?? [])
    .filter(({ said }) => said !== 'pass')
    .map((verdict) => verdictText(verdict, record.decision));
  const { skipped: pausedPolicies = [] } = record;
  const paused =
    pausedPolicies.length > 1
      ? [paint('yellow', `${pausedPolicies.length} policies paused`)]
      : pausedPolicies.map(({ policy }) => `${policy} ${paint('yellow', 'paused')}`);
  const notes = (record.notes ?? []).map((note) => paint('yellow', visible(note.slice(0, 60))));
  return [
    clock(record.at),
    record.event,
    paintDecision(record.decision),
    [...verdicts, ...paused, ...notes].join(', ') || '–',
    ...(wide ? [record.ms.toFixed(1), visible(record.session_id.slice(0, 8)) || '–'] : []),
    clip(oneLine([visible(record.tool ?? ''), shortPath(record.label ?? '')].filter(Boolean).join(' ')), 120),
  ];
}

type VerdictOfEvent = NonNullable<StoredEvent['policies']>[number];

/** The policy, with its verdict if that is not the decision, and with what the policy's level made of the verdict. */
function verdictText(
  { policy, said: verdict, counted: effective, error }: VerdictOfEvent,
  decision: string,
): string {
  if (error) return `${policy} ${paint('red', 'failed')}`;
  if (verdict === decision && effective === undefined) return policy;
  return effective === undefined ? `${policy} ${verdict}` : `${policy} ${verdict} → ${effective}`;
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
    if (json) for (const record of oldestFirst) console.log(JSON.stringify(eventJson(record)));
    else if (oldestFirst.length > 0) console.log(eventTable(oldestFirst, false));
  };
  for (print(first); !isReaderGone(); await Bun.sleep(500)) {
    ingestNew();
    const fresh = listEvents(db, { ...query, after });
    after = Math.max(after, ...fresh.map((record) => record.id));
    print(fresh);
  }
  return 0;
}
