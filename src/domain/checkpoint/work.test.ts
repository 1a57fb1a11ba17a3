import { expect, test } from 'bun:test';
import { changedDuringCheck, type Evidence, whyStale } from './work.ts';

const run: Evidence = {
  name: 'test',
  kind: 'test',
  command: 'npm test',
  source: 'verify',
  ok: true,
  ms: 1,
  at: 100,
  tree: 'checked',
  tail: '',
};
const changed = 'the tree has changed since then';
const work = (tree: string, touched: boolean) => ({ tree: () => tree, touchedSince: () => touched });

test('evidence counts only for the tree it was produced on', () => {
  expect(whyStale(run, work('checked', true))).toBeUndefined();
  expect(whyStale({ ...run, ok: false }, work('checked', true))).toBeUndefined();
  expect(whyStale(run, work('other', true))).toBe(changed);
});

test('a passed check counts as long as the session has done nothing since; a failed one does not', () => {
  expect(whyStale(run, work('other', false))).toBeUndefined();
  expect(whyStale({ ...run, ok: false }, work('other', false))).toBe(changed);
  expect(whyStale({ ...run, tree: changedDuringCheck }, work('other', false))).toBe(changed);
  expect(whyStale({ ...run, stale: 'a commit came after it' }, work('checked', false))).toBe(
    'a commit came after it',
  );
});

test('the tree is not computed if the session has done nothing since', () => {
  const tree = () => {
    throw new Error('listed every file');
  };
  expect(whyStale(run, { tree, touchedSince: () => false })).toBeUndefined();
});
