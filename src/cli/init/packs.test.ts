import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packNames } from '../../core/pack.ts';
import { homeAt } from '../../system/home.ts';
import { confirmPacksOff, planPacks, readPacks } from './packs.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('all means every pack, and switches none off', () => {
  const { wanted, exact } = readPacks('all');
  expect(Object.keys(wanted).sort()).toEqual([...packNames].sort());
  expect(Object.values(wanted).every(Boolean)).toBe(true);
  expect(exact).toBe(false);
});

test('with + and - only the packs that are named change', () => {
  expect(readPacks('+workflow, -docs')).toEqual({ wanted: { workflow: true, docs: false }, exact: false });
});

test('a plain list means these packs and no others', () => {
  const { wanted, exact } = readPacks('guard,docs');
  expect(exact).toBe(true);
  expect(Object.entries(wanted).filter(([, on]) => on)).toEqual([
    ['guard', true],
    ['docs', true],
  ]);
  expect(Object.keys(wanted)).toHaveLength(packNames.length);
});

test('an unknown pack and a mixed list are refused with the way to write it', () => {
  expect(() => readPacks('gard')).toThrow('There is no pack "gard"');
  expect(() => readPacks('work-flow')).toThrow('There is no pack "work-flow"');
  expect(() => readPacks('+work-flow')).toThrow('There is no pack "work-flow"');
  expect(() => readPacks('+guard,docs')).toThrow('`--packs +guard,+docs` adds them');
});

test('only the packs that change are written', () => {
  const home = homeAt(root);
  writeFileSync(home.config, '{\n  // mine\n  "packs": { "docs": true }\n}\n');
  const plan = planPacks(home, { docs: true, workflow: true, metrics: false });
  expect(plan).toMatchObject({ on: ['workflow'], off: ['metrics'] });
  expect(plan.text).toContain('// mine');
  expect(plan.text).toContain('"workflow": true');
  expect(plan.text).toContain('"metrics": false');
  expect(planPacks(home, { docs: true }).text).toBe('{\n  // mine\n  "packs": { "docs": true }\n}\n');
});

test('a pack is added in the layout of the other packs', () => {
  const home = homeAt(root);
  writeFileSync(home.config, '{\n  "packs": {\n    "docs": true\n  }\n}\n');
  expect(planPacks(home, { metrics: false }).text).toBe(
    '{\n  "packs": {\n    "docs": true,\n    "metrics": false\n  }\n}\n',
  );
});

test('a config that can’t be read is left alone', () => {
  const home = homeAt(root);
  writeFileSync(home.config, '{ "packs": ');
  expect(() => planPacks(home, { docs: true })).toThrow('Nothing was changed');
});

test('without a terminal a list that switches packs off is refused', () => {
  expect(() => confirmPacksOff('docs', { text: '', on: [], off: [] })).not.toThrow();
  expect(() => confirmPacksOff('docs', { text: '', on: ['docs'], off: ['guard', 'tasks'] })).toThrow(
    'switches guard, tasks off',
  );
  expect(() => confirmPacksOff('docs,memory', { text: '', on: [], off: ['guard'] })).toThrow(
    '`pawl init --packs +docs,+memory` only adds packs',
  );
});

test.each([
  ['a person who agrees', true, true, true],
  ['a person who does not', true, true, false],
  ['an answer without a terminal for it', false, true, true],
  ['a question that nobody sees', true, false, true],
])('packs are switched off only with a yes from a terminal: %s', (_, input, output, answer) => {
  const isTTY = { stdin: process.stdin.isTTY, stdout: process.stdout.isTTY };
  const set = (name: 'stdin' | 'stdout', value: boolean) =>
    Object.defineProperty(process[name], 'isTTY', { value, configurable: true });
  const person = spyOn(globalThis, 'confirm').mockReturnValue(answer);
  set('stdin', input);
  set('stdout', output);
  try {
    const work = () => confirmPacksOff('docs', { text: '', on: [], off: ['guard'] });
    if (input && output && answer) expect(work).not.toThrow();
    else expect(work).toThrow('Nothing was changed.');
    expect(person).toHaveBeenCalledTimes(input && output ? 1 : 0);
  } finally {
    set('stdin', isTTY.stdin);
    set('stdout', isTTY.stdout);
    person.mockRestore();
  }
});

test('a broken config is named with its mistake, and the command fails', () => {
  const home = homeAt(root);
  writeFileSync(home.config, '{ "packs": { "guard": "yes" }, "context": { "limit": "much" } }');
  const problem = () => {
    try {
      planPacks(home, { docs: true });
    } catch (error) {
      return error as Error & { code: number };
    }
    throw new Error('nothing was refused');
  };
  expect(problem().message).toBe(
    `Fix ${home.config} first: expected true or false, found "yes". Nothing was changed.`,
  );
});

test('a first change starts from the config that `pawl init` writes, with the pack below "packs"', () => {
  const { text } = planPacks(homeAt(root), { docs: true });
  expect(Bun.JSONC.parse(text)).toMatchObject({ packs: { docs: true } });
});
