// `pawl mission`: goals, and the unattended sessions that work towards them.
import type { Database } from 'bun:sqlite';
import type { Session } from '../../domain/sessions/session.ts';
import { endMission, getMission, listMissions, type Mission, startMission } from '../../store/db/missions.ts';
import { listSessions } from '../../store/db/sessions.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { randomId } from '../../system/random-id.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { openFleet } from '../support/fleet.ts';
import { paintState } from '../support/paint-state.ts';
import { ago, fitTable, paint, visible } from '../support/terminal.ts';

const mission: Command = {
  summary: 'Manage goals of unattended sessions: start, end, show',
  subcommands: { start: Infinity, end: Infinity, show: 1 },
  usage: 'start "goal" | end [id] ["summary"] | show [id]',
  details: `
A session belongs to a mission if it is started with the mission’s id:

  id=$(pawl mission start "upgrade the parser")
  MISSION_EXECUTION_ID=$id CLAUDE_SESSION_MODE=mission claude -p "…"

Inside it, \`pawl mission end "summary"\` needs no id. In mission mode, context warnings come ten percentage points
earlier, and messages to people are refused. When the last session of a mission ends without a report, the mission is
\`ended\`; \`pawl mission end\` can still report how it went.`,
  options: {
    id: {
      type: 'string',
      value: 'id',
      of: ['start'],
      about: 'The id of the mission (default: a random one)',
    },
    failed: { type: 'boolean', of: ['end'], about: 'The goal was not reached' },
    ...jsonOption,
  },
  run(args) {
    const [verb, ...rest] = args.rest;
    const db = openFleet(findHome());
    switch (verb) {
      case 'start':
        return startOne(db, rest.join(' ').trim(), args);
      case 'end':
        return endOne(db, rest, args);
      default:
        return showMissions(db, rest[0], args.json);
    }
  },
};
export default mission;

function startOne(db: Database, goal: string, { options, json }: ParsedArgs): number {
  if (!goal) throw new UserError('Give the goal: `pawl mission start "upgrade the parser"`.');
  const id = (options.id as string | undefined) ?? `m${randomId(7)}`;
  if (!startMission(db, id, goal, Date.now())) throw new UserError(`The mission "${id}" exists already.`, 1);
  console.log(json ? JSON.stringify(getMission(db, id), null, 2) : id);
  return 0;
}

function endOne(db: Database, rest: string[], { options, json }: ParsedArgs): number {
  const [first, ...more] = rest;
  const own = process.env.MISSION_EXECUTION_ID;
  // Inside a mission its id can be left out.
  const isOwn = own !== undefined && (first === undefined || (/\s/.test(first) && !getMission(db, first)));
  const [id, words] = isOwn ? [own, rest] : [first, more];
  if (!id) throw new UserError('Give the id of a mission; `pawl mission show` lists them.');
  const summary = words.join(' ').trim() || undefined;
  const done = endMission(db, id, options.failed ? 'failed' : 'done', summary, Date.now());
  const known = getMission(db, id);
  if (!known) throw new UserError(`There is no mission "${id}". \`pawl mission show\` lists them.`, 1);
  if (!done) throw new UserError(`Mission ${id} has ended already (${known.state}).`, 1);
  console.log(json ? JSON.stringify(known, null, 2) : `Mission ${id}: ${known.state}.`);
  return 0;
}

function showMissions(db: Database, id: string | undefined, json: boolean): number {
  const missions = id ? [getMission(db, id)].filter((mission) => mission !== undefined) : listMissions(db);
  if (id && missions.length === 0)
    throw new UserError(`There is no mission "${id}". \`pawl mission show\` lists them.`, 1);
  const sessions = listSessions(db);
  const withSessions = missions.map((mission) => ({ ...mission, sessions: membersOf(mission, sessions) }));
  if (json) console.log(JSON.stringify(id ? withSessions[0] : withSessions, null, 2));
  else
    console.log(
      withSessions.length > 0 ? withSessions.map(missionText).join('\n\n') : 'There are no missions.',
    );
  return 0;
}

interface Member {
  session_id: string;
  state: Session['state'];
  last_words?: string;
}

function membersOf({ id }: Mission, sessions: readonly Session[]): Member[] {
  return sessions
    .filter((session) => session.mission === id)
    .map(({ session_id, state, last_words }) => ({ session_id, state, ...(last_words && { last_words }) }));
}

function missionText({
  id,
  goal,
  state,
  started_at,
  ended_at,
  summary,
  sessions,
}: Mission & { sessions: Member[] }): string {
  const when = ended_at ? `ended ${ago(ended_at)}` : `started ${ago(started_at)}`;
  const head = `${paint('bold', visible(id))} ${visible(goal)}\n${state}, ${when}${summary ? `: ${visible(summary)}` : ''}`;
  const rows = sessions.map((session) => [
    `  ${session.session_id.slice(0, 8)}`,
    paintState(session.state),
    visible(session.last_words ?? ''),
  ]);
  return rows.length > 0 ? `${head}\n${fitTable(rows)}` : head;
}
