// The fleet board of the team. The database decides what this person may read.
import type { Home } from '../system/home.ts';
import { board, machines } from '../team/postgres/calls.ts';
import { withTeam } from '../team/settings.ts';
import type { TeamPage } from './shapes.ts';

export function teamPage(home: Home, params: URLSearchParams): Promise<TeamPage> {
  const [person, machine] = [params.get('person'), params.get('machine')];
  const filter = { ...(person && { person }), ...(machine && { machine }) };
  return withTeam(home, async (team) => ({
    rows: await board(team, { all: params.get('which') === 'all', ...filter }),
    machines: await machines(team),
  }));
}
