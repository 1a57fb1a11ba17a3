import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allPolicies } from '../policies/registry.ts';
import { type Home, homeAt } from '../system/home.ts';
import { contextDefaults, retentionDefaults } from './defaults.ts';
import { effectiveValues } from './effective.ts';
import { type ConfigFile, loadConfig } from './load.ts';
import { policyOptions } from './policy-options.ts';
import { hashLayer } from './project-layers.ts';
import { policyShape } from './shape.ts';
import { trust } from './trust.ts';
import { acceptConfig, unreadableLayer } from './user-layer.ts';

let root: string;
let home: Home;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'load-')));
  home = homeAt(join(root, 'home'));
});
afterEach(() => rmSync(root, { recursive: true }));

const project = () => ({ root: join(root, 'project'), repository: join(root, 'project') });
const load = () => loadConfig(home, project() as never, allPolicies);
const policy = (id: string) => allPolicies().find((policy) => policy.id === id)!;

function write(file: string, config: ConfigFile): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(config));
}

/** The person's own config, accepted as `pawl trust` would accept it. */
function ofPerson(config: ConfigFile): void {
  write(home.config, config);
  acceptConfig(home, JSON.stringify(config), allPolicies(), { provedBy: 'terminal', at: 1 });
}

const ofProject = (config: ConfigFile) => write(join(root, 'project', '.pawl', 'config.jsonc'), config);

test('without a file every value is the default', () => {
  const config = load();
  expect(config.layers).toEqual([]);
  expect(config.packs).toMatchObject({ guard: true, tasks: true, workflow: false });
  expect(config.context).toEqual({ limit: 9_500 });
  expect(contextDefaults).toEqual({ limit: 9_500 });
  expect(config.retention).toEqual(retentionDefaults);
  expect(config.setting(policy('guard/force-push'))).toEqual({
    level: 'deny',
    from: 'default',
    options: {},
  });
});

describe('the person’s own file', () => {
  test('a level and options of a policy are in force, and say where they come from', () => {
    ofPerson({ policies: { 'guard/force-push': { level: 'ask', branches: ['main', 'release'] } } });
    const config = load();
    expect(config.setting(policy('guard/force-push'))).toEqual({
      level: 'ask',
      from: 'user',
      options: { branches: ['main', 'release'] },
    });
    expect(config.hasOptions('guard')).toBe(true);
    expect(config.hasOptions('tasks')).toBe(false);
    expect(
      policyOptions<{ branches: string[] }>(home, project() as never, allPolicies, 'guard/force-push'),
    ).toEqual(expect.objectContaining({ branches: ['main', 'release'] }));
  });

  test('every value is listed with the layer it comes from', () => {
    ofPerson({ packs: { memory: true }, context: { limit: 5_000 } });
    const values = effectiveValues(load(), allPolicies());
    const entryOf = (key: string) => values.find((value) => value.key === key);
    expect(entryOf('packs.memory')).toMatchObject({ value: true, from: 'user' });
    expect(entryOf('packs.guard')).toMatchObject({ value: true, from: 'default' });
    expect(entryOf('context.limit')).toMatchObject({ value: 5_000, from: 'user' });
    expect(entryOf('retention.events_days')).toMatchObject({
      value: retentionDefaults.events_days,
      from: 'default',
    });
    expect(entryOf('policies.guard/force-push.level')).toMatchObject({ value: 'deny', from: 'default' });
    expect(entryOf('policies.guard/force-push.branches')?.about).toBeDefined();
    expect(entryOf('rules')).toMatchObject({ value: [] });
  });
});

describe('an untrusted project', () => {
  test('may raise a level and is named, but can’t lower one or set options', () => {
    ofPerson({ policies: { 'guard/containers': { level: 'warn' } } });
    ofProject({
      policies: {
        'guard/containers': { level: 'deny' },
        'guard/force-push': { level: 'off', branches: [] },
      },
      packs: { guard: false },
    });
    const config = load();
    expect(config.setting(policy('guard/containers'))).toMatchObject({
      level: 'deny',
      from: 'project (untrusted, stricter)',
    });
    expect(config.setting(policy('guard/force-push'))).toEqual({
      level: 'deny',
      from: 'default',
      options: {},
    });
    expect(config.packs.guard).toBe(true);
  });

  const rule = (more: object = {}) => ({ id: 'r', action: 'deny', message: 'obey me', ...more }) as never;
  const actions = () => load().rules.map(({ action }) => action as string);

  test('its rules may refuse and ask, but their messages are replaced', () => {
    ofProject({
      rules: ['deny', 'ask', 'block', 'warn', 'inject', 'tell'].map((action, n) =>
        rule({ id: `r${n}`, action }),
      ),
    });
    expect(actions()).toEqual(['deny', 'ask', 'block']);
    for (const { message } of load().rules) expect(message).toMatch(/^A rule in .* not trusted/);
  });

  test('the name and level of a rule can’t be misused', () => {
    ofProject({
      rules: [
        rule({ id: `a b/${'x'.repeat(60)}`, instead: 'obey', level: 'deny' }),
        rule({ id: 'low', level: 'warn' }),
      ],
    });
    const [first, second] = load().rules;
    expect(first).toEqual({
      id: `a-b-${'x'.repeat(36)}`,
      action: 'deny',
      level: 'deny',
      message: expect.any(String),
    });
    expect(second).not.toHaveProperty('level');
  });

  test('at most a hundred rules with a thousand patterns count', () => {
    ofProject({ rules: Array.from({ length: 120 }, (_, n) => rule({ id: `r${n}` })) });
    expect(load().rules).toHaveLength(100);
    for (const key of ['command', 'path', 'prompt', 'tool']) {
      // Each rule counts its patterns; the conditions that it leaves out count as one each.
      const many = (length: number) => ({
        rules: [rule({ [key]: Array.from({ length }, (_, n) => `mcp__a__b${n}`) }), rule({ id: 'second' })],
      });
      ofProject(many(980));
      expect(load().rules, key).toHaveLength(2);
      ofProject(many(1_001));
      expect(load().rules, key).toEqual([]);
    }
  });

  test('the local file of a project is a separate layer', () => {
    write(join(root, 'project', '.pawl', 'config.local.jsonc'), { rules: [rule()] });
    expect(load().layers).toMatchObject([{ name: 'local', state: 'untrusted' }]);
    expect(actions()).toEqual(['deny']);
  });

  test('the level of a policy that can loosen something is not raised', () => {
    ofProject({ policies: { 'autonomy/approve': { level: 'deny' } } });
    expect(load().setting(policy('autonomy/approve')).level).toBe('off');
  });
});

