// Prints metrics in the terminal.
import type { Figures, Grouping, Overview } from '../../store/db/metrics-summary.ts';
import { bar, condense, sparkline } from './sparkline.ts';
import { columns, columnWidths, fitTable, paint, shortPath, table, visible, wrap } from './terminal.ts';

type Cell = (row: Figures) => string;
type Column = [head: string, cell: Cell];

/** A column with only empty cells is left out. */
const emptyCell = () => paint('dim', '·');
const number = (n: number) => (n === 0 ? emptyCell() : n.toLocaleString('en'));
const time = (ms: number | null) => (ms === null ? emptyCell() : formatMs(ms));
const redNumber = (n: number) => (n === 0 ? emptyCell() : paint('red', n.toLocaleString('en')));

/** `0.4 ms`, `12 ms`, `3.1 s`, `4 min`. */
function formatMs(ms: number): string {
  if (ms < 1_000) return `${Number(ms.toPrecision(2))} ms`;
  return ms < 90_000 ? `${Number((ms / 1_000).toPrecision(2))} s` : `${Math.round(ms / 60_000)} min`;
}

const pair = (a: number, b: number, bad = false) =>
  a + b === 0 ? emptyCell() : `${a.toLocaleString('en')}/${bad && b > 0 ? paint('red', String(b)) : b}`;

const refusals: Column[] = [
  ['refused', (row) => redNumber(row.refused)],
  ['asked', (row) => number(row.asked)],
  ['overrides', (row) => number(row.overrides)],
];
const hook: Column[] = [
  ['hook p50', (row) => time(row.hook_p50_ms)],
  ['p95', (row) => time(row.hook_p95_ms)],
];
const work: Column[] = [
  ['calls', (row) => number(row.calls)],
  ['ok/failed', (row) => pair(row.ok, row.failed, true)],
  ['p50', (row) => time(row.duration_p50_ms)],
  ['p95', (row) => time(row.duration_p95_ms)],
  ...refusals,
];
const turns: Column[] = [
  ['gates', (row) => pair(row.gates_passed, row.gates_held)],
  ['handoffs', (row) => pair(row.handoffs, row.handoffs_held)],
  ['tests', (row) => pair(row.tests_passed, row.tests_failed, true)],
  ['injected', (row) => number(row.injected)],
];

/** The columns that make sense for each grouping. */
const tables: Record<Grouping, Column[]> = {
  tool: [...work, ...hook],
  agent: [...work, ['routed', (row) => number(row.routed)], ...turns],
  session: [...work, ...turns],
  project: [...work, ...turns],
  day: [...work, ...turns, ...hook],
  event: [
    ['events', (row) => number(row.events)],
    ...refusals,
    ['injected', (row) => number(row.injected)],
    ...hook,
  ],
  policy: [
    ['checks', (row) => number(row.calls)],
    ...refusals,
    ['observed', (row) => number(row.observed)],
    ['injects', (row) => number(row.injects)],
    ['failed', (row) => redNumber(row.errors)],
    ['time p50', (row) => time(row.hook_p50_ms)],
    ['p95', (row) => time(row.hook_p95_ms)],
  ],
};

const nameOf = (by: Grouping, name: string) =>
  by === 'session' ? name.slice(0, 8) : by === 'project' ? shortPath(name) : visible(name);

export function metricsTable(by: Grouping, rows: readonly Figures[], limit = 60): string {
  const busy = rows.filter((row) => row.events + row.calls > 0);
  if (busy.length === 0)
    return 'There are no events in this period. `pawl doctor` shows whether events arrive.';
  const top = Math.max(...busy.map((row) => row.calls || row.events));
  const shown = busy.slice(0, limit);
  const columns = tables[by].filter(([, cell]) => shown.some((row) => cell(row) !== emptyCell()));
  const head = [by, ...columns.map(([name]) => name), ''].map((word) => paint('dim', word));
  const lines = shown.map((row) => [
    nameOf(by, row.name),
    ...columns.map(([, cell]) => cell(row)),
    paint('blue', bar(row.calls || row.events, top, 12)),
  ]);
  const more =
    busy.length > limit ? `\n${paint('dim', `${busy.length - limit} more; use --json to see all`)}` : '';
  return fitTable(withinScreen([head, ...lines]), { shrink: [0] }) + more;
}

/** Leaves out the bars, then the last columns, until the names have room. */
function withinScreen(rows: string[][]): string[][] {
  const needed = (list: readonly string[][]) => {
    const [first = 0, ...others] = columnWidths(list);
    return others.reduce((sum, columnWidth) => sum + columnWidth + 2, Math.min(first, 24));
  };
  let shown = rows;
  while (needed(shown) > columns() && shown[0]!.length > 3) shown = shown.map((row) => row.slice(0, -1));
  return shown;
}

export function metricsOverview(all: Overview): string {
  if (all.total.events === 0) return metricsTable('day', []);
  return [
    summary(all),
    trends(all.days),
    section('Tools', 'tool', all.tools),
    activePolicies(all),
    section('Agents', 'agent', all.agents),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const counted = (n: number, word: string) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;

function summary({ from, to, total }: Overview): string {
  const { calls, refused, asked, overrides, gates_held, injected } = total;
  const words = [
    counted(calls, 'call'),
    `${refused} refused`,
    `${asked} asked`,
    counted(overrides, 'override'),
    `${counted(gates_held, 'stop')} blocked`,
    `${counted(injected, 'character')} injected`,
    `${formatMs(total.hook_p50_ms ?? 0)} per event (p95 ${formatMs(total.hook_p95_ms ?? 0)})`,
  ];
  return `${paint('bold', from === to ? from : `${from} to ${to}`)}\n${wrap(words.join(' · '))}`;
}

const trended: [head: string, value: (row: Figures) => number][] = [
  ['calls', (row) => row.calls],
  ['refused, asked', (row) => row.refused + row.asked],
  ['failed', (row) => row.failed],
  ['injected', (row) => row.injected],
  ['hook p95', (row) => row.hook_p95_ms ?? 0],
];

/** Percentiles can't be added up, so long periods are not condensed for them. */
function trends(days: readonly Figures[]): string {
  if (days.length < 2) return '';
  const nonZero = trended.filter(([, value]) => days.some((row) => value(row) > 0));
  const rows = nonZero.map(([head, value]) => {
    const values = days.map(value);
    const isTime = head.startsWith('hook');
    const line = isTime ? values : condense(values, 60);
    const peak = Math.max(...line);
    return [
      paint('dim', head),
      paint('cyan', sparkline(line.slice(-Math.min(60, Math.max(20, columns() - 40))))),
      paint('dim', `peak ${isTime ? formatMs(peak) : peak.toLocaleString('en')}`),
    ];
  });
  return table(rows);
}

const section = (title: string, by: Grouping, rows: readonly Figures[]) =>
  rows.length === 0 ? '' : `${paint('bold', title)}\n${metricsTable(by, rows, 12)}`;

/** Policies that had any effect, the most active first. */
function activePolicies({ policies }: Overview): string {
  const activity = ({ refused, asked, allowed, injects, observed, overrides, errors }: Figures) =>
    refused + asked + allowed + injects + observed + overrides + errors;
  const active = policies.filter((row) => activity(row) > 0).sort((a, b) => activity(b) - activity(a));
  return section('Active policies', 'policy', active);
}
