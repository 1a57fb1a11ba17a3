// The person's own config as it is in force: edits that weaken wait, a broken file leaves the last good one in force.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allPolicies } from '../policies/registry.ts';
import { type Home, homeAt } from '../system/home.ts';
import { unproved } from '../system/seal.ts';
import type { ConfigFile } from './load.ts';
import { reviewOwn } from './review.ts';
import {
  acceptConfig,
  acceptValue,
  copyInForce,
  readUserLayer,
  readWaiting,
  unreadableLayer,
  wouldWait,
} from './user-layer.ts';

let root: string;
let home: Home;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'user-layer-')));
  home = homeAt(join(root, 'home'));
});
afterEach(() => rmSync(root, { recursive: true }));

const person = { provedBy: 'terminal', at: 1 } as const;
const inForce = () => join(home.decisions, 'config.in-force');
const read = (layerHome: Home = home) => readUserLayer(layerHome, allPolicies);
/** Throws if the policies are asked for: they are needed only to check a file that has changed. */
const readAgain = () =>
  readUserLayer(home, () => {
    throw new Error('the file was checked again');
  });

function write(config: ConfigFile | string): string {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  mkdirSync(dirname(home.config), { recursive: true });
  writeFileSync(home.config, text);
  return text;
}

const stricter: ConfigFile = { policies: { 'guard/force-push': { level: 'deny' } }, packs: { docs: true } };
const weaker: ConfigFile = {
  packs: { guard: false, docs: true },
  policies: { 'guard/delete': { level: 'off' } },
};

test('without a file there is no layer', () => {
  expect(read()).toBeUndefined();
  expect(readWaiting(home)).toEqual([]);
});

test('an edit that weakens nothing is in force at once, and is not checked again until the file changes', () => {
  const text = write(stricter);
  const layer = { name: 'user', file: home.config, value: stricter, state: 'ok', problems: [], waiting: [] };
  expect(read()).toMatchObject(layer);
  expect(readAgain()).toMatchObject(layer);
  expect(readAgain()!.text).toBe(text);
  write({ ...stricter, packs: {} });
  expect(readAgain).toThrow('the file was checked again');
});

test('changes that weaken wait for a person, and the rest of the edit is in force', () => {
  write(weaker);
  const layer = read()!;
  expect(layer.value.packs).toEqual({ docs: true, guard: true });
  expect(layer.value.policies?.['guard/delete']?.level).not.toBe('off');
  expect(layer.waiting).toHaveLength(2);
  expect(readWaiting(home)).toEqual(layer.waiting!);
  expect(wouldWait(home, stricter, allPolicies())).toEqual([]);
  expect(wouldWait(home, weaker, allPolicies())).toEqual([...layer.waiting!]);
});

test('the review of the person’s own file shows the waiting changes until they are accepted', () => {
  expect(reviewOwn(home, allPolicies())).toEqual([]);
  const text = write(weaker);
  const [reviewed, ...others] = reviewOwn(home, allPolicies());
  const files = [{ name: 'config.jsonc', text }];
  expect(others).toEqual([]);
  expect(reviewed).toMatchObject({
    unit: 'your config',
    path: home.config,
    trusted: false,
    files,
    before: files,
  });
  expect(reviewed!.effects).toEqual(readWaiting(home).map((change) => `WEAKENS: ${change}`));
  acceptConfig(home, text, allPolicies(), person);
  expect(reviewOwn(home, allPolicies())).toEqual([]);
});

test('a person accepts only the text that was shown', () => {
  const text = write(weaker);
  expect(acceptConfig(home, `${text} `, allPolicies(), person)).toBe(false);
  expect(read()!.waiting).toHaveLength(2);
  expect(acceptConfig(home, text, allPolicies(), person)).toBe(true);
  expect(read()).toMatchObject({ value: weaker, waiting: [] });
});

