// Files about this machine as a whole: whether it exports, whether it is in a team, and the settings of each client.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import { isExporting, markExporting } from './export-mark.ts';
import { addNotice, markNoticesTold, readNotices, saveNotices } from './notices.ts';
import {
  clientPid,
  mayHaveRefusedChange,
  readSettingsState,
  type SettingsState,
  writeSettingsState,
} from './settings-state.ts';
import {
  isInTeam,
  lastAttempt,
  machineId,
  markInTeam,
  noteAttempt,
  ownerFile,
  passwordFile,
  publishedFolder,
  readSyncState,
  teamMark,
  writeSyncState,
} from './team-state.ts';
import { readCheckout, writeSource } from './update-state.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const marks = [
  { what: 'exporting', is: isExporting, mark: markExporting, file: () => join(home.run, 'export.on') },
  { what: 'in a team', is: isInTeam, mark: markInTeam, file: () => join(home.dir, 'team', 'on') },
];
for (const { what: state, is, mark, file } of marks)
  test(`a machine is ${state} from when it is marked until the mark is taken away`, () => {
    mark(home, false);
    expect(is(home)).toBe(false);
    mark(home, true);
    expect(is(home)).toBe(true);
    expect(modeOf(file())).toBe('600');
    // A mark that is there is not written again.
    writeFileSync(file(), 'as it was');
    mark(home, true);
    expect(readFileSync(file(), 'utf8')).toBe('as it was');
    mark(home, false);
    expect(is(home)).toBe(false);
  });

test('the files of a team are in one folder of the home', () => {
  const team = join(home.dir, 'team');
  expect(teamMark(home)).toBe(join(team, 'on'));
  expect(passwordFile(home)).toBe(join(team, 'password'));
  expect(ownerFile(home)).toBe(join(team, 'owner.json'));
  expect(publishedFolder(home)).toBe(join(team, 'published'));
});

test('a machine keeps its id, and gets a new one if the file is damaged', () => {
  const id = machineId(home);
  const file = join(home.dir, 'team', 'machine');
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(readFileSync(file, 'utf8')).toBe(`${id}\n`);
  expect(machineId(home)).toBe(id);
  for (const damaged of ['', `x${id}`, `${id}x`, id.slice(1), id.toUpperCase().replace(/.$/, 'G')]) {
    writeFileSync(file, damaged);
    const next = machineId(home);
    expect(next).not.toBe(damaged);
    expect(machineId(home)).toBe(next);
  }
});

test('the state of the last synchronisation is read as it was written; a damaged file counts as empty', () => {
  expect(readSyncState(home)).toEqual({});
  writeSyncState(home, { last_ok: 5, problem: 'no route', lead: true });
  expect(readSyncState(home)).toEqual({ last_ok: 5, problem: 'no route', lead: true });
  const file = join(home.dir, 'team', 'state.json');
  expect(readFileSync(file, 'utf8')).toEndWith('  "lead": true\n}\n');
  for (const damaged of ['', '{', 'null']) {
    writeFileSync(file, damaged);
    expect(readSyncState(home)).toEqual({});
  }
});

test('the last synchronisation was started at the time of its file, or never', () => {
  expect(lastAttempt(home)).toBe(0);
  noteAttempt(home);
  utimesSync(join(home.dir, 'team', 'attempt'), 12, 34);
  expect(lastAttempt(home)).toBe(34_000);
});

const state = (more: Partial<SettingsState> = {}): SettingsState => ({
  started: '7',
  known: ['hooks-off'],
  refused: [],
  ...more,
});

test('settings are remembered for each client, which is the process that the variable names', () => {
  expect(clientPid({ CLAUDE_PID: '42' })).toBe(42);
  expect(clientPid({ CLAUDE_PID: 'no number' })).toBe(process.ppid);
  expect(clientPid({})).toBe(process.ppid);
  expect(readSettingsState(home, 42)).toBeUndefined();
  writeSettingsState(home, 42, state());
  expect(readSettingsState(home, 42)).toEqual(state());
  expect(readSettingsState(home, 43)).toBeUndefined();
  writeFileSync(join(home.run, 'settings', '42.json'), '{');
  expect(readSettingsState(home, 42)).toBeUndefined();
});

test('a change may have been refused only for a client whose file lists one', () => {
  const env = { CLAUDE_PID: '42' };
  expect(mayHaveRefusedChange(home, env)).toBe(false);
  writeSettingsState(home, 42, state());
  expect(mayHaveRefusedChange(home, env)).toBe(false);
  writeSettingsState(home, 42, state({ refused: [{ id: 'a', what: 'hooks are off' }] }));
  expect(mayHaveRefusedChange(home, env)).toBe(true);
  expect(mayHaveRefusedChange(home, { CLAUDE_PID: '43' })).toBe(false);
});

test('settings that can’t be remembered cause no error', () => {
  mkdirSync(dirname(home.run), { recursive: true });
  writeFileSync(home.run, '');
  writeSettingsState(home, 42, state());
  expect(readSettingsState(home, 42)).toBeUndefined();
});

test('notices of the team stay beside those of the daily work until they are shown', () => {
  addNotice(home, { key: 'team:rules', text: 'new rules' }, 5);
  addNotice(home, { key: 'team:lead', text: 'you lead' }, 6);
  addNotice(home, { key: 'team:rules', text: 'newer rules' }, 7);
  markNoticesTold(home, ['team:lead']);
  saveNotices(home, [{ key: 'disk', text: 'full' }], 10);
  expect(readNotices(home)).toEqual([
    { at: 7, key: 'team:rules', text: 'newer rules' },
    { at: 10, key: 'disk', text: 'full' },
  ]);
  markNoticesTold(home, ['team:rules']);
  saveNotices(home, [], 11);
  expect(readNotices(home)).toEqual([]);
});

test('only a program that was built from a checkout has a checkout', () => {
  expect(readCheckout(home)).toBeUndefined();
  writeSource(home, { kind: 'npm', program: '/usr/bin/pawl', version: '1.0.0' });
  expect(readCheckout(home)).toBeUndefined();
  writeSource(home, { path: '/checkout', commit: 'a' });
  expect(readCheckout(home)).toEqual({ path: '/checkout', commit: 'a' });
});
