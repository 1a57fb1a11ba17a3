import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { isEventName } from './channels.ts';
import { parseEvent } from './event.ts';

const captures = join(import.meta.dir, '../../test/captures');
const files = readdirSync(captures).filter((name) => name !== 'INDEX.json');

test('every captured payload parses as an event and keeps its unknown keys', () => {
  expect(files.length).toBeGreaterThan(150);
  for (const file of files) {
    const text = readFileSync(join(captures, file), 'utf8');
    const parsed = parseEvent(text);
    expect(parsed.kind).toBe('event');
    if (parsed.kind !== 'event') continue;
    expect(isEventName(parsed.event.hook_event_name)).toBe(true);
    for (const key of Object.keys(JSON.parse(text))) expect(parsed.event).toHaveProperty([key]);
  }
});

test('text fields with other values are removed', () => {
  const stop = {
    hook_event_name: 'SubagentStop',
    last_assistant_message: { a: 1 },
    agent_id: 5,
    effort: 'x',
  };
  const parsed = parseEvent(JSON.stringify(stop));
  expect(parsed).toMatchObject({ kind: 'event', event: { effort: 'x' } });
  for (const key of ['last_assistant_message', 'agent_id'])
    expect(parsed.kind === 'event' && parsed.event).not.toHaveProperty(key);
});

test.each(
  'agent_id agent_type transcript_path prompt_id permission_mode tool_use_id last_assistant_message model title trigger error reason message file_path'.split(
    ' ',
  ),
)('%s is text or absent', (key) => {
  const parse = (value: unknown) =>
    parseEvent(JSON.stringify({ hook_event_name: 'FileChanged', session_id: 's', cwd: '/', [key]: value }));
  expect(parse('text')).toMatchObject({ kind: 'event', event: { [key]: 'text' } });
  const parsed = parse(['x']);
  expect(parsed.kind === 'event' && parsed.event).not.toHaveProperty(key);
});

test('a tool can have any name, even one of Object.prototype', () => {
  for (const tool_name of ['constructor', '__proto__', 'toString']) {
    const call = { hook_event_name: 'PreToolUse', tool_name, tool_input: { command: 'ls' } };
    expect(parseEvent(JSON.stringify(call))).toMatchObject({ kind: 'event', event: { tool_name } });
  }
});

test('older field and tool names are understood', () => {
  const parse = (event: object) => parseEvent(JSON.stringify({ session_id: 's', cwd: '/', ...event }));
  expect(parse({ hook_event_name: 'PreToolUse', tool_name: 'Task', tool_input: {} })).toMatchObject({
    event: { tool_name: 'Agent', raw_tool_name: 'Task' },
  });
  expect(parse({ hook_event_name: 'UserPromptSubmit', message: 'hi' })).toMatchObject({
    event: { prompt: 'hi' },
  });
  expect(parse({ hook_event_name: 'UserPromptSubmit', user_prompt: 'hi' })).toMatchObject({
    event: { prompt: 'hi' },
  });
  expect(parse({ hook_event_name: 'SubagentStop', subagent_type: 'x' })).toMatchObject({
    event: { agent_type: 'x', stop_hook_active: false },
  });
  expect(parse({ hook_event_name: 'SubagentStop', agent_type: 'new', subagent_type: 'old' })).toMatchObject({
    event: { agent_type: 'new' },
  });
});

test('a stop lists its background tasks, if they are a list of objects, and whether a hook blocked it before', () => {
  const parse = (more: object) =>
    parseEvent(JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: '/', ...more }));
  const task = { id: 'b1', status: 'running' };
  expect(parse({ background_tasks: [task, 'x', null, 7], stop_hook_active: true })).toMatchObject({
    event: { background_tasks: [task], stop_hook_active: true },
  });
  for (const background_tasks of [undefined, 'x', { 0: task }])
    expect(parse({ background_tasks, stop_hook_active: 'true' })).toMatchObject({
      event: { background_tasks: [], stop_hook_active: false },
    });
});

test('a malformed payload says what is wrong, and which event it probably was', () => {
  expect(parseEvent('')).toMatchObject({ kind: 'malformed', problem: 'stdin was empty' });
  expect(parseEvent('[1]')).toMatchObject({ kind: 'malformed' });
  expect(parseEvent('{"hook_event_name":"PreToolUse","tool_na')).toMatchObject({
    kind: 'malformed',
    name: 'PreToolUse',
  });
  expect(parseEvent('garbage', 'Stop')).toMatchObject({ kind: 'malformed', name: 'Stop' });
  expect(parseEvent('{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"rm"}')).toMatchObject({
    kind: 'malformed',
    name: 'PreToolUse',
  });
  expect(parseEvent('{"hook_event_name":"SomethingNew","x":1}')).toMatchObject({
    kind: 'unknown',
    event: { x: 1 },
  });
});