test('one accepted value is in force, and the others keep waiting', () => {
  write(weaker);
  read();
  acceptValue(home, ['packs', 'guard'], allPolicies(), person);
  expect(read()!.value.packs).toEqual({ guard: false, docs: true });
  expect(read()!.waiting).toEqual([expect.stringContaining('guard/delete')]);
  acceptValue(home, [], allPolicies(), person);
  expect(read()).toMatchObject({ value: weaker, waiting: [] });
});

test('a file that breaks leaves the last good version in force; without one it is broken', () => {
  write('{ "packs": ');
  expect(read()).toMatchObject({ state: 'broken', value: {} });
  write(stricter);
  read();
  write('{ "packs": ');
  const layer = read()!;
  expect(layer).toMatchObject({ state: 'last good', value: stricter, waiting: [] });
  expect(layer.problems).not.toEqual([]);
  expect(acceptConfig(home, '{ "packs": ', allPolicies(), person)).toBe(true);
  expect(read()).toMatchObject({ state: 'last good', value: stricter });
});

test('a config that exists but can’t be read is a problem, not a missing one', () => {
  mkdirSync(dirname(home.config), { recursive: true });
  symlinkSync(join(root, 'nowhere'), home.config);
  const problem = { path: [], message: 'can’t be read', severity: 'error' as const };
  expect(read()).toEqual({
    name: 'user',
    file: home.config,
    text: '',
    value: {},
    state: 'broken',
    problems: [problem],
  });
  expect(unreadableLayer('user', home.config, 'can’t be read')).toEqual(read()!);
});

test('a deleted file leaves only those settings in force whose loss would weaken Pawl', () => {
  write({ policies: stricter.policies! });
  read();
  rmSync(home.config);
  expect(read()).toBeUndefined();
  expect(readAgain()).toBeUndefined();
  write(stricter);
  read();
  rmSync(home.config);
  expect(read()).toMatchObject({ value: { packs: { docs: true } }, text: '', waiting: ['pack docs off'] });
});

test('the config in force is signed: a forged one does not count, and is reported', () => {
  write(stricter);
  read();
  const [signature, content] = readFileSync(inForce(), 'utf8').split('\n') as [string, string];
  writeFileSync(inForce(), `${signature}\n${content.replace('"deny"', '"off"')}`);
  unproved.delete(inForce());
  expect(read()!.value).toEqual(stricter);
  expect(unproved.has(inForce())).toBe(true);
  unproved.delete(inForce());
});

test('a config that another version of Pawl checked is checked again', () => {
  write(stricter);
  read();
  const managed = { ...home, managed: true };
  const [, content] = readFileSync(inForce(), 'utf8').split('\n') as [string, string];
  const other = JSON.stringify({ ...JSON.parse(content), version: '0.0.1', value: {} });
  writeFileSync(inForce(), `\n${other}`);
  expect(readUserLayer(managed, allPolicies)!.value).toEqual(stricter);
});

test('in a managed installation nothing waits and nothing is signed', () => {
  const managed = { ...home, managed: true };
  write(weaker);
  expect(read(managed)).toMatchObject({ value: weaker, waiting: [] });
  expect(readFileSync(inForce(), 'utf8')).toStartWith('\n{');
});

test('a copy of a home has the same config in force, signed with its own key', () => {
  const copy = homeAt(join(root, 'copy'));
  copyInForce(home, copy);
  expect(readWaiting(copy)).toEqual([]);
  write(weaker);
  read();
  copyInForce(home, copy);
  expect(readWaiting(copy)).toEqual(readWaiting(home));
  expect(readFileSync(join(copy.decisions, 'config.in-force'), 'utf8')).not.toBe(
    readFileSync(inForce(), 'utf8'),
  );
});

test('accepting one value keeps what was accepted before', () => {
  const accepted = { policies: { 'guard/delete': { level: 'off' } } } as ConfigFile;
  acceptConfig(home, write(accepted), allPolicies(), person);
  write({ ...accepted, packs: { docs: true, guard: false } });
  read();
  acceptValue(home, ['packs', 'guard'], allPolicies(), person);
  expect(read()!.value).toEqual({ ...accepted, packs: { docs: true, guard: false } });
});
