// Finds where strings end, and where the values that are filled into them end. In comes the source and the position behind
// the opening quote or brace, out comes the index of the closing one.

const BACKSLASH = 92;
const LINE_BREAK = 10;

/** The index of the closing quote; -1 if there is none, so that the quote is an apostrophe in some text. */
export function findStringEnd(source: string, from: number, quote: string, mayHoldLines: boolean): number {
  for (let i = from; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === LINE_BREAK && !mayHoldLines) return -1;
    else if (code === quote.charCodeAt(0) && (quote.length === 1 || source.startsWith(quote, i))) return i;
  }
  return -1;
}

/** The index of the `}` that closes a brace opened before `from`; the end of the source if there is none. */
export function findBraceEnd(source: string, from: number): number {
  let depth = 1;
  for (let i = from; i < source.length; i++) {
    const char = source[i] as string;
    if (char === '\\') i++;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return i;
    else if (char === '"' || char === "'" || char === '`') {
      // Braces in strings do not count.
      const end = char === '`' ? findTemplateEnd(source, i + 1) : findStringEnd(source, i + 1, char, false);
      if (end > 0) i = end;
      else if (char === '`') return source.length;
    }
  }
  return source.length;
}

/** The index of the closing backtick. Code in `${…}` may hold templates again. */
function findTemplateEnd(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return i;
    else if (source[i] === '$' && source[i + 1] === '{') i = findBraceEnd(source, i + 2);
  }
  return -1;
}
