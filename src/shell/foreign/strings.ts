// The strings of other languages: quotes, templates, characters, symbols and documents in the source.
import type { LexicalRules } from './lexical-rules.ts';
import { MAX_UNCLOSED_QUOTES, type Scan } from './scan.ts';
import { findBraceEnd, findStringEnd } from './string-ends.ts';
import { AS_WRITTEN, type ContentStyle, replaceEscapes, splitIntoParts } from './string-parts.ts';
import type { BareToken, Part } from './token.ts';

export function scanString(scan: Scan): BareToken | undefined {
  const { source, rules, at } = scan;
  const prefix = rules.pythonStrings ? (PYTHON_PREFIX.exec(source.slice(at, at + 4))?.[1] ?? '') : '';
  const c = source[at + prefix.length];
  if (c === '[' && rules.longBrackets) return scanLongBracket(scan);
  if (c === '`') return scanBacktick(scan);
  if (c !== '"' && c !== "'") return rules.symbols ? scanSymbol(scan) : undefined;
  if (c === "'" && rules.charQuotes) return scanCharacter(scan);
  const from = at + prefix.length;
  const quote = isTripleQuote(scan, from, c) ? c.repeat(3) : c;
  const raw = /r/i.test(prefix);
  const end = findStringEnd(
    source,
    from + quote.length,
    quote,
    quote.length === 3 || !endsAtLineBreak(rules),
  );
  if (end < 0) return undefined;
  scan.at = end + quote.length;
  const text = source.slice(from + quote.length, end);
  if (raw && !/f/i.test(prefix)) return { kind: 'text', text: '', parts: [text] };
  return { kind: 'text', text: '', parts: splitIntoParts(text, contentStyle(scan, c, prefix), scan) };
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

function scanBacktick(scan: Scan): BareToken | undefined {
  const { source, rules } = scan;
  if (rules.backtick === 'template') return scanTemplate(scan);
  const end = findStringEnd(source, scan.at + 1, '`', true);
  if (end < 0) return undefined;
  const text = source.slice(scan.at + 1, end);
  scan.at = end + 1;
  if (!rules.shellQuote) return { kind: 'text', text: '`', parts: [text] };
  return {
    kind: 'shell',
    text: '',
    parts: splitIntoParts(text, { escapes: true, interpolation: rules.interpolation }, scan),
  };
}

/** A template of JavaScript; the code in `${…}` may hold templates again. */
function scanTemplate(scan: Scan): BareToken | undefined {
  const { source } = scan;
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
  const end = /^'(?:\\.[^']{0,8}|[^'\\\n])'/.exec(scan.source.slice(scan.at, scan.at + 14));
  if (!end) return undefined;
  scan.at += end[0].length;
  return { kind: 'text', text: '', parts: [replaceEscapes(end[0].slice(1, -1))] };
}

function scanSymbol(scan: Scan): BareToken | undefined {
  const found = /^:([A-Za-z_]\w*[?!]?)(?!:)/.exec(scan.source.slice(scan.at, scan.at + 80));
  if (!found || /[\w:?)\]]/.test(scan.source[scan.at - 1] ?? '')) return undefined;
  scan.at += found[0].length;
  return { kind: 'text', text: '', parts: [found[1] as string] };
}

function scanLongBracket(scan: Scan): BareToken | undefined {
  const open = /^\[(=*)\[/.exec(scan.source.slice(scan.at, scan.at + 20));
  if (!open) return undefined;
  const end = scan.source.indexOf(`]${open[1]}]`, scan.at);
  const text = scan.source.slice(scan.at + open[0].length, end < 0 ? undefined : end);
  scan.at = end < 0 ? scan.source.length : end + open[0].length;
  return { kind: 'text', text: '', parts: [text] };
}

/** `<<~EOF`, `<<"EOF"`, `<<<'EOF'`: the text begins on the next line and ends at the word. */
export function scanHeredoc(scan: Scan): BareToken | undefined {
  const { source, rules, at } = scan;
  if (!rules.heredoc || !source.startsWith(rules.heredoc, at)) return undefined;
  const head = HEREDOC.exec(source.slice(at, at + 80));
  if (!head || (head[0].startsWith('<<<') ? rules.heredoc !== '<<<' : rules.heredoc === '<<<'))
    return undefined;
  const [all, quote = '', word = ''] = head;
  const parts: Part[] = [];
  scan.at += all.length;
  scan.pendingHeredocs.push(() => {
    const found = new RegExp(`^[ \\t]*${word}\\b`, 'm').exec(source.slice(scan.at));
    const text = source.slice(scan.at, found ? scan.at + found.index : undefined);
    scan.at += text.length + (found?.[0].length ?? 0);
    const style: ContentStyle =
      quote === "'" ? AS_WRITTEN : { escapes: true, interpolation: rules.interpolation };
    parts.push(...splitIntoParts(text, style, scan));
  });
  return { kind: quote === '`' ? 'shell' : 'text', text: '', parts };
}

/** Ruby and Perl allow no blank before the name: `list << 'x'` adds to a list. */
const HEREDOC = /^(?:<<[~-]?|<<<[ \t]?)(["'`]?)([A-Z_a-z]\w*)\1/;
