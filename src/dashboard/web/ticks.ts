// Round times for the scale of a plot, with labels that differ from each other.

export interface Tick {
  /** Milliseconds since 1970. */
  at: number;
  label: string;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((n) => n * day),
];

/** At most `max` round times of a period, in local time. */
export function ticksOf(from: number, to: number, max: number): Tick[] {
  const step = steps.find((length) => (to - from) / length <= max) ?? steps.at(-1)!;
  const times = roundTimes(from, to, step);
  if (step >= day) return times.map((at) => ({ at, label: dateLabel(at) }));
  const labels = times.map((at) => timeLabel(at, step));
  const isAmbiguous = new Set(labels).size < labels.length;
  return times.map((at, index) => {
    // The first time of each day has the date, or all of them if a time occurs on two days.
    const hasDate = !isSameDay(at, times[index - 1] ?? Date.now());
    return { at, label: hasDate || isAmbiguous ? `${dateLabel(at)}, ${labels[index]}` : labels[index]! };
  });
}

const isSameDay = (one: number, other: number) =>
  new Date(one).toDateString() === new Date(other).toDateString();

function roundTimes(from: number, to: number, step: number): number[] {
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  const times: number[] = [];
  // Whole days are counted by the calendar, because a day with a change of the clock has 23 or 25 hours.
  const next = (n: number) =>
    step < day
      ? midnight + n * step
      : new Date(midnight).setDate(new Date(midnight).getDate() + (n * step) / day);
  for (let n = step < day ? Math.ceil((from - midnight) / step) : 0; next(n) <= to; n++)
    if (next(n) >= from) times.push(next(n));
  return times;
}

export const dateLabel = (at: number) =>
  new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'short' });

function timeLabel(at: number, step: number): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString('sv', {
    hour: '2-digit',
    minute: '2-digit',
    ...(step < minute && { second: '2-digit' }),
  });
  return step < second ? `${time}.${Math.floor(date.getMilliseconds() / 100)}` : time;
}
