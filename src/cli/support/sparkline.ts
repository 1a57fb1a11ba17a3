// Small plots for the terminal.
const steps = '▁▂▃▄▅▆▇█';

/** One character for each value; nothing is a space, something is always seen. */
export function sparkline(values: readonly number[]): string {
  const top = Math.max(...values, 0);
  return values
    .map((value) => (value <= 0 || top === 0 ? ' ' : steps[Math.min(7, Math.ceil((value / top) * 8) - 1)]!))
    .join('');
}

const eighths = ' ▏▎▍▌▋▊▉';

/** A bar of up to `room` columns, in eighths of a column. */
export function bar(value: number, top: number, room: number): string {
  if (value <= 0 || top <= 0) return '';
  const parts = Math.max(1, Math.round((value / top) * room * 8));
  const rest = parts % 8;
  return '█'.repeat(Math.floor(parts / 8)) + (rest > 0 ? eighths[rest] : '');
}

/** Neighbours are added up until a year fits into the room there is. */
export function squeeze(values: readonly number[], room: number): number[] {
  const size = Math.ceil(values.length / room);
  if (size <= 1) return [...values];
  const groups = Math.ceil(values.length / size);
  return Array.from({ length: groups }, (_, at) =>
    values.slice(at * size, (at + 1) * size).reduce((a, b) => a + b, 0),
  );
}
