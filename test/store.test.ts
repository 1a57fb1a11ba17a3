// The store in trouble: the answer stands, and commands say what is wrong. And what must never be in it: secrets.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packNames as allPacks } from '../src/core/pack.ts';
import { bashEvent, plainEvent, run, send, session } from './support/answers.ts';
import { pawl, pawlJson, program } from './support/pawl.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const evil = 'git push --force origin main';
const storeOf = (world: World) => join(world.pawlHome, 'pawl.db');

/** A policy that needs the store to speak, so that trouble would show. */
function remembering(): World {
  const world = freshWorld();
  write(
    join(world.pawlHome, 'policies', 'counts.ts'),
    `import { tell } from 'pawl';
     export default { id: 'mine/counts', on: 'PreToolUse', state: { scope: 'session', initial: 0 },
       check(_, { state }) { state.update((n) => n + 1); return tell('seen ' + state.get()); } };`,
  );
  return world;
}

const spooled = (world: World): string =>
  readdirSync(join(world.pawlHome, 'spool'))
    .map((name) => readFileSync(join(world.pawlHome, 'spool', name), 'utf8'))
    .join('');

/** What the program says when a person asks for the log. */
const complaint = (world: World) => {
  const { code, stdout, stderr } = pawl(world, ['log']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toContain(' at '); // no stack trace
  return stderr;
};

function answerStands(world: World): void {
  const started = performance.now();
  const refused = run(world, evil);
  expect(refused.decision).toBe('deny');
  expect(refused.message).toContain('seen');
  expect(run(world, 'ls').decision).toBe('pass');
  expect(performance.now() - started).toBeLessThan(20_000);
}

test('locked: the answer stands, and the record is taken in afterwards', () => {
  using world = remembering();
  run(world, 'ls');
  pawl(world, ['log']);
  const db = new Database(storeOf(world));
  db.run('PRAGMA locking_mode = EXCLUSIVE');
  db.run('BEGIN EXCLUSIVE');
  answerStands(world);
  expect(complaint(world)).toContain('locked');
  db.run('COMMIT');
  db.close();
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(3);
}, 60_000);

test('corrupt: the answer stands, the file is left alone and named', () => {
  using world = remembering();
  mkdirSync(world.pawlHome, { recursive: true });
  writeFileSync(storeOf(world), 'this is no database, '.repeat(1_000));
  const before = readFileSync(storeOf(world));
  answerStands(world);
  expect(complaint(world)).toContain(`${storeOf(world)} can’t be opened: file is not a database`);
  expect(readFileSync(storeOf(world)).equals(before)).toBe(true);
  expect(spooled(world)).toContain('"decision":"deny"');
});

test('made by a newer Pawl: refused, not damaged', () => {
  using world = remembering();
  run(world, 'ls');
  mkdirSync(world.pawlHome, { recursive: true });
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(storeOf(world) + suffix)) Bun.spawnSync(['rm', storeOf(world) + suffix]);
  const db = new Database(storeOf(world), { create: true });
  db.run('CREATE TABLE future (a)');
  db.run('PRAGMA user_version = 999');
  db.close();
  const before = readFileSync(storeOf(world));
  answerStands(world);
  expect(complaint(world)).toContain('made by a newer Pawl (version 999');
  expect(pawl(world, ['gc']).code).toBe(1);
  expect(readFileSync(storeOf(world)).equals(before)).toBe(true);
});

