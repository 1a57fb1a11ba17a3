// `npm run vectors`: learns how words about software are related, for the recall of memories, and writes the table
// src/domain/memory/words.generated.txt (docs/decisions/032). Each line is a term, a tab, a digit for how rare it is,
// and a digit for each dimension of its vector. It fetches 300 MB of packages, so it is not a part of `npm run generate`;
// run it after a change of `stem` or of the corpus.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digits, dimensions } from '../src/domain/memory/meaning.ts';
import { stem } from '../src/domain/memory/words.ts';
import { type Corpus, readCorpus } from './vectors/corpus.ts';
import { type EnglishVectors, englishVectors } from './vectors/english.ts';
import { eigenvectors, gram, type Matrix, matrix, normalize, project, row } from './vectors/matrix.ts';
import { softwareVectors } from './vectors/software.ts';

const target = join(import.meta.dir, '..', 'src', 'domain', 'memory', 'words.generated.txt');
/** A word must occur this often, in this many packages, to be learnt. */
const minimum = { times: 15, packages: 3 };
const englishWords = { used: 25_000, known: 120_000 };
/** Digits for a number of the usual size, which leaves room for numbers four times as large. */
const steps = 8;

/** Words of this rank and before are as ordinary as can be, those of the second and after not at all. */
const ordinaryRanks = [150, 20_000] as const;
const unknownRank = { software: 30_000, english: 100_000 };

function frequentWords({ counts }: Corpus): string[] {
  const found = [...counts].filter(
    ([word, { times, packages }]) =>
      word.length > 1 && times >= minimum.times && packages >= minimum.packages,
  );
  return found.sort(([, a], [, b]) => b.times - a.times).map(([word]) => word);
}

/** The vectors of both sources side by side, reduced to the directions in which the words of software differ most. */
function merged(
  words: readonly string[],
  software: ReadonlyMap<string, number>,
  softwareRows: Matrix,
  { ranks, vectors }: EnglishVectors,
): Matrix {
  const both = matrix(words.length, vectors.columns + softwareRows.columns);
  words.forEach((word, n) => {
    const english = ranks.get(word);
    const own = software.get(word);
    if (english !== undefined) row(both, n).set(row(vectors, english));
    if (own !== undefined) row(both, n).set(row(softwareRows, own), vectors.columns);
  });
  const axes = eigenvectors(gram({ ...both, rows: software.size })).slice(0, dimensions);
  return normalize(
    project(
      both,
      axes.map(({ vector }) => vector),
    ),
  );
}

const digit = (value: number) => digits[Math.max(0, Math.min(digits.length - 1, Math.round(value)))]!;

function line(term: string, rank: number, vector: Float32Array): string {
  const [from, to] = ordinaryRanks;
  const rare = Math.min(1, Math.max(0, Math.log(Math.max(rank, 1) / from) / Math.log(to / from)));
  const numbers = [...vector].map((one) => digit(digits.length / 2 + one * Math.sqrt(dimensions) * steps));
  return `${term}\t${digit(rare * (digits.length - 1))}${numbers.join('')}\n`;
}

if (import.meta.main) {
  const corpus = await readCorpus();
  const ownWords = frequentWords(corpus);
  console.log(`${corpus.paragraphs.length} paragraphs, ${ownWords.length} words`);
  const software = new Map(ownWords.map((word, n) => [word, n]));
  const softwareRows = softwareVectors(corpus, ownWords);
  const english = await englishVectors(englishWords.known);
  const others = [...english.ranks.keys()].slice(0, englishWords.used);
  const words = [...ownWords, ...others.filter((word) => /^[a-z]+$/.test(word) && !software.has(word))];
  const vectors = merged(words, software, softwareRows, english);
  const lines = new Map<string, string>();
  words.forEach((word, n) => {
    // The commonest form of a word stands for all of them.
    const term = stem(word);
    const rank = Math.sqrt(
      (software.get(word) ?? unknownRank.software) * (english.ranks.get(word) ?? unknownRank.english),
    );
    if (!lines.has(term)) lines.set(term, line(term, rank, row(vectors, n)));
  });
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  writeFileSync(target, sorted.join(''));
  console.log(`${sorted.length} terms in ${target}`);
}
