// Finds the ends of strings, and of the values that are filled into them.

/** The index of the closing quote; -1 if there is none, so that the quote is an apostrophe in some text. */
export function findStringEnd(source: string, from: number, quote: string, lines: boolean): number {
  for (let i = from; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 10 && !lines) return -1;
    else if (c === quote.charCodeAt(0) && (quote.length === 1 || source.startsWith(quote, i))) return i;
  }
  return -1;
}

/** The index of the `}` that closes a brace opened before `from`. Strings inside are skipped. */
export function findBraceEnd(source: string, from: number): number {
  let depth = 1;
  for (let i = from; i < source.length; i++) {
    const c = source[i] as string;
    if (c === '\\') i++;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i;
    else if (c === '"' || c === "'" || c === '`') {
      const end = c === '`' ? findTemplateEnd(source, i + 1) : findStringEnd(source, i + 1, c, false);
      if (end > 0) i = end;
      else if (c === '`') return source.length;
    }
  }
  return source.length;
}

function findTemplateEnd(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return i;
    else if (source[i] === '$' && source[i + 1] === '{') i = findBraceEnd(source, i + 2);
  }
  return -1;
}
