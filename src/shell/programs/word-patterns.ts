// Matches the words of a command against the patterns of a spec: `** delete|remove-*`.
import { HOLE } from '../base/words.ts';

/** How many words `**` stands for at most. */
const MAX_SKIPPED = 5;

/**
 * Follows all places where the pattern could stand at once. Trying one after the other would take exponential time with
 * several `**`, and a pattern may come from an untrusted project.
 */
export function matchWords(pattern: readonly string[], words: readonly string[]): boolean {
  let places = new Set([0]);
  for (const token of pattern) {
    if (token === '$') return [...places].some((at) => at >= words.length);
    places = new Set([...places].flatMap((at) => placesAfter(token, words, at)));
    if (places.size === 0) return false;
  }
  return true;
}

function placesAfter(token: string, words: readonly string[], at: number): number[] {
  const text = words[at];
  if (token !== '**') return text !== undefined && matchToken(token, text) ? [at + 1] : [];
  const most = Math.min(MAX_SKIPPED, words.length - at);
  return Array.from({ length: most + 1 }, (_, skipped) => at + skipped);
}

export function matchToken(token: string, text: string): boolean {
  if (token === '*') return true;
  return token.split('|').some((option) => {
    if (option === '…') return text.includes(HOLE);
    return option.includes('*') ? matchStars(option, text) : text === option || text === HOLE;
  });
}

/** `delete-*`, `schedule-*-deletion`, `create-*-key*`: the parts between the stars must follow each other. */
function matchStars(option: string, text: string): boolean {
  const parts = option.split('*');
  const last = parts.pop() as string;
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const found = text.indexOf(part, at);
    if (found < 0 || (i === 0 && found > 0)) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
