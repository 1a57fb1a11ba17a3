import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { clientLimit, fitContext } from './budget.ts';

const note = (policy: string, text: string) => ({ policy, text });
const always = () => true;

test('text that the session was given before is left out', () => {
  const told = new Set<string>();
  const firstTime = (key: string) => !told.has(key) && Boolean(told.add(key));
  const notes = [note('a/b', 'one'), note('c/d', 'two')];
  expect(fitContext(notes, { limit: 9_500, firstTime, saveLeftover: () => undefined }).text).toBe(
    'one\n\ntwo',
  );
  expect(fitContext(notes, { limit: 9_500, firstTime, saveLeftover: () => undefined })).toEqual({
    text: '',
    repeated: ['a/b', 'c/d'],
    leftOut: [],
  });
});

test('a short note is kept in full and a long one is left out, with its policy and file named', () => {
  const notes = [note('a/long', 'x'.repeat(9_400)), note('b/short', 'short')];
  const fitted = fitContext(notes, { limit: 9_000, firstTime: always, saveLeftover: () => '/somewhere.md' });
  expect(fitted.text).toContain('short');
  expect(fitted.text).toContain('a/long');
  expect(fitted.text).toContain('/somewhere.md');
  expect(fitted.leftOut).toEqual(['a/long']);
});

test('the text never reaches the client’s limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 20 }),
      fc.integer({ min: 500, max: 50_000 }),
      (sizes, limit) => {
        const notes = sizes.map((size, i) => note(`p/${i}`, 'x'.repeat(size)));
        expect(
          fitContext(notes, { limit, firstTime: always, saveLeftover: () => '/x' }).text.length,
        ).toBeLessThan(clientLimit);
      },
    ),
  );
});

test('a text is given whole up to the limit, or up to one character below the client’s own limit', () => {
  const given = (size: number, limit: number) =>
    fitContext([note('a/b', 'x'.repeat(size))], { limit, firstTime: always, saveLeftover: () => '/x' });
  expect(given(9_000, 9_000).leftOut).toEqual([]);
  expect(given(9_001, 9_000).leftOut).toEqual(['a/b']);
  expect(given(clientLimit - 1, 50_000).leftOut).toEqual([]);
  expect(given(clientLimit, 50_000).leftOut).toEqual(['a/b']);
});

test('a note marked `again` is repeated without a look at what was said before', () => {
  const asked: string[] = [];
  const firstTime = (key: string) => {
    asked.push(key);
    return false;
  };
  const notes = [{ ...note('a/b', 'one'), again: true }, note('c/d', 'two')];
  expect(fitContext(notes, { limit: 9_500, firstTime, saveLeftover: () => undefined })).toEqual({
    text: 'one',
    repeated: ['c/d'],
    leftOut: [],
  });
  expect(asked).toHaveLength(1);
});

test('notes that could not be saved are named with the command that shows them', () => {
  const notes = [note('a/b', 'x'.repeat(601)), note('a/b', 'y'.repeat(700)), note('c/d', 'z'.repeat(600))];
  const fitted = fitContext(notes, { limit: 1_000, firstTime: always, saveLeftover: () => undefined });
  expect(fitted).toEqual({
    text: `${'z'.repeat(600)}\n\nLeft out for length: a/b. Run \`pawl explain\` to read it.`,
    repeated: [],
    leftOut: ['a/b', 'a/b'],
  });
});
