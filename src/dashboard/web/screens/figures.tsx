// Tables of figures, with a bar behind each name and one column per figure.
import type { Figures } from '../../shapes.ts';
import { count, formatMs } from '../format.ts';
import { Card, Scroll, Tile } from '../ui.tsx';

export type Column = [head: string, cell: (row: Figures) => string];
/** The content of an empty cell. A column in which every cell is empty is left out. */
const empty = '·';
export const number = (n: number) => (n === 0 ? empty : count(n));

/** The columns of tools and agents. */
export const toolColumns: Column[] = [
  ['calls', (row) => number(row.calls)],
  ['failed', (row) => number(row.failed)],
  ['p50', (row) => formatMs(row.duration_p50_ms)],
  ['p95', (row) => formatMs(row.duration_p95_ms)],
  ['refused', (row) => number(row.refused)],
  ['asked', (row) => number(row.asked)],
];
/** The columns of projects and sessions. */
export const sessionColumns: Column[] = [
  ['calls', (row) => number(row.calls)],
  ['failed', (row) => number(row.failed)],
  ['refused', (row) => number(row.refused)],
  ['asked', (row) => number(row.asked)],
  ['blocked', (row) => number(row.gates_held)],
  [
    'tests',
    (row) => (row.tests_passed + row.tests_failed === 0 ? empty : `${row.tests_passed}/${row.tests_failed}`),
  ],
  ['injected', (row) => number(row.injected)],
];
export const policyColumns: Column[] = [
  ['checks', (row) => number(row.calls)],
  ['refused', (row) => number(row.refused)],
  ['asked', (row) => number(row.asked)],
  ['injects', (row) => number(row.injects)],
  ['overrides', (row) => number(row.overrides)],
  ['p95', (row) => formatMs(row.hook_p95_ms)],
];

/** Refused in red and asked in amber, with the same figures on every screen. */
export const Refusals = ({ figures: { refused, asked } }: { figures: Figures }) => (
  <>
    <Tile name="refused" value={count(refused)} note="by policies" tone={refused > 0 ? 'tile-red' : ''} />
    <Tile name="asked" value={count(asked)} note="left to you" tone={asked > 0 ? 'tile-amber' : ''} />
  </>
);

export const BlockedStops = ({ figures: { gates_held, gates_passed } }: { figures: Figures }) => (
  <Tile
    name="blocked"
    value={count(gates_held)}
    note={`of ${count(gates_held + gates_passed)} ${gates_held + gates_passed === 1 ? 'stop' : 'stops'}`}
  />
);

/** The policies that had any effect, the most active first. */
export function activePolicies(rows: Figures[]): Figures[] {
  const effects = (row: Figures) =>
    row.refused + row.asked + row.allowed + row.injects + row.observed + row.overrides + row.errors;
  return rows.filter((row) => effects(row) > 0).sort((a, b) => effects(b) - effects(a));
}

interface TableProps {
  title: string;
  rows: Figures[];
  columns: Column[];
  name?: (name: string) => string;
  link?: (name: string) => string;
}

export function Table({ title, rows, columns, name = (id) => id, link }: TableProps) {
  if (rows.length === 0) return null;
  const top = Math.max(...rows.map((row) => row.calls || row.events));
  const shown = columns.filter(([, cell]) => rows.some((row) => cell(row) !== empty));
  return (
    <Card title={title}>
      <Scroll label={title}>
        <table class="figures">
          <thead>
            <tr>
              <th>
                <span class="hidden">name</span>
              </th>
              {shown.map(([head]) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row" title={row.name}>
                  <i style={{ width: `${(100 * (row.calls || row.events)) / top}%` }} />
                  {link ? <a href={link(row.name)}>{name(row.name)}</a> : name(row.name)}
                </th>
                {shown.map(([head, cell]) => (
                  <td key={head}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}
