// `pawl metrics`: figures of days, tools, agents, policies, sessions.
import type { Database } from 'bun:sqlite';
import { dayOf } from '../../domain/metrics.ts';
import { countNewEvents } from '../../store/db/metrics.ts';
import {
  type Figures,
  figureColumns,
  figuresBy,
  firstDay,
  type Grouping,
  groupings,
  overview,
} from '../../store/db/metrics-summary.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, duration, jsonOption, type Option, type Words } from '../command.ts';
import { showBy, showOverview } from '../support/metrics-view.ts';
import { openRecords } from '../support/open-log.ts';

export const sinceOption: Record<string, Option> = {
  since: { type: 'string', value: '7d', about: 'How far back: 7d, 4w, 400d (default 7d)' },
};

const metrics: Command = {
  summary: 'How much, how long, how often refused; by day, tool, agent, policy',
  details: `
Without --by it gives an overview. A row has
  calls, ok, failed          tool calls and how they ended; for a policy, how often it looked
  refused, asked             calls that were refused, or put to the person
  overrides                  pauses, permissions for once and grants; for a policy, how often it was passed over
  gates                      stops that passed or were held
  handoffs, routed           work passed from agent to agent, and agents started
  tests                      test runs that passed or failed
  injected                   characters given to the model
  duration                   what calls took; hook: what Pawl took. Both as median and 95th percentile, within a tenth

  pawl metrics --since 30d --by policy
  pawl metrics --since 400d --by day --csv > days.csv`,
  options: {
    ...sinceOption,
    by: { type: 'string', value: 'what', about: groupings.join(', ') },
    csv: { type: 'boolean', about: 'Print CSV and nothing else' },
    ...jsonOption,
  },
  run(words) {
    const { from, to } = period(words);
    const by = wayOf(words);
    const db = openFigures(findHome());
    if (words.options.csv) console.log(csv(by ?? 'day', figuresBy(db, by ?? 'day', from, to)));
    else if (words.json)
      console.log(JSON.stringify(by ? rowsOf(db, by, from, to) : overview(db, from, to), null, 2));
    else if (by) console.log(showBy(by, figuresBy(db, by, from, to)));
    else console.log(showOverview(overview(db, from, to)));
    return 0;
  },
};
export default metrics;

/** The store with everything counted. */
export function openFigures(home: Home): Database {
  const db = openRecords(home);
  countNewEvents(db);
  return db;
}

export function period({ options, rest }: Words): { from: string; to: string } {
  if (rest.length > 0) throw new UserError(`This takes only options, not "${rest[0]}".`);
  const now = Date.now();
  return { from: firstDay(duration((options.since as string) ?? '7d', 'since'), now), to: dayOf(now) };
}

function wayOf({ options, json }: Words): Grouping | undefined {
  const by = options.by as Grouping | undefined;
  if (by !== undefined && !groupings.includes(by))
    throw new UserError(`--by takes ${groupings.join(', ')}, not "${by}".`);
  if (options.csv && json) throw new UserError('Either --csv or --json.');
  return by;
}

function rowsOf(db: Database, by: Grouping, from: string, to: string): Record<string, unknown>[] {
  const key = by === 'session' ? 'session_id' : by;
  return figuresBy(db, by, from, to).map(({ name, ...figures }) => ({ [key]: name, ...figures }));
}

function csv(by: Grouping, rows: readonly Figures[]): string {
  const head = [by === 'session' ? 'session_id' : by, ...figureColumns];
  return [head, ...rows.map((row) => [row.name, ...figureColumns.map((column) => row[column] ?? '')])]
    .map((cells) => cells.map(field).join(','))
    .join('\n');
}

/** A name that begins like a formula would be one in a spreadsheet. */
function field(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
