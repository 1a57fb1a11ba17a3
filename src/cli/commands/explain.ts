// `pawl explain`: who said what to one event, why the others did not run, and what was sent.
import { readFileSync } from 'node:fs';
import { parseEvent } from '../../core/event.ts';
import { decide } from '../../hook/decide.ts';
import { eventRecord } from '../../hook/record.ts';
import { whyNotAsked } from '../../hook/select.ts';
import { listEvents, type StoredEvent } from '../../store/db/events.ts';
import { Store } from '../../store/store.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { policiesInForce } from '../../user-policies/in-force.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { type Explained, isUnread, printExplained, whyNot } from '../support/explain-view.ts';
import { openRecords } from '../support/open-log.ts';
import { wholeSession } from '../support/session-id.ts';

const explain: Command = {
  summary: 'Say why an event was answered as it was',
  usage: '[last | refused | <tool_use_id> | -]',
  details: `
  pawl explain                the last event
  pawl explain refused        the last refusal
  pawl explain toolu_01…      one tool call, before and after it ran; \`pawl log --json\` has the ids
  pawl explain - < event.json an event that has not happened: nothing is recorded, claimed or used up.
                              Adopted scripts do run; they find PAWL_DRY_RUN=1 in their environment.`,
  options: {
    session: { type: 'string', value: 'id', about: 'Look only in this session' },
    ...jsonOption,
  },
  async run(words) {
    if (words.rest.length > 1) throw new UserError('`pawl explain` explains one thing at a time.');
    const explained = words.rest[0] === '-' ? await dryRun() : await recorded(words);
    if (words.json) console.log(JSON.stringify(explained, null, 2));
    else printExplained(explained);
    return 0;
  },
};
export default explain;

async function recorded({ options, rest }: Words): Promise<Explained> {
  const home = findHome();
  const db = openRecords(home);
  const session = options.session as string | undefined;
  const within = session ? { session: wholeSession(session, home) } : {};
  const [word = 'last'] = rest;
  if (word !== 'last' && word !== 'refused')
    return joined(listEvents(db, { ...within, tool_use_id: word, limit: 100 }).reverse(), word);
  const only = word === 'refused' ? { decisions: ['deny', 'ask', 'block'] } : {};
  const rows = listEvents(db, { ...within, ...only, limit: 50 });
  const event = rows.find((one) => !one.event.startsWith('pawl:'));
  if (event) return one(event);
  const none =
    word === 'refused' ? 'Nothing was refused yet.' : 'No event is recorded yet. `pawl doctor` says why.';
  throw new UserError(none, 1);
}

/** The call as it was asked for, with what came of it. */
async function joined(rows: StoredEvent[], id: string): Promise<Explained> {
  const first = rows.find((row) => row.event === 'PreToolUse') ?? rows[0];
  if (!first)
    throw new UserError(
      `No event with the tool_use_id "${id}" is recorded. \`pawl log --json\` has the ids.`,
      1,
    );
  const after = await Promise.all(rows.filter((row) => row !== first).map(one));
  return { ...(await one(first)), ...(after.length > 0 && { after }) };
}

/** Where it happened, not where we are: another project has another config. */
async function one({ id: _, ...record }: StoredEvent): Promise<Explained> {
  if (isUnread(record)) return { ...record, policies: [], skipped: [], dry: false };
  const inForce = await policiesInForce(record.project ? { at: record.project } : {});
  return { ...record, policies: record.policies ?? [], skipped: whyNot(record, inForce), dry: false };
}

async function dryRun(): Promise<Explained> {
  const parsed = parseEvent(readFileSync(0, 'utf8'));
  if (parsed.kind === 'malformed') throw new UserError(`That is no event: ${parsed.problem}.`);
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
  return {
    ...record,
    policies: record.policies ?? [],
    skipped: whyNotAsked(decided),
    dry: true,
  };
}
