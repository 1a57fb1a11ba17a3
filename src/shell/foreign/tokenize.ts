// Splits code of other languages into tokens: comments are dropped, strings are taken apart, and regular expressions are
// told from divisions. It never throws: a character that begins no other token becomes a sign of its own.
import { skipBlanks, skipDocumentation, skipToPhpCode } from './comments.ts';
import { LEXICAL_RULES, type LexicalRules, type TokenLanguage } from './lexical-rules.ts';
import { scanQuoteWord } from './quote-words.ts';
import type { Scan } from './scan.ts';
import { scanSign } from './signs.ts';
import { scanHeredoc, scanString } from './strings.ts';
import { type BareToken, sign, type Token } from './token.ts';

/** How deeply code may be nested in strings of code. */
const MAX_NESTING = 6;

export function tokenize(source: string, language: TokenLanguage, nesting = 0): Token[] {
  const rules: LexicalRules = LEXICAL_RULES[language];
  const tokens: Token[] = [];
  if (nesting > MAX_NESTING) return tokens;
  const scan: Scan = {
    source,
    at: 0,
    rules,
    tokenStart: 0,
    pendingHeredocs: [],
    operandAfterOpen: [],
    operandAfterClosed: false,
    unclosedQuotes: 0,
    tokenizeInner: (text) => tokenize(rules.phpTags ? `<?php ${text}` : text, language, nesting + 1),
  };
  if (rules.phpTags && source.includes('<?')) skipToPhpCode(scan);
  skipDocumentation(scan);
  for (;;) {
    const end = scan.at;
    const startsLine = skipBlanks(scan) || tokens.length === 0;
    if (scan.at >= source.length) return tokens;
    const token = scanToken(scan, tokens);
    tokens.push(
      Object.assign(token as Token, { startsLine, spaceBefore: scan.tokenStart > end || startsLine }),
    );
  }
}

function scanToken(scan: Scan, tokens: readonly Token[]): BareToken {
  const { source, rules } = scan;
  scan.tokenStart = scan.at;
  const c = source[scan.at] as string;
  const code = c.charCodeAt(0);
  if (isNamePart(code)) return scanWord(scan, c, tokens);
  if (c === '"' || c === "'" || c === '`' || c === '[' || c === ':')
    return scanString(scan) ?? scanSign(scan, tokens);
  if (rules.phpTags && source.startsWith('?>', scan.at)) {
    skipToPhpCode(scan);
    return sign(';');
  }
  if (c === '/' || c === '%' || c === '<') {
    const found = scanOperand(scan, c, tokens);
    if (found) return found;
  }
  return (rules.sigils === '' ? undefined : scanName(scan, c)) ?? scanSign(scan, tokens);
}

/** A number, a name, or a string that begins with letters: `rb'…'`, `qw(…)`. */
function scanWord(scan: Scan, c: string, tokens: readonly Token[]): BareToken {
  const { rules } = scan;
  if (isDigit(c)) return scanNumber(scan);
  if (rules.pythonStrings && PYTHON_PREFIX_LETTERS.includes(c)) {
    const found = scanString(scan);
    if (found) return found;
  }
  if (
    rules.quoteWords === 'q' &&
    PERL_QUOTE_LETTERS.includes(c) &&
    (mayBeOperand(tokens, scan) || followsFunctionName(scan, tokens))
  ) {
    const found = scanQuoteWord(scan, tokens);
    if (found) return found;
  }
  return scanName(scan, c) ?? scanSign(scan, tokens);
}

/** Letters that may stand before a quote of Python. */
const PYTHON_PREFIX_LETTERS = 'rbuftRBUFT';
/** The first letters of `q`, `qq`, `qw`, `m`, `s`, `tr` and `y` in Perl. */
const PERL_QUOTE_LETTERS = 'qmsty';

/** Reads a pattern, a list of words or a document that begins with `/`, `%` or `<` where an operand is expected. */
function scanOperand(scan: Scan, c: string, tokens: readonly Token[]): BareToken | undefined {
  const { rules } = scan;
  if (!rules.regexLiterals && !rules.heredoc && !rules.quoteWords) return undefined;
  const operand = mayBeOperand(tokens, scan);
  if (!operand && !followsFunctionName(scan, tokens)) return undefined;
  if (c === '<') return scanHeredoc(scan) ?? scanQuoteWord(scan, tokens);
  if (c === '%') return scanQuoteWord(scan, tokens);
  return operand && rules.regexLiterals ? scanPattern(scan) : undefined;
}

/** Words after which an operand follows, so that `/` begins a regular expression. */
const BEFORE_OPERAND = new Set(
  'return typeof case in of do else and or not if unless while until when void delete throw new await yield split grep map join push unshift x puts print then instanceof'.split(
    ' ',
  ),
);

/** Whether an operand may stand here: at the beginning, after an operator, an opening bracket or a keyword. */
function mayBeOperand(tokens: readonly Token[], { operandAfterClosed: closed }: Scan): boolean {
  const before = tokens.at(-1);
  if (!before) return true;
  if (before.kind === 'name') return BEFORE_OPERAND.has(before.text);
  if (before.kind !== 'sign') return false;
  if (before.text === ')' || before.text === '}') return closed;
  return before.text !== ']' && before.text !== '++' && before.text !== '--';
}

/** `unlink qw(a b)`, `system %w[a b]`: after the name of a function and a blank, a quote is an argument. */
function followsFunctionName({ source, at, rules }: Scan, tokens: readonly Token[]): boolean {
  const before = tokens.at(-1);
  return (
    rules.bareCalls === true &&
    before?.kind === 'name' &&
    !/^[$@%]/.test(before.text) &&
    source[at - 1] === ' ' &&
    source[at + 1] !== ' '
  );
}

function scanPattern(scan: Scan): BareToken | undefined {
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

function scanNumber(scan: Scan): BareToken {
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
const PERL_PUNCTUATION = /[/,;.&!\\0]/;

function scanName(scan: Scan, c: string): BareToken | undefined {
  const { source, rules } = scan;
  const from = scan.at;
  const next = source.charCodeAt(from + 1);
  if (rules.quoteWords === 'q' && c === '$' && PERL_PUNCTUATION.test(source[from + 1] ?? '')) {
    scan.at += 2;
    return { kind: 'name', text: source.slice(from, scan.at) };
  }
  const sigil = rules.sigils !== '' && rules.sigils.includes(c) && (next > 64 || next === 36) && next !== 91;
  if (!sigil && !(isNamePart(c.charCodeAt(0)) && !(c === '$' && rules.sigils !== ''))) return undefined;
  scan.at++;
  if (sigil && (c === '@' || c === '$') && source[scan.at] === c) scan.at++;
  // `${name}` and `@{…}` are other spellings of the variable.
  while (isNamePart(source.charCodeAt(scan.at)) && source[scan.at] !== (rules.sigils === '' ? '' : '$'))
    scan.at++;
  if (rules.nameMarks && /[?!]/.test(source[scan.at] ?? '') && source[scan.at + 1] !== '=') scan.at++;
  return { kind: 'name', text: source.slice(from, scan.at) };
}
