// The strings of other languages: quotes, escapes, documents in the source, and the values that are filled in.
import { undoEscapes } from '../base/escapes.ts';
import type { Lexis } from './lexis.ts';
import type { Bare, Part, Token } from './tokenize.ts';

/** The state of the tokenizer. */
export interface Scan {
  source: string;
  at: number;
  /** Where the current token began. */
  started: number;
  lexis: Lexis;
  /** Documents whose text begins on the next line. */
  documents: (() => void)[];
  /** For each open bracket, whether an operand may follow when it is closed. */
  open: boolean[];
  /** Whether an operand may follow the bracket that was closed last. */
  closed: boolean;
  /** How many quotes were not closed. After many of them no more are looked for, because each search goes to the end. */
  unclosed: number;
  /** The tokens of code inside a string. */
  inner: (code: string) => readonly Token[];
}

/** How the text of a string is to be understood. */
interface Style {
  /** Escapes such as `\n` are replaced; otherwise only an escaped quote is. */
  escapes: boolean;
  fills: '#{' | '${' | 'sigil' | '{' | undefined;
}

const PLAIN: Style = { escapes: false, fills: undefined };

export function stringAt(scan: Scan): Bare | undefined {
  const { source, lexis, at } = scan;
  const prefix = lexis.python ? (PREFIX.exec(source.slice(at, at + 4))?.[1] ?? '') : '';
  const c = source[at + prefix.length];
  if (c === '[' && lexis.longBrackets) return longBracketAt(scan);
  if (c === '`') return backtickAt(scan);
  if (c !== '"' && c !== "'") return lexis.symbols ? symbolAt(scan) : undefined;
  if (c === "'" && lexis.charQuotes) return characterAt(scan);
  const from = at + prefix.length;
  const quote = isTriple(scan, from, c) ? c.repeat(3) : c;
  const raw = /r/i.test(prefix);
  const end = endOfString(source, from + quote.length, quote, quote.length === 3 || !endsWithLine(lexis));
  if (end < 0) return undefined;
  scan.at = end + quote.length;
  const text = source.slice(from + quote.length, end);
  if (raw && !/f/i.test(prefix)) return { kind: 'text', text: '', parts: [text] };
  return { kind: 'text', text: '', parts: partsOf(text, styleOf(scan, c, prefix), scan) };
}

const PREFIX = /^([rbuft]{1,2})(?=['"])/i;

const isTriple = ({ source, lexis }: Scan, at: number, quote: string) =>
  (lexis.python || lexis.interpolation === '${' || lexis.charQuotes) &&
  source.startsWith(quote.repeat(3), at);

/** Whether a string may not go on in the next line, as in Python and JavaScript. */
const endsWithLine = (lexis: Lexis) =>
  lexis.python === true || lexis.backtick === 'template' || lexis.charQuotes === true;

function styleOf({ lexis }: Scan, quote: string, prefix: string): Style {
  if (lexis.python) return { escapes: true, fills: /[ft]/i.test(prefix) ? '{' : undefined };
  if (quote === "'" && lexis.interpolation && lexis.interpolation !== '${') return PLAIN;
  return { escapes: true, fills: lexis.interpolation };
}

/** Where the closing quote is; -1 if there is none, so the quote is an apostrophe in some text. */
function endOfString(source: string, from: number, quote: string, lines: boolean): number {
  for (let i = from; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 10 && !lines) return -1;
    else if (c === quote.charCodeAt(0) && (quote.length === 1 || source.startsWith(quote, i))) return i;
  }
  return -1;
}

function backtickAt(scan: Scan): Bare | undefined {
  const { source, lexis } = scan;
  if (lexis.backtick === 'template') return templateAt(scan);
  const end = endOfString(source, scan.at + 1, '`', true);
  if (end < 0) return undefined;
  const text = source.slice(scan.at + 1, end);
  scan.at = end + 1;
  if (!lexis.shellQuote) return { kind: 'text', text: '`', parts: [text] };
  return {
    kind: 'shell',
    text: '',
    parts: partsOf(text, { escapes: true, fills: lexis.interpolation }, scan),
  };
}

const MAX_UNCLOSED = 50;

/** A template of JavaScript; the code in `${…}` may hold templates again. */
function templateAt(scan: Scan): Bare | undefined {
  const { source } = scan;
  if (scan.unclosed++ > MAX_UNCLOSED) return undefined;
  const parts: Part[] = [];
  let from = scan.at + 1;
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') {
      parts.push(withoutEscapes(source.slice(from, i)));
      scan.at = i + 1;
      scan.unclosed--;
      return { kind: 'text', text: '`', parts };
    } else if (source[i] === '$' && source[i + 1] === '{') {
      const end = endOfBraces(source, i + 2);
      if (end >= source.length) return undefined;
      parts.push(withoutEscapes(source.slice(from, i)), scan.inner(source.slice(i + 2, end)));
      i = end;
      from = end + 1;
    }
  }
  return undefined;
}

