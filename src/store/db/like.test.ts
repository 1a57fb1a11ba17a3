import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { escapeLike } from './like.ts';

test('an escaped text matches only itself', () => {
  const db = new Database(':memory:');
  const isLike = (text: string, pattern: string) =>
    (db.query("SELECT ?1 LIKE ?2 ESCAPE '\\' AS found").get(text, escapeLike(pattern)) as { found: number })
      .found === 1;
  for (const text of ['plain', '100%', 'a_b', 'a\\b', '%_\\', '\\%']) expect(isLike(text, text)).toBe(true);
  expect(isLike('1000', '100%')).toBe(false);
  expect(isLike('axb', 'a_b')).toBe(false);
  expect(isLike('ab', 'a\\b')).toBe(false);
});
