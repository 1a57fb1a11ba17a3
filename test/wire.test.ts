// Captured payloads of the real client, sent to the built program.
import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventNames } from '../src/core/channels.ts';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { invalid } from './support/valid.ts';
import { freshWorld } from './support/world.ts';

const captures = join(import.meta.dir, 'captures');
const files = readdirSync(captures).filter((name) => name !== 'INDEX.json');
const payload = (file: string) => readFileSync(join(captures, file), 'utf8');

const quiet = freshWorld();
const loud = freshWorld();
afterAll(() => {
  quiet[Symbol.dispose]();
  loud[Symbol.dispose]();
});

/** A config with rules that deny, inject, tell and warn on every event. */
configure(loud, {
  rules: (['deny', 'inject', 'tell', 'warn'] as const).map((action) => ({
    id: `say-${action}`,
    on: eventNames,
    action,
    message: `loud ${action}`,
  })),
});

describe('every captured payload gets an answer that is valid for its event', () => {
  for (const file of files) {
    const text = payload(file);
    const event = JSON.parse(text).hook_event_name as string;
    test(file, () => {
      const plain = pawl(quiet, ['hook'], text);
      expect(plain).toMatchObject({ code: 0, stderr: '' });
      expect(invalid(event, plain.stdout)).toEqual([]);
      const refused = pawl(loud, ['hook', event], text);
      expect(invalid(event, refused.stdout)).toEqual([]);
      if (refused.code === 2)
        expect(refused).toMatchObject({ stdout: '', stderr: expect.stringContaining('loud deny') });
      else expect(refused).toMatchObject({ code: 0, stderr: '' });
    });
  }
});

test('all 33 events are covered', () => {
  expect(new Set(files.map((file) => JSON.parse(payload(file)).hook_event_name)).size).toBe(33);
  expect(eventNames.length).toBe(33);
});

test('every answered payload was recorded', () => {
  const records = pawlJson<{ event: string; decision: string }[]>(quiet, ['log', '--limit', '1000']);
  expect(records.length).toBe(files.length);
});

describe('malformed input of a tool call asks the person; other events pass', () => {
  const asked = (stdout: string) => JSON.parse(stdout).hookSpecificOutput?.permissionDecision;
  const cases: [name: string, args: string[], stdin: string | Buffer, expected: 'ask' | 'silent'][] = [
    ['empty stdin', ['hook', 'PreToolUse'], '', 'ask'],
    ['empty stdin, and no event name', ['hook'], '', 'ask'],
    ['broken JSON', ['hook'], '{"hook_event_name":"PreToolUse","tool_name":"Ba', 'ask'],
    ['an array', ['hook', 'PreToolUse'], '[1,2]', 'ask'],
    ['a tool without a name', ['hook'], '{"hook_event_name":"PreToolUse","tool_input":{}}', 'ask'],
    ['a stop in broken JSON', ['hook'], '{"hook_event_name":"Stop",,', 'silent'],
    ['a session end in broken JSON', ['hook', 'SessionEnd'], 'garbage', 'silent'],
    [
      'an event that does not exist yet',
      ['hook'],
      '{"hook_event_name":"TimeTravel","session_id":"s","cwd":"/"}',
      'silent',
    ],
  ];
  for (const [name, args, stdin, expected] of cases) {
    test(name, () => {
      const { code, stdout } = pawl(quiet, args, stdin as string);
      expect(code).toBe(0);
      if (expected === 'ask') expect(asked(stdout)).toBe('ask');
      else expect(stdout === '' || Object.keys(JSON.parse(stdout)).join() === 'systemMessage').toBe(true);
    });
  }

  test('a command with invalid UTF-8 is still checked', () => {
    const event = Buffer.concat([
      Buffer.from(
        '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{"command":"git push --force origin main #',
      ),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}}'),
    ]);
    const done = Bun.spawnSync([join(import.meta.dir, '../dist/pawl'), 'hook'], {
      env: { HOME: quiet.home, PATH: '/usr/bin:/bin' },
      stdin: event,
    });
    expect(asked(done.stdout.toString())).toBe('deny');
  });

  test('10 MB of input and unknown keys are accepted', () => {
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: '/',
      tool_name: 'Write',
      tool_input: { file_path: '/tmp/x', content: 'x'.repeat(10_000_000) },
      brand_new: { deep: [1] },
    };
    expect(pawl(quiet, ['hook'], JSON.stringify(event))).toMatchObject({ code: 0, stdout: '' });
  });
});

test('text that a stop can’t give to the model arrives once, with the next event that can carry it', () => {
  using world = freshWorld();
  configure(world, {
    rules: [{ id: 'note', on: 'PreCompact', action: 'inject', message: 'remember the milk' }],
  });
  const say = (hook_event_name: string, more = {}) =>
    pawl(world, ['hook'], JSON.stringify({ hook_event_name, session_id: 's9', cwd: world.project, ...more }))
      .stdout;
  expect(say('PreCompact', { trigger: 'auto' })).toBe('');
  expect(say('SessionEnd')).toBe('');
  expect(say('UserPromptSubmit', { prompt: 'hi' })).toContain('remember the milk');
  expect(say('UserPromptSubmit', { prompt: 'hi' })).toBe('');
});

test('a message to the person waits for an event that can show it, and is shown once', () => {
  using world = freshWorld();
  configure(world, { packs: 3 });
  const say = (hook_event_name: string, more = {}) =>
    pawl(world, ['hook'], JSON.stringify({ hook_event_name, session_id: 's10', cwd: world.project, ...more }))
      .stdout;
  expect(say('Notification', { message: 'x', notification_type: 'idle_prompt' })).toBe('');
  expect(say('UserPromptSubmit', { prompt: 'hi' })).toContain('config.jsonc: packs');
  expect(say('UserPromptSubmit', { prompt: 'hi' })).toBe('');
});

test('the same text is sent once per session, and again after a compaction', () => {
  using world = freshWorld();
  configure(world, {
    rules: [
      {
        id: 'note',
        on: ['UserPromptSubmit', 'SessionStart'],
        action: 'inject',
        message: 'the tests are slow',
      },
    ],
  });
  const say = (session_id: string, event: object) =>
    pawl(world, ['hook'], JSON.stringify({ session_id, cwd: world.project, ...event })).stdout;
  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'hi' };
  expect(say('a', prompt)).toContain('the tests are slow');
  expect(say('a', prompt)).toBe('');
  expect(say('b', prompt)).toContain('the tests are slow');
  expect(say('a', { hook_event_name: 'SessionStart', source: 'compact' })).toContain('the tests are slow');
  expect(say('a', { ...prompt, agent_id: 'sub', agent_type: 'x' })).toContain('the tests are slow');
});