/** The index of the `}` that closes a brace opened before `from`. Strings inside are skipped. */
export function endOfBraces(source: string, from: number): number {
  let depth = 1;
  for (let i = from; i < source.length; i++) {
    const c = source[i] as string;
    if (c === '\\') i++;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i;
    else if (c === '"' || c === "'" || c === '`') {
      const end = c === '`' ? endOfTemplate(source, i + 1) : endOfString(source, i + 1, c, false);
      if (end > 0) i = end;
      else if (c === '`') return source.length;
    }
  }
  return source.length;
}

function endOfTemplate(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return i;
    else if (source[i] === '$' && source[i + 1] === '{') i = endOfBraces(source, i + 2);
  }
  return -1;
}

/** `'a'` is a character; `'a` is a lifetime of Rust. */
function characterAt(scan: Scan): Bare | undefined {
  const end = /^'(?:\\.[^']{0,8}|[^'\\\n])'/.exec(scan.source.slice(scan.at, scan.at + 14));
  if (!end) return undefined;
  scan.at += end[0].length;
  return { kind: 'text', text: '', parts: [withoutEscapes(end[0].slice(1, -1))] };
}

function symbolAt(scan: Scan): Bare | undefined {
  const found = /^:([A-Za-z_]\w*[?!]?)(?!:)/.exec(scan.source.slice(scan.at, scan.at + 80));
  if (!found || /[\w:?)\]]/.test(scan.source[scan.at - 1] ?? '')) return undefined;
  scan.at += found[0].length;
  return { kind: 'text', text: '', parts: [found[1] as string] };
}

