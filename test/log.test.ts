// `pawl log` and `pawl explain`: what was recorded, and why.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packNames as allPacks } from '../src/core/pack.ts';
import { bashEvent, plainEvent, run, send, session } from './support/answers.ts';
import { pawl, pawlJson } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

const evil = 'git push --force origin main';

test('`pawl log` filters, limits, and refuses values that it does not understand', () => {
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
  expect(labels('--policy', 'guard/force-push')).toEqual([evil]);
  expect(labels('--policy', 'guard/force-pus')).toEqual([]);
  expect(pawl(world, ['log', '--policy', 'guard/force-pus']).stdout).toContain(
    'Did you mean guard/force-push?',
  );
  expect(pawl(world, ['log', '--policy', 'guard/disk']).stdout).toBe('No recorded event matches.\n');
  expect(labels('--since', '1h')).toHaveLength(3);
  const table = pawl(world, ['log']).stdout;
  expect(table).toContain('another-');
  expect(table).toMatch(/deny +guard\/force-push/);
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

test('a call that was put to the person is asked, not refused', () => {
  using world = freshWorld();
  run(world, evil);
  run(world, 'git remote remove origin');
  const decided = (words: string) =>
    pawlJson<{ decision: string }[]>(world, ['log', '--decision', words]).map(({ decision }) => decision);
  expect(decided('refused')).toEqual(['deny']);
  expect(decided('ask,refused')).toEqual(['ask', 'deny']);
});

test('control characters in an agent’s text do not reach the terminal of the log', () => {
  using world = freshWorld();
  run(world, 'echo \u001b[2J\u001b]0;hidden\u0007 \u202eevil', { tool_use_id: 'toolu_a' });
  for (const args of [['log'], ['explain'], ['explain', 'toolu_a']])
    expect(pawl(world, args).stdout).not.toMatch(/[\u001b\u0007\u202e]/);
});

test('`pawl explain` explains the last event, a refusal, one call before and after it ran, and an event from stdin', () => {
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
  expect(explain('last').event).toBe('PostToolUse');
  expect(explain()).toMatchObject({ event: 'PreToolUse', label: evil });
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
  expect(pawl(world, ['explain', 'toolu_a', '--all']).stdout).toContain('Policies that did not run');
  const dry = pawl(world, ['explain', '-', '--json'], JSON.stringify(bashEvent(world, evil)));
  expect(JSON.parse(dry.stdout)).toMatchObject({ decision: 'deny', dry: true });
  expect(pawl(world, ['explain', '-'], '{').code).toBe(2);
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(3);
});

test('`pawl explain` takes the uid of an event that is no call', () => {
  using world = freshWorld();
  send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  run(world, 'ls');
  const [, start] = pawlJson<{ uid: string; event: string }[]>(world, ['log']);
  expect(pawlJson(world, ['explain', start!.uid])).toMatchObject({ event: 'SessionStart', label: 'startup' });
  expect(pawl(world, ['explain', 'nope'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no event with the tool_use_id or uid "nope".'),
  });
});

test('explain shows a call on the fast path the same way before and after it ran', () => {
  using world = freshWorld();
  Bun.spawnSync(['git', 'init', '-q', world.project]);
  const read = { tool_name: 'Read', tool_input: { file_path: join(world.project, 'a.ts') } };
  for (const event of [bashEvent(world, 'ls'), { ...bashEvent(world, ''), ...read }]) {
    send(world, event);
    const dry = JSON.parse(pawl(world, ['explain', '-', '--json'], JSON.stringify(event)).stdout);
    const { skipped } = pawlJson<{ skipped: unknown[] }>(world, ['explain']);
    expect(skipped).toEqual(dry.skipped);
    expect(JSON.stringify(skipped)).not.toContain('none of its effects');
  }
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

/** At most five captures of each event: test/wire.test.ts sends all of them. */
const someOfEachEvent = (names: string[]) =>
  [...Map.groupBy(names, (name) => name.split('.')[0]).values()].flatMap((group) => group.slice(0, 5));

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
  for (const name of someOfEachEvent(readdirSync(captures).filter((one) => one !== 'INDEX.json'))) {
    const event = { ...JSON.parse(readFileSync(join(captures, name), 'utf8')), cwd: world.project };
    const { code, stderr } = pawl(world, ['explain', '-', '--json'], JSON.stringify(event));
    expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
    expect({ name, traces: traces(world) }).toEqual({ name, traces: before });
  }
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(rows);
});
