// `pawl session show`: shows everything about one session.
import type { Database } from 'bun:sqlite';
import { conversationOf, type Session } from '../../domain/sessions/session.ts';
import { type SessionView, sessionJson } from '../../domain/sessions/session-json.ts';
import { listEvents } from '../../store/db/events.ts';
import { listMessages } from '../../store/db/messages.ts';
import { taskCounts } from '../../store/db/task-counts.ts';
import { listWorkers } from '../../store/db/workers.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { callerId } from '../support/caller.ts';
import { contextUseFor, openFleet, reasonOf, requireSession } from '../support/fleet.ts';
import { clock } from '../support/open-log.ts';
import { paintState } from '../support/paint-state.ts';
import { ago, fitTable, paint, shortPath, visible, wrap } from '../support/terminal.ts';

const session: Command = {
  summary: 'Show one session',
  usage: '[show] <id>',
  details: `
The beginning of the id is enough, or the alias from CLAUDE_SESSION_ID. Inside a session, \`pawl session\` shows that
session.`,
  options: { ...jsonOption },
  run({ rest, json }) {
    const [given, ...more] = rest[0] === 'show' ? rest.slice(1) : rest;
    if (more.length > 0) throw new UserError('Use `pawl session <id>`.');
    const home = findHome();
    const db = openFleet(home);
    const id = given ?? callerId(db);
    if (!id) throw new UserError('Give the id of a session; `pawl sessions` lists them.');
    const shown = viewOf(db, home, requireSession(db, id));
    console.log(json ? JSON.stringify(fullJson(db, shown), null, 2) : sessionText(db, shown));
    return 0;
  },
};
export default session;

function viewOf(db: Database, home: Home, session: Session): SessionView {
  const tasks = taskCounts(db, [session.session_id]).get(session.session_id);
  return { session, contextUse: contextUseFor(home, session), tasks };
}

function fullJson(db: Database, shown: SessionView): Record<string, unknown> {
  const { session } = shown;
  return {
    ...sessionJson(shown),
    workers: listWorkers(db, { conversation: conversationOf(session) }),
    messages: listMessages(db, { to: session.session_id }),
  };
}

function sessionText(db: Database, shown: SessionView): string {
  const { session, contextUse, tasks } = shown;
  const reason = reasonOf(session);
  const facts: [string, string | undefined][] = [
    ['session', session.session_id],
    [
      'state',
      `${paintState(session.state)} for ${ago(session.since).replace(' ago', '')}${reason ? `: ${visible(reason)}` : ''}`,
    ],
    ['started', `${clock(session.started_at)}, last seen ${ago(session.last_seen_at)}`],
    ['ended', session.ended_at ? clock(session.ended_at) : undefined],
    ['continued as', session.successor],
    ['alias', session.alias],
    ['role', [session.role, session.mode].filter(Boolean).join(', ')],
    ['status', session.status_text ?? session.description],
    ['conversation', conversationOf(session)],
    ['parent', session.parent_session_id],
    ['mission', session.mission],
    ['project', `${shortPath(session.project)}${session.worktree ? ' (worktree)' : ''}`],
    ['branch', session.branch],
    ['model', session.model],
    [
      'context',
      contextUse &&
        `${contextUse.percent} % of ${contextUse.window.toLocaleString('en')} tokens (${contextUse.from})`,
    ],
    ['tasks', tasks && `${tasks.done} of ${tasks.all} done`],
    [
      'process',
      session.client && `${session.client.pid}${session.pane ? `, tmux pane ${session.pane}` : ''}`,
    ],
    ['transcript', session.transcript_path && shortPath(session.transcript_path)],
  ];
  const row = ([key, value]: [string, string]) => [
    paint('dim', key),
    key === 'state' ? value : visible(value),
  ];
  const rows = facts.flatMap(([key, value]) => (value ? [row([key, value])] : []));
  return [fitTable(rows), ...sections(db, session)].join('\n\n');
}

function sections(db: Database, session: Session): string[] {
  const agents = Object.values(session.agents).map((agent) => [
    agent.state,
    agent.agent_type,
    ago(agent.started_at),
    agent.last_words ?? '',
  ]);
  const unanswered = Object.values(session.unanswered ?? {}).map((call) => [
    ago(call.at),
    call.policy,
    [call.tool, call.label].filter(Boolean).join(': '),
    call.why,
  ]);
  const workers = listWorkers(db, { conversation: conversationOf(session), kind: 'worker' }).map((worker) => [
    worker.state,
    worker.id,
    ago(worker.ended_at ?? worker.started_at),
    worker.summary ?? worker.title,
  ]);
  const events = listEvents(db, { session: session.session_id, limit: 8 }).map((record) => [
    clock(record.at),
    record.event,
    [record.tool, record.label].filter(Boolean).join(' ').slice(0, 80),
  ]);
  const section = (title: string, rows: string[][]) =>
    rows.length > 0 ? [`${paint('bold', title)}\n${fitTable(rows.map((row) => row.map(visible)))}`] : [];
  return [
    ...(session.last_words ? [`${paint('bold', 'last message')}\n${wrap(visible(session.last_words))}`] : []),
    ...section('left out, because no person could be asked', unanswered),
    ...section('subagents', agents),
    ...section('workers', workers),
    ...section('last events', events),
  ];
}
