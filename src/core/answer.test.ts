import { describe, expect, test } from 'bun:test';
import { answerFailure, answerMalformed, composeAnswer, isObjection, reasonText } from './answer.ts';
import { type EventName, eventNames } from './channels.ts';
import type { Outcome, Reason } from './merge.ts';
import type { Decision } from './verdict.ts';

const outcome = (decision: Decision, more: Partial<Outcome> = {}): Outcome => ({
  decision,
  reasons: decision === 'pass' ? [] : [{ policy: 'p/a', text: 'No' }],
  context: [],
  messages: [],
  ...more,
});

/** The answer with its JSON parsed. */
function answer(name: EventName, outcome: Outcome, context = '', input = {}, terminal = '') {
  const { answer, undelivered } = composeAnswer(name, outcome, context, input, terminal);
  return { ...answer, json: answer.stdout ? JSON.parse(answer.stdout) : undefined, undelivered };
}
const specific = (name: EventName, outcome: Outcome, context = '', input = {}) =>
  answer(name, outcome, context, input).json?.hookSpecificOutput;

test('an event without verdicts gets an empty answer', () => {
  for (const name of eventNames)
    expect(answer(name, outcome('pass'))).toMatchObject({ stdout: '', stderr: '', exit: 0 });
});

describe('a decision', () => {
  test.each(['deny', 'ask', 'allow'] as const)('%s is sent on a tool call', (decision) => {
    expect(specific('PreToolUse', outcome(decision))).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: '[p/a] No.',
    });
  });

  test('on a permission dialog: an ask leaves it to the dialog', () => {
    const decide = (decision: Decision) => specific('PermissionRequest', outcome(decision))?.decision;
    expect(decide('allow')).toEqual({ behavior: 'allow' });
    expect(decide('deny')).toEqual({ behavior: 'deny', message: '[p/a] No.' });
    expect(decide('ask')).toBeUndefined();
  });

  test('on an elicitation is a decline', () => {
    expect(specific('Elicitation', outcome('block'))).toEqual({
      hookEventName: 'Elicitation',
      action: 'decline',
    });
    expect(answer('Elicitation', outcome('pass')).json).toBeUndefined();
  });

  test('on an event that is refused by its exit code, the reason and the context are on stderr', () => {
    const messages = [{ policy: 'p/m', text: 'For you' }];
    expect(answer('TaskCreated', outcome('block', { messages }), 'Context')).toMatchObject({
      stdout: '',
      stderr: '[p/a] No.\n\nContext',
      exit: 2,
      undelivered: { toModel: [], toUser: messages },
    });
    expect(answer('TaskCreated', outcome('block')).stderr).toBe('[p/a] No.');
  });

  test('the lead comes before the reasons', () => {
    const lead = 'Nobody is there.';
    expect(specific('PreToolUse', outcome('ask', { lead })).permissionDecisionReason).toBe(
      'Nobody is there.\n[p/a] No.',
    );
    expect(answer('Stop', outcome('block', { lead })).json.reason).toBe('Nobody is there.\n[p/a] No.');
  });
});

describe('a blocked stop', () => {
  const news: Reason = { policy: 'p/n', text: 'A message came', news: true };
  const objection: Reason = { policy: 'p/a', text: 'Not done' };

  test('carries the context in its reason, unlike other blocks', () => {
    for (const name of ['Stop', 'SubagentStop'] as const)
      expect(answer(name, outcome('block'), 'Context').json).toEqual({
        decision: 'block',
        reason: '[p/a] No.\n\nContext',
      });
    expect(answer('PostToolUse', outcome('block'), 'Context').json).toEqual({
      decision: 'block',
      reason: '[p/a] No.',
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Context' },
    });
  });

  test('with nothing but news is not shown as a hook error', () => {
    expect(answer('Stop', outcome('block', { reasons: [news] })).json).toEqual({
      hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'A message came' },
    });
    expect(answer('Stop', outcome('block', { reasons: [objection, news] })).json).toEqual({
      decision: 'block',
      reason: '[p/a] Not done.\nA message came',
    });
    expect(answer('UserPromptSubmit', outcome('block', { reasons: [news] })).json.decision).toBe('block');
  });
});

