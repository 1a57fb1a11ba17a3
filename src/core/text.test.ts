import { expect, test } from 'bun:test';
import { clip, nearest, oneLine, plural, shellWord, timeSpan } from './text.ts';

test('a text is cut only if it is longer than the limit, and the cut is shown', () => {
  expect(clip('12345', 5)).toBe('12345');
  expect(clip('123456', 5)).toBe('1234…');
});

test('white space of every kind becomes one space', () => {
  expect(oneLine('a\n\t b  c')).toBe('a b c');
});

test('the plural is used for every number but one', () => {
  expect([0, 1, 2].map((n) => plural(n, 'file'))).toEqual(['0 files', '1 file', '2 files']);
});

test.each([
  [-5, '0 s'],
  [999, '0 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [86_399_999, '23 h'],
  [86_400_000, '1 d'],
  [200_000_000, '2 d'],
])('%i ms is %s', (ms, shown) => {
  expect(timeSpan(ms)).toBe(shown);
});

test('the closest word in any case is suggested, if it is close enough', () => {
  const known = ['guard', 'tasks', 'workflow', 'guard/force-push'];
  expect(nearest('gaurd', known)).toBe('guard');
  expect(nearest('GUARD', known)).toBe('guard');
  expect(nearest('task', known)).toBe('tasks');
  expect(nearest('xyz', known)).toBeUndefined();
  // A quarter of a long word may be wrong, and two letters of a short one.
  expect(nearest('guard/farce-pish', known)).toBe('guard/force-push');
  expect(nearest('guard/fxxxx-pxsh', known)).toBeUndefined();
  expect(nearest('guaxx', known)).toBe('guard');
  expect(nearest('guxxx', known)).toBeUndefined();
  expect(nearest('foo', ['log'])).toBeUndefined();
  expect(nearest('lo', ['log'])).toBe('log');
  expect(nearest('x', [])).toBeUndefined();
});

test('a word is quoted for the shell unless it has only plain characters', () => {
  for (const word of ['a-b_c', './x/y.ts', 'a@b', '50%', 'k=v', 'a,b:c+d'])
    expect(shellWord(word)).toBe(word);
  for (const word of ['a b', ' a', 'a ', '$x', 'x;', ';x', '', 'a*'])
    expect(shellWord(word)).toBe(`'${word}'`);
  expect(shellWord("it's")).toBe(`'it'\\''s'`);
});
