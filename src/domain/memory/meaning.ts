// Looks up the terms of memories and prompts in two tables: how ordinary a word is (scripts/generate/words.ts), and the
// groups that it belongs to, written by hand (docs/decisions/032).
import { loadBundle } from '../../hook/bundles/load.ts';

/** The digit of a term, from 0 for a word like “time” to 9. A binary search, because the table is sorted. */
function digitOf(term: string): number | undefined {
  const { table } = loadBundle('word-tables');
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = table.lastIndexOf('\n', middle - 1) + 1;
    const tab = table.indexOf('\t', start);
    const word = table.slice(start, tab);
    if (word === term) return Number(table[tab + 1]);
    if (word < term) low = tab + 3;
    else high = start;
  }
  return undefined;
}

let groups: Map<string, string> | undefined;

/** The groups of words that a term belongs to, by number. Most terms have none. */
export function groupsOf(term: string): readonly string[] {
  groups ??= new Map(
    loadBundle('word-tables')
      .associations.split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  return groups.get(term)?.split(' ') ?? [];
}

/** Whether a term is an English word, or one of a group. */
export const isKnown = (term: string): boolean => digitOf(term) !== undefined || groupsOf(term).length > 0;

/** How rarely a term is used, from 0 for a word like “time” to 1. Unknown ones are names and identifiers. */
export const rarityOf = (term: string): number => (digitOf(term) ?? 9) / 9;
