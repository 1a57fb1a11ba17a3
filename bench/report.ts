// Formats the results as a table of ratios, with the limits that must hold.

export interface Row {
  name: string;
  ms: number;
  /** Processor time in milliseconds. */
  cpu?: number;
}

export interface Bar {
  what: string;
  ratio: number;
  /** The same ratio by processor time. */
  cpuRatio?: number;
  /** The quartiles of the rounds, where the ratio is taken in each round. */
  spread?: [low: number, high: number];
  limit: number;
}

export interface Report {
  rows: Row[];
  bars: Bar[];
  rounds: number;
  /** The load of the machine before and after the run, and its number of cores. */
  load: { before: number; after: number; cores: number };
}

export const holds = (bar: Bar): boolean => bar.ratio <= bar.limit;

const quiet = ({ before, cores }: Report['load']) => before <= cores;

export function rowOf(rows: Row[], name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (!row) throw new Error(`nothing was measured under the name "${name}"`);
  return row;
}

export function markdown({ rows, bars, rounds, load }: Report, base: string, other: string): string {
  return [
    '# What an event costs',
    '',
    `Medians of one run of ${rounds} rounds in which all took turns; the slow ones took part in every fifth.`,
    'Whole processes, from start to exit. Read the ratios: milliseconds belong to the machine of the day.',
    'CPU time is that of the process and of those it starts; other programs on the machine change it little.',
    `Load ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after, on ${load.cores} cores${quiet(load) ? '.' : ': too busy to judge by.'}`,
    '',
    ...table(
      ['what', 'ms', `× ${base}`, `× ${other}`, 'CPU ms'],
      rows.map(({ name, ms, cpu }) => [
        name,
        ms.toFixed(1),
        (ms / rowOf(rows, base).ms).toFixed(2),
        (ms / rowOf(rows, other).ms).toFixed(2),
        cpu?.toFixed(1) ?? '',
      ]),
    ),
    '',
    '## Bars',
    '',
    ...table(
      ['bar', 'ratio', 'limit', '', 'half of the rounds', 'by CPU time'],
      bars.map((bar) => [
        bar.what,
        bar.ratio.toFixed(2),
        String(bar.limit),
        holds(bar) ? 'holds' : '**broken**',
        bar.spread?.map((ratio) => ratio.toFixed(2)).join(' to ') ?? '',
        bar.cpuRatio?.toFixed(2) ?? '',
      ]),
    ),
    '',
  ].join('\n');
}

function table(head: string[], body: string[][]): string[] {
  const widths = head.map((cell, column) =>
    Math.max(...[head, ...body].map((row) => [...row[column]!].length), cell.length),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column]!, column)).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => '-'.repeat(width + 1) + (column === 0 ? '-' : ':')).join('|')}|`;
  return [line(head), rule, ...body.map(line)];
}

const pad = (cell: string, width: number, column: number) => {
  const space = ' '.repeat(width - [...cell].length);
  return column === 0 ? cell + space : space + cell;
};
