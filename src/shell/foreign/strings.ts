// Scans strings: quotes, templates, characters, symbols and here-documents. Here their ends are found; string-parts.ts
// reads what is between. Strings with quotes of the author's choice (`%w[a b]`) are in quote-words.ts.
import type { LexicalRules } from './lexical-rules.ts';
import { MAX_UNCLOSED_QUOTES, type Scan } from './scan.ts';
import { findBraceEnd, findStringEnd } from './string-ends.ts';
import { AS_WRITTEN, type ContentStyle, replaceEscapes, splitIntoParts } from './string-parts.ts';
import type { BareToken, Part } from './token.ts';

/** The string that begins here; undefined if there is none, or if it has no end and is an apostrophe in some text. */
export function scanString(scan: Scan): BareToken | undefined {
  const { source, rules, at } = scan;
  const prefix = rules.pythonStrings ? (PYTHON_PREFIX.exec(source.slice(at, at + 4))?.[1] ?? '') : '';
  const quoteStart = at + prefix.length;
  const first = source[quoteStart];
  if (first === '[' && rules.longBrackets) return scanLongBracket(scan);
  if (first === '`') return scanBacktick(scan);
  if (first !== '"' && first !== "'") return rules.symbols ? scanSymbol(scan) : undefined;
  if (first === "'" && rules.charQuotes) return scanCharacter(scan);
  const quote = isTripleQuote(scan, quoteStart, first) ? first.repeat(3) : first;
  const from = quoteStart + quote.length;
  const end = findStringEnd(source, from, quote, quote.length === 3 || !endsAtLineBreak(rules));
  if (end < 0) return undefined;
  scan.at = end + quote.length;
  const text = source.slice(from, end);
  const isRaw = /r/i.test(prefix) && !/f/i.test(prefix);
  const parts = isRaw ? [text] : splitIntoParts(text, contentStyle(scan, first, prefix), scan);
  return { kind: 'text', text: '', parts };
}

const PYTHON_PREFIX = /^([rbuft]{1,2})(?=['"])/i;

const isTripleQuote = ({ source, rules }: Scan, at: number, quote: string) =>
  (rules.pythonStrings || rules.interpolation === '${' || rules.charQuotes) &&
  source.startsWith(quote.repeat(3), at);

/** Whether a string may not go on in the next line, as in Python and JavaScript. */
const endsAtLineBreak = (rules: LexicalRules) =>
  rules.pythonStrings === true || rules.backtick === 'template' || rules.charQuotes === true;

function contentStyle({ rules }: Scan, quote: string, prefix: string): ContentStyle {
  if (rules.pythonStrings) return { escapes: true, interpolation: /[ft]/i.test(prefix) ? '{' : undefined };
  if (quote === "'" && rules.interpolation && rules.interpolation !== '${') return AS_WRITTEN;
  return { escapes: true, interpolation: rules.interpolation };
}

/** Between backticks: a template of JavaScript, shell source, or a raw string. */
function scanBacktick(scan: Scan): BareToken | undefined {
  const { source, rules } = scan;
  if (rules.backtick === 'template') return scanTemplate(scan);
  const end = findStringEnd(source, scan.at + 1, '`', true);
  if (end < 0) return undefined;
  const text = source.slice(scan.at + 1, end);
  scan.at = end + 1;
  if (!rules.shellQuote) return { kind: 'text', text: '`', parts: [text] };
  const style: ContentStyle = { escapes: true, interpolation: rules.interpolation };
  return { kind: 'shell', text: '', parts: splitIntoParts(text, style, scan) };
}

/** A template of JavaScript; the code in `${…}` may hold templates again. */
function scanTemplate(scan: Scan): BareToken | undefined {
  const { source } = scan;
  // Counted here, and taken back when the end is found.
  if (scan.unclosedQuotes++ > MAX_UNCLOSED_QUOTES) return undefined;
  const parts: Part[] = [];
  let from = scan.at + 1;
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') {
      parts.push(replaceEscapes(source.slice(from, i)));
      scan.at = i + 1;
      scan.unclosedQuotes--;
      return { kind: 'text', text: '`', parts };
    } else if (source[i] === '$' && source[i + 1] === '{') {
      const end = findBraceEnd(source, i + 2);
      if (end >= source.length) return undefined;
      parts.push(replaceEscapes(source.slice(from, i)), scan.tokenizeInner(source.slice(i + 2, end)));
      i = end;
      from = end + 1;
    }
  }
  return undefined;
}

/** `'a'` is a character; `'a` is a lifetime of Rust. */
function scanCharacter(scan: Scan): BareToken | undefined {
  const [character] = /^'(?:\\.[^']{0,8}|[^'\\\n])'/.exec(scan.source.slice(scan.at, scan.at + 14)) ?? [];
  if (!character) return undefined;
  scan.at += character.length;
  return { kind: 'text', text: '', parts: [replaceEscapes(character.slice(1, -1))] };
}

/** `:name` of Ruby, but not the end of `a ? b :c` or of `A::B`. */
function scanSymbol(scan: Scan): BareToken | undefined {
  const found = /^:([A-Za-z_]\w*[?!]?)(?!:)/.exec(scan.source.slice(scan.at, scan.at + 80));
  if (!found || /[\w:?)\]]/.test(scan.source[scan.at - 1] ?? '')) return undefined;
  scan.at += found[0].length;
  return { kind: 'text', text: '', parts: [found[1] as string] };
}

/** `[[ … ]]` and `[==[ … ]==]` of Lua. */
function scanLongBracket(scan: Scan): BareToken | undefined {
  const open = /^\[(=*)\[/.exec(scan.source.slice(scan.at, scan.at + 20));
  if (!open) return undefined;
  const end = scan.source.indexOf(`]${open[1]}]`, scan.at);
  const text = scan.source.slice(scan.at + open[0].length, end < 0 ? undefined : end);
  scan.at = end < 0 ? scan.source.length : end + open[0].length;
  return { kind: 'text', text: '', parts: [text] };
}

/**
 * `<<~EOF`, `<<"EOF"`, `<<<'EOF'`: a here-document, whose text begins on the next line and ends at the word. The token is
 * returned at once; its parts are added when the scan gets to that line.
 */
export function scanHeredoc(scan: Scan): BareToken | undefined {
  const { source, rules, at } = scan;
  if (!rules.heredoc || !source.startsWith(rules.heredoc, at)) return undefined;
  const head = HEREDOC.exec(source.slice(at, at + 80));
  if (!head || (head[0].startsWith('<<<') ? rules.heredoc !== '<<<' : rules.heredoc === '<<<'))
    return undefined;
  const [begin, quote = '', word = ''] = head;
  const parts: Part[] = [];
  scan.at += begin.length;
  scan.pendingHeredocs.push(() => {
    const end = new RegExp(`^[ \\t]*${word}\\b`, 'm').exec(source.slice(scan.at));
    const text = source.slice(scan.at, end ? scan.at + end.index : undefined);
    scan.at += text.length + (end?.[0].length ?? 0);
    const style: ContentStyle =
      quote === "'" ? AS_WRITTEN : { escapes: true, interpolation: rules.interpolation };
    parts.push(...splitIntoParts(text, style, scan));
  });
  return { kind: quote === '`' ? 'shell' : 'text', text: '', parts };
}

/** Ruby and Perl allow no blank before the name: `list << 'x'` adds to a list. */
const HEREDOC = /^(?:<<[~-]?|<<<[ \t]?)(["'`]?)([A-Z_a-z]\w*)\1/;