describe('a changed input', () => {
  const set = { command: 'ls -l' };
  const input = { command: 'ls', description: 'List' };
  const updatedInput = { command: 'ls -l', description: 'List' };

  test('is sent together with the unchanged keys', () => {
    expect(specific('PreToolUse', outcome('pass', { set }), '', input)).toEqual({
      hookEventName: 'PreToolUse',
      updatedInput,
    });
    expect(specific('PermissionRequest', outcome('allow', { set }), '', input).decision).toEqual({
      behavior: 'allow',
      updatedInput,
    });
  });

  test('needs an approval in a permission dialog, and is left out on other events', () => {
    expect(answer('PermissionRequest', outcome('pass', { set }), '', input).json).toBeUndefined();
    expect(answer('PostToolUse', outcome('pass', { set }), '', input).json).toBeUndefined();
  });
});

describe('texts', () => {
  const messages = [
    { policy: 'p/m', text: 'For you' },
    { policy: 'p/n', text: 'Also' },
  ];

  test('for the person are signed', () => {
    expect(answer('Stop', outcome('pass', { messages })).json).toEqual({
      systemMessage: '[p/m] For you\n[p/n] Also',
    });
  });

  test('that an event can’t carry are kept', () => {
    expect(answer('SessionEnd', outcome('pass', { messages }), 'Context')).toMatchObject({
      stdout: '',
      undelivered: { toModel: [{ policy: 'pawl', text: 'Context' }], toUser: messages },
    });
    const kept = (name: EventName, decision: Decision, context: string) =>
      answer(name, outcome(decision, { messages }), context).undelivered;
    expect(kept('UserPromptSubmit', 'pass', 'Context')).toEqual({ toModel: [], toUser: [] });
    expect(kept('Stop', 'pass', 'Context').toModel).toHaveLength(1);
    expect(kept('Stop', 'block', 'Context').toModel).toEqual([]);
    expect(kept('Stop', 'pass', '').toModel).toEqual([]);
    expect(kept('PreCompact', 'block', 'Context').toModel).toHaveLength(1);
  });

  test('the terminal sequence that alerts the person is part of the answer', () => {
    expect(answer('Stop', outcome('pass'), '', {}, '\x07').json).toEqual({ terminalSequence: '\x07' });
  });

  test('stay below the length above which the client shows only a preview', () => {
    const long = [{ policy: 'p/m', text: 'x'.repeat(20_000) }];
    const { systemMessage } = answer('Stop', outcome('pass', { messages: long })).json;
    expect(systemMessage).toEndWith('x… (truncated; `pawl explain` shows the full text)');
    expect(systemMessage.length).toBeWithin(9_900, 10_000);
    const just = [{ policy: 'p', text: 'x'.repeat(9_995) }];
    expect(answer('Stop', outcome('pass', { messages: just })).json.systemMessage).toHaveLength(9_999);
  });
});

describe('the person reads why a tool call was refused', () => {
  const told = (...reasons: Reason[]) =>
    answer('PreToolUse', outcome('deny', { reasons })).json.systemMessage as string;
  const way =
    ' To allow it once: type `/pawl allow-once`, or run `pawl allow-once` in another terminal. Why: `pawl explain`.';

  test('in one line, with the alternative and how to allow the call once', () => {
    expect(told({ policy: 'p/a', text: 'This deletes\nall' })).toBe(
      `Pawl refused this: This deletes all.${way}`,
    );
    expect(told({ policy: 'p/a', text: 'Really?' })).toBe(`Pawl refused this: Really?${way}`);
    expect(told({ policy: 'p/a', text: 'No', instead: 'use `git stash`' })).toBe(
      `Pawl refused this: No. Instead: use \`git stash\`.${way}`,
    );
    expect(told({ policy: 'p/a', text: 'No', instead: 'wait.' })).toBe(
      `Pawl refused this: No. Instead: wait.${way}`,
    );
    expect(told({ policy: 'p/a', text: 'First' }, { policy: 'p/b', text: 'Second' })).toBe(
      `Pawl refused this (the first of 2 reasons): First.${way}`,
    );
  });

  test('a long reason is shortened', () => {
    const text = told({ policy: 'p/a', text: 'x'.repeat(300), instead: 'y'.repeat(300) });
    expect(text).toBe(`Pawl refused this: ${'x'.repeat(199)}… Instead: ${'y'.repeat(159)}…${way}`);
  });

  test('but gets no message about a question, because its dialog shows the reason', () => {
    expect(answer('PreToolUse', outcome('ask')).json.systemMessage).toBeUndefined();
    expect(answer('PermissionRequest', outcome('deny')).json.systemMessage).toBeUndefined();
    expect(answer('PreToolUse', outcome('deny', { reasons: [] })).json.systemMessage).toBeUndefined();
  });
});

