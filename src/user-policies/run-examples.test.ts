import { expect, test } from 'bun:test';
import { bash } from '../core/examples.ts';
import { definePolicy, type Policy } from '../core/policy.ts';
import { allow, block, deny, inject, rewrite, tell } from '../core/verdict.ts';
import { fullTitleOf, runExample, runExamples, titleOf } from './run-examples.ts';

const policy = (check: Policy['check'], more: object = {}) =>
  definePolicy({
    id: 'mine/x',
    summary: '',
    why: '',
    on: 'PreToolUse',
    level: 'ask',
    examples: [],
    check,
    ...more,
  } as never) as Policy;

test('an example passes if the strongest verdict is what it expects', async () => {
  const tested = policy(() => [tell('t'), inject('i'), deny('no')]);
  expect(await runExample(tested, { event: bash('ls'), expect: 'deny' })).toEqual({
    policy: 'mine/x',
    example: 'ls',
    expected: 'deny',
    got: 'deny',
    ok: true,
  });
  expect(await runExample(tested, { event: bash('ls'), expect: 'inject' })).toMatchObject({
    got: 'deny',
    ok: false,
  });
  const two = policy(() => [tell('t'), inject('i')]);
  expect(await runExample(two, { event: bash('ls'), expect: 'inject' })).toMatchObject({ ok: true });
  const none = policy(() => undefined);
  expect(await runExample(none, { event: bash('ls'), expect: 'pass' })).toMatchObject({ ok: true });
  const yes = policy(() => allow('fine'), { loosens: true });
  expect(await runExample(yes, { event: bash('ls'), expect: 'allow' })).toMatchObject({ got: 'allow' });
});

test('the strongest verdict is that of a stop, of a change and of a note, too', async () => {
  const stop = { hook_event_name: 'Stop', session_id: 's', cwd: '/p' };
  const holds = policy(() => [tell('t'), block('not yet')], { on: 'Stop' });
  expect(await runExample(holds, { event: stop, expect: 'block' } as never)).toMatchObject({ got: 'block' });
  const changes = policy(() => [tell('t'), inject('i'), rewrite({ command: 'ls -l' }, 'longer')], {
    loosens: true,
  });
  expect(await runExample(changes, { event: bash('ls'), expect: 'rewrite' })).toMatchObject({
    got: 'rewrite',
  });
  expect(
    await runExample(
      policy(() => tell('t')),
      { event: bash('ls'), expect: 'tell' },
    ),
  ).toMatchObject({
    got: 'tell',
  });
});

test('an example runs the policy at its strongest level', async () => {
  const weak = policy(() => deny('no'), { level: 'observe' });
  expect(await runExample(weak, { event: bash('ls'), expect: 'deny' })).toMatchObject({ ok: true });
});

test('the text that an example expects is searched for in every verdict, quotes included', async () => {
  const tested = policy(() => [deny('use "git stash"'), tell('second')]);
  const check = (says: string) => runExample(tested, { event: bash('ls'), expect: 'deny', says });
  expect(await check('"git stash"')).toMatchObject({ ok: true });
  expect(await check('second')).toMatchObject({ ok: true });
  expect(await check('seconds')).toMatchObject({ ok: false });
  expect(await check('third')).toMatchObject({ ok: false, problem: 'does not say “third”' });
});

test('options and state of the example are used, or else the defaults', async () => {
  const tested = policy(
    ((_event: unknown, context: { options: { word: string }; state: { get(): number } }) =>
      deny(`${context.options.word} ${context.state.get()}`)) as never,
    { options: { word: { default: 'default', about: '' } }, state: { scope: 'session', initial: 1 } },
  );
  const says = (example: object, text: string) =>
    runExample(tested, { event: bash('ls'), expect: 'deny', says: text, ...example } as never);
  expect(await says({}, 'default 1')).toMatchObject({ ok: true });
  expect(await says({ options: { word: 'mine' }, state: 7 }, 'mine 7')).toMatchObject({ ok: true });
});

