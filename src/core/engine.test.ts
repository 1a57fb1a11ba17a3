import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  fitToEvent,
  limitToLevel,
  matchesTool,
  matchesWildcard,
  notSelected,
  runAll,
  select,
  whyNoVerdict,
} from './engine.ts';
import type { Event } from './event.ts';
import { bash, stop } from './examples.ts';
import { merge } from './merge.ts';
import type { Context, Policy } from './policy.ts';
import type { Verdict } from './verdict.ts';

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
const run = (tested: Policy, on = event, context = running()) =>
  runAll([{ policy: tested, level: tested.level, options: {} }], on, context);

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

test('a policy about any effect runs for exactly those commands that are not harmless', () => {
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
  const tested = policy({
    effects: ['no-command'] as never,
    check: () => ({ kind: 'deny', reason: 'no' }) as never,
  });
  const on = (tool_name: string) =>
    merge(run(tested, { ...bash('ls'), tool_name } as unknown as Event)).decision;
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
    [slow, next].map((item) => ({ policy: item, level: 'deny' as const, options: {} })),
    event,
    running(() => now, 100),
  );
  expect(findings.map((finding) => finding.error)).toEqual([
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
  const settings = (item: Policy) => ({ level: item.level, from: 'default', options: {} });
  const chosen = select(policies, event, settings);
  expect(chosen.map((item) => item.policy.id)).toEqual(['d/on']);
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
  expect(matchesWildcard('a*b*c', 'abc')).toBe(true);
  expect(matchesWildcard('a*b*c', 'ac')).toBe(false);
  expect(matchesWildcard('a*bb*b', 'abb')).toBe(false);
  expect(matchesWildcard('ab*ba', 'aba')).toBe(false);
});

test('a policy about effects runs if the command has one of them, or could not be read completely', () => {
  const tested = policy({ effects: ['delete'], check: () => ({ kind: 'deny', reason: 'no' }) as never });
  const shell = { commands: [], effects: [], notes: [] };
  const on = (more: object, options = {}) =>
    runAll([{ policy: tested, level: 'deny', options }], event, {
      ...running(),
      facts: { shell: { ...shell, ...more } },
    } as never).length;
  expect(on({})).toBe(0);
  expect(on({ effects: [{ kind: 'write' }] })).toBe(0);
  expect(on({ effects: [{ kind: 'write' }, { kind: 'delete' }] })).toBe(1);
  expect(on({ notes: ['parse-error'] })).toBe(1);
  // A configured option can widen what a policy is about.
  expect(on({}, { paths: ['x'] })).toBe(1);
  expect(on({ harmless: true }, { paths: ['x'] })).toBe(1);
});

test('a policy may run until the deadline; reading the command is not charged to it', () => {
  let now = 0;
  const facts = {
    get shell() {
      now += 40;
      return { commands: [], effects: [{ kind: 'delete' }], notes: [] };
    },
  };
  const check = () => {
    now += 60;
    return undefined;
  };
  const [finding] = run(policy({ effects: ['delete'], check }), event, {
    ...running(() => now, 100),
    facts,
  } as never);
  expect(finding).toEqual({ policy: 'x/y', level: 'deny', verdicts: [], effective: [], ms: 60 });
  const [late] = run(
    policy({}),
    event,
    running(() => 100.5, 100),
  );
  expect(late).toMatchObject({ error: 'was not reached before the deadline', ms: 0 });
  expect(
    run(
      policy({}),
      event,
      running(() => 100, 100),
    )[0],
  ).not.toHaveProperty('error');
});

test('a finding keeps all verdicts of the policy, and those that are in effect at its level', () => {
  const said = { kind: 'deny', reason: 'no', instead: 'ls' } as Verdict;
  const tested = policy({ check: () => said as never });
  const [finding] = runAll([{ policy: tested, level: 'ask', options: {} }], event, running());
  expect(finding).toEqual({
    policy: 'x/y',
    level: 'ask',
    verdicts: [said],
    effective: [{ ...said, kind: 'ask' } as Verdict],
    ms: 0,
  });
});

test('the failure of a policy is reported once per session, with the error', () => {
  const check = () => {
    throw new TypeError('x is not a function');
  };
  const [finding] = run(policy({ id: 'docs/x', check }));
  expect(finding).toMatchObject({ error: 'threw x is not a function' });
  expect(finding?.effective).toEqual([
    { kind: 'tell', text: 'docs/x failed: it threw x is not a function.', again: false },
  ]);
});

test('a failing guard refuses a permission as well', () => {
  const check = () => {
    throw 'boom';
  };
  const request = { ...bash('ls'), hook_event_name: 'PermissionRequest' } as unknown as Event;
  const [finding] = run(policy({ id: 'guard/x', on: 'PermissionRequest', check }), request);
  expect(finding).toMatchObject({ error: 'threw boom', effective: [{ kind: 'deny' }, { kind: 'tell' }] });
});

test('each event carries what it can: a refusal becomes a block or a message, an allow is dropped', () => {
  const kinds = (name: Parameters<typeof fitToEvent>[1]) =>
    (['allow', 'rewrite', 'ask', 'deny', 'block', 'inject', 'tell', 'evidence'] as const).map(
      (kind) => fitToEvent({ kind, reason: 'r', text: 't' } as never, name)?.kind,
    );
  const call = ['allow', 'rewrite', 'ask', 'deny', 'deny', 'inject', 'tell', 'evidence'];
  expect(kinds('PreToolUse')).toEqual(call as never);
  expect(kinds('PermissionRequest')).toEqual(call as never);
  const none = [undefined, undefined];
  expect(kinds('Stop')).toEqual([...none, 'block', 'block', 'block', 'inject', 'tell', 'evidence'] as never);
  expect(kinds('SessionStart')).toEqual([
    ...none,
    'tell',
    'tell',
    'tell',
    'inject',
    'tell',
    'evidence',
  ] as never);
});

test('a level lowers a refusal, and nothing else', () => {
  const at = (level: Parameters<typeof limitToLevel>[1], kind: string, name = 'PreToolUse') =>
    limitToLevel({ kind, reason: 'r', text: 't' } as never, level, name as never).map(
      (verdict) => verdict.kind,
    );
  expect(at('ask', 'deny')).toEqual(['ask']);
  expect(at('ask', 'ask')).toEqual(['ask']);
  expect(at('ask', 'block', 'Stop')).toEqual(['block']);
  expect(at('ask', 'allow')).toEqual(['allow']);
  for (const kind of ['ask', 'deny', 'block']) expect(at('warn', kind)).toEqual(['inject', 'tell']);
  for (const kind of ['allow', 'tell', 'inject']) expect(at('warn', kind)).toEqual([kind as never]);
  // An event that takes no text for the model still shows the warning to the person.
  expect(at('warn', 'deny', 'PreCompact')).toEqual(['tell']);
});

test('a policy for several events and tools is chosen for each of them, with its settings', () => {
  const tested = policy({ on: ['PreToolUse', 'Stop'] as never, tools: ['Read', 'Bash'] });
  const settings = () => ({ level: 'ask' as const, from: 'user', options: { n: 1 } });
  expect(select([tested], event, settings)).toEqual([{ policy: tested, level: 'ask', options: { n: 1 } }]);
  expect(select([tested], stop() as unknown as Event, settings)).toHaveLength(1);
  expect(select([tested], { ...bash('ls'), tool_name: 'Edit' } as unknown as Event, settings)).toEqual([]);
  expect(
    select([tested], { ...stop(), hook_event_name: 'SessionEnd' } as unknown as Event, settings),
  ).toEqual([]);
});
