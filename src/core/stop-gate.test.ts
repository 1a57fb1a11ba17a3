import { describe, expect, test } from 'bun:test';
import type { Outcome, Reason } from './merge.ts';
import {
  decideStop,
  endsWithQuestion,
  type GateState,
  gateLimits,
  initialGateState,
  type StopEvent,
} from './stop-gate.ts';

const stop = (more: object = {}): StopEvent =>
  ({
    hook_event_name: 'Stop',
    session_id: 's',
    cwd: '/',
    prompt_id: 'p1',
    stop_hook_active: false,
    ...more,
  }) as StopEvent;
const blocked = (...reasons: Partial<Reason>[]): Outcome => ({
  decision: 'block',
  reasons: reasons.map((reason) => ({ policy: 'checkpoint/proof', text: 'proof is missing', ...reason })),
  context: [],
  messages: [],
});

/** Stops once per mark; a mark stands for the session's progress at that stop. */
function play(
  marks: string[],
  outcome = blocked({}),
  event = (n: number) => stop({ stop_hook_active: n > 0 }),
) {
  let state: GateState = initialGateState;
  return marks.map((mark, n) => {
    const decision = decideStop({ event: event(n), outcome, state, mark });
    state = decision.state;
    return decision;
  });
}
const kinds = (...args: Parameters<typeof play>) => play(...args).map(({ kind }) => kind);

test('all reasons become one list, the most urgent first', () => {
  const [decision] = play(
    ['0'],
    blocked(
      { policy: 'tasks/finish' },
      { policy: 'checkpoint/proof' },
      { policy: 'session/unfinished-merge' },
    ),
  );
  expect(decision!.outcome.reasons.map(({ policy }) => policy)).toEqual([
    'session/unfinished-merge',
    'checkpoint/proof',
    'tasks/finish',
  ]);
  expect(decision!.outcome.lead).toBe('Something is missing before this turn can end.');
});

test('after two blocks without progress the session is released; the person and the record are told', () => {
  expect(kinds(['0', '0', '0'])).toEqual(['block', 'block', 'release']);
  const last = play(['0', '0', '0'])[2]!;
  expect(last.outcome.decision).toBe('pass');
  expect(last.outcome.messages[0]?.text).toContain('2 blocks in a row changed nothing');
  expect(last).toMatchObject({ note: expect.stringContaining('checkpoint/proof') });
});

test('progress in between resets the count of blocks without progress', () => {
  expect(kinds(['0', '0', '1', '1', '1'])).toEqual(['block', 'block', 'block', 'block', 'release']);
});

test('even with progress, the blocks per prompt stay below the client’s cap of eight', () => {
  const busy = Array.from({ length: 9 }, (_, n) => String(n));
  expect(kinds(busy).filter((kind) => kind === 'block')).toHaveLength(gateLimits.blocks);
  expect(gateLimits.blocks).toBeLessThan(8);
});

test('a lower cap of the client is respected', () => {
  const state = { ...initialGateState, prompt: 'p1', blocks: 2, mark: '0' };
  expect(
    decideStop({ event: stop({ stop_hook_active: true }), outcome: blocked({}), state, mark: '1', cap: 3 })
      .kind,
  ).toBe('release');
});

test('each prompt has its own budget', () => {
  const event = (n: number) => stop({ prompt_id: n < 3 ? 'p1' : 'p2' });
  expect(kinds(['0', '0', '0', '0'], blocked({}), event)).toEqual(['block', 'block', 'release', 'block']);
});

test('a reason marked `once` does not block again by itself, only beside another one', () => {
  const once = { policy: 'tasks/finish', once: true };
  expect(kinds(['0', '1'], blocked(once))).toEqual(['block', 'release']);
  const both = play(['0', '1'], blocked({}, once));
  expect(both.map(({ kind }) => kind)).toEqual(['block', 'block']);
  expect(both[1]!.outcome.reasons).toHaveLength(2);
});

test('messages are news: they don’t count as blocks without progress and are never listed as missing', () => {
  const mail = { policy: 'session/messages', news: true };
  expect(kinds(['0', '0', '0', '0'], blocked(mail))).toEqual(['block', 'block', 'block', 'block']);
  const many = play(Array(8).fill('0'), blocked(mail));
  expect(many.at(-1)).toMatchObject({ kind: 'release', outcome: { messages: [] } });
  expect(many[0]!.outcome.lead).toBeUndefined();
  expect(play(['0'], blocked(mail, {}))[0]!.outcome.lead).toContain('Something is missing');
});

