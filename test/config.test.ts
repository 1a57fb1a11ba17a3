// Config: layers, the last good version, problems with their line and column, and edits that keep everything else.
import { expect, test } from 'bun:test';
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { plainEvent, run, send } from './support/answers.ts';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { person } from './support/person.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { freshWorld, type World, write } from './support/world.ts';

const byPerson = testUnless(underAgent());
const evil = 'git push --force origin main';
const asks = { policies: { 'guard/force-push': { level: 'ask' } } };
const file = (world: World) => join(world.pawlHome, 'config.jsonc');

interface Shown {
  layers: {
    layer: string;
    state: string;
    problems: { line: number; column: number; key: string; message: string }[];
  }[];
  values: { key: string; value: unknown; from: string }[];
}
/** `pawl config` prints its JSON even if there are problems; its exit code is then 1. */
const show = (world: World): Shown & { code: number } => {
  const { code, stdout } = pawl(world, ['config', '--json']);
  return { code, ...JSON.parse(stdout) };
};

test('a broken config leaves the last good version in force, and the person is told once', () => {
  using world = freshWorld();
  configure(world, asks);
  expect(run(world, evil).decision).toBe('ask');
  write(file(world), '{ "policies": ');
  const first = run(world, evil);
  expect(first).toMatchObject({
    decision: 'ask',
    message: expect.stringContaining('the last good version is in force'),
  });
  expect(run(world, evil).message).toBe('');
  expect(show(world)).toMatchObject({
    code: 1,
    layers: [{ state: 'last good' }, { state: 'missing' }, { state: 'missing' }],
  });
});

test('a change takes effect at once: an edit, an older file in its place, or a link to another file', () => {
  using world = freshWorld();
  const texts = ['one', 'two', 'three'];
  const rule = { id: 'greet', on: 'UserPromptSubmit', prompt: 'hi', action: 'inject' };
  for (const message of texts)
    write(join(world.root, message), JSON.stringify({ rules: [{ ...rule, message }] }));
  const said = (session_id: string) =>
    send(world, plainEvent(world, 'UserPromptSubmit', { prompt: 'hi', session_id })).context;
  write(join(world.pawlHome, 'x'), '');
  run(world, 'ls');
  for (const [index, text] of [...texts, ...texts].entries()) {
    rmSync(file(world), { force: true });
    symlinkSync(join(world.root, text), file(world));
    expect(said(`s-${index}`)).toContain(text);
    expect(said(`t-${index}`)).toContain(text);
  }
  rmSync(file(world));
  expect(said('s-last')).not.toContain('three');
});

test('a config that is a folder or a dangling link is unreadable, not missing', () => {
  for (const replace of [mkdirSync, (path: string) => symlinkSync('/nowhere/config.jsonc', path)]) {
    using world = freshWorld();
    configure(world, asks);
    expect(run(world, evil).decision).toBe('ask');
    rmSync(file(world));
    replace(file(world));
    expect(run(world, evil)).toMatchObject({
      decision: 'ask',
      message: expect.stringContaining('can’t be read'),
    });
    expect(show(world)).toMatchObject({ code: 1, layers: [{ state: 'last good' }, {}, {}] });
  }
});

test('a config that was never valid leaves the defaults in force', () => {
  using world = freshWorld();
  write(file(world), '{ "policies": { "guard/force-push": { "level": "off" } }, "rules": 7 }');
  expect(run(world, evil)).toMatchObject({
    decision: 'deny',
    message: expect.stringContaining('rules: expected a list'),
  });
});

test('comments, trailing commas, a byte order mark and an empty file are accepted', () => {
  for (const text of [
    '',
    '  \n',
    '\uFEFF{}',
    '// only a comment\n{}',
    '{ /* a */ "packs": { "guard": true, }, }',
  ]) {
    using world = freshWorld();
    write(file(world), text);
    expect(run(world, evil)).toMatchObject({
      decision: 'deny',
      message: expect.not.stringContaining('config'),
    });
  }
});

