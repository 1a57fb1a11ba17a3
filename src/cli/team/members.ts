// `pawl team people`, `allow`, `decisions` and `keep`.
import { clip, plural } from '../../core/text.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import {
  allowReader,
  keep,
  decisions as readDecisions,
  people as readPeople,
} from '../../team/postgres/calls.ts';
import { withTeam } from '../../team/settings.ts';
import { duration, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { clock, paintDecision } from '../support/open-log.ts';
import { ago, fitTable, paint, visible } from '../support/terminal.ts';

export async function people(_rest: string[], { json }: ParsedArgs): Promise<number> {
  const rows = await withTeam(findHome(), readPeople);
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return 0;
  }
  const head = ['name', 'machines', 'last seen', ''].map((word) => paint('dim', word));
  const lines = rows.map(({ name, lead, machines, seen_at, reads_mine, i_read }) => [
    visible(name),
    String(machines),
    seen_at === null ? 'never' : ago(seen_at),
    [lead && 'lead', reads_mine && 'reads your labels', i_read && 'you read theirs']
      .filter(Boolean)
      .join(', '),
  ]);
  console.log(fitTable([head, ...lines]));
  return 0;
}

export async function allow([name, ...more]: string[], { options, json }: ParsedArgs): Promise<number> {
  refuseInsideAgent('team allow');
  if (!name || more.length > 0)
    throw new UserError('Give one name: `pawl team allow bob`. `pawl team people` lists them.');
  const on = options.off !== true;
  await withTeam(findHome(), async (team) => {
    const known = await readPeople(team);
    if (!known.some((member) => member.name === name))
      throw new UserError(`There is no ${name} in this team. \`pawl team people\` lists them.`, 1);
    await allowReader(team, name, on);
  });
  if (json) console.log(JSON.stringify({ name, allowed: on }));
  else
    console.log(
      on
        ? `${name} can now read your labels, in events and on the fleet board.`
        : `${name} can no longer read your labels.`,
    );
  return 0;
}

const week = '7d';

export async function decisions(_rest: string[], { options, json }: ParsedArgs): Promise<number> {
  const since = Date.now() - duration((options.since as string | undefined) ?? week, 'since');
  const filter = {
    ...(typeof options.person === 'string' && { person: options.person }),
    ...(typeof options.machine === 'string' && { machine: options.machine }),
  };
  const rows = await withTeam(findHome(), (team) => readDecisions(team, { since, limit: 200, ...filter }));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) console.log('There were no refusals or questions in this period.');
  else
    console.log(
      fitTable(
        rows.map(({ at, person, machine, decision, tool, event, policies, label }) => [
          clock(at),
          paintDecision(decision),
          `${visible(person)} ${paint('dim', visible(machine))}`,
          visible(tool ?? event),
          visible((policies ?? []).join(', ')),
          label === null
            ? paint('dim', 'not yours to read')
            : visible(clip(label.replaceAll('\n', ' '), 200)),
        ]),
      ),
    );
  return 0;
}

export async function keepDays([text, ...more]: string[], { json }: ParsedArgs): Promise<number> {
  refuseInsideAgent('team keep');
  const days = Number(text);
  if (more.length > 0 || !Number.isInteger(days) || days < 1 || days > 3_650)
    throw new UserError('Give a number of days, from 1 to 3650: `pawl team keep 30`.');
  const done = await withTeam(findHome(), (team) => keep(team, days));
  // Each line is `+` or `-` and the name of a table that was created or dropped. The events of a day are one table.
  const dropped = done.filter((line) => line.startsWith('-')).length;
  const deletedDays = done.filter((line) => line.startsWith('-events_')).length;
  if (json) console.log(JSON.stringify({ days, dropped }));
  else
    console.log(
      `Events are kept for ${plural(days, 'day')}; the events of ${plural(deletedDays, 'earlier day')} were deleted.`,
    );
  return 0;
}
