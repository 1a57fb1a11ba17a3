// Ranks memories by what they have in common with subjects, such as a prompt or the files being worked on. The measure is
// BM25: a term counts more if few memories have it. With a prompt, words of the same groups (associations.txt) add a
// little each, the similarity of the whole texts is added, and for the best ones that of their words in context.
// `npm run bench:memory` measures how good the ranking is.
import { groupsOf, rarityOf } from './meaning.ts';
import type { Comparison, Memory, Subject } from './memory.ts';
import { pathTerms, stem, termsOf } from './words.ts';

export interface RankedMemory {
  memory: Memory;
  /** Comparable only between memories of one ranking. */
  score: number;
  /** About the number of rare terms in common; 1 is one term that few memories have. */
  match: number;
  /** The score of one such term. */
  rarest: number;
}

const textSimilarity = {
  /** The weight of a similarity of 1, where the best score by words is 1. */
  weight: 1,
  /** Assumed where the similarity is unknown: that of unrelated texts. */
  unrelated: 0.1,
  /** Up to this similarity a text has nothing in common with the subject. */
  nothing: 0.3,
  /** With this one it has as much in common as one rare term. */
  oneTerm: 0.6,
};

const wordsInContext = {
  /** How many of the best memories are compared. */
  memories: 20,
  /** The weight of a similarity of 1, where the best score by words is 1. */
  weight: 6,
  /** Of texts about different things, on average. It is assumed where the similarity is unknown. */
  unrelated: 0.28,
  /** With this similarity a memory has the same word, or one that means the same. */
  same: 0.4,
};

const bm25 = { saturation: 1, length: 0.5 };
const wordGroups = {
  /** The weight of a memory that is full of words of the term's groups. */
  weight: 0.5,
  /** How many rare words of the groups bring much of that weight. */
  many: 3,
};
/** How much of its weight the most ordinary word loses. */
const ordinaryDiscount = 0.55;
/** The influence of the share of the subject's terms that a memory has: 0 would be none. */
const coverageExponent = 0.3;
/** The weight of terms in the names of the best two, which bring memories about the same things along. */
const siblingWeight = 0.2;
/** Memories that are brought along stay below this share of the second best's score. */
const siblingShare = 0.95;
/** A project with few memories is treated as one with this many, where a common word is not taken for a rare one. */
const minCollection = 50;
/** The match of a term that is rare in general, however many memories have it. */
const wordMatch = 0.6;
const maxTerms = 120;
/** The number of these terms whose groups are looked up. */
const maxTermsWithGroups = 40;

export interface SubjectTerm {
  weight: number;
  /** Joined from two words (“web hook”). Its groups are not looked up, because its parts have their own. */
  compound: boolean;
}

/** The stems that count for a subject. */
export function subjectTerms(subjects: readonly Subject[]): Map<string, SubjectTerm> {
  const terms = new Map<string, SubjectTerm>();
  const add = (term: string, weight: number, compound: boolean) => {
    const known = terms.get(term);
    const highest = Math.max(known?.weight ?? 0, weight * weightOf(term));
    terms.set(term, { weight: highest, compound: compound && (known?.compound ?? true) });
  };
  for (const { text, weight, path } of subjects) {
    for (const term of path ? pathTerms(text) : termsOf(text)) add(term, weight, false);
    if (!path) for (const term of compounds(text)) add(term, weight, true);
  }
  return new Map([...terms].sort((a, b) => b[1].weight - a[1].weight).slice(0, maxTerms));
}

/** An ordinary word says little, even if only one memory has it. */
const weightOf = (term: string) => 1 - ordinaryDiscount * (1 - rarityOf(term));

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

/**
 * Prefixes to look up in the full-text index. Endings on which our stemmer and SQLite's differ are cut off. If one prefix
 * begins with another, the shorter one is enough, because it finds the words of both.
 */
export function searchPrefixes(terms: Iterable<string>): string[] {
  const all = Array.from(terms, (term) => (term.length > 4 ? term.replace(/i$|iz$/, '') : term));
  const unique = [...new Set(all)];
  return unique.filter(
    (prefix) => !unique.some((shorter) => shorter !== prefix && prefix.startsWith(shorter)),
  );
}

