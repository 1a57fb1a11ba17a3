// Installing and uninstalling in a settings file: what was there before comes back, whatever happened in between.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { readBackup, readInstalled } from './backups.ts';
import {
  eventsOfChange,
  install,
  planInstall,
  planUninstall,
  textWithoutPawl,
  uninstall,
} from './install.ts';
import type { Wanted } from './merge.ts';
import { handlerFor } from './register.ts';
import type { Scope } from './settings.ts';

let root: string;
let home: Home;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'));
  home = homeAt(join(root, '.pawl'));
  file = join(root, 'p', '.claude', 'settings.json');
});
afterEach(() => rmSync(root, { recursive: true }));

const wanted = (...events: ('PreToolUse' | 'Stop')[]): Wanted =>
  Object.fromEntries(events.map((event) => [event, handlerFor(event, [home.launcher])]));
const write = (text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const text = () => readFileSync(file, 'utf8');
const init = (scope: Scope = 'user', events = wanted('PreToolUse'), statusLine?: string) =>
  install(home, scope, file, events, { statusLine });

test('a file that was missing is removed again, with the folder that was made for it', () => {
  const { before, after } = init();
  expect(before).toBe('');
  expect(text()).toBe(after!);
  expect(Object.values(readInstalled(home))).toMatchObject([
    { scope: 'user', existed: false, madeFolder: true },
  ]);
  expect(planUninstall(home, file).after).toBeUndefined();
  expect(uninstall(home, file)).toMatchObject({ before: after, after: undefined });
  expect(existsSync(dirname(file))).toBe(false);
  expect(readInstalled(home)).toEqual({});
});

test('a folder that existed before, or has something else in it now, stays', () => {
  mkdirSync(dirname(file), { recursive: true });
  init();
  uninstall(home, file);
  expect(existsSync(file)).toBe(false);
  expect(existsSync(dirname(file))).toBe(true);
  rmSync(dirname(file), { recursive: true });
  init();
  writeFileSync(join(dirname(file), 'theirs'), '');
  uninstall(home, file);
  expect(existsSync(join(dirname(file), 'theirs'))).toBe(true);
});

test.each([
  ['an object', '{ "model" : "x" }'],
  ['an empty object', '{}'],
  ['an empty file', ''],
  ['blank lines', ' \n\n'],
])('%s comes back byte by byte', (_, original) => {
  write(original);
  init();
  expect(text()).toContain('hook');
  uninstall(home, file);
  expect(text()).toBe(original);
});

test('a second installation adds and removes events, and still knows the original text', () => {
  write('{ "model": "x" }');
  init('user', wanted('PreToolUse'));
  const again = init('user', wanted('Stop'));
  expect(eventsOfChange(again)).toEqual({ added: ['Stop'], removed: ['PreToolUse'], now: ['Stop'] });
  expect(textWithoutPawl(home, file)).toBe('{ "model": "x" }');
  uninstall(home, file);
  expect(text()).toBe('{ "model": "x" }');
});

test('a second installation that changes nothing writes nothing', () => {
  init();
  const installed = readInstalled(home);
  chmodSync(file, 0o444);
  const again = init();
  expect(again.after).toBe(again.before);
  expect(eventsOfChange(again)).toEqual({ added: [], removed: [], now: ['PreToolUse'] });
  expect(readInstalled(home)).toEqual(installed);
});

test('what others changed in between stays', () => {
  init();
  writeFileSync(file, text().replace('{', '{ "theirs": 1,'));
  expect(textWithoutPawl(home, file)).toContain('"theirs": 1');
  init('user', wanted('PreToolUse', 'Stop'));
  uninstall(home, file);
  expect(JSON.parse(text())).toEqual({ theirs: 1 });
});

test('a file that Pawl created is removed even if others changed it and undid that', () => {
  init();
  writeFileSync(file, `${text()}\n\n`);
  expect(uninstall(home, file).after).toBeUndefined();
  expect(existsSync(file)).toBe(false);
});

test('a file that existed before is not removed, even if nothing is left in it', () => {
  write('{ "model": "x" }');
  init();
  writeFileSync(file, text().replace(/"model": "x",?/, ''));
  uninstall(home, file);
  expect(JSON.parse(text())).toEqual({});
});

test('a file that somebody emptied since stays as it is', () => {
  init();
  writeFileSync(file, '');
  expect(uninstall(home, file)).toMatchObject({ before: '', after: '' });
  expect(text()).toBe('');
});

test('a file that somebody removed since is created again, and removed again', () => {
  write('{ "model": "x" }');
  init();
  rmSync(file);
  expect(planUninstall(home, file)).toEqual({ file, before: '', after: '' });
  init();
  expect(Object.values(readInstalled(home))).toMatchObject([{ existed: false, madeFolder: false }]);
  uninstall(home, file);
  expect(existsSync(file)).toBe(false);
});

test('uninstalling where nothing is installed changes nothing', () => {
  write('{ "model": "x" }');
  expect(uninstall(home, file)).toEqual({ file, before: '{ "model": "x" }', after: '{ "model": "x" }' });
  expect(existsSync(join(home.dir, 'installed.json'))).toBe(false);
  expect(existsSync(join(home.dir, 'backups'))).toBe(false);
});

test('without the list of installed files, Pawl’s entries are recognised all the same', () => {
  write('{ "model": "x" }');
  init();
  rmSync(join(home.dir, 'installed.json'));
  uninstall(home, file);
  expect(JSON.parse(text())).toEqual({ model: 'x' });
});

test('the original text is in a backup', () => {
  write('{ "model": "x" }');
  init();
  const [entry] = Object.values(readInstalled(home));
  expect(readBackup(home, entry!)).toBe('{ "model": "x" }');
});

test('a project gets the script that starts Pawl for the whole team, and loses it with the entries', () => {
  const script = join(root, 'p', '.pawl', 'launch.sh');
  mkdirSync(dirname(file), { recursive: true });
  init('local');
  expect(existsSync(script)).toBe(false);
  init('project', wanted('Stop'));
  expect(existsSync(script)).toBe(true);
  uninstall(home, file);
  expect(existsSync(script)).toBe(false);
});

test('the earlier status line is restored', () => {
  const own = '{ "statusLine": { "type": "command", "command": "echo mine" } }';
  write(own);
  init('user', wanted('PreToolUse'), `${home.launcher} statusline`);
  expect(JSON.parse(text()).statusLine.command).toBe(`${home.launcher} statusline`);
  expect(existsSync(join(home.dir, 'statusline.json'))).toBe(true);
  uninstall(home, file);
  expect(text()).toBe(own);
  expect(existsSync(join(home.dir, 'statusline.json'))).toBe(false);
});

test('a plan writes nothing; comments are refused unless the client reads them', () => {
  write('// mine\n{}\n');
  expect(() => planInstall(home, file, wanted('Stop'))).toThrow(`${file}:1: `);
  expect(planInstall(home, file, wanted('Stop'), { comments: 'kept' }).after).toStartWith('// mine\n{');
  expect(text()).toBe('// mine\n{}\n');
  expect(existsSync(home.dir)).toBe(false);
});

test('a plan without any event leaves an empty file as it is', () => {
  write('\n');
  expect(planInstall(home, file, {})).toEqual({ file, before: '\n', after: '\n' });
});
