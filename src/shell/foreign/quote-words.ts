// Scans strings of Perl and Ruby with quotes of the author's choice: `%w[a b]`, `q{…}`, `m#…#`. tokenize.ts comes here
// where such a string may stand; out goes its token, or undefined if the characters are a name or an operator.
import { MAX_UNCLOSED_QUOTES, type Scan } from './scan.ts';
import { type ContentStyle, splitIntoParts } from './string-parts.ts';
import type { BareToken, Token } from './token.ts';

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** The beginning of a quote in Ruby. */
const RUBY_QUOTE = /^%([wWiIqQxrs]?)([([{<|!/])/;
/** The beginning of a quote in Perl. */
const PERL_QUOTE = /^(qq|qw|qx|qr|q|m|s|tr|y)\s*(?![\s\w,;=)])([^\s\w])/;

/** `%w[a b]`, `%x(ls)`, `q{…}`, `qw(a b)`, `m#…#`, `s/a/b/e`, `tr/a/b/`. */
export function scanQuoteWord(scan: Scan, tokens: readonly Token[]): BareToken | undefined {
  const { rules, source, at } = scan;
  if (!rules.quoteWords) return undefined;
  if (source[at] === '<' && rules.quoteWords === 'q') return scanFileGlob(scan);
  const head = (rules.quoteWords === 'percent' ? RUBY_QUOTE : PERL_QUOTE).exec(source.slice(at, at + 12));
  if (!head) return undefined;
  const [begin, operator = '', quote = ''] = head;
  if (isHashKey(scan, operator, tokens.at(-1)) || scan.unclosedQuotes > MAX_UNCLOSED_QUOTES) return undefined;
  const [text, end] = readEnclosed(source, at + begin.length, quote);
  if (end < 0) {
    scan.unclosedQuotes++;
    return undefined;
  }
  scan.at = end;
  return makeQuoteToken(operator, text, quote, scan);
}

/** `$h{q}`, `$x->y`, `y => 2`: a key or a name, not an operator. */
function isHashKey({ source, at }: Scan, operator: string, before: Token | undefined): boolean {
  if (before?.text === '->') return true;
  if (before?.text === '{' && /^[a-z]+\s*\}/.test(source.slice(at, at + 8))) return true;
  const end = at + operator.length;
  return /^\s*=>/.test(source.slice(end, end + 6));
}

/** `</etc/*>` in Perl: the files that match. */
function scanFileGlob(scan: Scan): BareToken | undefined {
  const found = /^<([^<>\s=]*[*~/.][^<>\s=]*)>/.exec(scan.source.slice(scan.at, scan.at + 200));
  if (!found) return undefined;
  scan.at += found[0].length;
  const style: ContentStyle = { escapes: false, interpolation: 'sigil' };
  return { kind: 'text', text: 'glob', parts: splitIntoParts(found[1] as string, style, scan) };
}

/** The token for a quote, by its operator: the letters before the first quote, which are `w` in `%w[a b]`. */
function makeQuoteToken(operator: string, text: string, quote: string, scan: Scan): BareToken {
  const isLiteral = /^(q|w|i|s|qw)$/.test(operator) || quote === "'";
  const interpolation = isLiteral ? undefined : scan.rules.interpolation;
  if (/^q?x$/.test(operator))
    return { kind: 'shell', text: '', parts: splitIntoParts(text, { escapes: true, interpolation }, scan) };
  if (/^(?:qw|w|W|i|I)$/.test(operator)) return { kind: 'text', text: 'words', parts: [text] };
  const isRubySymbol = operator === 's' && scan.rules.quoteWords === 'percent';
  if (/^(?:m|qr|r|tr|y|s)$/.test(operator) && !isRubySymbol) return scanPatternRest(operator, quote, scan);
  const style: ContentStyle = { escapes: interpolation !== undefined, interpolation };
  return { kind: 'text', text: '', parts: splitIntoParts(text, style, scan) };
}

/** The replacement and the flags of a match or a substitution. With `e`, the replacement is code. */
function scanPatternRest(operator: string, quote: string, scan: Scan): BareToken {
  const { source } = scan;
  let replacement: string | undefined;
  if (/^(?:s|tr|y)$/.test(operator)) {
    // `s{a}{b}`: after a bracket the replacement has quotes of its own.
    const next = CLOSERS[quote] ? /^\s*(\S)/.exec(source.slice(scan.at, scan.at + 20)) : undefined;
    if (next) scan.at += next[0].length;
    const [text, end] = readEnclosed(source, scan.at, next?.[1] ?? quote);
    if (end > 0) scan.at = end;
    replacement = text;
  }
  const flags = /^[a-z]*/.exec(source.slice(scan.at, scan.at + 12))?.[0] ?? '';
  scan.at += flags.length;
  return operator === 's' && flags.includes('e') && replacement
    ? { kind: 'pattern', text: '', parts: [scan.tokenizeInner(replacement)] }
    : { kind: 'pattern', text: '' };
}

/** The text up to the quote that closes `quote`, and the position behind it; -1 if there is none. */
function readEnclosed(source: string, from: number, quote: string): [text: string, end: number] {
  const close = CLOSERS[quote] ?? quote;
  let depth = 1;
  for (let i = from; i < source.length; i++) {
    const char = source[i];
    if (char === '\\') i++;
    else if (char === close && --depth === 0) return [source.slice(from, i), i + 1];
    else if (char === quote && close !== quote) depth++;
  }
  return ['', -1];
}
