// The strings of other languages: quotes, templates, characters, symbols and documents in the source.
import type { Lexis } from './lexis.ts';
import { MAX_UNCLOSED, type Scan } from './scan.ts';
import { endOfBraces, endOfString } from './string-ends.ts';
import { PLAIN, partsOf, type Style, withoutEscapes } from './string-parts.ts';
import type { BareToken, Part } from './token.ts';

export function stringAt(scan: Scan): BareToken | undefined {
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

function backtickAt(scan: Scan): BareToken | undefined {
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

/** A template of JavaScript; the code in `${…}` may hold templates again. */
function templateAt(scan: Scan): BareToken | undefined {
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

/** `'a'` is a character; `'a` is a lifetime of Rust. */
function characterAt(scan: Scan): BareToken | undefined {
  const end = /^'(?:\\.[^']{0,8}|[^'\\\n])'/.exec(scan.source.slice(scan.at, scan.at + 14));
  if (!end) return undefined;
  scan.at += end[0].length;
  return { kind: 'text', text: '', parts: [withoutEscapes(end[0].slice(1, -1))] };
}

function symbolAt(scan: Scan): BareToken | undefined {
  const found = /^:([A-Za-z_]\w*[?!]?)(?!:)/.exec(scan.source.slice(scan.at, scan.at + 80));
  if (!found || /[\w:?)\]]/.test(scan.source[scan.at - 1] ?? '')) return undefined;
  scan.at += found[0].length;
  return { kind: 'text', text: '', parts: [found[1] as string] };
}

function longBracketAt(scan: Scan): BareToken | undefined {
  const open = /^\[(=*)\[/.exec(scan.source.slice(scan.at, scan.at + 20));
  if (!open) return undefined;
  const end = scan.source.indexOf(`]${open[1]}]`, scan.at);
  const text = scan.source.slice(scan.at + open[0].length, end < 0 ? undefined : end);
  scan.at = end < 0 ? scan.source.length : end + open[0].length;
  return { kind: 'text', text: '', parts: [text] };
}

/** `<<~EOF`, `<<"EOF"`, `<<<'EOF'`: the text begins on the next line and ends at the word. */
export function heredocAt(scan: Scan): BareToken | undefined {
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