const problems: [text: string, line: number, column: number, key: string, says: string][] = [
  ['{\n  "packs": { "guard": "no" }\n}', 2, 14, 'packs.guard', 'expected true or false, found "no"'],
  ['{\n  "packs": {\n    "gaurd": true\n  }\n}', 3, 5, 'packs.gaurd', 'did you mean "guard"?'],
  ['{ "rules": [\n  { "id": "x", "action": "deny" }\n] }', 2, 3, 'rules.0', 'needs the key "message"'],
  [
    '{ "rules": [\n  { "id": "x", "action": "dney", "message": "m" }\n] }',
    2,
    16,
    'rules.0.action',
    'expected one of deny',
  ],
  ['{\n  "retention": { "events_days": -1 }\n}', 2, 18, 'retention.events_days', 'at least 0'],
  ['{\n  "packs": {}\n  "rules": []\n}', 3, 3, '', 'comma expected'],
  [
    '{\n  "external": [{ "id": "x", "on": "Nope", "command": ["a"] }]\n}',
    2,
    29,
    'external.0.on',
    'there is no event',
  ],
  [
    '{\n  "policies": { "guard/force-pus": { "level": "off" } }\n}',
    2,
    17,
    'policies.guard/force-pus',
    'did you mean "guard/force-push"?',
  ],
  [
    '{\n  "policies": { "guard/force-push": { "branches": "main" } }\n}',
    2,
    39,
    'policies.guard/force-push.branches',
    'a list of string',
  ],
];

for (const [text, line, column, key, says] of problems) {
  test(`a problem is reported with its line and column: ${key || 'syntax'} ${says}`, () => {
    using world = freshWorld();
    write(file(world), text);
    const [problem] = show(world).layers[0]!.problems;
    expect(problem).toMatchObject({ line, column, key, message: expect.stringContaining(says) });
    expect(pawl(world, ['config']).stdout).toContain(`config.jsonc:${line}:${column}`);
  });
}

