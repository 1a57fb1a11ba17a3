// `pawl metrics`: counts and durations by day, tool, agent, policy or session.
import type { Database } from 'bun:sqlite';
import { dayOf } from '../../domain/metrics.ts';
import { countNewEvents } from '../../store/db/metrics.ts';
import {
  type Figures,
  figureColumns,
  figuresBy,
  figuresOf,
  firstDay,
  type Grouping,
  groupings,
  type Overview,
  overview,
  overviewOf,
} from '../../store/db/metrics-summary.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, duration, jsonOption, type Option, type ParsedArgs } from '../command.ts';
import { metricsOverview, metricsTable } from '../support/metrics-view.ts';
import { openLog } from '../support/open-log.ts';
import { teamFilter, teamOptions } from '../team/filter.ts';

export const sinceOption: Record<string, Option> = {
  since: { type: 'string', value: '7d', about: 'The period: 7d, 4w, 400d (default: 7d)' },
};

const metrics: Command = {
  summary: 'Count calls, durations and refusals, by day, tool, agent or policy',
  details: `
Without --by it prints an overview. The columns:
  calls, ok, failed          tool calls and how they ended
  checks                     how often a policy ran
  refused, asked             calls that were refused, or on which the person was asked
  overrides                  pauses, allow-once and grants; for a policy, how often it was overridden
  gates                      stops that passed / were blocked
  handoffs, routed           handoffs between agents, and agents started
  tests                      test runs that passed / failed
  injected                   characters added to the model’s context
  p50, p95                   median and 95th percentile of the durations of calls, and of Pawl itself (hook), exact to 10 %

  pawl metrics --since 30d --by policy
  pawl metrics --since 400d --by day --csv > days.csv
  pawl metrics --team --person alice`,
  options: {
    ...sinceOption,
    by: { type: 'string', value: 'group', about: `Group by ${groupings.join(', ')}` },
    ...teamOptions('figures'),
    csv: { type: 'boolean', about: 'Print CSV and nothing else' },
    ...jsonOption,
  },
  async run(args) {
    const { from, to } = period(args);
    const by = groupingOf(args);
    const { rows, all } = await figuresFrom(args, from, to);
    if (args.options.csv) console.log(csv(by ?? 'day', rows(by ?? 'day')));
    else if (args.json) console.log(JSON.stringify(by ? rowsOf(by, rows(by)) : all(), null, 2));
    else if (by) console.log(metricsTable(by, rows(by)));
    else console.log(metricsOverview(all()));
    return 0;
  },
};
export default metrics;

interface FigureReader {
  rows(by: Grouping): Figures[];
  all(): Overview;
}

/** The figures of this machine, or of the team. */
async function figuresFrom(args: ParsedArgs, from: string, to: string): Promise<FigureReader> {
  const filter = teamFilter(args);
  if (!filter) {
    const db = openMetrics(findHome());
    return { rows: (by) => figuresBy(db, by, from, to), all: () => overview(db, from, to) };
  }
  if (args.options.by === 'session')
    throw new UserError(
      'The team store has no figures of single sessions; `pawl sessions --team --all` lists them.',
    );
  const { teamSums } = await import('../../team/figures.ts');
  const sums = await teamSums(findHome(), from, to, filter);
  return { rows: (by) => figuresOf(sums, by, from, to), all: () => overviewOf(sums, from, to) };
}

/** Opens the store with metrics up to date. */
export function openMetrics(home: Home): Database {
  const db = openLog(home);
  countNewEvents(db);
  return db;
}

export function period({ options }: ParsedArgs): { from: string; to: string } {
  const now = Date.now();
  return { from: firstDay(duration((options.since as string) ?? '7d', 'since'), now), to: dayOf(now) };
}

function groupingOf({ options, json }: ParsedArgs): Grouping | undefined {
  const by = options.by as Grouping | undefined;
  if (by !== undefined && !groupings.includes(by))
    throw new UserError(`--by takes ${groupings.join(', ')}, not "${by}".`);
  if (options.csv && json) throw new UserError('Use either --csv or --json.');
  return by;
}

function rowsOf(by: Grouping, rows: readonly Figures[]): Record<string, unknown>[] {
  const key = by === 'session' ? 'session_id' : by;
  return rows.map(({ name, ...figures }) => ({ [key]: name, ...figures }));
}

function csv(by: Grouping, rows: readonly Figures[]): string {
  const head = [by === 'session' ? 'session_id' : by, ...figureColumns];
  return [head, ...rows.map((row) => [row.name, ...figureColumns.map((column) => row[column] ?? '')])]
    .map((cells) => cells.map(field).join(','))
    .join('\n');
}

/** Quotes a name that begins like a formula, because a spreadsheet would run it. */
function field(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
