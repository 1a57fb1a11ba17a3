// Tables of figures: a bar behind the name, one column for each figure.
import type { Figures } from '../../shapes.ts';
import { Card } from '../ui.tsx';
import { count, took } from '../words.ts';

export type Column = [head: string, cell: (row: Figures) => string];
export const number = (n: number) => (n === 0 ? '·' : count(n));

export const work: Column[] = [
  ['calls', (row) => number(row.calls)],
  ['failed', (row) => number(row.failed)],
  ['p50', (row) => took(row.duration_p50_ms)],
  ['p95', (row) => took(row.duration_p95_ms)],
  ['refused', (row) => number(row.refused)],
  ['asked', (row) => number(row.asked)],
];
export const turns: Column[] = [
  ['calls', (row) => number(row.calls)],
  ['failed', (row) => number(row.failed)],
  ['refused', (row) => number(row.refused)],
  ['held', (row) => number(row.gates_held)],
  [
    'tests',
    (row) => (row.tests_passed + row.tests_failed === 0 ? '·' : `${row.tests_passed}/${row.tests_failed}`),
  ],
  ['injected', (row) => number(row.injected)],
];
export const policyColumns: Column[] = [
  ['looked', (row) => number(row.calls)],
  ['refused', (row) => number(row.refused)],
  ['asked', (row) => number(row.asked)],
  ['injects', (row) => number(row.injects)],
  ['overrides', (row) => number(row.overrides)],
  ['p95', (row) => took(row.hook_p95_ms)],
];

export function spoke(rows: Figures[]): Figures[] {
  const words = (row: Figures) =>
    row.refused + row.asked + row.allowed + row.injects + row.observed + row.overrides + row.errors;
  return rows.filter((row) => words(row) > 0).sort((a, b) => words(b) - words(a));
}

interface TableProps {
  title: string;
  rows: Figures[];
  columns: Column[];
  name?: (name: string) => string;
  link?: (name: string) => string;
}

export function Table({ title, rows, columns, name = (one) => one, link }: TableProps) {
  if (rows.length === 0) return null;
  const top = Math.max(...rows.map((row) => row.calls || row.events));
  return (
    <Card title={title}>
      <div class="scroll">
        <table class="figures">
          <thead>
            <tr>
              <th />
              {columns.map(([head]) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th title={row.name}>
                  <i style={{ width: `${(100 * (row.calls || row.events)) / top}%` }} />
                  {link ? <a href={link(row.name)}>{name(row.name)}</a> : name(row.name)}
                </th>
                {columns.map(([head, cell]) => (
                  <td key={head}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