describe('reasons', () => {
  test('have one line each, with the policy and the code', () => {
    const reasons = [
      { policy: 'p/a', text: 'No', code: 'x', instead: 'rest' },
      { policy: 'p/b', text: 'Neither' },
    ];
    expect(reasonText(reasons)).toBe('[p/a:x] No. Instead: rest\n[p/b] Neither.');
  });

  test('that are too long together are shortened, and each keeps its alternative', () => {
    const reasons = ['a', 'b'].map((letter) => ({
      policy: `p/${letter}`,
      text: letter.repeat(8_000),
      instead: `do ${letter}`,
    }));
    const lines = reasonText(reasons).split('\n');
    expect(lines.map((line) => line.slice(-14))).toEqual(
      ['… Instead: do a', '… Instead: do b'].map((end) => end.slice(-14)),
    );
    for (const line of lines) expect(line.length).toBeWithin(4_800, 4_951);
    const many = Array.from({ length: 400 }, (_, n) => ({ policy: `p/${n}`, text: 'x'.repeat(60) }));
    expect(reasonText(many)).toHaveLength(9_900 + '… (truncated; `pawl explain` shows the full text)'.length);
    expect(reasonText(many).split('\n')[0]).toBe(`[p/0] ${'x'.repeat(49)}…`);
  });

  test('are shortened at exactly the client’s limit, and are whole just below it', () => {
    const long = (length: number) => [{ policy: 'p/a', text: `${'x'.repeat(length - 7)}.` }];
    expect(reasonText(long(9_999))).toHaveLength(9_999);
    expect(reasonText(long(9_999))).toEndWith('x.');
    expect(reasonText(long(10_000))).toEndWith('x…');
  });

  test('a long alternative gets half of the room', () => {
    const [line] = reasonText([{ policy: 'p/a', text: 'x'.repeat(9_000), instead: 'y'.repeat(9_000) }]).split(
      '\n',
    );
    expect(line!.match(/y+/)![0]).toHaveLength(4_949);
    expect(line!.match(/x+/)![0].length).toBeWithin(4_900, 4_950);
  });
});

test('a failure of Pawl becomes a question on a tool call, and a message on events that can carry one', () => {
  const asked = JSON.parse(answerFailure('The disk is full', 'PreToolUse').stdout);
  expect(asked).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason:
        'The disk is full, so this call was not checked. Run `pawl doctor` to see what is wrong.',
    },
  });
  expect(JSON.parse(answerFailure('The disk is full', 'Stop').stdout)).toEqual({
    systemMessage: 'The disk is full. Run `pawl doctor` to see what is wrong.',
  });
  expect(answerFailure('The disk is full', 'SessionEnd')).toEqual({ stdout: '', stderr: '', exit: 0 });
});

test('an event that can’t be read is answered as a tool call, unless its name is known', () => {
  const asked = JSON.parse(answerMalformed('not JSON').stdout).hookSpecificOutput;
  expect(asked.permissionDecision).toBe('ask');
  expect(asked.permissionDecisionReason).toStartWith('Pawl could not read this event (not JSON), so');
  expect(answerMalformed('not JSON', 'SessionEnd').stdout).toBe('');
});

test('denials, blocks and questions stop the action', () => {
  const all: Decision[] = ['deny', 'block', 'ask', 'allow', 'pass'];
  expect(all.filter(isObjection)).toEqual(['deny', 'block', 'ask']);
});
