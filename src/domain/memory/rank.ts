// Ranks memories by what they have in common with a subject, such as a prompt or the files being worked on. The measure
// is BM25: a term counts more if few memories have it. `npm run bench:memory` measures how good the ranking is.
import type { Memory } from './memory.ts';
import { relatedWords } from './related-words.ts';
import { pathTerms, stem, termsOf, termWeight } from './words.ts';

/** Something that a session is about: words or a path, and how much it counts (1 for a prompt). */
export interface Subject {
  text: string;
  weight: number;
  path?: boolean;
}

export interface RankedMemory {
  memory: Memory;
  /** Comparable only between memories of one ranking. */
  score: number;
  /** About the number of rare terms in common; 1 is one term that few memories have. */
  match: number;
  /** The score of one such term. */
  rarest: number;
}

const bm25 = { saturation: 1, length: 0.3 };
/**
 * The weight of a match that is not the term itself: a word that begins alike, a related word, and a related word of
 * a term that no memory has.
 */
const partial = { prefix: 0.15, related: 0.4, instead: 0.85 };
/** How much the share of the subject's terms that a memory has counts. */
const coverageExponent = 0.3;
/** Terms of the best match's names that bring related memories along. */
const siblingWeight = 0.25;
/** A project with few memories is treated as one with this many, where a common word is not taken for a rare one. */
const minCollection = 50;
const minPrefix = 4;
const maxTerms = 120;

export interface SubjectTerm {
  weight: number;
  /** Two words written as one: only the same word counts, because it begins with a word that counts by itself. */
  compound: boolean;
}

/** The stems that count for a subject. */
export function subjectTerms(subjects: readonly Subject[]): Map<string, SubjectTerm> {
  const terms = new Map<string, SubjectTerm>();
  const add = (term: string, weight: number, compound: boolean) => {
    const known = terms.get(term);
    const highest = Math.max(known?.weight ?? 0, weight * termWeight(term));
    terms.set(term, { weight: highest, compound: compound && (known?.compound ?? true) });
  };
  for (const { text, weight, path } of subjects) {
    for (const term of path ? pathTerms(text) : termsOf(text)) add(term, weight, false);
    if (!path) for (const term of compounds(text)) add(term, weight, true);
  }
  return new Map([...terms].sort((a, b) => b[1].weight - a[1].weight).slice(0, maxTerms));
}

/** "web hook" may be written "webhook" elsewhere, and "times out" is a timeout. */
function compounds(text: string): string[] {
  const words =
    text
      .slice(0, 1_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(1).flatMap((word, index) => {
    const before = words[index]!;
    const plain = before.replace(/(?<=\p{L}{3})[sd]$/u, '');
    return [...new Set([before, plain])].map((one) => stem(one + word));
  });
}

/** Beginnings of words to look up in the full-text index, whose stems differ a little from ours. */
export function searchPrefixes(terms: Iterable<string>): string[] {
  const all = [...terms].flatMap((term) => [term, ...relatedTerms(term)]);
  return [...new Set(all.map((term) => (term.length > 4 ? term.replace(/i$|iz$/, '') : term)))];
}

/** All of them, best first. `total`: how many memories there are besides. */
export function rankMemories(
  memories: readonly Memory[],
  subjects: readonly Subject[],
  total = memories.length,
): RankedMemory[] {
  const collection = readCollection(memories, total);
  const terms = subjectTerms(subjects);
  const sums: Sums = memories.map(() => ({ score: 0, match: 0 }));
  let possible = 0;
  for (const [term, how] of terms) possible += addTerm(collection, sums, term, how);
  const scores = sums.map(
    ({ score, match }) => score * (match / Math.max(possible, 1e-9)) ** coverageExponent,
  );
  addSiblings(collection, scores);
  const rarest = rarity(collection, 1);
  return memories
    .map((memory, index) => ({ memory, score: scores[index]!, match: sums[index]!.match / rarest, rarest }))
    .sort((a, b) => b.score - a.score || b.memory.at - a.memory.at);
}

type Sums = { score: number; match: number }[];

/** For each term, how often it is in which memories. */
type Postings = Map<string, Map<number, number>>;

interface Collection {
  postings: Postings;
  /** The terms by their first letters. */
  beginnings: Map<string, string[]>;
  /** The terms of the names that each memory is about. */
  names: string[][];
  /** The number of terms of each memory, divided by the mean. */
  lengths: number[];
  total: number;
}

function readCollection(memories: readonly Memory[], total: number): Collection {
  const names = memories.map(({ entities }) => entities.flatMap(nameTerms));
  const postings: Postings = new Map();
  const lengths = memories.map(({ content, topic = '' }, index) => {
    const terms = [...termsOf(`${topic} ${content}`), ...names[index]!];
    for (const term of terms) {
      const found = postings.get(term) ?? new Map<number, number>();
      postings.set(term, found.set(index, (found.get(index) ?? 0) + 1));
    }
    return terms.length;
  });
  const mean = lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, lengths.length);
  return {
    postings,
    beginnings: Map.groupBy(postings.keys(), (term) => term.slice(0, minPrefix)),
    names,
    lengths: lengths.map((n) => n / mean),
    total: Math.max(total, memories.length, minCollection),
  };
}

