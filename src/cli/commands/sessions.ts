// `pawl sessions`: who works, who waits for me, why.
import { timeSpan } from '../../core/text.ts';
import type { Session, SessionState } from '../../domain/sessions/session.ts';
import { type SessionView, sessionJson } from '../../domain/sessions/session-json.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { fleet, openFleet } from '../support/fleet.ts';
import { paint, shortPath, table, visible, width } from '../support/terminal.ts';

const sessions: Command = {
  summary: 'Who works, who waits for you, and why',
  usage: '',
  details: `
Those that need you come first. A session is
  needs input  it asked for a permission or an answer
  idle         its turn is over; it waits for a prompt
  active       the model works            tool active  a tool runs
  ended        closed, or its process is gone (with --all or --json)
Subagents that run are shown under their session.

  pawl sessions --watch
  pawl sessions --json | jq '.[] | select(.state == "needs_input")'`,
  options: {
    all: { type: 'boolean', about: 'Also those that have ended; --json always has them, at the end' },
    watch: { type: 'boolean', short: 'w', about: 'Live, until you press q' },
    ...jsonOption,
  },
  async run({ options, rest, json }) {
    if (rest.length > 0)
      throw new UserError(
        `\`pawl sessions\` takes only options. \`pawl session show ${rest[0]}\` shows one.`,
      );
    const home = findHome();
    const all = options.all === true;
    // A program can leave out what it does not want; a person would have to scroll past it.
    const look = () => fleet(openFleet(home), home, all || json);
    if (json) console.log(JSON.stringify(look().map(sessionJson), null, 2));
    else if (options.watch) await watch(look);
    else console.log(show(look(), process.stdout.columns || 140));
    return 0;
  },
};
export default sessions;

const colours: Record<SessionState, Parameters<typeof paint>[0]> = {
  needs_input: 'yellow',
  idle: 'blue',
  active: 'green',
  tool_active: 'green',
  ended: 'dim',
};

export const paintState = (state: SessionState) => paint(colours[state], state.replace('_', ' '));

function show(shown: readonly SessionView[], columns: number): string {
  if (shown.length === 0) return 'No session is open.';
  const head = ['state', 'for', 'session', 'where', 'branch', 'context', 'tasks', 'what'];
  const rows = shown.flatMap((one) => [row(one), ...agentRows(one.session)]);
  const needing = shown.filter(({ session }) => session.state === 'needs_input').length;
  const lead = needing > 0 ? `${paint('yellow', `${needing} need${needing === 1 ? 's' : ''} you`)}\n\n` : '';
  return lead + fitted([head.map((word) => paint('dim', word)), ...rows], columns);
}

function row({ session, contextUse, tasks }: SessionView): string[] {
  return [
    paintState(session.state),
    since(session.since),
    name(session),
    shortPath(session.project).split('/').slice(-2).join('/'),
    visible(session.branch ?? '–'),
    contextUse ? paintPercent(contextUse.percent) : '–',
    tasks ? `${tasks.done}/${tasks.all}` : '–',
    what(session),
  ];
}

function name({ session_id, alias, role, mode }: Session): string {
  const more = [role, mode].filter(Boolean).join(' ');
  return `${visible(alias ?? session_id.slice(0, 8))}${more ? ` ${paint('dim', visible(more))}` : ''}`;
}

/** Why it waits, else what it says it is doing, else its last words. */
function what({ state, why, status_text, description, last_words, last_prompt }: Session): string {
  const doing = status_text ?? description;
  const words = state === 'idle' || state === 'ended' ? last_words : (last_prompt ?? last_words);
  const said = words && paint('dim', `“${visible(words)}”`);
  return [why && visible(why), doing && visible(doing), said]
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

export function paintPercent(percent: number): string {
  const colour = percent >= 80 ? 'red' : percent >= 60 ? 'yellow' : 'green';
  return paint(colour, `${Math.round(percent)}%`);
}

/** `45s`, `12m`, `3h`. */
const since = (at: number, now = Date.now()) =>
  timeSpan(now - at)
    .replace(' min', 'm')
    .replace(' ', '');

/** A line of the table never wraps: the last column gives way. */
function fitted(rows: string[][], columns: number): string {
  return table(rows)
    .split('\n')
    .map((line) => (width(line) <= columns ? line : cut(line, columns)))
    .join('\n');
}

/** Colours take no room, and one that was begun is ended. */
function cut(line: string, columns: number): string {
  let room = columns - 1;
  const kept = line.replace(/\x1b\[\d+m|[\s\S]/gu, (piece) => {
    if (piece.startsWith('\x1b')) return piece;
    room -= width(piece);
    return room >= 0 ? piece : '';
  });
  return `${kept}…`;
}

/** Its own screen, so that what was in the terminal is there again afterwards. */
async function watch(look: () => SessionView[]): Promise<void> {
  if (!process.stdout.isTTY) throw new UserError('--watch needs a terminal; --json is for programs.');
  let over = false;
  process.stdin.setRawMode?.(true);
  process.stdin.on('data', (keys) => {
    if (/[qQ\x03\x1b]/.test(String(keys))) over = true;
  });
  // However it ends, the terminal is given back as it was.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const)
    process.once(signal, () => {
      over = true;
    });
  process.stdout.write('\x1b[?1049h\x1b[?25l');
  try {
    for (; !over; await Bun.sleep(500)) draw(look());
  } finally {
    process.stdout.write('\x1b[?25h\x1b[?1049l');
    process.stdin.setRawMode?.(false);
  }
}

function draw(shown: readonly SessionView[]): void {
  const { columns = 140, rows = 40 } = process.stdout;
  const all = show(shown, columns).split('\n');
  const lines = all.slice(0, Math.max(1, rows - 2));
  const hidden = all.length - lines.length;
  const more = hidden > 0 ? `${hidden} more line${hidden === 1 ? '' : 's'} below · ` : '';
  const foot = paint('dim', `${more}${new Date().toLocaleTimeString()} · q ends`);
  process.stdout.write(`\x1b[H${[...lines, '', foot].map((line) => `${line}\x1b[K`).join('\n')}\x1b[J`);
}
