// Formats times, sizes and names.

const units: [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** `45 s`, `12 min`, `3 h`. */
export function span(ms: number): string {
  const [unit, size] = units.find(([, unitMs]) => ms >= unitMs) ?? ['s', 1_000];
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}

export const ago = (at: number) => span(Date.now() - at);

/** `<0.1 ms`, `0.4 ms`, `12 ms`, `3.1 s`. */
export function formatMs(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–';
  if (ms > 0 && ms < 0.1) return '<0.1 ms';
  if (ms < 1_000) return `${Number(ms.toPrecision(2))} ms`;
  return ms < 90_000 ? `${Number((ms / 1_000).toPrecision(2))} s` : `${Math.round(ms / 60_000)} min`;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

export function clock(at: number): string {
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? time
    : `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${time.slice(0, 5)}`;
}

export const count = (n: number) => n.toLocaleString('en');

export function bytes(n: number): string {
  const [unit, size] = n >= 1e9 ? ['GB', 1e9] : n >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return `${(n / (size as number)).toFixed(n >= 1e7 ? 0 : 1)} ${unit}`;
}

/** The last two folders of a path, which are enough to recognise it. */
export const shortPath = (path: string) => path.split('/').filter(Boolean).slice(-2).join('/');

export const short = (id: string) => id.slice(0, 8);