test('full: a disk with no room left', () => {
  using world = remembering();
  run(world, 'ls');
  const hour = (ms: number) => `${new Date(Date.now() + ms).toISOString().slice(0, 13)}.jsonl`;
  Bun.spawnSync(['rm', '-r', join(world.pawlHome, 'spool')]);
  mkdirSync(join(world.pawlHome, 'spool'));
  for (const name of new Set([hour(0), hour(60_000)]))
    symlinkSync('/dev/full', join(world.pawlHome, 'spool', name));
  expect(run(world, evil).decision).toBe('deny');
  // No file may grow, the database neither.
  const limited = ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f 0; exec ${program} hook`];
  const stdin = Buffer.from(JSON.stringify(bashEvent(world, evil)));
  const child = Bun.spawnSync(limited, { cwd: world.project, env: envOf(world), stdin });
  expect({ code: child.exitCode, out: child.stdout.toString() }).toMatchObject({
    code: 0,
    out: expect.stringContaining('"deny"'),
  });
});

/** Root may write anywhere, so a root runs the program as somebody who may not. */
function asStranger(args: string[], world: World, env: Record<string, string>, stdin: string) {
  const root = process.getuid?.() === 0;
  const drop = root ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  return Bun.spawnSync([...drop, program, ...args], {
    cwd: '/',
    env: envOf(world, env),
    stdin: Buffer.from(stdin),
  });
}

test.skipIf(process.getuid?.() === 0 && !Bun.which('setpriv'))('read-only home: the answer stands', () => {
  using world = freshWorld();
  run(world, 'ls');
  for (const folder of [world.root, world.home]) chmodSync(folder, 0o755);
  Bun.spawnSync(['chmod', '-R', 'a-w,a+rX', world.pawlHome]);
  const event = JSON.stringify(bashEvent(world, evil));
  const child = asStranger(['hook'], world, { PAWL_HOME: world.pawlHome }, event);
  Bun.spawnSync(['chmod', '-R', 'u+w', world.pawlHome]);
  expect({ code: child.exitCode, err: child.stderr.toString(), out: child.stdout.toString() }).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('"deny"'),
  });
});

test.skipIf(process.getuid?.() === 0 && !Bun.which('setpriv'))(
  'missing home that can’t be made: the answer stands, commands say it in a sentence',
  () => {
    using world = freshWorld();
    const event = JSON.stringify(bashEvent(world, evil));
    const where = { PAWL_HOME: '/proc/nowhere/pawl', HOME: '/proc/nowhere' };
    const child = asStranger(['hook'], world, where, event);
    expect({ code: child.exitCode, out: child.stdout.toString() }).toMatchObject({
      code: 0,
      out: expect.stringContaining('"deny"'),
    });
    const log = asStranger(['log'], world, where, '');
    expect(log.exitCode).toBe(1);
    expect(log.stderr.toString()).toContain('pawl.db can’t be opened');
  },
);

test('an odd value in an event does not hold up the records behind it', () => {
  using world = freshWorld();
  run(world, 'ls', { tool_use_id: { odd: true }, session_id: 7, agent_id: [], permission_mode: 3 });
  send(world, plainEvent(world, 'SessionEnd', { reason: { a: 1 } }));
  run(world, 'pwd');
  expect(pawlJson<{ label: string }[]>(world, ['log']).map(({ label }) => label)).toEqual([
    'pwd',
    undefined as never,
    'ls',
  ]);
});

test('a line torn by a kill is skipped, its neighbours are there', () => {
  using world = freshWorld();
  run(world, 'ls');
  const [name] = readdirSync(join(world.pawlHome, 'spool'));
  const file = join(world.pawlHome, 'spool', name!);
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"uid":"x","at":1,"eve`);
  run(world, 'pwd');
  expect(pawlJson<{ label: string }[]>(world, ['log']).map(({ label }) => label)).toEqual(['pwd', 'ls']);
});