byPerson('layers apply in the order default < user < project < local, and each value shows its layer', () => {
  using world = freshWorld();
  write(
    file(world),
    '{ "retention": { "events_days": 10 }, "context": { "limit": 5000 }, "packs": { "memory": true } }',
  );
  write(
    join(world.project, '.pawl', 'config.jsonc'),
    '{ "context": { "limit": 6000 }, "packs": { "docs": true } }',
  );
  write(join(world.project, '.pawl', 'config.local.jsonc'), '{ "packs": { "docs": false } }');
  const value = (key: string) => {
    const { value, from } = show(world).values.find((one) => one.key === key)!;
    return [value, from];
  };
  expect(value('context.limit')).toEqual([5000, 'user']);
  expect(person(world, ['trust']).code).toBe(0);
  expect(value('context.limit')).toEqual([6000, 'project']);
  expect(value('packs.docs')).toEqual([false, 'local']);
  expect(value('packs.memory')).toEqual([true, 'user']);
  expect(value('packs.guard')).toEqual([true, 'default']);
  expect(value('policies.guard/force-push.level')).toEqual(['deny', 'default']);
  expect(value('policies.guard/force-push.branches')[1]).toBe('default');
  expect(pawl(world, ['config', 'get', 'context.limit']).stdout).toBe('6000\n');
  expect(pawl(world, ['config', 'get', 'context.limt'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean context.limit?'),
  });
  expect(pawl(world, ['config', 'path']).stdout).toContain(file(world));
});

byPerson('`config set` keeps comments and links, and refuses unknown keys and wrong values', () => {
  using world = freshWorld();
  const dotfile = join(world.root, 'dotfiles', 'pawl.jsonc');
  write(dotfile, '{\n    // mine\n    "packs": {\n        "guard": true, // always\n    },\n}\n');
  write(join(world.pawlHome, 'x'), '');
  symlinkSync(dotfile, file(world));
  expect(pawl(world, ['config', 'set', 'packs.memory', 'true']).code).toBe(0);
  expect(pawl(world, ['config', 'set', 'policies.guard/force-push.level', 'warn']).code).toBe(1);
  expect(person(world, ['config', 'set', 'policies.guard/force-push.level', 'warn']).code).toBe(0);
  const text = readFileSync(dotfile, 'utf8');
  for (const part of ['// mine', '// always', '"memory": true', '"level": "warn"'])
    expect(text).toContain(part);
  expect(lstatSync(file(world)).isSymbolicLink()).toBe(true);
  for (const wrong of [
    ['packs.memory', 'perhaps'],
    ['packs.nope', 'true'],
    ['nope', '1'],
    ['packs', '{"memroy": true}'],
    ['policies.guard/force-push.level', 'x'],
    ['policies.guard/force-psh.level', 'ask'],
  ])
    expect(pawl(world, ['config', 'set', ...wrong!]).code).toBe(1);
  expect(pawl(world, ['config', 'set', 'packs.memroy', 'true']).stderr).toBe(
    'pawl: packs.memroy: unknown key; did you mean "memory"? Nothing was changed.\n',
  );
  expect(readFileSync(dotfile, 'utf8')).toBe(text);
  expect(run(world, evil).decision).toBe('pass');
  write(dotfile, '{ broken');
  expect(pawl(world, ['config', 'set', 'packs.memory', 'true'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is broken'),
  });
  expect(readFileSync(dotfile, 'utf8')).toBe('{ broken');
});

test('rules and external scripts of the user config are applied by the hook', () => {
  using world = freshWorld();
  const script = join(world.root, 'hook.sh');
  write(script, '#!/bin/sh\ncat >/dev/null\necho "from the script" >&2\nexit 2\n');
  const config = {
    rules: [
      {
        id: 'no-release',
        command: 'make release',
        action: 'ask',
        message: 'Release?',
        instead: 'use the pipeline',
      },
      {
        id: 'greet',
        on: 'UserPromptSubmit',
        prompt: 'hello',
        action: 'inject',
        message: 'The person greets you.',
      },
    ],
    external: [{ id: 'old', on: 'PreToolUse', tool: 'Write', command: ['sh', script] }],
  };
  configure(world, config);
  expect(run(world, 'make release now')).toMatchObject({
    decision: 'ask',
    reason: '[rules/no-release] Release? Instead: use the pipeline',
  });
  expect(send(world, plainEvent(world, 'UserPromptSubmit', { prompt: 'Hello!' })).context).toBe(
    'The person greets you.',
  );
  const call = { tool_name: 'Write', tool_input: { file_path: join(world.project, 'a') } };
  expect(send(world, plainEvent(world, 'PreToolUse', call))).toMatchObject({
    decision: 'deny',
    reason: '[external/old] from the script.',
  });
  const sources = pawlJson<{ id: string; source: string }[]>(world, ['policies']).map(
    ({ id, source }) => `${id} ${source}`,
  );
  expect(sources).toEqual(
    expect.arrayContaining(['rules/no-release rule', 'external/old external', 'guard/force-push built-in']),
  );
});

test('every command has --help, and exits with 2 on an unknown option or argument', () => {
  using world = freshWorld();
  const names = [...pawl(world, ['--help']).stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    expect(pawl(world, [name, '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Usage: pawl ${name}`),
    });
    // The hook answers even if it is called with an option it does not know.
    if (name !== 'hook')
      expect(pawl(world, [name, '--no-such-option'])).toMatchObject({ code: 2, stdout: '' });
  }
  // A stray word must not be ignored, because the command would do more than the person meant.
  for (const name of ['init', 'uninstall', 'gc', 'doctor', 'trust', 'pause', 'log'])
    expect(pawl(world, [name, 'stray'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('takes only options, not "stray"'),
    });
});
