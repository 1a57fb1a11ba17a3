// `pawl sessions`: lists sessions, with those that need a person first.
import { timeSpan } from '../../core/text.ts';
import type { Session } from '../../domain/sessions/session.ts';
import { type SessionView, sessionJson } from '../../domain/sessions/session-json.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { fleet, openFleet, reasonOf } from '../support/fleet.ts';
import { clock } from '../support/open-log.ts';
import { paintState } from '../support/paint-state.ts';
import { columns, fitTable, paint, shortPath, visible } from '../support/terminal.ts';
import { teamFilter, teamOptions } from '../team/filter.ts';

const sessions: Command = {
  summary: 'Show which sessions are working and which need you',
  usage: '',
  details: `
Sessions that need you come first. The states are
  needs input  the session asks for a permission or an answer
  idle         the turn is over; the session waits for a prompt
  active       the model is working       tool active  a tool is running
  ended        closed, or its process has ended (with --all or --json)
Running subagents are listed under their session, and so are calls that it left out because no person was there to answer
a question about them.

  pawl sessions --watch
  pawl sessions --json | jq '.[] | select(.state == "needs_input")'`,
  options: {
    all: { type: 'boolean', about: 'Also list ended sessions; --json always lists them, at the end' },
    watch: { type: 'boolean', short: 'w', about: 'Update the list until you press q' },
    ...teamOptions('sessions'),
    ...jsonOption,
  },
  async run({ options, rest, json }) {
    if (rest.length > 0)
      throw new UserError(
        `Use \`pawl session show ${rest[0]}\` to see one session; \`pawl sessions\` takes only options.`,
      );
    const home = findHome();
    const all = options.all === true;
    const filter = teamFilter({ options, rest, json });
    if (filter)
      return (await import('../team/board.ts')).printBoard(home, { ...filter, all: all || json }, json);
    // Ended sessions are in the JSON, because a program can filter them; a person would have to scroll past them.
    const readViews = () => fleet(openFleet(home), home, all || json);
    if (json) console.log(JSON.stringify(readViews().map(sessionJson), null, 2));
    else if (options.watch) await watch(readViews);
    else console.log(sessionTable(readViews(), Math.min(columns(), 200)));
    return 0;
  },
};
export default sessions;

function sessionTable(shown: readonly SessionView[], room: number): string {
  if (shown.length === 0) return 'There are no open sessions.';
  const head = ['state', 'for', 'session', 'where', 'branch', 'context', 'tasks', 'what'];
  const rows = shown.flatMap((view) => [
    row(view),
    ...agentRows(view.session),
    ...unansweredRows(view.session),
  ]);
  const needing = shown.filter(({ session }) => session.state === 'needs_input').length;
  const lead = needing > 0 ? `${paint('yellow', `${needing} need${needing === 1 ? 's' : ''} you`)}\n\n` : '';
  return lead + fitted([head.map((word) => paint('dim', word)), ...rows], room);
}

function row({ session, contextUse, tasks }: SessionView): string[] {
  return [
    paintState(session.state),
    since(session.since),
    nameText(session),
    placeText(session),
    visible(session.branch ?? '–'),
    contextUse ? paintPercent(contextUse.percent) : '–',
    tasks ? `${tasks.done}/${tasks.all}` : '–',
    activityText(session),
  ];
}

/** A worktree is shown with the name of its repository, because its own path often has only that of a branch. */
function placeText({ project, repository, worktree }: Session): string {
  if (!worktree || repository === project) return shortPath(project).split('/').slice(-2).join('/');
  const [of, tree] = [repository, project].map((path) => path.slice(path.lastIndexOf('/') + 1));
  return `${visible(of!)} ${paint('dim', `(${visible(tree!)})`)}`;
}

function nameText({ session_id, alias, role, mode }: Session): string {
  const more = [role, mode].filter(Boolean).join(' ');
  return `${visible(alias ?? session_id.slice(0, 8))}${more ? ` ${paint('dim', visible(more))}` : ''}`;
}