test('log: filters, limits, and refuses what it does not understand', () => {
  using world = freshWorld();
  run(world, 'ls');
  run(world, evil, { session_id: 'another-session' });
  send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  const labels = (...args: string[]) =>
    pawlJson<{ label: string }[]>(world, ['log', ...args]).map(({ label }) => label);
  expect(labels()).toEqual(['startup', evil, 'ls']);
  expect(labels('--limit', '1')).toEqual(['startup']);
  expect(labels('--session', session.slice(0, 6))).toEqual(['startup', 'ls']);
  expect(labels('--event', 'PreToolUse')).toEqual([evil, 'ls']);
  expect(labels('--decision', 'refused')).toEqual([evil]);
  expect(labels('--policy', 'guard/force-push')).toEqual([evil, 'ls']);
  expect(labels('--policy', 'guard/force-pus')).toEqual([]);
  expect(labels('--since', '1h')).toHaveLength(3);
  const table = pawl(world, ['log']).stdout;
  expect(table).toContain('another-');
  expect(table).toMatch(/guard\/force-push deny/);
  for (const wrong of [
    ['--event', 'Nope'],
    ['--limit', 'x'],
    ['--since', 'x'],
    ['--decision', 'x'],
    ['word'],
    ['--nope'],
  ])
    expect(pawl(world, ['log', ...wrong]).code).toBe(2);
});

test('what an agent wrote can’t play tricks on the terminal of who reads the log', () => {
  using world = freshWorld();
  run(world, 'echo \u001b[2J\u001b]0;hidden\u0007 \u202eevil', { tool_use_id: 'toolu_a' });
  for (const args of [['log'], ['explain'], ['explain', 'toolu_a']])
    expect(pawl(world, args).stdout).not.toMatch(/[\u001b\u0007\u202e]/);
});

test('explain: the last event, a refusal, one call before and after, and an event that has not happened', () => {
  using world = freshWorld();
  expect(pawl(world, ['explain']).code).toBe(1);
  run(world, evil, { tool_use_id: 'toolu_a' });
  run(world, 'ls', { tool_use_id: 'toolu_b' });
  const after = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_b', duration_ms: 12 };
  send(world, plainEvent(world, 'PostToolUse', after));
  interface Explained {
    event: string;
    label: string;
    sent?: string;
    policies: { policy: string; said: string; ms: number }[];
    skipped: { policy: string; because: string }[];
    after?: Explained[];
    duration_ms?: number;
  }
  const explain = (...args: string[]) => pawlJson<Explained>(world, ['explain', ...args]);
  expect(explain().event).toBe('PostToolUse');
  const refused = explain('refused');
  expect(refused).toMatchObject({
    label: evil,
    sent: expect.stringContaining('"permissionDecision":"deny"'),
  });
  expect(refused.policies.find(({ said }) => said === 'deny')).toMatchObject({
    policy: 'guard/force-push',
    ms: expect.any(Number),
  });
  expect(refused.skipped).toContainEqual({ policy: 'session/unfinished-merge', because: 'other event' });
  expect(explain('toolu_b')).toMatchObject({
    event: 'PreToolUse',
    after: [{ event: 'PostToolUse', duration_ms: 12 }],
  });
  expect(pawl(world, ['explain', 'toolu_a']).stdout).toContain('Who did not run');
  const dry = pawl(world, ['explain', '-', '--json'], JSON.stringify(bashEvent(world, evil)));
  expect(JSON.parse(dry.stdout)).toMatchObject({ decision: 'deny', dry: true });
  expect(pawl(world, ['explain', '-'], '{').code).toBe(2);
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(3);
});

