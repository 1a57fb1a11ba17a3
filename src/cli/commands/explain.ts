// `pawl explain`: the verdict of each policy on one event, why the others did not run, and what was sent.
import type { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { parseEvent } from '../../core/event.ts';
import { decide } from '../../hook/decide.ts';
import { eventRecord } from '../../hook/record.ts';
import { whyNoFinding } from '../../hook/select.ts';
import { type EventQuery, listEvents, type StoredEvent } from '../../store/db/events.ts';
import { Store } from '../../store/store.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { policiesInForce } from '../../user-policies/in-force.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import {
  clientOf,
  type Explanation,
  isMalformed,
  printExplanation,
  whyNotRun,
  whyRefused,
} from '../support/explain-view.ts';
import { openLog } from '../support/open-log.ts';
import { resolveSessionId } from '../support/session-id.ts';

const explain: Command = {
  summary: 'Explain why an event got its answer',
  usage: '[last | refused | <id> | -]',
  details: `
  pawl explain                 why was that refused? The last call that was refused or put to you; if there was
                               none, the last event
  pawl explain refused         the last refusal, without the calls that were put to you
  pawl explain last            the last event, whatever it was
  pawl explain toolu_01…       explain one tool call, before and after it ran; or any event, by its uid.
                               \`pawl log --json\` shows both ids
  pawl explain - < event.json  explain an event from stdin: a dry run that records nothing and uses nothing up.
                               External scripts do run, with PAWL_DRY_RUN=1 in their environment.`,
  options: {
    all: { type: 'boolean', about: 'Also every policy that ran or did not, and what was sent' },
    session: { type: 'string', value: 'id', about: 'Only events of this session' },
    ...jsonOption,
  },
  async run(args) {
    if (args.rest.length > 1) throw new UserError('`pawl explain` takes only one argument.');
    const explained = args.rest[0] === '-' ? await dryRun() : await explainRecorded(args);
    if (args.json) console.log(JSON.stringify(explained, null, 2));
    else printExplanation(explained, args.options.all === true);
    return 0;
  },
};
export default explain;

async function explainRecorded({ options, rest }: ParsedArgs): Promise<Explanation> {
  const home = findHome();
  const db = openLog(home);
  const session = options.session as string | undefined;
  const within = session ? { session: resolveSessionId(session, home) } : {};
  const [word] = rest;
  if (word !== undefined && word !== 'last' && word !== 'refused') return explainOne(db, within, word);
  const find = (only: EventQuery) =>
    listEvents(db, { ...within, ...only, limit: 50 }).find((record) => !record.event.startsWith('pawl:'));
  const event =
    word === undefined
      ? (find({ decisions: ['deny', 'ask', 'block'] }) ?? find({}))
      : find(word === 'refused' ? { decisions: ['deny', 'block'] } : {});
  if (event) return explainRecord(event);
  const none =
    word === 'refused'
      ? 'Nothing was refused yet.'
      : 'No event was recorded yet. `pawl doctor` shows whether events arrive.';
  throw new UserError(none, 1);
}

/** The calls with this `tool_use_id`, or the event with this `uid`. */
async function explainOne(db: Database, within: EventQuery, id: string): Promise<Explanation> {
  const rows = listEvents(db, { ...within, tool_use_id: id, limit: 100 }).reverse();
  if (rows.length > 0) return explainCall(rows);
  const [event] = listEvents(db, { ...within, uid: id });
  if (event) return explainRecord(event);
  throw new UserError(
    `There is no event with the tool_use_id or uid "${id}". \`pawl log --json\` shows the ids.`,
    1,
  );
}

/** The PreToolUse event of a call, with the later events of the same call. */
async function explainCall(rows: StoredEvent[]): Promise<Explanation> {
  const first = rows.find((row) => row.event === 'PreToolUse') ?? rows[0]!;
  const after = await Promise.all(rows.filter((row) => row !== first).map(explainRecord));
  return { ...(await explainRecord(first)), ...(after.length > 0 && { after }) };
}

/** Uses the config of the project in which the event happened, not that of the current folder. */
async function explainRecord({ id: _, ...record }: StoredEvent): Promise<Explanation> {
  if (isMalformed(record)) return { ...record, policies: [], skipped: [], dry: false };
  const inForce = await policiesInForce(record.project ? { at: record.project } : {});
  const why = whyRefused(record, inForce);
  const skipped = whyNotRun(record, inForce);
  return {
    ...record,
    policies: record.policies ?? [],
    skipped,
    dry: false,
    ...(why && { why }),
    ...clientOf(record, inForce),
  };
}

async function dryRun(): Promise<Explanation> {
  const parsed = parseEvent(readFileSync(0, 'utf8'));
  if (parsed.kind === 'malformed') throw new UserError(`The input is not an event: ${parsed.problem}.`);
  if (parsed.kind === 'unknown')
    throw new UserError(
      `This version does not know the event ${parsed.event.hook_event_name}; it would pass.`,
      1,
    );
  const home = findHome();
  const start = performance.now();
  const world = { home, env: process.env, now: Date.now() };
  const decided = await decide(parsed.event, world, new Store(home), { dry: true });
  const record = eventRecord(decided, { ms: performance.now() - start, via: 'explain' });
  const why = whyRefused(record, await policiesInForce(record.project ? { at: record.project } : {}));
  return {
    ...record,
    policies: record.policies ?? [],
    skipped: whyNoFinding(decided),
    dry: true,
    ...(why && { why }),
  };
}