test('a policy that throws, answers nonsense or gets an unusable event is a failure', async () => {
  const throws = policy(() => {
    throw new Error('broken');
  });
  const example = { event: bash('ls'), expect: 'pass' as const };
  expect(await runExample(throws, example)).toMatchObject({ got: 'failure', ok: false, problem: 'broken' });
  const nonsense = policy((() => ({ kind: 'maybe' })) as never);
  expect(await runExample(nonsense, example)).toMatchObject({ got: 'failure' });
  const fine = policy(() => undefined);
  const unusable = { event: { hook_event_name: 'PreToolUse', tool_input: 'x' }, expect: 'pass' as const };
  expect((await runExample(fine, unusable as never)).problem).not.toContain('unknown event name');
  const unknown = { event: { hook_event_name: 'Nothing' }, expect: 'pass' as const };
  expect((await runExample(fine, unknown as never)).problem).toContain('unknown event name');
});

test('a policy may spell its events and tools in any way, and is asked only about those', async () => {
  const tested = policy(() => deny('no'), { on: 'pretooluse', tools: 'bash|read' });
  const read = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/f' } };
  const expects = (event: object, expect: string) => runExample(tested, { event, expect } as never);
  expect(await expects(bash('ls'), 'deny')).toMatchObject({ ok: true });
  expect(await expects(read, 'deny')).toMatchObject({ ok: true });
  const write = { ...read, tool_name: 'Write' };
  expect(await expects(write, 'pass')).toMatchObject({ ok: true });
  expect((await expects(write, 'deny')).problem).toBe(
    'the policy is never asked about this event; look at its `on` and `tools`',
  );
});

test('all examples of a policy run, in their order', async () => {
  const examples = [
    { event: bash('a'), expect: 'deny' },
    { event: bash('b'), expect: 'deny' },
  ];
  const results = await runExamples(policy(() => deny('no'), { examples }));
  expect(results.map(({ example }) => example)).toEqual(['a', 'b']);
});

test('an example is called by its title, or by what its event is about', () => {
  const event = { hook_event_name: 'Stop' };
  expect(titleOf({ title: 't', event: bash('ls'), expect: 'pass' })).toBe('t');
  expect(titleOf({ event: bash('ls'), expect: 'pass' })).toBe('ls');
  expect(titleOf({ event: { ...event, tool_input: { file_path: '/f' } }, expect: 'pass' } as never)).toBe(
    '/f',
  );
  expect(titleOf({ event, expect: 'pass' } as never)).toBe('Stop');
  const tool = {
    hook_event_name: 'PreToolUse',
    tool_name: 'mcp__github__delete_repository',
    tool_input: { repo: 'me/x' },
  };
  expect(titleOf({ event: tool, expect: 'ask' } as never)).toBe('mcp__github__delete_repository me/x');
  const start = { hook_event_name: 'SessionStart', source: 'compact' };
  expect(titleOf({ event: start, expect: 'pass' } as never)).toBe('SessionStart: compact');
  const prompt = (length: number) =>
    titleOf({ event: { hook_event_name: 'X', prompt: 'p'.repeat(length) }, expect: 'pass' } as never);
  expect([prompt(80).length, prompt(81), prompt(0)]).toEqual([83, 'X', 'X']);
  for (const key of ['agent_type', 'message', 'command_name', 'error', 'reason', 'trigger'])
    expect(titleOf({ event: { ...event, [key]: 'x' }, expect: 'pass' } as never)).toBe('Stop: x');
  const agent = { tool_name: 'Agent', tool_input: { description: 'd', subagent_type: 'helper' } };
  expect(titleOf({ event: { ...event, ...agent }, expect: 'pass' } as never)).toBe('Agent helper');
  expect(fullTitleOf({ title: 'A subagent', event: bash('vercel'), expect: 'deny' })).toBe(
    'A subagent: vercel',
  );
  expect(fullTitleOf({ title: 'Nothing to do', event, expect: 'pass' } as never)).toBe('Nothing to do');
});