test('news blocks a stop that ended with a question, together with all other reasons', () => {
  const event = stop({ last_assistant_message: 'Shall I go on?' });
  const rule = (...reasons: Partial<Reason>[]) =>
    decideStop({ event, outcome: blocked(...reasons), state: initialGateState, mark: '' }).kind;
  expect(rule({})).toBe('release');
  expect(rule({ news: true })).toBe('block');
  expect(rule({}, { news: true })).toBe('block');
});

test('without a store a stop is blocked only once', () => {
  const rule = (stop_hook_active: boolean) =>
    decideStop({ event: stop({ stop_hook_active }), outcome: blocked({}), state: undefined, mark: '' }).kind;
  expect([rule(false), rule(true)]).toEqual(['block', 'release']);
});

describe('background work', () => {
  const running = (task: object) => stop({ background_tasks: [{ id: 'b1', status: 'running', ...task }] });
  const rule = (event: StopEvent, state = initialGateState) =>
    decideStop({ event, outcome: blocked({}), state, mark: '' });

  test('the gate waits for agents and commands, but not for servers or finished work', () => {
    expect(rule(running({ type: 'subagent' })).kind).toBe('wait');
    expect(rule(running({ type: 'shell', command: 'npm test' })).kind).toBe('wait');
    expect(rule(running({ type: 'shell', command: 'npm run dev' })).kind).toBe('block');
    for (const type of ['shell', 'bash'])
      expect(rule(running({ type, description: 'npm run dev' })).kind).toBe('block');
    expect(rule(running({ type: 'other', command: 'npm run dev' })).kind).toBe('block');
    expect(rule(running({ type: 'other', description: 'npm run dev' })).kind).toBe('wait');
    expect(rule(running({ type: 'subagent', status: 'completed' })).kind).toBe('block');
  });

  test('a command that outlives its prompt counts as a server', () => {
    const first = rule(running({ type: 'shell', command: './go.sh' }));
    expect(first.kind).toBe('wait');
    const later = { ...running({ type: 'shell', command: './go.sh' }), prompt_id: 'p2' } as StopEvent;
    const second = rule(later, first.state);
    expect(second.kind).toBe('block');
    // It began with the first prompt, however many follow.
    expect(second.state.shells).toEqual({ b1: 'p1' });
    expect(rule({ ...later, prompt_id: 'p3' } as StopEvent, second.state).kind).toBe('block');
  });

  test('an agent does not wait for itself, and a compaction is never blocked', () => {
    const agent = { hook_event_name: 'SubagentStop', agent_id: 'b1', agent_type: 'helper' };
    expect(rule({ ...running({ type: 'subagent' }), ...agent } as StopEvent).kind).toBe('block');
    expect(rule({ ...stop(), ...agent, agent_type: '' } as StopEvent)).toMatchObject({
      kind: 'release',
      note: 'stop not blocked: this is the end of a compaction, not of an agent',
    });
  });
});

test('the client’s own cap leaves one block to spare, but never fewer than one', () => {
  const kindAfter = (blocks: number, cap: number) =>
    decideStop({
      event: stop({ stop_hook_active: true }),
      outcome: blocked({}),
      state: { ...initialGateState, prompt: 'p1', blocks, mark: '0' },
      mark: '1',
      cap,
    }).kind;
  expect([kindAfter(1, 3), kindAfter(2, 3)]).toEqual(['block', 'release']);
  expect([kindAfter(0, 1), kindAfter(1, 1)]).toEqual(['block', 'release']);
  expect([kindAfter(5, 20), kindAfter(6, 20)]).toEqual(['block', 'release']);
  expect([kindAfter(5, 0), kindAfter(6, 0)]).toEqual(['block', 'release']);
});

test('a release keeps the messages of other policies, and says what is missing', () => {
  const outcome = {
    ...blocked({ text: 'run\nthe tests' }, {}),
    messages: [{ policy: 'docs/x', text: 'hello' }],
  };
  const [, , last] = play(['0', '0', '0'], outcome);
  expect(last!.outcome.messages).toEqual([
    { policy: 'docs/x', text: 'hello' },
    {
      policy: 'pawl',
      text: 'The session may stop although something is missing, because 2 blocks in a row changed nothing. Missing:\n[checkpoint/proof] run the tests\n[checkpoint/proof] proof is missing',
    },
  ]);
  expect(last!.note).toBe(
    'stop not blocked: 2 blocks in a row changed nothing; missing: checkpoint/proof, checkpoint/proof',
  );
});

test('the record counts the blocks, and the last block says that it is the last', () => {
  const all = play(['0', '1', '2', '3', '4', '5']);
  expect(all[0]!.note).toBe('stop blocked: 1 of 6 for this prompt');
  expect(all[4]!.outcome.lead).not.toContain('last reminder');
  expect(all[5]!.outcome.lead).toEndWith('This is the last reminder for this prompt.');
});

