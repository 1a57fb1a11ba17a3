import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import { somebody } from '../../../test/support/person.ts';
import { sealed, unproved } from '../../system/seal.ts';
import {
  type AllowOnce,
  addAllowOnce,
  addPause,
  describePause,
  listAllowOnce,
  type Pause,
  pausedBy,
  type RefusedCall,
  readPauses,
  readSwitchedOff,
  removeAllowOnce,
  switchOff,
  takeAllowOnce,
} from './overrides.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const pause = (more: Partial<Pause> = {}): Pause => ({ id: 'p1', at: 1, until: 100, ...more });
const pauseFile = () => join(home.run, 'pauses', 'p1.json');
const writePauses = (pauses: Pause[]) => {
  for (const pause of pauses) addPause(home, pause, somebody);
};

test('a pause counts until its end', () => {
  expect(readPauses(home, 0)).toEqual([]);
  writePauses([pause(), pause({ id: 'p2', until: 200 })]);
  expect(readPauses(home, 99).map(({ id }) => id)).toEqual(['p1', 'p2']);
  expect(readPauses(home, 100).map(({ id }) => id)).toEqual(['p2']);
  expect(readPauses(home, 200)).toEqual([]);
  expect(readPauses(home, 50)[0]).toEqual(pause());
});

test('the file of a pause is private', () => {
  writePauses([pause()]);
  expect(modeOf(pauseFile())).toBe('600');
  expect(modeOf(home.run)).toBe('700');
});

test('a damaged or forged file pauses nothing', () => {
  mkdirSync(join(home.run, 'pauses'), { recursive: true });
  for (const text of [
    JSON.stringify(pause()),
    '',
    '[',
    'null',
    '{}',
    '5',
    '[null]',
    '[{"id":"p","at":1}]',
    '[{"until":"soon"}]',
  ]) {
    writeFileSync(pauseFile(), text);
    expect(readPauses(home, 50)).toEqual([]);
  }
});

test('a copy of a pause that is put back later does not count', () => {
  addPause(home, pause(), somebody);
  const kept = readFileSync(pauseFile(), 'utf8');
  const record = JSON.parse(kept) as { at: number };
  expect(readPauses(home, 50)).toHaveLength(1);
  // Looks as if it had been written two minutes before the file was made.
  const at = record.at - 120_000;
  writeFileSync(pauseFile(), sealed(home, 'pause', pause(), { provedBy: 'terminal', at }));
  expect(readPauses(home, 50)).toEqual([]);
  expect([...unproved]).toContain(pauseFile());
});

test('a seal does not count in another home or for another kind', () => {
  using other = temporaryHome();
  addPause(other, pause(), somebody);
  mkdirSync(join(home.run, 'pauses'), { recursive: true });
  writeFileSync(pauseFile(), readFileSync(join(other.run, 'pauses', 'p1.json')));
  expect(readPauses(home, 50)).toEqual([]);
  addAllowOnce(home, once(), somebody);
  writeFileSync(pauseFile(), readFileSync(join(home.run, 'allow-once', 'o1.json')));
  expect(readPauses(home, 50)).toEqual([]);
});

test('the kill switch counts only with its seal', () => {
  mkdirSync(home.dir, { recursive: true });
  writeFileSync(home.off, '');
  expect(readSwitchedOff(home)).toBeUndefined();
  expect([...unproved]).toContain(home.off);
  switchOff(home, 'mine', somebody);
  expect(readSwitchedOff(home)).toMatchObject({ reason: 'mine' });
});

test('a pause covers its session and its policy or pack, or all of them', () => {
  const covers = (more: Partial<Pause>, policy = 'guard/push', session = 's1') =>
    pausedBy([pause(more)], policy, session) !== undefined;
  expect(covers({})).toBe(true);
  expect(covers({ session_id: 's1' })).toBe(true);
  expect(covers({ session_id: 's2' })).toBe(false);
  expect(covers({ policy: 'guard/push' })).toBe(true);
  expect(covers({ policy: 'guard' })).toBe(true);
  expect(covers({ policy: 'guard/pu' })).toBe(false);
  expect(covers({ policy: 'gua' })).toBe(false);
  expect(covers({ policy: 'tasks' })).toBe(false);
  expect(covers({ policy: 'guard/push/more' })).toBe(false);
  expect(covers({ session_id: 's1', policy: 'guard' })).toBe(true);
  expect(covers({ session_id: 's2', policy: 'guard' })).toBe(false);
  expect(covers({ session_id: 's1', policy: 'tasks' })).toBe(false);
  expect(
    pausedBy([pause({ policy: 'x' }), pause({ id: 'second' }), pause({ id: 'third' })], 'a/b', 's')!.id,
  ).toBe('second');
  expect(pausedBy([], 'a/b', 's')).toBeUndefined();
});

test('a pause is described in words', () => {
  const until = new Date(2026, 2, 1, 12, 30).getTime();
  expect(describePause(pause({ until }))).toBe('all policies in every session until 2026-03-01 12:30:00');
  expect(describePause(pause({ until, policy: 'guard', session_id: '0123456789' }))).toBe(
    'guard in session 01234567 until 2026-03-01 12:30:00',
  );
});

