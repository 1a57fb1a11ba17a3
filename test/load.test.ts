// Many sessions at once, while `pawl gc` and `pawl log` run beside them: nothing is lost, nothing half-written.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { repository } from './support/git.ts';
import { install, launcher, pawlJson } from './support/pawl.ts';
import { envOf, freshWorld, type World } from './support/world.ts';

const atOnce = 64;
const rounds = 20;
const sessions = 8;

interface Recorded {
  tool_use_id?: string;
  session_id: string;
  event: string;
  decision: string;
}

interface Call {
  id: string;
  session: string;
  refused: boolean;
}

const callNumber = (n: number): Call => ({
  id: `toolu_load_${n}`,
  session: `s-${n % sessions}`,
  refused: n % 3 === 0,
});

function payload(world: World, { id, session, refused }: Call): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: join(world.project, 'none.jsonl'),
    cwd: world.project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: refused ? 'git push --force origin main' : 'git status' },
    tool_use_id: id,
  });
}

function start(world: World, args: string[], stdin = '') {
  const options = { cwd: world.project, env: envOf(world), stderr: 'pipe', stdout: 'pipe' } as const;
  return Bun.spawn([launcher(world), ...args], { ...options, stdin: Buffer.from(stdin) });
}

async function ended(child: ReturnType<typeof start>) {
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, code };
}

const hook = (world: World, call: Call) => start(world, ['hook'], payload(world, call));
type Answer = Awaited<ReturnType<typeof ended>>;

/** Harmless calls get no word at all: pass is not allow. */
function expectRightAnswer(call: Call, { stdout, stderr, code }: Answer): void {
  const decision = stdout === '' ? 'none' : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
  expect({ decision, stderr, code }).toEqual({
    decision: call.refused ? 'deny' : 'none',
    stderr: '',
    code: 0,
  });
}

/** Runs a command over and over until told to stop, and gives back how often it did. */
function keepRunning(world: World, args: string[]) {
  let stopped = false;
  const loop = async () => {
    let times = 0;
    for (; !stopped; times++) expect(await ended(start(world, args))).toMatchObject({ stderr: '', code: 0 });
    return times;
  };
  const running = loop();
  return () => {
    stopped = true;
    return running;
  };
}

const recordedCalls = (world: World): Recorded[] =>
  pawlJson<Recorded[]>(world, ['log', '--limit', '100000']).filter((one) =>
    one.tool_use_id?.startsWith('toolu_load_'),
  );

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id, 'en', { numeric: true });
const asCalls = (records: Recorded[]): Call[] =>
  records
    .map(({ tool_use_id, session_id, decision }) => ({
      id: tool_use_id ?? '',
      session: session_id,
      refused: decision === 'deny',
    }))
    .sort(byId);

function prepared(): World {
  const world = freshWorld();
  repository(world);
  install(world);
  return world;
}

test(`${atOnce} hooks at once, ${rounds} rounds, beside gc and log: every answer is right, and every record is there`, async () => {
  using world = prepared();
  const beside = [keepRunning(world, ['gc']), keepRunning(world, ['log', '--json'])];
  const calls = Array.from({ length: atOnce * rounds }, (_, n) => callNumber(n));
  for (let round = 0; round < rounds; round++) {
    const now = calls.slice(round * atOnce, (round + 1) * atOnce);
    const answers = await Promise.all(now.map((call) => ended(hook(world, call))));
    for (const [index, call] of now.entries()) expectRightAnswer(call, answers[index]!);
  }
  for (const stop of beside) expect(await stop()).toBeGreaterThan(0);
  expect(asCalls(recordedCalls(world))).toEqual(calls);
});

/** Every second one is killed: half of those before they have read anything, the others while they work. */
async function startAndKill(world: World, call: Call, n: number): Promise<boolean> {
  const child = hook(world, call);
  if (n % 4 === 0) child.kill('SIGKILL');
  const timer = n % 4 === 2 ? setTimeout(() => child.kill('SIGKILL'), n / 4) : undefined;
  const { code } = await ended(child);
  clearTimeout(timer);
  return code === 0;
}

async function interrupt(world: World, args: string[], afterMs: number): Promise<void> {
  const child = start(world, args);
  await Bun.sleep(afterMs);
  child.kill('SIGKILL');
  await child.exited;
}

test('kill -9 in the middle: the store opens, what was finished is there once, nothing is half-written', async () => {
  using world = prepared();
  const calls = Array.from({ length: atOnce * 4 }, (_, n) => callNumber(n));
  const finished: Call[] = [];
  for (let from = 0; from < calls.length; from += atOnce) {
    const now = calls.slice(from, from + atOnce);
    const killers = [3, 9, 27].map((ms) => interrupt(world, ['gc'], ms));
    const done = await Promise.all(now.map((call, n) => startAndKill(world, call, n)));
    finished.push(...now.filter((_, n) => done[n]));
    await Promise.all(killers);
  }
  expect(finished.length).toBeGreaterThanOrEqual(calls.length / 2);
  expect(finished.length).toBeLessThan(calls.length);

  const recorded = asCalls(recordedCalls(world));
  expect(recorded).toEqual(expect.arrayContaining(finished));
  expect(new Set(recorded.map((call) => call.id)).size).toBe(recorded.length);
  expect(recorded.map((call) => callNumber(Number(call.id.split('_').at(-1))))).toEqual(recorded);
  using db = new Database(join(world.pawlHome, 'pawl.db'));
  expect(db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});
