import { describe, expect, test } from 'bun:test';
import type { Outcome, Reason } from './merge.ts';
import { freshGate, type GateState, gateLimits, ruleStop, type Stopping } from './stop-gate.ts';

const stop = (more: object = {}): Stopping =>
  ({
    hook_event_name: 'Stop',
    session_id: 's',
    cwd: '/',
    prompt_id: 'p1',
    stop_hook_active: false,
    ...more,
  }) as Stopping;
const held = (...reasons: Partial<Reason>[]): Outcome => ({
  decision: 'block',
  reasons: reasons.map((one) => ({ policy: 'checkpoint/proof', text: 'proof is missing', ...one })),
  context: [],
  messages: [],
});

/** Stops again and again; each mark is what the session had done by then. */
function play(marks: string[], outcome = held({}), event = (n: number) => stop({ stop_hook_active: n > 0 })) {
  let state: GateState = freshGate;
  return marks.map((mark, n) => {
    const ruling = ruleStop({ event: event(n), outcome, state, mark });
    state = ruling.state;
    return ruling;
  });
}
const kinds = (...args: Parameters<typeof play>) => play(...args).map(({ kind }) => kind);

test('one list, the most important first', () => {
  const [ruling] = play(
    ['0'],
    held({ policy: 'tasks/finish' }, { policy: 'checkpoint/proof' }, { policy: 'session/unfinished-merge' }),
  );
  expect(ruling!.outcome.reasons.map(({ policy }) => policy)).toEqual([
    'session/unfinished-merge',
    'checkpoint/proof',
    'tasks/finish',
  ]);
  expect(ruling!.outcome.lead).toBe('3 things are missing before this turn can end.');
});

test('two blocks in a row that changed nothing, and it lets go, saying so to the person and in the record', () => {
  expect(kinds(['0', '0', '0'])).toEqual(['hold', 'hold', 'release']);
  const last = play(['0', '0', '0'])[2]!;
  expect(last.outcome.decision).toBe('pass');
  expect(last.outcome.messages[0]?.text).toContain('2 blocks in a row changed nothing');
  expect(last).toMatchObject({ note: expect.stringContaining('checkpoint/proof') });
});

test('work in between starts the count of idle blocks anew', () => {
  expect(kinds(['0', '0', '1', '1', '1'])).toEqual(['hold', 'hold', 'hold', 'hold', 'release']);
});

test('however busy, a prompt is held only so often, below the client’s cap of eight', () => {
  const busy = Array.from({ length: 9 }, (_, n) => String(n));
  expect(kinds(busy).filter((kind) => kind === 'hold')).toHaveLength(gateLimits.blocks);
  expect(gateLimits.blocks).toBeLessThan(8);
});

test('a smaller cap of the client is respected', () => {
  const state = { ...freshGate, prompt: 'p1', blocks: 2, mark: '0' };
  expect(
    ruleStop({ event: stop({ stop_hook_active: true }), outcome: held({}), state, mark: '1', cap: 3 }).kind,
  ).toBe('release');
});

test('a new prompt has a budget of its own', () => {
  const event = (n: number) => stop({ prompt_id: n < 3 ? 'p1' : 'p2' });
  expect(kinds(['0', '0', '0', '0'], held({}), event)).toEqual(['hold', 'hold', 'release', 'hold']);
});

test('said once is not enough to hold twice, unless something else does', () => {
  const once = { policy: 'tasks/finish', once: true };
  expect(kinds(['0', '1'], held(once))).toEqual(['hold', 'release']);
  const both = play(['0', '1'], held({}, once));
  expect(both.map(({ kind }) => kind)).toEqual(['hold', 'hold']);
  expect(both[1]!.outcome.reasons).toHaveLength(2);
});

test('mail is news: it stalls nobody, and what has to be left is not called missing', () => {
  const mail = { policy: 'session/messages' };
  expect(kinds(['0', '0', '0', '0'], held(mail))).toEqual(['hold', 'hold', 'hold', 'hold']);
  const many = play(Array(8).fill('0'), held(mail));
  expect(many.at(-1)).toMatchObject({ kind: 'release', outcome: { messages: [] } });
  expect(many[0]!.outcome.lead).not.toContain('missing');
  expect(play(['0'], held(mail, {}))[0]!.outcome.lead).toContain('One thing is missing');
});

test('without a store a stop is held once, never twice', () => {
  const rule = (stop_hook_active: boolean) =>
    ruleStop({ event: stop({ stop_hook_active }), outcome: held({}), state: undefined, mark: '' }).kind;
  expect([rule(false), rule(true)]).toEqual(['hold', 'release']);
});

describe('background work', () => {
  const running = (task: object) => stop({ background_tasks: [{ id: 'b1', status: 'running', ...task }] });
  const rule = (event: Stopping, state = freshGate) =>
    ruleStop({ event, outcome: held({}), state, mark: '' });

  test('agents and commands are waited for, servers and finished ones are not', () => {
    expect(rule(running({ type: 'subagent' })).kind).toBe('wait');
    expect(rule(running({ type: 'shell', command: 'npm test' })).kind).toBe('wait');
    expect(rule(running({ type: 'shell', command: 'npm run dev' })).kind).toBe('hold');
    expect(rule(running({ type: 'subagent', status: 'completed' })).kind).toBe('hold');
  });

  test('a command that outlives its prompt is taken for a server', () => {
    const first = rule(running({ type: 'shell', command: './go.sh' }));
    expect(first.kind).toBe('wait');
    const later = { ...running({ type: 'shell', command: './go.sh' }), prompt_id: 'p2' } as Stopping;
    expect(rule(later, first.state).kind).toBe('hold');
  });

  test('an agent does not wait for itself, and a compaction is nobody to hold', () => {
    const agent = { hook_event_name: 'SubagentStop', agent_id: 'b1', agent_type: 'helper' };
    expect(rule({ ...running({ type: 'subagent' }), ...agent } as Stopping).kind).toBe('hold');
    expect(rule({ ...stop(), ...agent, agent_type: '' } as Stopping).kind).toBe('wait');
  });
});
