import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { matchesTool, matchesWildcard, notSelected, runAll, select, whyNoVerdict } from './engine.ts';
import type { Event } from './event.ts';
import { bash, stop } from './examples.ts';
import { merge } from './merge.ts';
import type { Context, Policy } from './policy.ts';

const policy = (more: Partial<Policy>): Policy => ({
  id: 'x/y',
  summary: '',
  why: '',
  on: 'PreToolUse',
  level: 'deny',
  examples: [],
  check: () => undefined,
  ...more,
});
const event = bash('ls') as unknown as Event;
const running = (clock = () => 0, deadline = 100) => ({
  facts: { shell: { commands: [], effects: [], notes: [] } },
  context: () => ({}) as Context,
  clock,
  deadline,
});
const run = (one: Policy, on = event, how = running()) =>
  runAll([{ policy: one, level: one.level, options: {} }], on, how);

test('a policy that throws is named; it refuses if it belongs to the guard and passes otherwise', () => {
  const check = () => {
    throw new Error('boom');
  };
  const [guard] = run(policy({ id: 'guard/x', check }));
  expect(guard?.error).toContain('boom');
  expect(merge([guard!]).decision).toBe('deny');
  expect(merge(run(policy({ id: 'docs/x', check }))).decision).toBe('pass');
  expect(merge(run(policy({ id: 'docs/x', check, onError: 'ask' }))).decision).toBe('ask');
});

test('a policy about any effect runs for every command that is not harmless, and for no other', () => {
  const any = policy({
    id: 'guard/any',
    effects: 'any',
    check: () => ({ kind: 'deny', reason: 'no' }) as never,
  });
  const shell = { commands: [], effects: [], notes: [] };
  const on = (harmless: boolean) =>
    merge(run(any, event, { ...running(), facts: { shell: { ...shell, harmless } } } as never)).decision;
  expect(on(false)).toBe('deny');
  expect(on(true)).toBe('pass');
});

test('a policy about calls without a command runs for tools of servers, whatever command they name', () => {
  const one = policy({
    effects: ['no-command'] as never,
    check: () => ({ kind: 'deny', reason: 'no' }) as never,
  });
  const on = (tool_name: string) =>
    merge(run(one, { ...bash('ls'), tool_name } as unknown as Event)).decision;
  expect(on('mcp__shell__run')).toBe('deny');
  expect(on('Bash')).toBe('pass');
  expect(on('run_mcp__')).toBe('pass');
});

test('a stop is never blocked by a failing policy', () => {
  const check = () => {
    throw new Error('boom');
  };
  const outcome = merge(run(policy({ id: 'guard/x', on: 'Stop', check }), stop() as unknown as Event));
  expect(outcome.decision).toBe('pass');
  expect(outcome.messages[0]?.text).toContain('guard/x');
});

test('a missed deadline is a finding, and the policies after it are not reached', () => {
  let now = 0;
  const slow = policy({
    id: 'guard/slow',
    check: () => {
      now += 200;
      return undefined;
    },
  });
  const next = policy({ id: 'guard/next' });
  const findings = runAll(
    [slow, next].map((one) => ({ policy: one, level: 'deny' as const, options: {} })),
    event,
    running(() => now, 100),
  );
  expect(findings.map((one) => one.error)).toEqual([
    expect.stringContaining('overran'),
    expect.stringContaining('not reached'),
  ]);
});

test('a result that is not a verdict is reported with the name of its policy', () => {
  const [finding] = run(policy({ id: 'docs/x', check: () => ({ kind: 'denny' }) as never }));
  expect(finding?.error).toContain('not a verdict');
});

test('selection says why a policy did not run', () => {
  const policies = [
    policy({ id: 'a/event', on: 'Stop' }),
    policy({ id: 'b/tool', tools: ['Read'] }),
    policy({ id: 'c/off', level: 'off' }),
    policy({ id: 'd/on' }),
  ];
  const settings = (one: Policy) => ({ level: one.level, from: 'default', options: {} });
  const chosen = select(policies, event, settings);
  expect(chosen.map((one) => one.policy.id)).toEqual(['d/on']);
  expect(notSelected(policies, event, settings)).toEqual([
    { policy: 'a/event', because: 'other event' },
    { policy: 'b/tool', because: 'other tool' },
    { policy: 'c/off', because: 'off (default)' },
  ]);
});

test('a selected policy without a verdict says why, for `pawl explain`', () => {
  const { check, ...recordsOnly } = policy({});
  const deletes = policy({ effects: ['delete', 'no-command'] as never });
  expect(whyNoVerdict(recordsOnly as Policy, false)).toBe('records only');
  expect(whyNoVerdict(policy({ check: check! }), true)).toBe('did not run for this event');
  expect(whyNoVerdict(deletes, false)).toBe('the command has none of its effects (delete)');
  expect(whyNoVerdict(deletes, true)).toStartWith('the call only inspects, builds or tests');
  expect(whyNoVerdict(policy({ effects: 'any' }), false)).toStartWith('the call only inspects');
});

test('wildcards match like the equivalent regular expression', () => {
  const part = fc.constantFrom('a', 'b', '*', 'ab', '');
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.constantFrom('a', 'b')), (pattern, text) => {
      const expected = new RegExp(`^${pattern.join('').replaceAll('*', '.*')}$`).test(text.join(''));
      expect(matchesWildcard(pattern.join(''), text.join(''))).toBe(expected);
    }),
  );
  expect(matchesTool(['mcp__*__send'], 'mcp__mail__send')).toBe(true);
});