export interface RankOptions {
  /** How many memories there are, if these are only some of them. */
  total?: number;
  /**
   * False if only the words themselves count: no other words of their groups, and nothing for being about the same things
   * as the best memories. Files say exactly what a session is about.
   */
  related?: boolean;
  /** How a prompt compares with the memories. */
  comparison?: Comparison;
}

/** All of them, best first. */
export function rankMemories(
  memories: readonly Memory[],
  subjects: readonly Subject[],
  { total = memories.length, related = true, comparison }: RankOptions = {},
): RankedMemory[] {
  const collection = readCollection(memories, total);
  const terms = subjectTerms(subjects);
  const sums: Sums = memories.map(() => ({ score: 0, match: 0, termWeight: 0, groups: 0 }));
  let possible = 0;
  for (const [term, { weight }] of terms) possible += addTerm(collection, sums, term, weight);
  if (related) addGroups(collection, sums, terms);
  const scores = sums.map(
    ({ score, match, groups }) => score * (match / Math.max(possible, 1e-9)) ** coverageExponent + groups,
  );
  if (related) addSiblings(collection, scores);
  const rarest = rarity(collection, 1);
  const ranked = memories.map((memory, index) => ({
    memory,
    score: scores[index]!,
    match: matchOf(sums[index]!, rarest),
    rarest,
  }));
  if (!comparison || comparison.similarities.size === 0) return ranked.sort(bestFirst);
  const compared = addSimilarities(ranked, comparison.similarities).sort(bestFirst);
  return addWordsInContext(compared, comparison).sort(bestFirst);
}

const bestFirst = (a: RankedMemory, b: RankedMemory) => b.score - a.score || b.memory.at - a.memory.at;

/** Adds how similar the texts are. A memory whose similarity is unknown competes by its words. */
function addSimilarities(
  ranked: readonly RankedMemory[],
  similarities: ReadonlyMap<number, number>,
): RankedMemory[] {
  const best = Math.max(...ranked.map(({ score }) => score)) || 1;
  return ranked.map(({ memory, score, match, rarest }) => {
    const similarity = similarities.get(memory.id) ?? textSimilarity.unrelated;
    const terms =
      Math.max(0, similarity - textSimilarity.nothing) / (textSimilarity.oneTerm - textSimilarity.nothing);
    return {
      memory,
      score: score / best + textSimilarity.weight * similarity,
      match: match + terms,
      rarest: rarest / best,
    };
  });
}

/** Adds how similar the words of the best memories are to those of the prompt. Words that all of them have count little. */
function addWordsInContext(ranked: readonly RankedMemory[], { findClosest }: Comparison): RankedMemory[] {
  const { memories, weight, unrelated, same } = wordsInContext;
  const found = findClosest(ranked.slice(0, memories).map(({ memory }) => memory.id));
  const [first = []] = found.values();
  const rarities = first.map((_, piece) =>
    inverseFrequency(found.size, [...found.values()].filter((closest) => closest[piece]! > same).length),
  );
  const all = rarities.reduce((sum, one) => sum + one, 0) || 1;
  return ranked.map((one) => {
    const closest = found.get(one.memory.id);
    const similarity = closest?.reduce((sum, each, piece) => sum + each * rarities[piece]!, 0);
    return similarity === undefined
      ? one
      : { ...one, score: one.score + weight * (similarity / all - unrelated) };
  });
}

/** The sums of each memory, in the order of the memories. */
type Sums = {
  score: number;
  /** The worth of the terms in common. */
  match: number;
  /**
   * Their weights, which do not depend on how many memories have them: a term that a whole project is about has little
   * worth, but a memory with it has something in common with the prompt.
   */
  termWeight: number;
  /** The worth of other words of the same groups. */
  groups: number;
}[];

const matchOf = ({ match, termWeight, groups }: Sums[number], rarest: number) =>
  Math.max((match + groups) / rarest, termWeight * wordMatch);

