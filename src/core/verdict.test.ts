import { expect, test } from 'bun:test';
import { atLevel } from './engine.ts';
import { deny, withWayOut } from './verdict.ts';

const joined: [reason: string, expected: string][] = [
  ['It deletes x', 'It deletes x. Instead: y'],
  ['It deletes x.', 'It deletes x. Instead: y'],
  ['Really?', 'Really? Instead: y'],
  ['It deletes `x`', 'It deletes `x`. Instead: y'],
  ['It deletes x (a link)', 'It deletes x (a link). Instead: y'],
  ['It deletes x (a link.)', 'It deletes x (a link.) Instead: y'],
];
test.each(joined)('%s', (reason, expected) => {
  expect(withWayOut(reason, 'y')).toBe(expected);
});

test('a refusal at level warn says the same as it would have said when refusing', () => {
  const refusal = deny('It deletes x', { instead: 'move it' });
  const [toModel, toPerson] = atLevel(refusal, 'warn', 'PreToolUse');
  expect(toModel).toMatchObject({ kind: 'inject', text: 'Warning: It deletes x. Instead: move it' });
  expect(toPerson).toMatchObject({ kind: 'tell', text: 'It deletes x. Instead: move it' });
});
