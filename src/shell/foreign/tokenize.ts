// Splits code of other languages into tokens: comments are dropped, strings are taken apart, and regular expressions are
// told from divisions. It never throws: a character that begins no other token becomes a sign of its own.
import { skipBlanks, skipPod, skipUntagged } from './comments.ts';
import { LEXES, type Lexis, type TokenLanguage } from './lexis.ts';
import { quoteWordAt } from './quote-words.ts';
import type { Scan } from './scan.ts';
import { signAt } from './signs.ts';
import { heredocAt, stringAt } from './strings.ts';
import { type BareToken, sign, type Token } from './token.ts';

/** How deeply code may be nested in strings of code. */
const MAX_NESTING = 6;

export function tokenize(source: string, language: TokenLanguage, nesting = 0): Token[] {
  const lexis: Lexis = LEXES[language];
  const tokens: Token[] = [];
  if (nesting > MAX_NESTING) return tokens;
  const scan: Scan = {
    source,
    at: 0,
    lexis,
    started: 0,
    documents: [],
    open: [],
    closed: false,
    unclosed: 0,
    inner: (text) => tokenize(lexis.tagged ? `<?php ${text}` : text, language, nesting + 1),
  };
  if (lexis.tagged && source.includes('<?')) skipUntagged(scan);
  skipPod(scan);
  for (;;) {
    const before = scan.at;
    const first = skipBlanks(scan) || tokens.length === 0;
    if (scan.at >= source.length) return tokens;
    const token = tokenAt(scan, tokens);
    tokens.push(Object.assign(token as Token, { first, spaced: scan.started > before || first }));
  }
}

function tokenAt(scan: Scan, tokens: readonly Token[]): BareToken {
  const { source, lexis } = scan;
  scan.started = scan.at;
  const c = source[scan.at] as string;
  const code = c.charCodeAt(0);
  if (isNamePart(code)) return wordAt(scan, c, tokens);
  if (c === '"' || c === "'" || c === '`' || c === '[' || c === ':')
    return stringAt(scan) ?? signAt(scan, tokens);
  if (lexis.tagged && source.startsWith('?>', scan.at)) {
    skipUntagged(scan);
    return sign(';');
  }
  if (c === '/' || c === '%' || c === '<') {
    const found = operandAt(scan, c, tokens);
    if (found) return found;
  }
  return (lexis.sigils === '' ? undefined : nameAt(scan, c)) ?? signAt(scan, tokens);
}

/** A number, a name, or a string that begins with letters: `rb'…'`, `qw(…)`. */
function wordAt(scan: Scan, c: string, tokens: readonly Token[]): BareToken {
  const { lexis } = scan;
  if (isDigit(c)) return numberAt(scan);
  if (lexis.python && STRING_PREFIXES.includes(c)) {
    const found = stringAt(scan);
    if (found) return found;
  }
  if (
    lexis.quoteWords === 'q' &&
    QUOTE_LETTERS.includes(c) &&
    (mayBeOperand(tokens, scan) || followsCommand(scan, tokens))
  ) {
    const found = quoteWordAt(scan, tokens);
    if (found) return found;
  }
  return nameAt(scan, c) ?? signAt(scan, tokens);
}

/** Letters that may stand before a quote of Python. */
const STRING_PREFIXES = 'rbuftRBUFT';
/** The first letters of `q`, `qq`, `qw`, `m`, `s`, `tr` and `y` in Perl. */
const QUOTE_LETTERS = 'qmsty';

/** Reads a pattern, a list of words or a document that begins with `/`, `%` or `<` where an operand is expected. */
function operandAt(scan: Scan, c: string, tokens: readonly Token[]): BareToken | undefined {
  const { lexis } = scan;
  if (!lexis.patterns && !lexis.heredoc && !lexis.quoteWords) return undefined;
  const operand = mayBeOperand(tokens, scan);
  if (!operand && !followsCommand(scan, tokens)) return undefined;
  if (c === '<') return heredocAt(scan) ?? quoteWordAt(scan, tokens);
  if (c === '%') return quoteWordAt(scan, tokens);
  return operand && lexis.patterns ? patternAt(scan) : undefined;
}