const nameTerms = (name: string) => (/[/.]/.test(name) ? pathTerms(name) : termsOf(name));

/** Inverse document frequency: how much a term tells that `found` memories have. */
function rarity({ total }: Collection, found: number): number {
  return Math.log(1 + (total - found + 0.5) / (found + 0.5));
}

/** Adds what one term of the subject is worth to each memory, and returns what it is worth at most. */
function addTerm(
  collection: Collection,
  sums: Sums,
  term: string,
  { weight, compound }: SubjectTerm,
): number {
  const exact = collection.postings.get(term) ?? new Map<number, number>();
  const similar = compound ? new Set<number>() : beginningAlike(collection, term, exact);
  const all = exact.size + similar.size;
  // A word that is only similar must not make the term itself look frequent.
  const worth = weight * rarity(collection, exact.size || all);
  for (const [index, n] of exact) addOccurrences(collection, sums, index, n, worth);
  const less = weight * rarity(collection, all);
  for (const index of similar) addOccurrences(collection, sums, index, partial.prefix, less);
  const related = all > 0 ? partial.related : partial.instead;
  addRelated(collection, sums, new Set([...exact.keys(), ...similar]), term, weight * related);
  return all > 0 ? worth : 0;
}

function addOccurrences({ lengths }: Collection, sums: Sums, index: number, n: number, worth: number): void {
  const norm = 1 - bm25.length + bm25.length * lengths[index]!;
  sums[index]!.score += (worth * n * (bm25.saturation + 1)) / (n + bm25.saturation * norm);
  sums[index]!.match += worth * Math.min(1, n);
}

/** "auth" is in "authentication", and the other way round; that counts as a part of an occurrence. */
function beginningAlike(
  { postings, beginnings }: Collection,
  term: string,
  exact: ReadonlyMap<number, number>,
): Set<number> {
  if (term.length < minPrefix) return new Set();
  const others = (beginnings.get(term.slice(0, minPrefix)) ?? []).filter(
    (other) =>
      other !== term && other.length >= minPrefix && (other.startsWith(term) || term.startsWith(other)),
  );
  return new Set(
    others.flatMap((other) => [...postings.get(other)!.keys()]).filter((one) => !exact.has(one)),
  );
}

function addRelated(
  collection: Collection,
  sums: Sums,
  found: ReadonlySet<number>,
  term: string,
  weight: number,
): void {
  const have = new Set(
    relatedTerms(term).flatMap((one) => [...(collection.postings.get(one)?.keys() ?? [])]),
  );
  const others = [...have].filter((index) => !found.has(index));
  const worth = weight * rarity(collection, others.length);
  for (const index of others) {
    sums[index]!.score += worth;
    sums[index]!.match += worth;
  }
}

/** Memories about the same files and terms as the best match are likely to matter, too. */
function addSiblings(collection: Collection, scores: number[]): void {
  const best = scores.indexOf(Math.max(...scores));
  for (const term of new Set(collection.names[best])) {
    const found = collection.postings.get(term)!;
    const worth = siblingWeight * rarity(collection, found.size);
    for (const index of found.keys()) if (scores[index]! > 0) scores[index]! += worth;
  }
}

let groups: Map<string, string[]> | undefined;

function relatedTerms(term: string): string[] {
  groups ??= groupTerms();
  return groups.get(term) ?? [];
}

function groupTerms(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const line of relatedWords) {
    const terms = [...new Set(line.split(' ').map(stem))];
    for (const term of terms)
      all.set(term, [...(all.get(term) ?? []), ...terms.filter((other) => other !== term)]);
  }
  return all;
}
