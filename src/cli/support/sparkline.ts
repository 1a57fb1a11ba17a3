// Small plots for the terminal.
const steps = '▁▂▃▄▅▆▇█';

/** One character per value: zero is a space, and any other value is visible. */
export function sparkline(values: readonly number[]): string {
  const top = Math.max(...values, 0);
  return values
    .map((value) => (value <= 0 || top === 0 ? ' ' : steps[Math.min(7, Math.ceil((value / top) * 8) - 1)]!))
    .join('');
}

const eighths = ' ▏▎▍▌▋▊▉';

/** A bar of up to `width` columns, in steps of an eighth. */
export function bar(value: number, top: number, width: number): string {
  if (value <= 0 || top <= 0) return '';
  const parts = Math.max(1, Math.round((value / top) * width * 8));
  const rest = parts % 8;
  return '█'.repeat(Math.floor(parts / 8)) + (rest > 0 ? eighths[rest] : '');
}

/** Adds up neighbouring values until they fit into `width` columns. */
export function condense(values: readonly number[], width: number): number[] {
  const size = Math.ceil(values.length / width);
  if (size <= 1) return [...values];
  const groups = Math.ceil(values.length / size);
  return Array.from({ length: groups }, (_, at) =>
    values.slice(at * size, (at + 1) * size).reduce((a, b) => a + b, 0),
  );
}
