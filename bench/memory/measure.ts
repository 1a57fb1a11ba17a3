// Computes the figures of a ranking: how many of its memories are relevant.
import { Database } from 'bun:sqlite';
import type { MemorySet } from './read-set.ts';

/** For each prompt or session start, the numbers of the memories that were given, best first. */
export type Ranking = readonly (readonly number[])[];

export interface Figures {
  /** The share of relevant memories among the first five and the first one. Fewer than five count as misses. */
  atFive: number;
  atOne: number;
  /** In how many cases one of the first two is relevant. */
  topTwo: number;
  cases: number;
  /** Memories given per case, and the share of them that is relevant. */
  given: number;
  relevant: number;
}

export function figures(cases: readonly { relevant: number[] }[], ranking: Ranking): Figures {
  const hits = ranking.map((numbers, index) =>
    numbers.slice(0, 5).map((n) => cases[index]!.relevant.includes(n)),
  );
  const count = (one: readonly boolean[]) => one.filter(Boolean).length;
  const all = hits.flat();
  return {
    atFive: all.filter(Boolean).length / cases.length / 5,
    atOne: count(hits.map(([first]) => first === true)) / cases.length,
    topTwo: count(hits.map((one) => one.slice(0, 2).includes(true))),
    cases: cases.length,
    given: all.length / cases.length,
    relevant: all.length === 0 ? 1 : count(all) / all.length,
  };
}

/** The best precision at five that the labels allow. */
export function possibleAtFive(cases: readonly { relevant: number[] }[]): number {
  return cases.reduce((sum, { relevant }) => sum + Math.min(5, relevant.length) / 5, 0) / cases.length;
}

/** SQLite's full-text search for any word of the prompt, to compare with. */
export function plainSearch({ memories, prompts }: MemorySet): Ranking {
  const db = new Database(':memory:');
  db.run("CREATE VIRTUAL TABLE lessons USING fts5 (content, about, tokenize = 'porter unicode61')");
  const insert = db.query('INSERT INTO lessons (rowid, content, about) VALUES (?, ?, ?)');
  for (const { number, text, about } of memories) insert.run(number, text, about.join(' '));
  const search = db.query(
    'SELECT rowid FROM lessons WHERE lessons MATCH ? ORDER BY bm25(lessons, 1.0, 2.0) LIMIT 5',
  );
  return prompts.map(({ prompt }) => {
    const words = prompt.match(/[\p{L}\p{N}_]+/gu) ?? [];
    const rows = search.all(words.map((word) => `"${word}"*`).join(' OR ')) as { rowid: number }[];
    return rows.map(({ rowid }) => rowid);
  });
}