test('without prompt ids, a stop that does not follow a block starts a new count', () => {
  const event = (n: number) => stop({ prompt_id: undefined, stop_hook_active: n !== 0 && n !== 3 });
  expect(kinds(['0', '0', '0', '0', '0'], blocked({}), event)).toEqual([
    'block',
    'block',
    'release',
    'block',
    'block',
  ]);
});

describe('a stop passes, whatever is missing,', () => {
  const rule = (event: StopEvent, more: Partial<Parameters<typeof decideStop>[0]> = {}) =>
    decideStop({ event, outcome: blocked({}), state: initialGateState, mark: '', ...more });

  test('in plan mode, but not if it is a subagent’s', () => {
    const plan = stop({ permission_mode: 'plan' });
    expect(rule(plan)).toMatchObject({
      kind: 'release',
      note: 'stop not blocked: plan mode changes nothing',
    });
    expect(rule({ ...plan, hook_event_name: 'SubagentStop', agent_type: 'a' } as StopEvent).kind).toBe(
      'block',
    );
  });

  test('after a question to the person, if one is there', () => {
    const asks = stop({ last_assistant_message: 'Shall I go on?' });
    expect(rule(asks)).toMatchObject({ kind: 'release', note: 'stop not blocked: it ended with a question' });
    expect(rule(asks, { unattended: true }).kind).toBe('block');
  });

  test('with a nearly full context, unless the note that outlives the context is missing', () => {
    const outcome = blocked({}, { policy: 'session/context-use', text: 'write a note' });
    const asked = rule(stop(), { outcome, full: true });
    expect(asked.outcome.reasons.map(({ policy }) => policy)).toEqual(['session/context-use']);
    expect(rule(stop(), { full: true })).toMatchObject({
      kind: 'release',
      note: 'stop not blocked: its context is nearly full; missing: checkpoint/proof',
    });
    const agent = { ...stop(), hook_event_name: 'SubagentStop', agent_type: 'a' } as StopEvent;
    expect(rule(agent, { outcome, full: true }).outcome.reasons).toHaveLength(2);
  });
});

test.each([
  ['Shall I go on?', true],
  ['Which one?\n\n- the first\n- the second', true],
  ['Which one?\n1. the first\n(b) the second', true],
  ['続けますか？', true],
  ['هل أكمل؟', true],
  ['**Shall I go on?**', true],
  ['Is it “done?”', true],
  ['- what now?', true],
  ['Shall I proceed? (yes/no)', true],
  ['Shall I go on? 🙂', true],
  ['Is this right?\n```\nfoo()\n```', true],
  ['Should I use Postgres or SQLite? I would take SQLite.', true],
  ['Let me know which of the two you want.', true],
  ['Please confirm before I continue.', true],
  ['このまま進めてよろしいでしょうか。', true],
  ['どちらにしますか', true],
  ['修正しました。', false],
  ['要我继续吗。', true],
  ['계속할까요.', true],
  ['수정했습니다.', false],
  ['ต้องการให้ทำต่อไหม', true],
  ['Να συνεχίσω;', true],
  ['const a = 1;', false],
  ['Which do you prefer?\n\n| a | b |\n|---|---|\n| 1 | 2 |', true],
  ['Do you want A or B?\nA: fast\nB: safe', true],
  ['What now?\n\n---', true],
  ['I am waiting for your decision.', true],
  ['Why did it fail? The index was wrong.', false],
  ['Done. Let me know what you think.', false],
  ['```\nwhat?\n```', false],
  ['Why? Because it works.', false],
  ['Done.\n- is it?', false],
  ['Shall I?\nI did it.', false],
  ['', false],
  [undefined, false],
])('%p ends with a question: %p', (message, expected) => {
  expect(endsWithQuestion(message)).toBe(expected);
});

test.each([
  'npm run dev',
  'npx serve dist',
  'node server.js',
  'npm start',
  'tsc --watch',
  'npm run watch',
  'docker compose up',
  'tail -f app.log',
  'sleep infinity',
  'python3 -m http.server',
  'nodemon app.js',
  'npx vite',
  'npx storybook -p 6006',
  'python manage.py runserver',
  'ngrok http 3000',
  'kubectl port-forward svc/api 8080',
])('the gate does not wait for a server: %s', (command) => {
  const waits = (waiting: string) =>
    decideStop({
      event: stop({ background_tasks: [{ id: 'b1', status: 'running', type: 'shell', command: waiting }] }),
      outcome: blocked({}),
      state: initialGateState,
      mark: '',
    });
  expect(waits(command).kind).toBe('block');
  expect(waits('./setup.sh')).toMatchObject({
    kind: 'wait',
    note: 'stop not blocked: shell “./setup.sh” is still running',
  });
});
