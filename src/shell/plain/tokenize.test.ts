// Compares the hand-written tokenizer with a regular expression that says what a token is.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { hasInvisible } from '../syntax/invisible.ts';
import { tokenAt } from './tokenize.ts';

/** An operator, a redirect that joins or discards output, or a word: plain, in single quotes, in double quotes. */
const TOKEN =
  /[ \t]*(?:(\n|;|(?:&&|\|\|?)(?=[ \t]))|(?:(2>&1|[12]?> ?\/dev\/null)|([\w.,:@%+/-][\w.,:@%+/=-]*)|'([^'\n]*)'|"([^"$`\\!\n]*)")(?=[ \t\n;]|$))/y;

function byPattern(source: string, at: number) {
  TOKEN.lastIndex = at;
  const found = TOKEN.exec(source);
  if (!found) return undefined;
  const [, operator, redirect, word, single, double] = found;
  const quoted = single ?? double;
  if (quoted !== undefined && hasInvisible(quoted)) return undefined;
  const kind =
    operator !== undefined
      ? 'operator'
      : redirect !== undefined
        ? 'redirect'
        : word !== undefined
          ? 'word'
          : 'quoted';
  return { kind, text: operator ?? redirect ?? word ?? quoted, end: TOKEN.lastIndex };
}

const scraps = [
  ...[
    ' ',
    '\t',
    '\n',
    ';',
    '&',
    '&&',
    '|',
    '||',
    '2>&1',
    '>/dev/null',
    '1> /dev/null',
    '2>/dev/null',
    '1',
    '2',
  ],
  ...[
    'a',
    'Zz',
    '_',
    '.',
    ',',
    ':',
    '@',
    '%',
    '+',
    '/',
    '=',
    '-',
    "'",
    '"',
    '$',
    '`',
    '\\',
    '!',
    'é',
    '\u200b',
  ],
  ...['[', ']', '{', '~', '#', '*', '?', '(', ')', '<', '>', '^', '0', '9'],
];

test('the tokenizer agrees with the pattern up to the first token that is not plain', () => {
  const line = fc.array(fc.constantFrom(...scraps), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(line, (parts) => {
      const source = parts.join('');
      for (let at = 0; at < source.length; ) {
        const token = tokenAt(source, at);
        expect(token as unknown).toEqual(byPattern(source, at));
        if (!token) return;
        at = token.end;
      }
    }),
    { numRuns: 20_000 },
  );
});
