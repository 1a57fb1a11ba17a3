// The content of a string, which strings.ts and quote-words.ts cut out of the source. Out go its parts: known text with
// its escapes replaced, and the tokens of the values that are filled in.
import { undoEscapes } from '../base/escapes.ts';
import type { Scan } from './scan.ts';
import { findBraceEnd } from './string-ends.ts';
import type { Part } from './token.ts';

/** How the content of a string is read. */
export interface ContentStyle {
  /** Whether escapes such as `\n` are replaced; otherwise only an escaped quote is. */
  escapes: boolean;
  /** The mark of a value that is filled in. `sigil`: the `$` or `@` of a variable. */
  interpolation: '#{' | '${' | 'sigil' | '{' | undefined;
}

export const AS_WRITTEN: ContentStyle = { escapes: false, interpolation: undefined };

export function splitIntoParts(text: string, { escapes, interpolation }: ContentStyle, scan: Scan): Part[] {
  const withoutEscapes = (piece: string) =>
    escapes ? replaceEscapes(piece) : piece.replace(/\\(['\\])/g, '$1');
  if (!interpolation) return [withoutEscapes(text)];
  if (interpolation === 'sigil') return splitAtVariables(text, withoutEscapes, scan);
  return text.includes(interpolation[0] as string)
    ? splitAtBraces(text, interpolation, withoutEscapes, scan)
    : [withoutEscapes(text)];
}

/** `"rm #{path}"`, `"rm ${path}"`, `f"rm {path}"`. In the last form, `{{` and `}}` are braces. */
function splitAtBraces(
  text: string,
  mark: '#{' | '${' | '{',
  withoutEscapes: (piece: string) => string,
  scan: Scan,
): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && mark !== '{') i++;
    else if (mark === '{' && (text.startsWith('{{', i) || text.startsWith('}}', i))) {
      parts.push(withoutEscapes(text.slice(from, i + 1)));
      from = i + 2;
      i++;
    } else if (text.startsWith(mark, i)) {
      const end = findBraceEnd(text, i + mark.length);
      parts.push(withoutEscapes(text.slice(from, i)), scan.tokenizeInner(text.slice(i + mark.length, end)));
      i = end;
      from = end + 1;
    }
  }
  return [...parts, withoutEscapes(text.slice(from))];
}

/** `$name`, `${name}`, `$name{key}`, `$name->[0]`, `{$name->key}`, `@{[ code ]}`. */
const FILLED_IN =
  /\\.|\{\$(?<braced>[^{}]*)\}|@\{\[(?<code>[\s\S]*?)\]\}|\$\{(?<name>\w+)\}|[$@](?:::)?[A-Za-z_]\w*(?:(?:->)?(?:\{[^{}]*\}|\[[^\][]*\])|->[A-Za-z_]\w*)*/g;

function splitAtVariables(text: string, withoutEscapes: (piece: string) => string, scan: Scan): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(FILLED_IN)) {
    const [found] = match;
    // In PHP, `@` is a character like any other.
    if (found.startsWith('\\') || (found.startsWith('@') && scan.rules.phpTags)) continue;
    const { braced, code, name } = match.groups ?? {};
    const variable = braced ?? name;
    const inner = variable === undefined ? (code ?? found) : `$${variable}`;
    parts.push(withoutEscapes(text.slice(from, match.index)), scan.tokenizeInner(inner));
    from = match.index + found.length;
  }
  return [...parts, withoutEscapes(text.slice(from))];
}

/** Replaces the escapes that most languages share; other escaped characters stand for themselves. */
export function replaceEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  const withoutCodePoints = text.replace(/\\u\{([0-9a-fA-F]+)\}/g, (_escape, hex: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
  return undoEscapes(withoutCodePoints.replace(/\\\n/g, '')).replace(/\\([^\w\\])/g, '$1');
}
