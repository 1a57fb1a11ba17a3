import { expect, test } from 'bun:test';
import { typedLine } from './mail.ts';

test('what is typed into a terminal holds no key', () => {
  const line = typedLine({ id: 'm1k2j3h4', text: 'done\x1b[201~\r!rm -rf ~\r\nmore' });
  expect(line).toBe('[pawl:m1k2j3h4] done [201~');
  expect(typedLine({ id: 'm1k2j3h4', text: 'a\x03b\u009b31mc' })).toBe('[pawl:m1k2j3h4] a b 31mc');
});