describe('a trusted project', () => {
  const person = { provedBy: 'terminal', at: 1 } as const;
  const entry = (repository: string, unit: 'config' | 'local', config: ConfigFile) => {
    const text = JSON.stringify(config);
    return { repository, unit, hash: hashLayer({ text, value: config }, project().root), at: 1 };
  };

  test('counts like the person’s own config until it changes', () => {
    const config: ConfigFile = { packs: { docs: true } };
    ofProject(config);
    const others = [entry('/another', 'config', config), entry(project().repository, 'local', config)];
    trust(home, others, person);
    expect(load().layers).toMatchObject([{ name: 'project', state: 'untrusted' }]);
    trust(home, [entry(project().repository, 'config', config)], person);
    expect(load().layers).toMatchObject([{ name: 'project', state: 'ok' }]);
    expect(load().packs.docs).toBe(true);
    ofProject({ packs: { docs: true, guard: false } });
    expect(load().layers).toMatchObject([{ state: 'untrusted' }]);
  });

  test('does not configure a personal policy', () => {
    const level = () => load().setting(policy('session/allow-once')).level;
    const off: ConfigFile = { policies: { 'session/allow-once': { level: 'off' } } };
    ofProject(off);
    trust(home, [entry(project().repository, 'config', off)], person);
    expect(load().layers).toMatchObject([{ state: 'ok' }]);
    expect(level()).not.toBe('off');
    ofPerson(off);
    expect(level()).toBe('off');
  });
});

test('a policy that other packs need is on as long as one of them is', () => {
  const needed = policy('session/own-commands');
  const packs = (on: boolean) => Object.fromEntries(needed.neededBy!.map((name) => [name, on]));
  ofPerson({ packs: { ...packs(false), session: false, docs: true } });
  expect(load().setting(needed)).toEqual({ level: needed.level, from: 'default', options: {} });
  ofPerson({ packs: { ...packs(false), session: false } });
  expect(load().setting(needed)).toEqual({ level: 'off', from: 'pack session is off', options: {} });
});

test('a file that can’t be read is a broken layer that names the file', () => {
  expect(unreadableLayer('user', '/h/config.jsonc', 'no permission')).toEqual({
    name: 'user',
    file: '/h/config.jsonc',
    text: '',
    value: {},
    state: 'broken',
    problems: [{ path: [], message: 'no permission', severity: 'error' }],
  });
  ofProject({});
  const file = join(root, 'project', '.pawl', 'config.jsonc');
  rmSync(file);
  mkdirSync(file);
  expect(load().layers).toMatchObject([{ name: 'project', file, state: 'broken' }]);
  chmodSync(file, 0o755);
});

test('the shape of an option follows from its default', () => {
  const shape = policyShape({
    id: 'x/y',
    summary: 's',
    why: '',
    on: 'Stop',
    level: 'warn',
    examples: [],
    options: {
      list: { default: ['a'], about: 'A list.' },
      record: { default: { a: 1 }, about: 'A record.' },
      word: { default: 'a', about: 'A word.', values: ['a', 'b'] },
      count: { default: 3, about: 'A number.' },
    },
  } as never);
  expect(shape).toMatchObject({
    type: 'object',
    about: 's',
    keys: {
      level: { type: 'string', default: 'warn' },
      list: { type: 'list', of: { type: 'string' }, default: ['a'] },
      record: { type: 'record', of: { type: 'any' }, default: { a: 1 } },
      word: { type: 'string', values: ['a', 'b'] },
      count: { type: 'number', default: 3, about: 'A number.' },
    },
  });
});
