// Splits a plain command line into words, operators and redirects, for the fast path.
import { hasInvisible } from '../syntax/invisible.ts';

export interface Token {
  kind: 'operator' | 'redirect' | 'word' | 'quoted';
  text: string;
  end: number;
}
/** The end of the line. */
export const END: Token = { kind: 'operator', text: '', end: 0 };

/** The redirects that are plain: they only join or discard output. */
const REDIRECTS = [
  '2>&1',
  '>/dev/null',
  '1>/dev/null',
  '2>/dev/null',
  '> /dev/null',
  '1> /dev/null',
  '2> /dev/null',
];

/**
 * The token at a position; undefined if the source is not plain there. Written by hand, because compiling a regular
 * expression for this takes longer than the rest of the fast path.
 */
export function tokenAt(source: string, from: number): Token | undefined {
  let at = from;
  while (isBlank(source[at])) at++;
  const first = source[at];
  if (first === '\n' || first === ';') return { kind: 'operator', text: first, end: at + 1 };
  if (first === '&' || first === '|') return operatorAt(source, at, first);
  if (first === "'" || first === '"') return quotedAt(source, at, first);
  if (first === '>' || first === '1' || first === '2')
    for (const text of REDIRECTS)
      if (source.startsWith(text, at))
        return ended(source, { kind: 'redirect', text, end: at + text.length });
  let end = at;
  if (first !== '=') while (isPlain(source.charCodeAt(end))) end++;
  return end === at ? undefined : ended(source, { kind: 'word', text: source.slice(at, end), end });
}

function operatorAt(source: string, at: number, sign: '&' | '|'): Token | undefined {
  const text = source[at + 1] === sign ? sign + sign : sign;
  const end = at + text.length;
  return text === '&' || !isBlank(source[end]) ? undefined : { kind: 'operator', text, end };
}

/** A quoted word without expansions and without invisible characters. */
function quotedAt(source: string, at: number, quote: string): Token | undefined {
  const close = source.indexOf(quote, at + 1);
  if (close < 0) return undefined;
  const text = source.slice(at + 1, close);
  for (const sign of quote === '"' ? '\n$`\\!' : '\n') if (text.includes(sign)) return undefined;
  if (hasInvisible(text)) return undefined;
  return ended(source, { kind: 'quoted', text, end: close + 1 });
}

/** The token, if the next character ends it: `'a'b` is not plain. */
function ended(source: string, token: Token): Token | undefined {
  const next = source[token.end];
  return next === undefined || next === '\n' || next === ';' || isBlank(next) ? token : undefined;
}

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t';

/** Letters, digits and `_ . , : @ % + / = -`. */
function isPlain(code: number): boolean {
  if (code > 96) return code < 123;
  if (code > 63) return code < 91 || code === 95;
  return code > 44 ? code < 59 || code === 61 : code === 43 || code === 44 || code === 37;
}