test('gc: what is past its time goes, the rest and Claude’s transcripts stay; a dry run only tells', () => {
  using world = freshWorld();
  run(world, evil);
  pawlJson(world, ['log']);
  const days = (n: number) => Date.now() - n * 86_400_000;
  const db = new Database(storeOf(world));
  const old =
    "INSERT INTO events SELECT NULL, uid || '-old', at - ?, event, session_id, agent_id, repository, project, tool, tool_use_id, decision, ms, label, detail FROM events";
  db.run(old, [40 * 86_400_000]);
  db.run("INSERT INTO state VALUES ('p', 'session', 'k', '1', ?), ('p', 'machine', 'k', '1', ?)", [
    days(40),
    days(40),
  ]);
  db.close();
  const transcript = join(world.home, '.claude', 'projects', 'p', 'old.jsonl');
  const files = [
    'run/told/s/main/x',
    'run/pending/s.main.jsonl',
    'run/live/s',
    'run/context/s-1.md',
    'run/own/x.json',
    'run/x.tmp',
    'trusted/abc/a.ts',
    'pawl.log.1',
  ];
  for (const file of [...files.map((name) => join(world.pawlHome, name)), transcript]) {
    write(file, 'x');
    for (let at = file; at.startsWith(world.home) && at !== world.home; at = join(at, '..'))
      utimesSync(at, new Date(days(60)), new Date(days(60)));
  }
  const fresh = join(world.pawlHome, 'run', 'told', 'new', 'main', 'x');
  write(fresh, '');
  const gone = {
    events: 1,
    state: 1,
    told: 1,
    pending: 1,
    live: 1,
    context: 1,
    own: 1,
    temporary: 1,
    trusted: 1,
    logs: 1,
  };
  expect(pawlJson(world, ['gc', '--dry-run'])).toMatchObject({ dry_run: true, removed: gone });
  expect(pawlJson(world, ['gc'])).toMatchObject({ dry_run: false, removed: gone });
  for (const file of files) expect(existsSync(join(world.pawlHome, file))).toBe(false);
  expect([transcript, fresh].every((file) => existsSync(file))).toBe(true);
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(1);
});

test('gc: a project can’t shorten what is kept', () => {
  using world = freshWorld();
  write(join(world.project, '.pawl', 'config.jsonc'), '{ "retention": { "events_days": 0 } }');
  run(world, 'ls');
  pawl(world, ['trust', '--yes']);
  pawl(world, ['gc']);
  expect(pawlJson<{ event: string }[]>(world, ['log']).map(({ event }) => event)).toContain('PreToolUse');
});

test('gc: the start of a session sends it off once a day, and waits for nothing', async () => {
  using world = freshWorld();
  const start = () => send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  const old = join(world.pawlHome, 'run', 'context', 'old.md');
  const age = (path: string) => utimesSync(path, new Date(0), new Date(0));
  start();
  write(old, '');
  age(old);
  start();
  await Bun.sleep(300);
  expect(existsSync(old)).toBe(true);
  age(join(world.pawlHome, 'run', 'gc'));
  start();
  for (let tries = 0; tries < 100 && existsSync(old); tries++) await Bun.sleep(50);
  expect(existsSync(old)).toBe(false);
  await Bun.sleep(300);
});

test('everything Pawl writes is for its owner alone', () => {
  using world = remembering();
  run(world, evil);
  pawl(world, ['log']);
  const open = everyFile(world.pawlHome).filter(
    (path) => (statSync(path).mode & 0o077) !== 0 && !path.includes('/policies'),
  );
  expect(open).toEqual([]);
});

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
}

const captures = join(import.meta.dir, 'captures');

/** Names, sizes and times of everything in Pawl's home; SQLite's own files move when they are only read. */
const traces = (world: World) =>
  everyFile(world.pawlHome)
    .filter((path) => !/pawl\.db(-wal|-shm)?$/.test(path) && statSync(path).isFile())
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .sort();

test('a dry run of every event leaves no trace', () => {
  using world = freshWorld();
  write(
    join(world.pawlHome, 'config.jsonc'),
    JSON.stringify({ packs: Object.fromEntries(allPacks.map((name) => [name, true])) }),
  );
  run(world, 'ls');
  pawl(world, ['log']);
  const before = traces(world);
  const rows = pawlJson<unknown[]>(world, ['log']).length;
  for (const name of readdirSync(captures).filter((one) => one !== 'INDEX.json')) {
    const event = { ...JSON.parse(readFileSync(join(captures, name), 'utf8')), cwd: world.project };
    const { code, stderr } = pawl(world, ['explain', '-', '--json'], JSON.stringify(event));
    expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
    expect({ name, traces: traces(world) }).toEqual({ name, traces: before });
  }
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(rows);
}, 120_000);
