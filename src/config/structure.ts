// What the parsers of JSON keep to themselves: that a key is there twice, of which only the last one counts, and that
// text follows the end of the value. Reads the text token by token.
import type { Problem } from './validate.ts';

/** Strings, comments, punctuation, and everything else up to one of them. */
const tokens =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|[[\]{}:,]|[^\s"'[\]{}:,/]+|\//g;

const isComment = (token: string) => token.startsWith('//') || token.startsWith('/*');

const tokensIn = (text: string) => [...text.matchAll(tokens)].filter(([token]) => !isComment(token));

/** The text after an object or a list that is closed; undefined if there is none. */
export function textAfterValue(text: string): string | undefined {
  const all = tokensIn(text);
  let depth = 0;
  for (const [at, [token]] of all.entries()) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    const next = all[at + 1];
    if (depth === 0 && next) return text.slice(next.index).trim();
  }
  return undefined;
}

interface Level {
  /** The keys of an object so far; undefined in a list. */
  keys?: Set<string>;
  /** The key or index of the current value. */
  at: string | number;
}

/** A warning for each key that an object has more than once: the parser takes the last one in silence. */
export function repeatedKeys(text: string): Problem[] {
  const problems: Problem[] = [];
  const levels: Level[] = [];
  let last = '';
  for (const [token] of tokensIn(text)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Set(), at: '' });
    else if (token === '[') levels.push({ at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && typeof level?.at === 'number') level.at++;
    else if (token === ':' && level?.keys) {
      level.at = last.slice(1, -1);
      if (level.keys.has(level.at)) problems.push(repeated(levels.map(({ at }) => at)));
      level.keys.add(level.at);
    }
    last = token;
  }
  return problems;
}

const repeated = (path: (string | number)[]): Problem => ({
  path,
  message: 'this key is there twice, and only the last one counts; put both into one',
  severity: 'warning',
});
