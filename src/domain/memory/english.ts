// Tells whether a text is English, by the share of its words that are in a table (meaning.ts).
import { isKnown } from './meaning.ts';
import { stem, termsOf } from './words.ts';

/** A word of letters that is no part of a path or an identifier, which are much the same in every language. */
const plainWord = /(?<![\p{L}\p{N}_./-])\p{L}[\p{Ll}\p{M}]+(?![\p{L}\p{N}_/-]|\.\p{L})/gu;
const maxLength = 2_000;

/** Of a hundred English prompts one has less than three quarters, of other languages most have less than half. */
const minKnown = 0.7;

export function isEnglish(text: string): boolean {
  const words = text.slice(0, maxLength).match(plainWord) ?? [];
  const known = words.filter((word) => isKnown(stem(word.toLowerCase())) || isFrequent(word));
  return words.length > 0 && known.length >= words.length * minKnown;
}

/** Frequent words are no terms. */
const isFrequent = (word: string) => termsOf(word).length === 0;
