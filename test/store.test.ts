// Tests a broken store: answers stay the same, commands report the problem, and secrets are never stored.
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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bashEvent, plainEvent, run, send } from './support/answers.ts';
import { pawl, pawlJson, program } from './support/pawl.ts';
import { testUnless, withoutPrograms } from './support/skip.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const evil = 'git push --force origin main';
const storeOf = (world: World) => join(world.pawlHome, 'pawl.db');

/** A world with a policy that keeps state and tells it, so that a broken store would show. */
function withStatefulPolicy(): World {
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

/** The message with which `pawl log` fails. */
const logProblem = (world: World) => {
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

test('with a locked database the answer is the same, and the record is stored later', () => {
  using world = withStatefulPolicy();
  run(world, 'ls');
  pawl(world, ['log']);
  const db = new Database(storeOf(world));
  db.run('PRAGMA locking_mode = EXCLUSIVE');
  db.run('BEGIN EXCLUSIVE');
  answerStands(world);
  expect(logProblem(world)).toContain('locked');
  db.run('COMMIT');
  db.close();
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(3);
});

test('with a corrupt database the answer is the same, and the file is named and not changed', () => {
  using world = withStatefulPolicy();
  mkdirSync(world.pawlHome, { recursive: true });
  writeFileSync(storeOf(world), 'this is no database, '.repeat(1_000));
  const before = readFileSync(storeOf(world));
  answerStands(world);
  expect(logProblem(world)).toContain(`${storeOf(world)} can’t be opened: file is not a database`);
  expect(readFileSync(storeOf(world)).equals(before)).toBe(true);
  expect(spooled(world)).toContain('"decision":"deny"');
});

test('a database of a newer Pawl is refused and not changed', () => {
  using world = withStatefulPolicy();
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
  expect(logProblem(world)).toContain('made by a newer Pawl (version 999');
  expect(pawl(world, ['gc']).code).toBe(1);
  expect(readFileSync(storeOf(world)).equals(before)).toBe(true);
});

test('a full disk changes no decision', () => {
  using world = withStatefulPolicy();
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

/** Root may write anywhere, so as root the program is run as another user. */
function asOtherUser(args: string[], world: World, env: Record<string, string>, stdin: string) {
  const root = process.getuid?.() === 0;
  const drop = root ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  return Bun.spawnSync([...drop, program, ...args], {
    cwd: '/',
    env: envOf(world, env),
    stdin: Buffer.from(stdin),
  });
}

testUnless(process.getuid?.() === 0 ? withoutPrograms('setpriv') : undefined)(
  'with a read-only home the answer is the same',
  () => {
    using world = freshWorld();
    run(world, 'ls');
    for (const folder of [world.root, world.home]) chmodSync(folder, 0o755);
    Bun.spawnSync(['chmod', '-R', 'a-w,a+rX', world.pawlHome]);
    const event = JSON.stringify(bashEvent(world, evil));
    const child = asOtherUser(['hook'], world, { PAWL_HOME: world.pawlHome }, event);
    Bun.spawnSync(['chmod', '-R', 'u+w', world.pawlHome]);
    expect({
      code: child.exitCode,
      err: child.stderr.toString(),
      out: child.stdout.toString(),
    }).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('"deny"'),
    });
  },
);

testUnless(process.getuid?.() === 0 ? withoutPrograms('setpriv') : undefined)(
  'with a home that can’t be created the answer is the same, and commands say so in a sentence',
  () => {
    using world = freshWorld();
    const event = JSON.stringify(bashEvent(world, evil));
    const where = { PAWL_HOME: '/proc/nowhere/pawl', HOME: '/proc/nowhere' };
    const child = asOtherUser(['hook'], world, where, event);
    expect({ code: child.exitCode, out: child.stdout.toString() }).toMatchObject({
      code: 0,
      out: expect.stringContaining('"deny"'),
    });
    const log = asOtherUser(['log'], world, where, '');
    expect(log.exitCode).toBe(1);
    expect(log.stderr.toString()).toContain('pawl.db can’t be opened');
  },
);

test('an invalid value in an event does not stop the records after it', () => {
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

test('a line torn by a kill is skipped and reported, and the lines around it are kept', () => {
  using world = freshWorld();
  run(world, 'ls');
  const [name] = readdirSync(join(world.pawlHome, 'spool'));
  const file = join(world.pawlHome, 'spool', name!);
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"uid":"x","at":1,"eve`);
  run(world, 'pwd');
  expect(pawlJson<{ label: string }[]>(world, ['log']).map(({ label }) => label)).toEqual([
    'pwd',
    'ls',
    `skipped 1 damaged line of spool/${name}`,
  ]);
});

test('everything Pawl writes is readable only by its owner', () => {
  using world = withStatefulPolicy();
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
