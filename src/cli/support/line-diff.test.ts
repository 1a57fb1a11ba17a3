import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { changedLines, diffLines, shortDiff } from './line-diff.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', '', ' a'), { maxLength: 12 });

test('unchanged and removed lines give the old text, unchanged and added lines the new text', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after);
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map(({ text }) => text);
      expect(without('+')).toEqual(before);
      expect(without('-')).toEqual(after);
    }),
  );
});

test('only lines that changed are shown as changed', () => {
  const kinds = diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e']).map(
    ({ kind, text }) => kind + text,
  );
  expect(kinds).toEqual([' a', '-b', '+x', ' c', ' d', '+e']);
});

test('a preview leaves out lines that are far from any change', () => {
  const before = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const after = before.with(10, 'other');
  const shown = shortDiff(`${before.join('\n')}\n`, `${after.join('\r\n')}\r\n`, 1);
  expect(shown.map(({ kind, text }) => kind + text)).toEqual([
    ' line 9',
    '-line 10',
    '+other',
    ' line 11',
    ' …',
  ]);
});

test('a preview has two lines of context, and says where it leaves something out', () => {
  const shown = (before: string[], after: string[]) =>
    shortDiff(`${before.join('\n')}\n`, `${after.join('\n')}\n`).map(({ kind, text }) => kind + text);
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  expect(shown(lines, lines.with(0, 'x'))).toEqual(['-a', '+x', ' b', ' c', ' …']);
  expect(shown(lines, lines.with(7, 'x'))).toEqual([' f', ' g', '-h', '+x']);
  expect(shown(['', 'a'], ['', 'a', 'b'])).toEqual([' ', ' a', '+b']);
});

test('the preview of equal texts is empty', () => {
  expect(shortDiff('a\nb\n', 'a\nb\n')).toEqual([]);
});

test('new, changed and removed files are listed with their changed lines, equal files are not', () => {
  const before = [
    { name: 'gone', text: 'x' },
    { name: 'kept', text: 'same\n' },
    { name: 'edited', text: 'one\ntwo\n' },
  ];
  const after = [
    { name: 'kept', text: 'same\n' },
    { name: 'edited', text: 'one\nTWO\n' },
    { name: 'new', text: 'y\n' },
  ];
  expect(changedLines(before, after)).toEqual([
    { file: 'edited', lines: ['-two', '+TWO'] },
    { file: 'gone', lines: ['-x'] },
    { file: 'new', lines: ['+y', '+'] },
  ]);
});

test('changes of line ends, trailing blanks and the end of the file are shown', () => {
  const change = (before: string, after: string) =>
    changedLines([{ name: 'f', text: before }], [{ name: 'f', text: after }]);
  expect(change('a\n', 'a\r\n')).toEqual([{ file: 'f', lines: ['-a', '+a\r'] }]);
  expect(change('a', 'a\n')).toEqual([{ file: 'f', lines: ['+'] }]);
  expect(change('a\n', 'a \n')).toEqual([{ file: 'f', lines: ['-a', '+a '] }]);
});

test('long texts without a common line are compared quickly: all old lines are removed, all new ones added', () => {
  const lines = (from: number) => Array.from({ length: 30_000 }, (_, n) => `${from + n}`);
  const start = performance.now();
  expect(diffLines(lines(0), lines(1_000_000))).toEqual([
    ...lines(0).map((text) => ({ kind: '-' as const, text })),
    ...lines(1_000_000).map((text) => ({ kind: '+' as const, text })),
  ]);
  expect(performance.now() - start).toBeLessThan(20_000);
});