/** Why it waits, its status, and the last prompt or message. */
function activityText(session: Session): string {
  const { state, status_text, description, last_words, last_prompt } = session;
  const why = reasonOf(session);
  const doing = status_text ?? description;
  const text = state === 'idle' || state === 'ended' ? last_words : (last_prompt ?? last_words);
  const quoted = text && paint('dim', `“${visible(text)}”`);
  return [why && visible(why), doing && visible(doing), quoted]
    .filter(Boolean)
    .join(' · ')
    .replaceAll('\n', ' ');
}

function agentRows({ agents }: Session): string[][] {
  return Object.values(agents)
    .filter((agent) => agent.state === 'running')
    .map(({ agent_type, agent_id, started_at, tool }) => [
      paint('dim', ' └ agent'),
      since(started_at),
      `${visible(agent_type)} ${paint('dim', visible(agent_id.slice(0, 8)))}`,
      '',
      '',
      '',
      '',
      visible(tool ?? ''),
    ]);
}

function unansweredRows({ unanswered }: Session): string[][] {
  return Object.values(unanswered ?? {}).map(({ at, tool, label, policy, why }) => [
    paint('yellow', ' └ left out'),
    since(at),
    visible(policy),
    '',
    '',
    '',
    '',
    visible(`${tool}${label ? `: ${label}` : ''} · ${why}`).replaceAll('\n', ' '),
  ]);
}

export function paintPercent(percent: number): string {
  const colour = percent >= 80 ? 'red' : percent >= 60 ? 'yellow' : 'green';
  return paint(colour, `${Math.round(percent)}%`);
}

/** `45s`, `12m`, `3h`. */
const since = (at: number, now = Date.now()) =>
  timeSpan(now - at)
    .replace(' min', 'm')
    .replace(' ', '');

/** Leaves out columns that are empty for every session; the last one, which says what a session does, keeps the most room. */
function fitted(rows: readonly string[][], room: number): string {
  const isEmpty = (at: number) => rows.slice(1).every((row) => !row[at] || row[at] === '–');
  const kept = rows[0]!.map((_, at) => at).filter((at) => !isEmpty(at));
  const last = kept.length - 1;
  const [where, branch] = [3, 4].map((at) => kept.indexOf(at)) as [number, number];
  return fitTable(
    rows.map((row) => kept.map((at) => row[at]!)),
    {
      room,
      lines: 2,
      shrink: [[last, 32], where, branch, last].filter((column) => column !== -1) as number[],
    },
  );
}

/** Uses the alternate screen, so that the terminal's content is restored afterwards. */
async function watch(readViews: () => SessionView[]): Promise<void> {
  if (!process.stdout.isTTY) throw new UserError('--watch needs a terminal; programs can use --json.');
  let over = false;
  process.stdin.setRawMode?.(true);
  process.stdin.on('data', (keys) => {
    if (/[qQ\x03\x1b]/.test(String(keys))) over = true;
  });
  // The terminal is restored however the command ends.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const)
    process.once(signal, () => {
      over = true;
    });
  process.stdout.write('\x1b[?1049h\x1b[?25l');
  try {
    for (; !over; await Bun.sleep(500)) draw(readViews());
  } finally {
    process.stdout.write('\x1b[?25h\x1b[?1049l');
    process.stdin.setRawMode?.(false);
  }
}

function draw(shown: readonly SessionView[]): void {
  const { columns = 140, rows = 40 } = process.stdout;
  const all = sessionTable(shown, columns).split('\n');
  const lines = all.slice(0, Math.max(1, rows - 2));
  const hidden = all.length - lines.length;
  const more = hidden > 0 ? `${hidden} more line${hidden === 1 ? '' : 's'} below · ` : '';
  const foot = paint('dim', `${more}${clock(Date.now())} · press q to quit`);
  process.stdout.write(`\x1b[H${[...lines, '', foot].map((line) => `${line}\x1b[K`).join('\n')}\x1b[J`);
}
