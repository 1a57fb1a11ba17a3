// Expands braces: `a{b,c}` becomes `ab ac`.

const MAX_EXPANDED = 64;

/** The items of a range that are listed: enough for all letters. */
const MAX_RANGE = 26;

interface Expanded {
  words: string[];
  /** The limit was reached, so words are missing. */
  isCut: boolean;
}

/** Expands the raw source of one word. Quotes are left for the parser. */
export function expandBraces(raw: string): Expanded {
  const expanded: string[] = [];
  const open = [raw];
  while (open.length > 0 && expanded.length + open.length < MAX_EXPANDED) {
    const text = open.shift() as string;
    const found = firstBrace(text);
    if (!found) expanded.push(text);
    else open.unshift(...found.options.map((option) => found.before + option + found.after));
  }
  const words = [...expanded, ...open];
  return {
    words: words.slice(0, MAX_EXPANDED),
    isCut: words.length > MAX_EXPANDED || open.some((text) => firstBrace(text)),
  };
}

interface Brace {
  before: string;
  options: string[];
  after: string;
}

function firstBrace(text: string): Brace | undefined {
  for (let i = 0; i < text.length; i++) {
    const skip = skipQuoted(text, i);
    if (skip > i) {
      i = skip;
      continue;
    }
    if (text[i] !== '{') continue;
    const brace = readBrace(text, i);
    if (brace) return brace;
  }
  return undefined;
}

/** Index of the last character of a quoted or `${…}` / `$(…)` run that starts at `i`, else `i`. */
function skipQuoted(text: string, i: number): number {
  const c = text[i];
  if (c === '\\') return i + 1;
  if (c === "'" || c === '"' || c === '`') return endOf(text, i, c);
  if (c === '$' && (text[i + 1] === '{' || text[i + 1] === '('))
    return endOf(text, i, text[i + 1] === '{' ? '}' : ')');
  return i;
}

function endOf(text: string, from: number, close: string): number {
  const end = text.indexOf(close, from + 1);
  return end < 0 ? text.length : end;
}

function readBrace(text: string, start: number): Brace | undefined {
  const cuts = [start];
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const skip = skipQuoted(text, i);
    if (skip > i) i = skip;
    else if (text[i] === '{') depth++;
    else if (text[i] === ',' && depth === 1) cuts.push(i);
    else if (text[i] === '}' && --depth === 0) return braceFrom(text, cuts, i);
  }
  return undefined;
}

function braceFrom(text: string, cuts: number[], end: number): Brace | undefined {
  const before = text.slice(0, cuts[0]);
  const after = text.slice(end + 1);
  if (cuts.length > 1) {
    const options = cuts.map((cut, n) => text.slice(cut + 1, cuts[n + 1] ?? end));
    return { before, options, after };
  }
  const options = range(text.slice((cuts[0] as number) + 1, end));
  return options && { before, options, after };
}

function range(body: string): string[] | undefined {
  const m = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.-?(\d{1,4}))?$/.exec(body);
  if (!m) return undefined;
  const letters = /[a-zA-Z]/.test(m[1] as string);
  const from = letters ? (m[1] as string).charCodeAt(0) : Number(m[1]);
  const to = letters ? (m[2] as string).charCodeAt(0) : Number(m[2]);
  const out: string[] = [];
  const step = (Number(m[3]) || 1) * (from <= to ? 1 : -1);
  for (let n = from; out.length < MAX_RANGE && (from <= to ? n <= to : n >= to); n += step)
    out.push(letters ? String.fromCharCode(n) : String(n));
  // In a longer range of numbers, the first ones and the last one stand for all of them.
  const last = from + Math.trunc((to - from) / step) * step;
  if (!letters && out.at(-1) !== String(last)) out.push(String(last));
  return out;
}
