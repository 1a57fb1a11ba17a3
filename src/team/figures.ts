// The daily sums of the team, in the same form as those of one machine.
import type { MetricSums } from '../store/db/metrics-summary.ts';
import type { Home } from '../system/home.ts';
import { type Filter, metrics, type SumRow } from './postgres/calls.ts';
import { withTeam } from './settings.ts';

export async function teamSums(home: Home, from: string, to: string, filter: Filter): Promise<MetricSums> {
  const rows = await withTeam(home, (team) => metrics(team, from, to, filter));
  const rowsOf = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    of: (kind) => total(rowsOf(kind)),
    daily: () => rowsOf('day').map(({ day, figure, n }) => ({ name: day ?? '', figure, n })),
    hourly: () => byHour(rowsOf('hour')),
  };
}

/** Adds up the daily sums of one kind. */
function total(rows: readonly SumRow[]): { name: string; figure: string; n: number }[] {
  const sums = new Map<string, { name: string; figure: string; n: number }>();
  for (const { name, figure, n } of rows) {
    const key = `${name}\0${figure}`;
    const sum = sums.get(key);
    if (sum) sum.n += n;
    else sums.set(key, { name, figure, n });
  }
  return [...sums.values()];
}

/** Sums by weekday and hour. Each machine counts in its own time zone, because people think in local days. */
function byHour(rows: readonly SumRow[]): { weekday: number; hour: number; n: number }[] {
  const counted = rows.filter(({ figure, day }) => figure === 'events' && day !== null);
  const groups = Map.groupBy(
    counted,
    ({ day, name }) => `${new Date(`${day}T12:00:00Z`).getUTCDay()} ${name}`,
  );
  return [...groups].map(([key, list]) => {
    const [weekday, hour] = key.split(' ').map(Number) as [number, number];
    return { weekday, hour, n: list.reduce((sum, { n }) => sum + n, 0) };
  });
}