const once = (more: Partial<AllowOnce> = {}): AllowOnce => ({ id: 'o1', at: 1, until: 100, ...more });
const refused = (more: Partial<RefusedCall> = {}): RefusedCall => ({
  session_id: 's1',
  input_hash: 'h1',
  policies: ['guard/push'],
  ...more,
});
const take = (call: RefusedCall = refused(), now = 50) => takeAllowOnce(home, call, now)?.id;

test('a permission is used once', () => {
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  expect(listAllowOnce(home, 50)).toEqual([once({ input_hash: 'h1' })]);
  expect(takeAllowOnce(home, refused(), 50)).toEqual(once({ input_hash: 'h1' }));
  expect(take()).toBeUndefined();
  expect(listAllowOnce(home, 50)).toEqual([]);
});

test('in a managed installation a permission is used once too, although the user can’t remove its file', () => {
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  const managed = { ...home, managed: true };
  expect(takeAllowOnce(managed, refused(), 50)?.id).toBe('o1');
  expect(takeAllowOnce(managed, refused(), 50)).toBeUndefined();
  expect(readdirSync(join(home.decisions, 'allow-once'))).toEqual(['o1.json']);
});

test('a permission ends at its time', () => {
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  expect(listAllowOnce(home, 99)).toHaveLength(1);
  expect(listAllowOnce(home, 100)).toEqual([]);
  expect(take(refused(), 100)).toBeUndefined();
  expect(take(refused(), 99)).toBe('o1');
});

test('a permission for a call covers exactly this call, no matter which policy refused it', () => {
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  expect(take(refused({ input_hash: 'h2' }))).toBeUndefined();
  expect(take(refused({ input_hash: undefined }))).toBeUndefined();
  expect(take(refused({ policies: ['a/b', 'c/d'] }))).toBe('o1');
});

test('a permission for a policy covers a call that this policy alone refused', () => {
  addAllowOnce(home, once({ policy: 'guard/push' }), somebody);
  expect(take(refused({ policies: ['guard/push', 'guard/other'] }))).toBeUndefined();
  expect(take(refused({ policies: ['guard/other'] }))).toBeUndefined();
  expect(take(refused({ policies: [] }))).toBeUndefined();
  expect(take(refused({ policies: ['guard/push'], input_hash: undefined }))).toBe('o1');
});

test('a permission for a session does not cover other sessions', () => {
  addAllowOnce(home, once({ session_id: 's1', input_hash: 'h1' }), somebody);
  expect(take(refused({ session_id: 's2' }))).toBeUndefined();
  expect(take()).toBe('o1');
});

test('a permission that covers nothing or is forged is never used', () => {
  mkdirSync(join(home.run, 'allow-once'), { recursive: true });
  const write = (text: string) => writeFileSync(join(home.run, 'allow-once', 'x.json'), text);
  for (const text of [
    '',
    '{',
    'null',
    '5',
    '[]',
    '{}',
    '{"until":100}',
    '{"input_hash":"h1"}',
    '{"until":"x","input_hash":"h1"}',
  ]) {
    write(text);
    expect(take()).toBeUndefined();
    expect(take(refused({ input_hash: undefined, policies: [undefined as never] }), 100)).toBeUndefined();
  }
  expect(readdirSync(join(home.run, 'allow-once'))).toEqual(['x.json']);
});

test('other files in the folder are not permissions', () => {
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  const folder = join(home.run, 'allow-once');
  writeFileSync(join(folder, 'o2.json.tmp'), JSON.stringify(once({ input_hash: 'h9' })));
  expect(take(refused({ input_hash: 'h9' }))).toBeUndefined();
  expect(modeOf(join(folder, 'o1.json'))).toBe('600');
  expect(modeOf(folder)).toBe('700');
});

test('a permission that another process has used is not used again', () => {
  if (process.getuid?.() === 0) return expect(take()).toBeUndefined();
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  chmodSync(join(home.run, 'allow-once'), 0o500);
  expect(take()).toBeUndefined();
  chmodSync(join(home.run, 'allow-once'), 0o700);
});

test('several permissions for a call are used one at a time', () => {
  for (const id of ['o1', 'o2']) addAllowOnce(home, once({ id, input_hash: 'h1' }), somebody);
  expect([take(), take(), take()].sort()).toEqual(['o1', 'o2', undefined as never]);
});

test('a permission can be taken back', () => {
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  removeAllowOnce(home, 'unknown');
  removeAllowOnce(home, 'o1');
  expect(take()).toBeUndefined();
});

test('of parallel processes exactly one uses a permission', async () => {
  addAllowOnce(home, once({ input_hash: 'h1' }), somebody);
  const program = `
    import { takeAllowOnce } from ${JSON.stringify(join(import.meta.dir, 'overrides.ts'))};
    import { homeAt } from ${JSON.stringify(join(import.meta.dir, '../../system/home.ts'))};
    while (Date.now() < ${Date.now() + 500});
    const call = { session_id: 's1', input_hash: 'h1', policies: [] };
    process.exit(takeAllowOnce(homeAt(${JSON.stringify(home.dir)}), call, 50) ? 7 : 0);`;
  const spawn = () =>
    Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', 'ignore'] }).exited;
  const codes = await Promise.all([spawn(), spawn(), spawn()]);
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 0, 7]);
});