/** Words after which an operand follows, so that `/` begins a regular expression. */
const BEFORE_OPERAND = new Set(
  'return typeof case in of do else and or not if unless while until when void delete throw new await yield split grep map join push unshift x puts print then instanceof'.split(
    ' ',
  ),
);

/** Whether an operand may stand here: at the beginning, after an operator, an opening bracket or a keyword. */
function mayBeOperand(tokens: readonly Token[], { closed }: Scan): boolean {
  const before = tokens.at(-1);
  if (!before) return true;
  if (before.kind === 'name') return BEFORE_OPERAND.has(before.text);
  if (before.kind !== 'sign') return false;
  if (before.text === ')' || before.text === '}') return closed;
  return before.text !== ']' && before.text !== '++' && before.text !== '--';
}

/** `unlink qw(a b)`, `system %w[a b]`: after the name of a function and a blank, a quote is an argument. */
function followsCommand({ source, at, lexis }: Scan, tokens: readonly Token[]): boolean {
  const before = tokens.at(-1);
  return (
    lexis.bareCalls === true &&
    before?.kind === 'name' &&
    !/^[$@%]/.test(before.text) &&
    source[at - 1] === ' ' &&
    source[at + 1] !== ' '
  );
}

function patternAt(scan: Scan): BareToken | undefined {
  const { source } = scan;
  let inClass = false;
  for (let i = scan.at + 1; i < source.length && source[i] !== '\n'; i++) {
    const c = source[i];
    if (c === '\\') i++;
    else if (c === '[') inClass = true;
    else if (c === ']') inClass = false;
    else if (c === '/' && !inClass) {
      scan.at = i + 1;
      while (/[a-z]/i.test(source[scan.at] ?? '')) scan.at++;
      return { kind: 'pattern', text: '' };
    }
  }
  return undefined;
}

const isDigit = (c: string | undefined) => c !== undefined && c >= '0' && c <= '9';

function numberAt(scan: Scan): BareToken {
  const from = scan.at;
  while (
    isNamePart(scan.source.charCodeAt(scan.at)) ||
    (scan.source[scan.at] === '.' && isDigit(scan.source[scan.at + 1]))
  )
    scan.at++;
  return { kind: 'number', text: scan.source.slice(from, scan.at) };
}

const isNamePart = (c: number) =>
  (c > 96 && c < 123) || (c > 64 && c < 91) || (c > 47 && c < 58) || c === 95 || c === 36 || c > 127;

/** The second character of `$/`, `$,`, `$!` and other variables of Perl. */
const PUNCTUATION = /[/,;.&!\\0]/;

function nameAt(scan: Scan, c: string): BareToken | undefined {
  const { source, lexis } = scan;
  const from = scan.at;
  const next = source.charCodeAt(from + 1);
  if (lexis.quoteWords === 'q' && c === '$' && PUNCTUATION.test(source[from + 1] ?? '')) {
    scan.at += 2;
    return { kind: 'name', text: source.slice(from, scan.at) };
  }
  const sigil = lexis.sigils !== '' && lexis.sigils.includes(c) && (next > 64 || next === 36) && next !== 91;
  if (!sigil && !(isNamePart(c.charCodeAt(0)) && !(c === '$' && lexis.sigils !== ''))) return undefined;
  scan.at++;
  if (sigil && (c === '@' || c === '$') && source[scan.at] === c) scan.at++;
  // `${name}` and `@{…}` are other spellings of the variable.
  while (isNamePart(source.charCodeAt(scan.at)) && source[scan.at] !== (lexis.sigils === '' ? '' : '$'))
    scan.at++;
  if (lexis.marks && /[?!]/.test(source[scan.at] ?? '') && source[scan.at + 1] !== '=') scan.at++;
  return { kind: 'name', text: source.slice(from, scan.at) };
}
