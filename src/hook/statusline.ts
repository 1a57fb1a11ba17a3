// `pawl statusline`: the client runs it whenever something has changed. It saves the exact context use for the hooks,
// prints the person's previous status line first, and adds one line: whether Pawl protects this session, model, context
// use, phase, branch, tasks. The session's own state is left out, because the person who sees the line also sees the session.

import { readWaiting } from '../config/user-layer.ts';
import type { Session } from '../domain/sessions/session.ts';
import type { WorkflowState } from '../domain/workflow/types.ts';
import { files } from '../facts/files.ts';
import { gitFacts } from '../facts/git.ts';
import { isAlive } from '../facts/identity.ts';
import { findPlace } from '../facts/project.ts';
import { raiseFlags } from '../store/files/mail-flags.ts';
import { writeContextUse } from '../store/files/marks.ts';
import { readPauses, readSwitchedOff } from '../store/files/overrides.ts';
import { safeName } from '../store/files/safe-name.ts';
import { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { readText } from '../system/files.ts';
import { existsSync, readFileSync, writeAll } from '../system/fs/index.ts';
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
  // Git allows no control characters in the name of a branch, but the file with the name may hold anything.
  const branch = gitFacts(findPlace(cwd), files)
    .branch()
    ?.replace(/[\x00-\x1f\x7f-\x9f]/g, '');
  const stored = storedStatus(home, input.session_id ?? '');
  const { tasks, waiting, refused, phase } = stored;
  const parts = [
    protection(home, input.session_id ?? '', percent !== undefined && stored.unseen),
    refused > 0 && paint('red', `✋ ${refused} refused`),
    input.model?.display_name && paint('cyan', input.model.display_name),
    bar(percent),
    phase && paint('cyan', phase),
    branch && `⎇ ${branch}`,
    tasks && `${tasks.done}/${tasks.all} tasks`,
    readWaiting(home).length > 0 && paint('yellow', 'config waits for `pawl trust`'),
    waiting > 0 &&
      paint('yellow', `${waiting} other${waiting > 1 ? 's' : ''} need${waiting > 1 ? '' : 's'} you`),
  ];
  return parts.filter(Boolean).join(paint('dim', ' · '));
}

/** Says if Pawl does not protect this session. Nothing is shown if it does: people stop reading a text that is always there. */
function protection(home: Home, session_id: string, unseen: boolean): string | undefined {
  if (readSwitchedOff(home)) return paint('red', '⛔ Pawl is OFF');
  const now = Date.now();
  const pauses = readPauses(home, now).filter(
    (pause) => !pause.session_id || pause.session_id === session_id,
  );
  const longest = pauses.sort((a, b) => Number(!b.policy) - Number(!a.policy) || b.until - a.until)[0];
  if (longest)
    return paint('yellow', `⏸ ${longest.policy ?? 'Pawl'} paused for ${minutes(longest.until - now)}`);
  // The model has answered, so the start of the session and the prompt should have arrived.
  return unseen ? paint('red', '⚠ Pawl’s hooks never fired: pawl doctor') : undefined;
}

/** Rounded up: the last minute of a pause is one minute. */
function minutes(ms: number): string {
  const whole = Math.ceil(ms / 60_000);
  return whole < 120 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}

const cells = 10;

function bar(percent: number | undefined): string {
  if (percent === undefined) return paint('dim', `${'░'.repeat(cells)} –`);
  const full = Math.min(cells, Math.round((percent / 100) * cells));
  const colour = percent >= 80 ? 'red' : percent >= 60 ? 'yellow' : 'green';
  return `${paint(colour, '█'.repeat(full))}${paint('dim', '░'.repeat(cells - full))} ${Math.round(percent)}%`;
}

interface StoredStatus {
  tasks?: { done: number; all: number };
  /** How many other sessions need input from the person. */
  waiting: number;
  /** How many calls of this session were refused. */
  refused: number;
  /** The current phase of the session's workflow. */
  phase?: string;
  /** True if the store can be read and has no record of this session. */
  unseen: boolean;
}

const noStatus: StoredStatus = { waiting: 0, refused: 0, unseen: false };

/** Loads the database modules only here, so that the status line works without a store. */
function storedStatus(home: Home, session_id: string): StoredStatus {
  const found = new Store(home).readCurrent((db) => {
    const { listSessions } = require('../store/db/sessions.ts') as typeof import('../store/db/sessions.ts');
    const { taskCounts } =
      require('../store/db/task-counts.ts') as typeof import('../store/db/task-counts.ts');
    const { countRefusals } = require('../store/db/events.ts') as typeof import('../store/db/events.ts');
    const { readState } =
      require('../store/db/policy-state.ts') as typeof import('../store/db/policy-state.ts');
    const { flagsForWaitingMail } =
      require('../store/db/recipients.ts') as typeof import('../store/db/recipients.ts');
    raiseFlags(home, flagsForWaitingMail(db, Date.now()));
    const open = listSessions(db, { open: true });
    const ownSession = open.find((session) => session.session_id === session_id);
    // A session whose client has ended does not wait for anybody.
    const waits = (session: Session) =>
      session.state === 'needs_input' && session !== ownSession && isAlive(session) !== false;
    const waiting = open.filter(waits).length;
    const tasks = taskCounts(db, [session_id]).get(session_id);
    const refused = countRefusals(db, session_id);
    const phase = phaseOf(home, session_id, (key) => readState(db, key));
    return {
      waiting,
      refused,
      unseen: !ownSession,
      ...(tasks && { tasks }),
      ...(phase && { phase }),
    };
  });
  return found ?? noStatus;
}

/** `fix: verify`, the name and the phase of the workflow that the session is in. */
function phaseOf(
  home: Home,
  session_id: string,
  read: (key: { policy: string; scope: string; key: string }) => unknown,
): string | undefined {
  if (!session_id || !existsSync(join(home.run, 'workflow', safeName(session_id)))) return undefined;
  const state = read({ policy: 'workflow', scope: 'session', key: session_id }) as WorkflowState | undefined;
  const run = state?.runs?.find(({ owner }) => owner === '') ?? state?.runs?.[0];
  return run && `${run.workflow}: ${run.phase}`.replace(/[\x00-\x1f\x7f-\x9f]/g, '');
}
