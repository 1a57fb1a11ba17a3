// The fleet board and the figures of the team. The database decides what this person may read.
import { overviewOf } from '../store/db/metrics-summary.ts';
import type { Home } from '../system/home.ts';
import { teamSums } from '../team/figures.ts';
import { board, type Filter, machines } from '../team/postgres/calls.ts';
import { withTeam } from '../team/settings.ts';
import type { TeamMetricsPage, TeamPage } from './shapes.ts';

export function teamPage(home: Home, params: URLSearchParams): Promise<TeamPage> {
  return withTeam(home, async (team) => ({
    rows: await board(team, { all: params.get('which') === 'all', ...filterOf(params) }),
    machines: await machines(team),
  }));
}

export async function teamMetricsPage(
  home: Home,
  params: URLSearchParams,
  from: string,
  to: string,
): Promise<TeamMetricsPage> {
  const sums = await teamSums(home, from, to, filterOf(params));
  return { ...overviewOf(sums, from, to), titles: {}, machines: await withTeam(home, machines) };
}

function filterOf(params: URLSearchParams): Filter {
  const [person, machine] = [params.get('person'), params.get('machine')];
  return { ...(person && { person }), ...(machine && { machine }) };
}
