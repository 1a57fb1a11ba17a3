// Strings of Perl and Ruby with quotes of the author's choice: `%w[a b]`, `q{…}`, `m#…#`.
import { MAX_UNCLOSED_QUOTES, type Scan } from './scan.ts';
import { splitIntoParts } from './string-parts.ts';
import type { BareToken, Token } from './token.ts';

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `%w[a b]`, `%x(ls)`, `q{…}`, `qw(a b)`, `m#…#`, `s/a/b/e`, `tr/a/b/`. */
export function scanQuoteWord(scan: Scan, tokens: readonly Token[]): BareToken | undefined {
  const { rules, source, at } = scan;
  if (!rules.quoteWords) return undefined;
  if (source[at] === '<' && rules.quoteWords === 'q') return scanFileGlob(scan);
  const head = (rules.quoteWords === 'percent' ? RUBY_QUOTE : PERL_QUOTE).exec(source.slice(at, at + 12));
  if (!head) return undefined;
  // `%h{q}`, `x => 1, y => 2`: a name, not an operator.
  const before = tokens.at(-1)?.text;
  if (before === '->' || (before === '{' && /^[a-z]+\s*\}/.test(source.slice(at, at + 8)))) return undefined;
  const [all, word = '', open = ''] = head;
  if (/^\s*=>/.test(source.slice(at + word.length, at + word.length + 6))) return undefined;
  if (scan.unclosedQuotes > MAX_UNCLOSED_QUOTES) return undefined;
  const [text, end] = readEnclosed(source, at + all.length, open);
  if (end < 0) {
    scan.unclosedQuotes++;
    return undefined;
  }
  scan.at = end;
  return makeQuoteToken(word, text, open, scan);
}

/** `</etc/*>` in Perl: the files that match. */
function scanFileGlob(scan: Scan): BareToken | undefined {
  const found = /^<([^<>\s=]*[*~/.][^<>\s=]*)>/.exec(scan.source.slice(scan.at, scan.at + 200));
  if (!found) return undefined;
  scan.at += found[0].length;
  return {
    kind: 'text',
    text: 'glob',
    parts: splitIntoParts(found[1] as string, { escapes: false, interpolation: 'sigil' }, scan),
  };
}

/** The beginning of a quote in Ruby. */
const RUBY_QUOTE = /^%([wWiIqQxrs]?)([([{<|!/])/;
/** The beginning of a quote in Perl. */
const PERL_QUOTE = /^(qq|qw|qx|qr|q|m|s|tr|y)\s*(?![\s\w,;=)])([^\s\w])/;

function makeQuoteToken(word: string, text: string, open: string, scan: Scan): BareToken {
  const fills = /^(q|w|i|s|qw)$/.test(word) || open === "'" ? undefined : scan.rules.interpolation;
  if (/^q?x$/.test(word))
    return {
      kind: 'shell',
      text: '',
      parts: splitIntoParts(text, { escapes: true, interpolation: fills }, scan),
    };
  if (/^(?:qw|w|W|i|I)$/.test(word)) return { kind: 'text', text: 'words', parts: [text] };
  if (/^(?:m|qr|r|tr|y|s)$/.test(word) && !(word === 's' && scan.rules.quoteWords === 'percent'))
    return scanPatternRest(word, open, scan);
  return {
    kind: 'text',
    text: '',
    parts: splitIntoParts(text, { escapes: fills !== undefined, interpolation: fills }, scan),
  };
}

/** A match or a substitution. With `e`, the replacement is code. */
function scanPatternRest(word: string, open: string, scan: Scan): BareToken {
  const { source } = scan;
  let code: string | undefined;
  if (/^(?:s|tr|y)$/.test(word)) {
    const next = CLOSERS[open] ? /^\s*(\S)/.exec(source.slice(scan.at, scan.at + 20)) : undefined;
    if (next) scan.at += next[0].length;
    const [text, end] = readEnclosed(source, scan.at, next?.[1] ?? open);
    if (end > 0) scan.at = end;
    code = text;
  }
  const flags = /^[a-z]*/.exec(source.slice(scan.at, scan.at + 12))?.[0] ?? '';
  scan.at += flags.length;
  return word === 's' && flags.includes('e') && code
    ? { kind: 'pattern', text: '', parts: [scan.tokenizeInner(code)] }
    : { kind: 'pattern', text: '' };
}

/** The text up to the quote that closes `open`, and the position after it. */
function readEnclosed(source: string, from: number, open: string): [string, number] {
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
