// The content of strings: known text with its escapes replaced, and the values that are filled in.
import { undoEscapes } from '../base/escapes.ts';
import type { Scan } from './scan.ts';
import { findBraceEnd } from './string-ends.ts';
import type { Part } from './token.ts';

/** How the content of a string is read. */
export interface ContentStyle {
  /** Escapes such as `\n` are replaced; otherwise only an escaped quote is. */
  escapes: boolean;
  /** The mark of a value that is filled in. */
  interpolation: '#{' | '${' | 'sigil' | '{' | undefined;
}

export const AS_WRITTEN: ContentStyle = { escapes: false, interpolation: undefined };

/** The text of a string as pieces: known text and the tokens of what is filled in. */
export function splitIntoParts(
  text: string,
  { escapes, interpolation: fills }: ContentStyle,
  scan: Scan,
): Part[] {
  const plain = (piece: string) => (escapes ? replaceEscapes(piece) : piece.replace(/\\(['\\])/g, '$1'));
  if (!fills || !text.includes(fills === 'sigil' ? '$' : fills[0] === '{' ? '{' : (fills[0] as string)))
    return mayHoldSigil(fills, text) ? splitAtSigils(text, plain, scan) : [plain(text)];
  if (fills === 'sigil') return splitAtSigils(text, plain, scan);
  const parts: Part[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && fills !== '{') i++;
    else if (fills === '{' && (text.startsWith('{{', i) || text.startsWith('}}', i))) {
      parts.push(plain(text.slice(from, i + 1)));
      from = i + 2;
      i++;
    } else if (text.startsWith(fills, i)) {
      const end = findBraceEnd(text, i + fills.length);
      parts.push(plain(text.slice(from, i)), scan.tokenizeInner(text.slice(i + fills.length, end)));
      i = end;
      from = end + 1;
    }
  }
  return [...parts, plain(text.slice(from))];
}

const mayHoldSigil = (fills: ContentStyle['interpolation'], text: string) =>
  fills === 'sigil' && /[@{]/.test(text);

/** `$name`, `${name}`, `$name{key}`, `$name->[0]`, `{$name->key}`, `@{[ code ]}`. */
const FILLED_IN =
  /\\.|\{\$([^{}]*)\}|@\{\[([\s\S]*?)\]\}|\$\{(\w+)\}|[$@](?:::)?[A-Za-z_]\w*(?:(?:->)?(?:\{[^{}]*\}|\[[^\][]*\])|->[A-Za-z_]\w*)*/g;

function splitAtSigils(text: string, plain: (piece: string) => string, scan: Scan): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const m of text.matchAll(FILLED_IN)) {
    if (m[0].startsWith('\\') || (m[0].startsWith('@') && scan.rules.phpTags)) continue;
    const code = m[1] !== undefined ? `$${m[1]}` : m[3] !== undefined ? `$${m[3]}` : (m[2] ?? m[0]);
    parts.push(plain(text.slice(from, m.index)), scan.tokenizeInner(code));
    from = m.index + m[0].length;
  }
  return [...parts, plain(text.slice(from))];
}

/** Replaces the escapes that most languages share; other escaped characters stand for themselves. */
export const replaceEscapes = (text: string) =>
  text.includes('\\')
    ? undoEscapes(
        text
          .replace(/\\u\{([0-9a-fA-F]+)\}/g, (_all, hex: string) =>
            String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
          )
          .replace(/\\\n/g, ''),
      ).replace(/\\([^\w\\])/g, '$1')
    : text;
