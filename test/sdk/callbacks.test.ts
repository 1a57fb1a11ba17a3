// The callbacks of `pawl/sdk` one by one: the program's answers, and programs that fail.
import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { channels } from '../../src/core/channels.ts';
import { type EventName, type HookInput, type HookOutput, pawlHooks } from '../../src/sdk/index.ts';
import { bashEvent, plainEvent } from '../support/answers.ts';
import { pawl, program } from '../support/pawl.ts';
import { until } from '../support/wait.ts';
import { envOf, freshWorld, type World, write } from '../support/world.ts';

const root = join(import.meta.dir, '..', '..');

async function call(
  world: World,
  event: EventName,
  input: object,
  { file = program, signal = new AbortController().signal } = {},
): Promise<HookOutput> {
  const hooks = pawlHooks({ program: file, env: envOf(world), cwd: world.project, events: [event] });
  const [callback] = hooks[event]![0]!.hooks;
  return callback!({ hook_event_name: event, ...input } as HookInput, undefined, { signal });
}

/** A program in the place of Pawl. */
function standIn(world: World, source: string): string {
  const file = join(world.root, 'stand-in');
  write(file, `#!/bin/sh\n${source}\n`);
  chmodSync(file, 0o755);
  return file;
}

test('the events are those of the plugin', () => {
  const { hooks } = JSON.parse(readFileSync(join(root, 'plugin', 'hooks', 'hooks.json'), 'utf8'));
  expect(Object.keys(pawlHooks()).sort()).toEqual(Object.keys(hooks).sort());
});

test('an application that names its events gets only those, and no start of a session', () => {
  expect(Object.keys(pawlHooks({ events: ['PreToolUse'] }))).toEqual(['PreToolUse']);
  expect(pawlHooks({ events: ['UserPromptSubmit'] }).UserPromptSubmit).toHaveLength(1);
  expect(pawlHooks({ events: ['SessionStart'] }).UserPromptSubmit).toHaveLength(1);
});

test('only a tool call is blocked by a failure of the callback, and every event has the registered timeout', () => {
  for (const [event, matchers] of Object.entries(pawlHooks())) {
    expect(matchers[0]!.onFailure).toBe(event === 'PreToolUse' ? 'block' : undefined);
    expect(matchers[0]!.timeout).toBe(channels[event as EventName].timeout);
  }
});

test('a captured event of each kind gets the answer that the program gives', async () => {
  const folder = join(root, 'test', 'captures');
  const files = readdirSync(folder).filter(
    (name) => name !== 'INDEX.json' && !name.startsWith('MessageDisplay'),
  );
  const kinds = new Map(files.map((name) => [name.split('.')[0] as EventName, name]));
  for (const [event, name] of kinds) {
    // Two worlds, because what is said once is not said again.
    using one = freshWorld();
    using other = freshWorld();
    const input = readFileSync(join(folder, name), 'utf8');
    const { code, stdout, stderr } = pawl(one, ['hook', event], input);
    const answered = await call(other, event, JSON.parse(input));
    const expected = code === 2 ? { decision: 'block', reason: stderr.trim() } : JSON.parse(stdout || '{}');
    const neutral = (answer: object, { root }: World) => JSON.stringify(answer).replaceAll(root, 'ROOT');
    expect([name, neutral(answered, other)]).toEqual([name, neutral(expected, one)]);
  }
}, 60_000);

test('exit code 2 becomes the refusal of the event', async () => {
  using world = freshWorld();
  const file = standIn(world, 'cat >/dev/null; echo no, because >&2; exit 2');
  expect(await call(world, 'PreToolUse', bashEvent(world, 'ls'), { file })).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no, because',
    },
  });
  const block = { decision: 'block', reason: 'no, because' } as const;
  for (const event of ['Stop', 'TaskCreated', 'ConfigChange'] as const)
    expect(await call(world, event, plainEvent(world, event), { file })).toEqual(block);
  expect(await call(world, 'Elicitation', plainEvent(world, 'Elicitation'), { file })).toEqual({
    hookSpecificOutput: { hookEventName: 'Elicitation', action: 'decline' },
  });
});

test.each([
  ['crashes', 'echo broken >&2; exit 1', 'broken'],
  ['answers nonsense', 'echo hello', 'hello'],
  ['is killed', 'kill -9 $$', 'ended with'],
])('if the program %s, the tool call is refused and nothing else is held up', async (_, source, why) => {
  using world = freshWorld();
  const file = standIn(world, source);
  const answer = await call(world, 'PreToolUse', bashEvent(world, 'ls'), { file });
  expect(answer.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
  expect(answer.hookSpecificOutput.permissionDecisionReason).toContain(why);
  expect(answer.hookSpecificOutput.permissionDecisionReason).toContain(`${file} doctor`);
  expect(await call(world, 'Stop', plainEvent(world, 'Stop'), { file })).toEqual({});
});

test('a relative path of the program starts at the folder of the application', async () => {
  using world = freshWorld();
  const file = relative(process.cwd(), standIn(world, 'echo no >&2; exit 2'));
  expect(await call(world, 'Stop', plainEvent(world, 'Stop'), { file })).toMatchObject({ decision: 'block' });
});

test('if the program is missing, the tool call is refused and the prompt says so', async () => {
  using world = freshWorld();
  const file = join(world.root, 'nothing');
  const answer = await call(world, 'PreToolUse', bashEvent(world, 'ls'), { file });
  expect(answer.hookSpecificOutput.permissionDecision).toBe('deny');
  const prompt = await call(world, 'UserPromptSubmit', plainEvent(world, 'UserPromptSubmit'), { file });
  expect(prompt.systemMessage).toContain(file);
});

test('when the client gives up, the program is ended', async () => {
  using world = freshWorld();
  const started = join(world.root, 'started');
  const file = standIn(world, `echo $$ > '${started}.new'; mv '${started}.new' '${started}'; exec sleep 600`);
  const stop = new AbortController();
  const answer = call(world, 'PreToolUse', bashEvent(world, 'ls'), { file, signal: stop.signal });
  await until('the program started', () => existsSync(started));
  stop.abort();
  expect(await answer).toEqual({});
  const pid = Number(readFileSync(started, 'utf8'));
  await until('the program ended', () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
});

test('the program sees the project and this process, and nothing of an outer session', async () => {
  using world = freshWorld();
  const seen = join(world.root, 'seen');
  const file = standIn(world, `env > '${seen}'`);
  const env = {
    ...envOf(world),
    CLAUDE_PLUGIN_ROOT: '/outer',
    CLAUDE_CODE_SESSION_ID: 'outer',
    CLAUDE_PID: '1',
  };
  const [callback] = pawlHooks({ program: file, env }).Stop![0]!.hooks;
  const signal = new AbortController().signal;
  const at = (cwd: string) =>
    callback!({ hook_event_name: 'Stop', session_id: 's1', cwd }, undefined, { signal });
  await at(world.project);
  // The folder follows the session, the project does not; a folder that is gone is no reason to fail.
  await at(join(world.project, 'gone'));
  const lines = readFileSync(seen, 'utf8').split('\n');
  expect(lines).toContain(`CLAUDE_PROJECT_DIR=${world.project}`);
  expect(lines).toContain(`CLAUDE_PID=${process.pid}`);
  expect(lines).toContain('CLAUDE_CODE_SESSION_ID=s1');
  expect(lines.join('\n')).not.toContain('outer');
});
