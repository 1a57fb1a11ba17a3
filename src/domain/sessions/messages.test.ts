import { expect, test } from 'bun:test';
import { terminalLine } from './messages.ts';

test('a line typed into a terminal contains no control characters', () => {
  const line = terminalLine({ id: 'm1k2j3h4', text: 'done\x1b[201~\r!rm -rf ~\r\nmore' });
  expect(line).toBe('[pawl:m1k2j3h4] done [201~');
  expect(terminalLine({ id: 'm1k2j3h4', text: 'a\x03b\u009b31mc' })).toBe('[pawl:m1k2j3h4] a b 31mc');
});
