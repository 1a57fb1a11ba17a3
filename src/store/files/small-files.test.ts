// Small files with little to say each: long texts, live registrations, mail flags, throttles, notices, updates.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import type { Address } from '../../domain/sessions/messages.ts';
import { clientsOfRegistration, isRegistrationLive, markRegistrationLive } from './live-registration.ts';
import { saveLongText } from './long-texts.ts';
import { hasFlag, lowerFlags, raiseFlags } from './mail-flags.ts';
import { addNotice, markNoticesTold, readNotices, saveNotices } from './notices.ts';
import {
  approveRemovedEntries,
  approveSettings,
  isApproved,
  readSettingsApprovals,
} from './settings-approvals.ts';
import { readThrottle, writeThrottle } from './throttle.ts';
import { readSource, readUpdate, type UpdateState, writeSource, writeUpdate } from './update-state.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

/** A folder in which nothing can be written, because it is a file. */
function brokenHome() {
  mkdirSync(home.dir, { recursive: true });
  writeFileSync(home.run, '');
  return home;
}

test('a long text is saved once, redacted and private', () => {
  const text = `use ghp_${'a1B2'.repeat(9)} ${'and so on '.repeat(100)}`;
  const file = saveLongText(home, { session_id: 's1' }, text)!;
  expect(dirname(file)).toBe(join(home.run, 'context'));
  expect(file).toMatch(/\/s1-[0-9a-z]+\.md$/);
  expect(readFileSync(file, 'utf8')).toBe(`use [redacted] ${'and so on '.repeat(100)}`);
  expect(modeOf(file)).toBe('600');
  utimesSync(file, 1, 1);
  expect(saveLongText(home, { session_id: 's1' }, text)).toBe(file);
  expect(statSync(file).mtimeMs).toBe(1_000);
  expect(saveLongText(home, { session_id: 's2' }, text)).not.toBe(file);
  expect(saveLongText(home, { session_id: 's1' }, 'another text')).not.toBe(file);
});

test('a long text that can’t be saved has no path', () => {
  expect(saveLongText(brokenHome(), { session_id: 's1' }, 'text')).toBeUndefined();
});

test('a registration is live in the session in which it was seen', () => {
  expect(isRegistrationLive(home, 's1')).toBe(false);
  markRegistrationLive(home, 's1', 42);
  markRegistrationLive(home, 's1', 42);
  expect(isRegistrationLive(home, 's1')).toBe(true);
  expect(isRegistrationLive(home, 's2')).toBe(false);
  markRegistrationLive(home, '', 42);
  expect(readdirSync(join(home.run, 'live'))).toEqual(['s1']);
  expect(modeOf(join(home.run, 'live', 's1'))).toBe('600');
});

test('the clients of a registration are added when asked for, the latest last', () => {
  expect(clientsOfRegistration(home, 's1')).toEqual([]);
  markRegistrationLive(home, 's1', 42);
  markRegistrationLive(home, 's1', 43);
  expect(clientsOfRegistration(home, 's1')).toEqual([42]);
  markRegistrationLive(home, 's1', 43, true);
  expect(clientsOfRegistration(home, 's1')).toEqual([42, 43]);
});

test('a registration that can’t be marked is not live', () => {
  markRegistrationLive(brokenHome(), 's1', 42);
  expect(isRegistrationLive(home, 's1')).toBe(false);
});

const address = (kind: Address['kind'], name: string): Address => ({ kind, name });

test('mail flags are raised and lowered for each address', () => {
  const [session, role] = [address('session', 'x'), address('role', 'x')];
  expect(hasFlag(home, [session, role])).toBe(false);
  raiseFlags(home, [session, address('conversation', 'c')]);
  expect(hasFlag(home, [session])).toBe(true);
  expect(hasFlag(home, [role])).toBe(false);
  expect(hasFlag(home, [role, session])).toBe(true);
  expect(hasFlag(home, [])).toBe(false);
  lowerFlags(home, [session, role]);
  expect(hasFlag(home, [session])).toBe(false);
  expect(hasFlag(home, [address('conversation', 'c')])).toBe(true);
  raiseFlags(home, [session]);
  expect(hasFlag(home, [session])).toBe(true);
});

test('a flag is private, and its name can’t be a path', () => {
  raiseFlags(home, [address('role', '../../x')]);
  const [name] = readdirSync(join(home.run, 'mail'));
  expect(name).toMatch(/^role-h[0-9a-z]+$/);
  expect(modeOf(join(home.run, 'mail', name!))).toBe('600');
  expect(modeOf(join(home.run, 'mail'))).toBe('700');
});

test('a flag that can’t be raised does not keep others from being raised', () => {
  mkdirSync(join(home.run, 'mail', 'session-a', 'in the way'), { recursive: true });
  raiseFlags(home, [address('session', 'a'), address('session', 'b')]);
  expect(hasFlag(home, [address('session', 'b')])).toBe(true);
  lowerFlags(home, [address('session', 'a'), address('session', 'b')]);
  expect(hasFlag(home, [address('session', 'b')])).toBe(false);
});

test('a throttle belongs to one session and one purpose', () => {
  const never = { times: 0, givenAt: 0, searchedAt: 0 };
  expect(readThrottle(home, 's1', 'prompt')).toEqual(never);
  writeThrottle(home, 's1', 'prompt', { times: 2, givenAt: 5, searchedAt: 7 });
  expect(readThrottle(home, 's1', 'prompt')).toEqual({ times: 2, givenAt: 5, searchedAt: 7 });
  expect(readThrottle(home, 's1', 'read')).toEqual(never);
  expect(readThrottle(home, 's2', 'prompt')).toEqual(never);
  const [name] = readdirSync(join(home.run, 'recall'));
  expect(name).toMatch(/^[0-9a-z]+\.prompt\.json$/);
  expect(modeOf(join(home.run, 'recall', name!))).toBe('600');
  writeFileSync(join(home.run, 'recall', name!), '{"times":');
  expect(readThrottle(home, 's1', 'prompt')).toEqual(never);
  writeFileSync(join(home.run, 'recall', name!), '');
  expect(readThrottle(home, 's1', 'prompt')).toEqual(never);
});

