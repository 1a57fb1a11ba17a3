import { describe, expect, test } from 'bun:test';
import type { Memory } from './memory.ts';
import {
  bestMatches,
  entityScore,
  overlap,
  queryOf,
  recency,
  scoreMemory,
  synonyms,
  weights,
} from './recall.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 5, 1);
const memory = (entities: string[], more: Partial<Memory> = {}): Memory => ({
  id: 1,
  at: now,
  kind: 'lesson',
  category: 'bugfix',
  content: 'LESSON: x',
  entities,
  session_id: 'earlier',
  injected: 0,
  cited: 0,
  ...more,
});

test.each([
  ['the same file', ['src/app.ts'], 'app.ts', weights.match.file],
  ['the same stem', ['src/app.ts'], 'app.py', weights.match.stem],
  ['its test', ['src/app.ts'], 'test/app.test.ts', weights.match.stem],
  ['the same word', ['why does caching fail'], 'caching', weights.match.concept],
  ['a synonym', ['why does the login fail'], 'oauth', weights.match.synonym],
  ['a prefix of a word', ['the tokenizer fails'], 'token', weights.match.part],
  ['the same folder', ['src/parser/a.ts'], 'parser/b.ts', weights.match.folder],
  ['nothing in common', ['src/app.ts'], 'nginx.conf', 0],
  ['"latest" has no test in it', ['the latest news'], 'test', 0],
])('%s', (_, names, entity, expected) => {
  expect(entityScore(memory([entity]), queryOf(names))).toBe(expected);
});

describe('recency', () => {
  test('falls over two days, then halves every week', () => {
    expect(recency(0)).toBe(1);
    expect(recency(48 * hour)).toBe(0.5);
    expect(recency(14 * 24 * hour)).toBeCloseTo(0.125);
  });
});

test('a memory that matches nothing scores only for four hours', () => {
  const query = queryOf(['src/app.ts']);
  expect(scoreMemory(memory(['nginx.conf'], { at: now - hour }), query, now)).toBeGreaterThan(0.3);
  expect(scoreMemory(memory(['nginx.conf'], { at: now - 5 * hour }), query, now)).toBe(0);
});

test('a memory that helped before scores slightly higher', () => {
  const query = queryOf(['app.ts']);
  const plain = scoreMemory(memory(['app.ts']), query, now);
  expect(scoreMemory(memory(['app.ts'], { injected: 3, cited: 1 }), query, now) - plain).toBeCloseTo(0.05);
  expect(scoreMemory(memory(['app.ts'], { injected: 4, cited: 1 }), query, now)).toBe(plain);
});

test('the best come first, and during a session only matching ones', () => {
  const query = queryOf(['app.ts']);
  const all = [memory(['other.ts'], { id: 1 }), memory(['app.py'], { id: 2 }), memory(['app.ts'], { id: 3 })];
  expect(bestMatches(all, query, 'start', now).map((one) => one.memory.id)).toEqual([3, 2, 1]);
  expect(bestMatches(all, query, 'read', now).map((one) => one.memory.id)).toEqual([3, 2]);
});

test('overlap counts words', () => {
  expect(overlap('the proxy strips headers', 'our proxy always strips all headers')).toBe(1);
  expect(overlap('something else entirely', 'our proxy strips headers')).toBe(0);
});

test('there are 25 groups of synonyms, and no word is in two', () => {
  expect(synonyms).toHaveLength(25);
  expect(new Set(synonyms.flat()).size).toBe(synonyms.flat().length);
});