/** For each term, how often it is in which memories. */
type Postings = Map<string, Map<number, number>>;

interface Collection {
  postings: Postings;
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
    names,
    lengths: lengths.map((n) => n / mean),
    total: Math.max(total, memories.length, minCollection),
  };
}

const nameTerms = (name: string) => (/[/.]/.test(name) ? pathTerms(name) : termsOf(name));

const rarity = ({ total }: Collection, found: number) => inverseFrequency(total, found);

/** How much a term says if this many of all memories have it. */
const inverseFrequency = (all: number, having: number) => Math.log(1 + (all - having + 0.5) / (having + 0.5));

/** Adds a term to the memories that have it, and returns its worth: what each of them gains in `match`, or 0 if none. */
function addTerm({ postings, lengths, total }: Collection, sums: Sums, term: string, weight: number): number {
  const exact = postings.get(term) ?? new Map<number, number>();
  const worth = weight * inverseFrequency(total, exact.size);
  for (const [index, n] of exact) {
    const norm = 1 - bm25.length + bm25.length * lengths[index]!;
    const sum = sums[index]!;
    sum.score += (worth * n * (bm25.saturation + 1)) / (n + bm25.saturation * norm);
    sum.match += worth;
    sum.termWeight += weight;
  }
  return exact.size > 0 ? worth : 0;
}

/** Memories get a part of a term's worth for other words of its groups. A word of many groups says less about each. */
function addGroups(collection: Collection, sums: Sums, all: ReadonlyMap<string, SubjectTerm>): void {
  const terms = [...all].filter(([, { compound }]) => !compound).slice(0, maxTermsWithGroups);
  const shares = sharesOf(collection, new Set(terms.flatMap(([term]) => groupsOf(term))));
  for (const [term, { weight }] of terms) {
    const exact = collection.postings.get(term) ?? new Map<number, number>();
    const rare = rarity(collection, exact.size);
    const found = new Map<number, number>();
    const groups = groupsOf(term);
    for (const group of groups)
      for (const [index, share] of shares.get(group) ?? [])
        found.set(index, (found.get(index) ?? 0) + share / Math.sqrt(groups.length));
    for (const [index, share] of found) {
      const others = Math.max(0, exact.has(index) ? share - rare : share);
      sums[index]!.groups += wordGroups.weight * weight * rare * Math.log1p(others / wordGroups.many);
    }
  }
}

/** How much of each group each memory has: the rarities of its words that belong to the group. */
function sharesOf(collection: Collection, wanted: ReadonlySet<string>): Map<string, Map<number, number>> {
  const shares = new Map(Array.from(wanted, (group) => [group, new Map<number, number>()]));
  for (const [term, found] of collection.postings) {
    const groups = groupsOf(term);
    const worth = rarity(collection, found.size) / Math.sqrt(groups.length);
    for (const group of groups) {
      const sharesOfGroup = shares.get(group);
      if (!sharesOfGroup) continue;
      for (const index of found.keys()) sharesOfGroup.set(index, (sharesOfGroup.get(index) ?? 0) + worth);
    }
  }
  return shares;
}

/**
 * Memories about the same files and names as the best two are likely to matter, too. They come after these two, because
 * the best one is often wrong where it shares few words with the prompt, and then its siblings are wrong as well.
 */
function addSiblings(collection: Collection, scores: number[]): void {
  const best = scores
    .map((score, index) => ({ score, index }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 2);
  const worths = new Map<number, number>();
  for (const { score, index } of best)
    for (const term of new Set(collection.names[index])) {
      const found = collection.postings.get(term)!;
      const worth = (siblingWeight * rarity(collection, found.size) * score) / Math.max(best[0]!.score, 1e-9);
      for (const other of found.keys()) worths.set(other, (worths.get(other) ?? 0) + worth);
    }
  for (const { index } of best) worths.delete(index);
  const most = siblingShare * (best.at(-1)?.score ?? 0);
  for (const [index, worth] of worths) {
    const score = scores[index]!;
    if (score > 0) scores[index] = Math.max(score, Math.min(most, score + worth));
  }
}