test('a throttle that can’t be written has no effect', () => {
  writeThrottle(brokenHome(), 's1', 'prompt', { times: 2, givenAt: 5, searchedAt: 7 });
  expect(readThrottle(home, 's1', 'prompt').times).toBe(0);
});

test('a notice that is found again keeps its time and whether it was told; others are dropped', () => {
  expect(readNotices(home)).toEqual([]);
  saveNotices(
    home,
    [
      { key: 'a', text: 'A' },
      { key: 'b', text: 'B' },
    ],
    10,
  );
  markNoticesTold(home, ['a', 'unknown']);
  expect(readNotices(home)).toEqual([
    { key: 'a', text: 'A', at: 10, told: true },
    { key: 'b', text: 'B', at: 10 },
  ]);
  saveNotices(
    home,
    [
      { key: 'c', text: 'C' },
      { key: 'a', text: 'A is worse' },
    ],
    20,
  );
  expect(readNotices(home)).toEqual([
    { key: 'c', text: 'C', at: 20 },
    { key: 'a', text: 'A is worse', at: 10, told: true },
  ]);
  saveNotices(home, [], 30);
  expect(readNotices(home)).toEqual([]);
  expect(modeOf(join(home.run, 'notices.json'))).toBe('600');
});

test('news of the team stay until they are told, and replace those of the same key', () => {
  const keys = () => readNotices(home).map(({ key, text }) => `${key} ${text}`);
  saveNotices(home, [{ key: 'disk', text: 'full' }], 10);
  addNotice(home, { key: 'team:x', text: 'first' }, 20);
  addNotice(home, { key: 'team:y', text: 'other' }, 20);
  addNotice(home, { key: 'team:x', text: 'second' }, 30);
  expect(keys()).toEqual(['disk full', 'team:y other', 'team:x second']);
  expect(readNotices(home).at(-1)).toEqual({ key: 'team:x', text: 'second', at: 30 });
  saveNotices(home, [], 40);
  expect(keys()).toEqual(['team:y other', 'team:x second']);
  markNoticesTold(home, ['team:y']);
  saveNotices(home, [], 50);
  expect(keys()).toEqual(['team:x second']);
});

test('unreadable notices count as none', () => {
  mkdirSync(home.run, { recursive: true });
  for (const text of ['', '{', 'null', '5', '{"key":"a"}']) {
    writeFileSync(join(home.run, 'notices.json'), text);
    expect(readNotices(home)).toEqual([]);
  }
});

test('the source and the state of updates are read as they were written', () => {
  expect(readSource(home)).toBeUndefined();
  expect(readUpdate(home)).toBeUndefined();
  const state: UpdateState = {
    checked_at: 5,
    result: 'newer',
    local: 'a',
    remote: 'b',
    behind: 3,
    history: [],
  };
  writeSource(home, { path: '/checkout', commit: 'a' });
  writeUpdate(home, state);
  expect(readSource(home)).toEqual({ path: '/checkout', commit: 'a' });
  expect(readUpdate(home)).toEqual(state);
  expect(readFileSync(join(home.dir, 'source.json'), 'utf8')).toBe(
    '{\n  "path": "/checkout",\n  "commit": "a"\n}\n',
  );
  for (const name of ['source.json', 'update.json']) {
    expect(modeOf(join(home.dir, name))).toBe('600');
    writeFileSync(join(home.dir, name), '{');
  }
  expect([readSource(home), readUpdate(home)]).toEqual([undefined, undefined]);
  writeFileSync(join(home.dir, 'source.json'), 'null');
  expect(readSource(home)).toBeUndefined();
  expect(existsSync(join(home.dir, 'update.json'))).toBe(true);
});

test('what a person accepted in the client’s settings stays accepted, for ever or until its time', () => {
  const person = (at: number) => ({ provedBy: 'terminal' as const, at });
  const ids = (now: number) => readSettingsApprovals(home, now).map(({ id }) => id);
  expect(ids(0)).toEqual([]);
  approveSettings(home, ['a', 'b'], person(10));
  approveSettings(home, ['b', 'c'], person(20), 100);
  expect(readSettingsApprovals(home, 99)).toEqual([
    { id: 'a', at: 10 },
    { id: 'b', at: 20, until: 100 },
    { id: 'c', at: 20, until: 100 },
  ]);
  expect(ids(100)).toEqual(['a']);
  expect(isApproved(readSettingsApprovals(home, 99), 'b')).toBe(true);
  expect(isApproved(readSettingsApprovals(home, 99), 'event Stop')).toBe(false);
});

test('removing entries is accepted for all events, for two minutes', () => {
  approveRemovedEntries(home, 1_000);
  const approvals = readSettingsApprovals(home, 120_999);
  expect(isApproved(approvals, 'event Stop')).toBe(true);
  expect(isApproved(approvals, 'events')).toBe(false);
  expect(readSettingsApprovals(home, 121_000)).toEqual([]);
});

test('an approval that no person wrote does not count', () => {
  approveSettings(home, ['a'], { provedBy: 'terminal', at: 10 });
  writeFileSync(join(home.control, 'settings-approvals.json'), JSON.stringify([{ id: 'b', at: 1 }]));
  expect(readSettingsApprovals(home, 20)).toEqual([]);
});
