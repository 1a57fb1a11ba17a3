// Tests of the review before `pawl trust`: every file, what it would change, and what is new.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeAt } from '../system/home.ts';
import type { Person } from '../system/person.ts';
import { review, reviewOwnPolicies, trustReviewed } from './review.ts';
import { readTrust, trust, untrust } from './trust.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'review-')));
});
afterEach(() => rmSync(root, { recursive: true }));

const home = () => homeAt(join(root, 'home'));
const project = () => ({ root: join(root, 'project'), repository: '/repository', worktree: false });
const look = () => review(home(), project(), []);
const by = (at: number): Person => ({ provedBy: 'terminal', at });

function write(name: string, text: string | object): string {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
  return file;
}
const config = {
  packs: { docs: true, guard: false },
  policies: { 'guard/secrets': { level: 'warn', allow: ['a'] }, 'guard/delete': { accept: ['x'] } },
  rules: [{ id: 'no-rm', command: 'rm', action: 'deny', message: 'no' }],
  external: [{ id: 'lint', on: 'PreToolUse', command: ['sh', 'tools/lint.sh'] }],
  context: { limit: 900 },
  retention: { events_days: 3 },
};

test('a project without config files, and Pawl’s own folder, need no trust', () => {
  expect(look()).toEqual([]);
  write('project/.pawl/config.jsonc', '{}');
  const own = homeAt(join(root, 'project/.pawl'));
  expect(review(own, project(), [])).toEqual([]);
});

test('a config is shown with the scripts that it runs and with each change that it makes', () => {
  const path = write('project/.pawl/config.jsonc', config);
  write('project/tools/lint.sh', 'exit 0\n');
  const [reviewed, ...others] = look();
  expect(others).toEqual([]);
  expect(reviewed).toMatchObject({ unit: 'config', path, trusted: false, before: [] });
  expect(reviewed!.layer).toMatchObject({ name: 'project', file: path });
  expect(reviewed!.files).toEqual([
    { name: 'config.jsonc', text: JSON.stringify(config) },
    { name: 'tools/lint.sh', text: 'exit 0\n' },
  ]);
  expect(reviewed!.effects).toEqual([
    'pack docs: on',
    'pack guard: OFF',
    'guard/secrets: {"level":"warn","allow":["a"]}',
    'guard/delete: {"accept":["x"]}',
    'rule no-rm: deny',
    'RUNS a program (lint): sh tools/lint.sh',
    'context: {"limit":900}',
    'retention: {"events_days":3}',
  ]);
});