function longBracketAt(scan: Scan): Bare | undefined {
  const open = /^\[(=*)\[/.exec(scan.source.slice(scan.at, scan.at + 20));
  if (!open) return undefined;
  const end = scan.source.indexOf(`]${open[1]}]`, scan.at);
  const text = scan.source.slice(scan.at + open[0].length, end < 0 ? undefined : end);
  scan.at = end < 0 ? scan.source.length : end + open[0].length;
  return { kind: 'text', text: '', parts: [text] };
}

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `%w[a b]`, `%x(ls)`, `q{…}`, `qw(a b)`, `m#…#`, `s/a/b/e`, `tr/a/b/`. */
export function quoteWordAt(scan: Scan, tokens: readonly Token[]): Bare | undefined {
  const { lexis, source, at } = scan;
  if (!lexis.quoteWords) return undefined;
  if (source[at] === '<' && lexis.quoteWords === 'q') return fileGlobAt(scan);
  const head = (lexis.quoteWords === 'percent' ? PERCENT : QUOTED).exec(source.slice(at, at + 12));
  if (!head) return undefined;
  // `%h{q}`, `x => 1, y => 2`: a name, not an operator.
  const before = tokens.at(-1)?.text;
  if (before === '->' || (before === '{' && /^[a-z]+\s*\}/.test(source.slice(at, at + 8)))) return undefined;
  const [all, word = '', open = ''] = head;
  if (/^\s*=>/.test(source.slice(at + word.length, at + word.length + 6))) return undefined;
  if (scan.unclosed > MAX_UNCLOSED) return undefined;
  const [text, end] = enclosed(source, at + all.length, open);
  if (end < 0) {
    scan.unclosed++;
    return undefined;
  }
  scan.at = end;
  return quoted(word, text, open, scan);
}

/** `</etc/*>` in Perl: the files that match. */
function fileGlobAt(scan: Scan): Bare | undefined {
  const found = /^<([^<>\s=]*[*~/.][^<>\s=]*)>/.exec(scan.source.slice(scan.at, scan.at + 200));
  if (!found) return undefined;
  scan.at += found[0].length;
  return {
    kind: 'text',
    text: 'glob',
    parts: partsOf(found[1] as string, { escapes: false, fills: 'sigil' }, scan),
  };
}

const PERCENT = /^%([wWiIqQxrs]?)([([{<|!/])/;
const QUOTED = /^(qq|qw|qx|qr|q|m|s|tr|y)\s*(?![\s\w,;=)])([^\s\w])/;

function quoted(word: string, text: string, open: string, scan: Scan): Bare {
  const fills = /^(q|w|i|s|qw)$/.test(word) || open === "'" ? undefined : scan.lexis.interpolation;
  if (/^q?x$/.test(word))
    return { kind: 'shell', text: '', parts: partsOf(text, { escapes: true, fills }, scan) };
  if (/^(?:qw|w|W|i|I)$/.test(word)) return { kind: 'text', text: 'words', parts: [text] };
  if (/^(?:m|qr|r|tr|y|s)$/.test(word) && !(word === 's' && scan.lexis.quoteWords === 'percent'))
    return patternOf(word, open, scan);
  return { kind: 'text', text: '', parts: partsOf(text, { escapes: fills !== undefined, fills }, scan) };
}

/** A match or a substitution. With `e`, the replacement is code. */
function patternOf(word: string, open: string, scan: Scan): Bare {
  const { source } = scan;
  let code: string | undefined;
  if (/^(?:s|tr|y)$/.test(word)) {
    const next = CLOSERS[open] ? /^\s*(\S)/.exec(source.slice(scan.at, scan.at + 20)) : undefined;
    if (next) scan.at += next[0].length;
    const [text, end] = enclosed(source, scan.at, next?.[1] ?? open);
    if (end > 0) scan.at = end;
    code = text;
  }
  const flags = /^[a-z]*/.exec(source.slice(scan.at, scan.at + 12))?.[0] ?? '';
  scan.at += flags.length;
  return word === 's' && flags.includes('e') && code
    ? { kind: 'pattern', text: '', parts: [scan.inner(code)] }
    : { kind: 'pattern', text: '' };
}

/** The text up to the quote that closes `open`, and the position after it. */
function enclosed(source: string, from: number, open: string): [string, number] {
  const close = CLOSERS[open] ?? open;
  let depth = 1;
  for (let i = from; i < source.length; i++) {
    const c = source[i];
    if (c === '\\') i++;
    else if (c === close && --depth === 0) return [source.slice(from, i), i + 1];
    else if (c === open && close !== open) depth++;
  }
  return ['', -1];
}

/** `<<~EOF`, `<<"EOF"`, `<<<'EOF'`: the text begins on the next line and ends at the word. */
export function heredocAt(scan: Scan): Bare | undefined {
  const { source, lexis, at } = scan;
  if (!lexis.heredoc || !source.startsWith(lexis.heredoc, at)) return undefined;
  const head = HEREDOC.exec(source.slice(at, at + 80));
  if (!head || (head[0].startsWith('<<<') ? lexis.heredoc !== '<<<' : lexis.heredoc === '<<<'))
    return undefined;
  const [all, quote = '', word = ''] = head;
  const parts: Part[] = [];
  scan.at += all.length;
  scan.documents.push(() => {
    const found = new RegExp(`^[ \\t]*${word}\\b`, 'm').exec(source.slice(scan.at));
    const text = source.slice(scan.at, found ? scan.at + found.index : undefined);
    scan.at += text.length + (found?.[0].length ?? 0);
    const style: Style = quote === "'" ? PLAIN : { escapes: true, fills: lexis.interpolation };
    parts.push(...partsOf(text, style, scan));
  });
  return { kind: quote === '`' ? 'shell' : 'text', text: '', parts };
}

/** Ruby and Perl allow no blank before the name: `list << 'x'` adds to a list. */
const HEREDOC = /^(?:<<[~-]?|<<<[ \t]?)(["'`]?)([A-Z_a-z]\w*)\1/;

/** The text of a string as pieces: known text and the tokens of what is filled in. */
function partsOf(text: string, { escapes, fills }: Style, scan: Scan): Part[] {
  const plain = (piece: string) => (escapes ? withoutEscapes(piece) : piece.replace(/\\(['\\])/g, '$1'));
  if (!fills || !text.includes(fills === 'sigil' ? '$' : fills[0] === '{' ? '{' : (fills[0] as string)))
    return sigilList(fills, text) ? fillSigils(text, plain, scan) : [plain(text)];
  if (fills === 'sigil') return fillSigils(text, plain, scan);
  const parts: Part[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && fills !== '{') i++;
    else if (fills === '{' && (text.startsWith('{{', i) || text.startsWith('}}', i))) {
      parts.push(plain(text.slice(from, i + 1)));
      from = i + 2;
      i++;
    } else if (text.startsWith(fills, i)) {
      const end = endOfBraces(text, i + fills.length);
      parts.push(plain(text.slice(from, i)), scan.inner(text.slice(i + fills.length, end)));
      i = end;
      from = end + 1;
    }
  }
  return [...parts, plain(text.slice(from))];
}

const sigilList = (fills: Style['fills'], text: string) => fills === 'sigil' && /[@{]/.test(text);

/** `$name`, `${name}`, `$name{key}`, `$name->[0]`, `{$name->key}`, `@{[ code ]}`. */
const SIGIL =
  /\\.|\{\$([^{}]*)\}|@\{\[([\s\S]*?)\]\}|\$\{(\w+)\}|[$@](?:::)?[A-Za-z_]\w*(?:(?:->)?(?:\{[^{}]*\}|\[[^\][]*\])|->[A-Za-z_]\w*)*/g;

function fillSigils(text: string, plain: (piece: string) => string, scan: Scan): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const m of text.matchAll(SIGIL)) {
    if (m[0].startsWith('\\') || (m[0].startsWith('@') && scan.lexis.tagged)) continue;
    const code = m[1] !== undefined ? `$${m[1]}` : m[3] !== undefined ? `$${m[3]}` : (m[2] ?? m[0]);
    parts.push(plain(text.slice(from, m.index)), scan.inner(code));
    from = m.index + m[0].length;
  }
  return [...parts, plain(text.slice(from))];
}

/** Replaces the escapes that most languages share; other escaped characters stand for themselves. */
const withoutEscapes = (text: string) =>
  text.includes('\\')
    ? undoEscapes(
        text
          .replace(/\\u\{([0-9a-fA-F]+)\}/g, (_all, hex: string) =>
            String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
          )
          .replace(/\\\n/g, ''),
      ).replace(/\\([^\w\\])/g, '$1')
    : text;
