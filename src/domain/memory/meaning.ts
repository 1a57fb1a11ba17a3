// Looks up the terms of memories and prompts in two tables: how ordinary a word is and how similar two words are, learnt
// from the documentation of packages and from English texts; and the groups that a word belongs to, written by hand
// (docs/decisions/032).
import { loadBundle } from '../../hook/bundles/load.ts';

/** The digits of the table: each stands for a number from 0 to 63. */
export const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const numbers = new Uint8Array(128);
for (let n = 0; n < digits.length; n++) numbers[digits.charCodeAt(n)] = n;

/** The number of digits of a vector. */
export const dimensions = 64;

/** The line of a term: a digit for how rare it is, then its vector. A binary search, because the table is sorted. */
function lineOf(term: string): string | undefined {
  const { table } = loadBundle('word-table');
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = table.lastIndexOf('\n', middle - 1) + 1;
    const tab = table.indexOf('\t', start);
    const word = table.slice(start, tab);
    if (word === term) return table.slice(tab + 1, tab + 2 + dimensions);
    if (word < term) low = tab + 3 + dimensions;
    else high = start;
  }
  return undefined;
}

let groups: Map<string, string> | undefined;

/** The groups of words that a term belongs to, by number. Most terms have none. */
export function groupsOf(term: string): readonly string[] {
  groups ??= new Map(
    loadBundle('word-table')
      .associations.split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  return groups.get(term)?.split(' ') ?? [];
}

/** Whether the table has a term. */
export const isKnown = (term: string): boolean => lineOf(term) !== undefined;

/** How rarely a term is used, from 0 for a word like “time” to 1. Unknown ones are names and identifiers. */
export function rarityOf(term: string): number {
  const line = lineOf(term);
  return line === undefined ? 1 : numbers[line.charCodeAt(0)]! / (digits.length - 1);
}

/** Writes the vector of a term to a place in an array, with length 1. False if the table does not have the term. */
function writeVector(term: string, target: Float32Array, start: number): boolean {
  const line = lineOf(term);
  if (line === undefined) return false;
  let squares = 0;
  for (let n = 0; n < dimensions; n++) {
    const value = numbers[line.charCodeAt(n + 1)]! - digits.length / 2;
    target[start + n] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  for (let n = 0; n < dimensions; n++) target[start + n]! /= length;
  return true;
}

/** Returns a function that finds the terms with at least this similarity to another one, from 0 to 1. */
export function findSimilar(
  terms: Iterable<string>,
  minSimilarity: number,
): (term: string) => { term: string; similarity: number }[] {
  const all = [...terms];
  const vectors = new Float32Array(all.length * dimensions);
  for (const [n, term] of all.entries()) writeVector(term, vectors, n * dimensions);
  const mine = new Float32Array(dimensions);
  return (wanted) => {
    if (!writeVector(wanted, mine, 0)) return [];
    const found: { term: string; similarity: number }[] = [];
    for (let n = 0; n < all.length; n++) {
      const similarity = product(mine, vectors, n * dimensions);
      if (similarity >= minSimilarity && all[n] !== wanted) found.push({ term: all[n]!, similarity });
    }
    return found;
  };
}

function product(one: Float32Array, others: Float32Array, start: number): number {
  let sum = 0;
  for (let n = 0; n < dimensions; n++) sum += one[n]! * others[start + n]!;
  return sum;
}
