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
