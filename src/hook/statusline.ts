// `pawl statusline`: the client runs it whenever something has changed. It saves the exact context use for the hooks,
// prints the person's previous status line first, and adds one line: model, context use, state, branch, tasks.

import type { Session, SessionState } from '../domain/sessions/session.ts';
import { files } from '../facts/files.ts';
import { gitFacts } from '../facts/git.ts';
import { isAlive } from '../facts/identity.ts';
import { findPlace } from '../facts/project.ts';
import { raiseFlags } from '../store/files/mail-flags.ts';
import { writeContextUse } from '../store/files/marks.ts';
import { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { readText } from '../system/files.ts';
import { readFileSync, writeAll } from '../system/fs/index.ts';
import { findHome, type Home } from '../system/home.ts';
import { join } from '../system/path.ts';

interface Input {
  session_id?: string;
  cwd?: string;
  workspace?: { current_dir?: string };
  model?: { id?: string; display_name?: string };
  context_window?: {
    context_window_size?: number;
    used_percentage?: number | null;
    current_usage?: Record<string, number> | null;
  };
}

export function statusline(): number {
  const text = attempt(() => readFileSync(0, 'utf8')) ?? '';
  const home = findHome();
  const input = attempt(() => JSON.parse(text) as Input) ?? {};
  const percent = saveContextUse(home, input);
  const previous = previousStatusLine(home, text);
  const lines = [...previous, statusLine(home, input, percent)].filter(Boolean);
  if (lines.length > 0) writeAll(1, `${lines.join('\n')}\n`);
  return 0;
}

/** Counts input tokens only, as the client does. Undefined before the first answer, when there are no figures. */
function saveContextUse(home: Home, { session_id, context_window, model }: Input): number | undefined {
  const { context_window_size: window, used_percentage, current_usage: usage } = context_window ?? {};
  if (!session_id || !window || !(window > 0)) return undefined;
  const used = usage
    ? ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].reduce(
        (sum, key) => sum + (usage[key] ?? 0),
        0,
      )
    : 0;
  // The client reports zero right after a compaction.
  const percent = used > 0 ? Math.max(used_percentage ?? 0, Math.round((1_000 * used) / window) / 10) : null;
  writeContextUse(home, session_id, {
    at: Date.now(),
    used,
    window,
    percent,
    ...(model?.id && { model: model.id }),
  });
  return percent ?? undefined;
}

/** The output of the status line that was configured before `pawl init` replaced it. */
function previousStatusLine(home: Home, stdin: string): string[] {
  const saved = attempt(() => JSON.parse(readText(join(home.dir, 'statusline.json')) ?? '{}')) as
    | { command?: string }
    | undefined;
  if (!saved?.command) return [];
  const done = attempt(() =>
    Bun.spawnSync(['/bin/sh', '-c', saved.command!], {
      stdin: Buffer.from(stdin),
      stderr: 'ignore',
      timeout: 3_000,
    }),
  );
  const output = done?.stdout.toString().trimEnd() ?? '';
  return output === '' ? [] : output.split('\n');
}

const colours = { dim: '2', green: '32', yellow: '33', red: '31', cyan: '36' } as const;
const paint = (colour: keyof typeof colours, text: string) =>
  process.env.NO_COLOR ? text : `\x1b[${colours[colour]}m${text}\x1b[0m`;

function statusLine(home: Home, input: Input, percent: number | undefined): string {
  const cwd = input.workspace?.current_dir ?? input.cwd ?? process.cwd();
  const branch = gitFacts(findPlace(cwd), files).branch();
  const { state, tasks, waiting } = storedStatus(home, input.session_id ?? '');
  const parts = [
    input.model?.display_name && paint('cyan', input.model.display_name),
    bar(percent),
    state && paint(state === 'needs_input' ? 'yellow' : 'dim', state.replace('_', ' ')),
    branch && `⎇ ${branch}`,
    tasks && `${tasks.done}/${tasks.all} tasks`,
    waiting > 0 &&
      paint('yellow', `${waiting} other${waiting > 1 ? 's' : ''} need${waiting > 1 ? '' : 's'} you`),
  ];
  return parts.filter(Boolean).join(paint('dim', ' · '));
}

const cells = 10;

function bar(percent: number | undefined): string {
  if (percent === undefined) return paint('dim', `${'░'.repeat(cells)} –`);
  const full = Math.min(cells, Math.round((percent / 100) * cells));
  const colour = percent >= 80 ? 'red' : percent >= 60 ? 'yellow' : 'green';
  return `${paint(colour, '█'.repeat(full))}${paint('dim', '░'.repeat(cells - full))} ${Math.round(percent)}%`;
}

interface StoredStatus {
  state?: SessionState;
  tasks?: { done: number; all: number };
  /** How many other sessions need input from the person. */
  waiting: number;
}

/** Loads the database modules only here, so that the status line works without a store. */
function storedStatus(home: Home, session_id: string): StoredStatus {
  const found = new Store(home).readCurrent((db) => {
    const { listSessions } = require('../store/db/sessions.ts') as typeof import('../store/db/sessions.ts');
    const { taskCounts } =
      require('../store/db/task-counts.ts') as typeof import('../store/db/task-counts.ts');
    const { flagsForWaitingMail } =
      require('../store/db/letters.ts') as typeof import('../store/db/letters.ts');
    raiseFlags(home, flagsForWaitingMail(db, Date.now()));
    const open = listSessions(db, { open: true });
    const own = open.find((one) => one.session_id === session_id);
    // A session whose client has ended does not wait for anybody.
    const waits = (one: Session) => one.state === 'needs_input' && one !== own && isAlive(one) !== false;
    const waiting = open.filter(waits).length;
    const tasks = taskCounts(db, [session_id]).get(session_id);
    return { waiting, ...(own && { state: own.state }), ...(tasks && { tasks }) };
  });
  return found ?? { waiting: 0 };
}
