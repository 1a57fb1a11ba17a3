import { expect, test } from 'bun:test';
import { failedFinding, limitToLevel } from './engine.ts';
import type { Event } from './event.ts';
import type { Policy } from './policy.ts';
import { deny, withSuggestion } from './verdict.ts';

const joined: [reason: string, expected: string][] = [
  ['It deletes x', 'It deletes x. Instead: y'],
  ['It deletes x.', 'It deletes x. Instead: y'],
  ['Really?', 'Really? Instead: y'],
  ['It deletes `x`', 'It deletes `x`. Instead: y'],
  ['It deletes x (a link)', 'It deletes x (a link). Instead: y'],
  ['It deletes x (a link.)', 'It deletes x (a link.) Instead: y'],
];
test.each(joined)('the suggestion follows the reason: %s', (reason, expected) => {
  expect(withSuggestion(reason, 'y')).toBe(expected);
});

test('a failing policy is named in one complete sentence', () => {
  const policy = { id: 'mine/x', level: 'deny' } as Policy;
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash' } as Event;
  const told = (error: string) =>
    failedFinding({ policy, level: 'deny', options: {} }, event, error, 0).effective[0];
  expect(told('threw boom!')).toMatchObject({ kind: 'tell', text: 'mine/x failed: it threw boom!' });
  expect(told('overran')).toMatchObject({ text: 'mine/x failed: it overran.' });
});

test('a refusal lowered to a warning keeps its text', () => {
  const refusal = deny('It deletes x', { instead: 'move it' });
  const [toModel, toPerson] = limitToLevel(refusal, 'warn', 'PreToolUse');
  expect(toModel).toMatchObject({
    kind: 'inject',
    text: 'Warning: It deletes x. Instead: move it',
    again: true,
  });
  expect(toPerson).toMatchObject({ kind: 'tell', text: 'It deletes x. Instead: move it' });
});