test('the local config and the policies are reviewed separately', () => {
  const local = write('project/.pawl/config.local.jsonc', {
    workflows: { mine: { about: 'x', agents: {} } },
  });
  write('project/.pawl/policies/a.ts', 'a');
  write('project/.pawl/policies/lib/b.ts', 'b');
  const found = look();
  expect(found.map(({ unit }) => unit)).toEqual(['local', 'policies']);
  expect(found[0]).toMatchObject({ path: local, layer: { name: 'local' } });
  expect(found[0]!.effects).toEqual([expect.stringMatching(/^workflows: \{"mine":/)]);
  expect(found[1]).toMatchObject({
    path: join(root, 'project/.pawl/policies'),
    files: [
      { name: 'a.ts', text: 'a' },
      { name: 'lib/b.ts', text: 'b' },
    ],
    effects: [
      'runs a.ts on your machine, with your permissions',
      'runs lib/b.ts on your machine, with your permissions',
    ],
  });
});

test('a file stays trusted until its content changes, and can then be compared with the last trusted content', () => {
  write('project/.pawl/config.jsonc', '{"packs":{"docs":true}}');
  write('project/.pawl/policies/a.ts', 'one');
  trustReviewed(home(), project(), look(), by(1));
  expect(look()).toMatchObject([
    { unit: 'config', trusted: true },
    { unit: 'policies', trusted: true },
  ]);
  write('project/.pawl/policies/a.ts', 'two');
  trustReviewed(home(), project(), look().slice(1), by(3));
  write('project/.pawl/policies/a.ts', 'three');
  expect(look()).toMatchObject([
    { unit: 'config', trusted: true, before: [{ name: 'config.jsonc', text: '{"packs":{"docs":true}}' }] },
    { unit: 'policies', trusted: false, before: [{ name: 'a.ts', text: 'two' }] },
  ]);
  // The content of an earlier branch is trusted still.
  write('project/.pawl/policies/a.ts', 'one');
  expect(look()[1]).toMatchObject({ trusted: true, before: [{ text: 'two' }] });
});

test('trust does not extend to other repositories, and can be revoked', () => {
  write('project/.pawl/config.jsonc', '{}');
  trustReviewed(home(), project(), look(), by(1));
  const other = { ...project(), repository: '/other' };
  expect(review(home(), other, [])).toMatchObject([{ trusted: false, before: [] }]);
  expect(untrust(home(), '/other')).toBe(0);
  expect(look()[0]!.trusted).toBe(true);
  expect(untrust(home(), '/repository')).toBe(1);
  expect(look()[0]!.trusted).toBe(false);
});

test('the person’s own policy files are reviewed one by one, with their imports', () => {
  const [a, b] = [write('home/policies/a.ts', 'a'), write('home/policies/b.ts', 'b')];
  write('home/policies/lib/c.ts', 'c');
  const own = () => reviewOwnPolicies(home(), [a, b]);
  const effects = ['may allow and rewrite calls, and speak to the model'];
  expect(own()).toMatchObject([
    { unit: 'your policy', path: a, trusted: false, effects, before: [] },
    { unit: 'your policy', path: b, trusted: false, effects, before: [] },
  ]);
  expect(own().map(({ files }) => files.map(({ name }) => name))).toEqual([
    ['a.ts', 'lib/c.ts'],
    ['b.ts', 'lib/c.ts'],
  ]);
  trustReviewed(home(), project(), own().slice(0, 1), by(1));
  expect(own().map(({ trusted }) => trusted)).toEqual([true, false]);
  writeFileSync(a, 'A');
  expect(own()[0]).toMatchObject({ trusted: false, before: [{ name: 'a.ts', text: 'a' }, { text: 'c' }] });
  expect(reviewOwnPolicies({ ...home(), managed: true }, [a])).toEqual([]);
});

test('the newest twenty contents of each part are kept', () => {
  const entry = (at: number, unit: 'config' | 'local' = 'config') => ({
    repository: '/r',
    unit,
    hash: `${unit}${at}`,
    at,
  });
  trust(home(), [entry(0, 'local')], by(0));
  for (let at = 1; at <= 22; at++) trust(home(), [entry(at)], by(at));
  expect(
    readTrust(home())
      .map(({ at }) => at)
      .sort((a, b) => a - b),
  ).toEqual([0, ...Array.from({ length: 20 }, (_, n) => n + 3)]);
  // The same content again is one entry, and the newest.
  trust(home(), [{ ...entry(3), at: 30 }], by(30));
  expect(readTrust(home())).toHaveLength(21);
  expect(readTrust(home()).at(-1)).toMatchObject({ hash: 'config3', at: 30 });
});

test('an entry that no person made, or whose content was changed, does not count', () => {
  trust(home(), [{ repository: '/r', unit: 'config', hash: 'h', at: 1 }], by(1));
  const [entry] = readTrust(home());
  expect(entry).toMatchObject({ repository: '/r', hash: 'h' });
  for (const more of [
    { hash: 'other' },
    { repository: '/other' },
    { unit: 'policies' },
    { seal: undefined },
  ]) {
    writeFileSync(home().trust, JSON.stringify([{ ...entry, ...more }]));
    expect(readTrust(home())).toEqual([]);
  }
  for (const text of ['', 'broken', '{}', '[null, 7]']) {
    writeFileSync(home().trust, text);
    expect(readTrust(home())).toEqual([]);
  }
});