test('input that policies inspect must be text before a call; a byte order mark is ignored', () => {
  const call = (hook_event_name: string, tool_name: string, tool_input: object) =>
    parseEvent(`\uFEFF${JSON.stringify({ hook_event_name, tool_name, tool_input })}`);
  expect(call('PreToolUse', 'Bash', { command: 'ls' }).kind).toBe('event');
  expect(call('PreToolUse', 'Bash', { command: ['rm', '-rf', '/'] })).toMatchObject({
    kind: 'malformed',
    problem: 'Bash’s command is not text',
  });
  expect(call('PermissionRequest', 'Read', { file_path: { of: '.env' } }).kind).toBe('malformed');
  expect(call('PostToolUseFailure', 'Bash', { command: 7 }).kind).toBe('event');
});

test('a tool name that is not text is malformed, even if it can’t be converted to text', () => {
  for (const tool_name of [{ toString: {} }, { toString: 1, valueOf: 1 }, 7, null])
    expect(
      parseEvent(JSON.stringify({ hook_event_name: 'PreToolUse', tool_name, tool_input: {} })).kind,
    ).toBe('malformed');
});

test('parseEvent never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .jsonValue()
          .map((value) =>
            JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: value, tool_input: value }),
          ),
      ),
      (text) => {
        expect(['event', 'unknown', 'malformed']).toContain(parseEvent(text).kind);
      },
    ),
  );
});

const parsed = (event: object) => parseEvent(JSON.stringify({ session_id: 's', cwd: '/', ...event }));

test.each([
  ['Bash', 'command'],
  ['Read', 'file_path'],
  ['Edit', 'file_path'],
  ['Write', 'file_path'],
  ['NotebookEdit', 'notebook_path'],
])('a call of %s whose %s is not text is malformed', (tool_name, key) => {
  const call = (value: unknown) =>
    parsed({ hook_event_name: 'PreToolUse', tool_name, tool_input: { [key]: value } });
  expect(call('x').kind).toBe('event');
  expect(call(['x'])).toMatchObject({ kind: 'malformed', problem: `${tool_name}’s ${key} is not text` });
});

test.each(['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure', 'PermissionDenied'])(
  '%s names a tool, by its present name, and has an input',
  (hook_event_name) => {
    for (const tool_name of ['KillShell', 'KillBash'])
      expect(parsed({ hook_event_name, tool_name })).toMatchObject({
        event: { tool_name: 'TaskStop', raw_tool_name: tool_name, tool_input: {} },
      });
    expect(parsed({ hook_event_name, tool_name: '' }).kind).toBe('malformed');
    expect(parsed({ hook_event_name, tool_name: 'Read', tool_input: { file_path: 'a' } })).toMatchObject({
      event: { tool_input: { file_path: 'a' } },
    });
  },
);

test('the calls of a batch are read like single calls, and anything else in it is left out', () => {
  const tool_calls = [{ tool_name: 'Task' }, { tool_name: '' }, 'x'];
  expect(parsed({ hook_event_name: 'PostToolBatch', tool_calls })).toMatchObject({
    event: { tool_calls: [{ tool_name: 'Agent', tool_input: {} }] },
  });
});

test('fields that policies rely on are always there', () => {
  const fields = (event: object) => {
    const found = parsed(event);
    return found.kind === 'event' ? found.event : undefined;
  };
  for (const hook_event_name of ['UserPromptSubmit', 'UserPromptExpansion']) {
    expect(fields({ hook_event_name })).toMatchObject({ prompt: '', command_name: '' });
    expect(fields({ hook_event_name, prompt: 'a', message: 'b', user_prompt: 'c' })).toMatchObject({
      prompt: 'a',
    });
    expect(fields({ hook_event_name, message: 'b', user_prompt: 'c' })).toMatchObject({ prompt: 'b' });
  }
  expect(fields({ hook_event_name: 'SubagentStart' })).toMatchObject({ agent_type: '' });
  expect(fields({ hook_event_name: 'SubagentStart', agent_type: 'a', subagent_type: 'b' })).toMatchObject({
    agent_type: 'a',
  });
  expect(fields({ hook_event_name: 'SubagentStart', subagent_type: 'b' })).toMatchObject({ agent_type: 'b' });
  expect(fields({ hook_event_name: 'SessionStart' })).toMatchObject({ source: 'startup' });
  expect(fields({ hook_event_name: 'SessionStart', source: 'resume' })).toMatchObject({ source: 'resume' });
  for (const hook_event_name of ['TaskCreated', 'TaskCompleted'])
    expect(fields({ hook_event_name, task_id: 7 })).toMatchObject({ task_id: '', task_subject: '' });
});

test('the name of a truncated event is looked for in the first 100,000 characters', () => {
  const name = '"hook_event_name":"Stop"';
  const cut = (before: number) => parseEvent(`{"a":"${'x'.repeat(before - name.length - 8)}",${name}`);
  expect(cut(100_000)).toMatchObject({ kind: 'malformed', name: 'Stop' });
  expect(cut(100_001)).toMatchObject({ kind: 'malformed', name: undefined });
});
