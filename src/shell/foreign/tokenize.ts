// The first step of reading code: source comes in, tokens go out. Comments are dropped, strings are taken apart, and
// regular expressions are told from divisions. Never throws: a character that begins no other token becomes a sign of
// its own. statements.ts reads the tokens.
import { skipBlanks, skipDocumentation, skipToPhpCode } from './comments.ts';
import { LEXICAL_RULES, type LexicalRules, type TokenLanguage } from './lexical-rules.ts';
import { scanQuoteWord } from './quote-words.ts';
import type { Scan } from './scan.ts';
import { scanSign } from './signs.ts';
import { scanHeredoc, scanString } from './strings.ts';
import { type BareToken, sign, type Token } from './token.ts';

/** How deeply code may be nested in strings: `"${f("${x}")}"` is 2. */
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
    const previousEnd = scan.at;
    const startsLine = skipBlanks(scan) || tokens.length === 0;
    if (scan.at >= source.length) return tokens;
    const token = scanToken(scan, tokens);
    tokens.push(
      Object.assign(token as Token, { startsLine, spaceBefore: scan.tokenStart > previousEnd || startsLine }),
    );
  }
}

function scanToken(scan: Scan, tokens: readonly Token[]): BareToken {
  const { source, rules } = scan;
  scan.tokenStart = scan.at;
  const first = source[scan.at] as string;
  if (isNamePart(first.charCodeAt(0))) return scanWord(scan, first, tokens);
  if (first === '"' || first === "'" || first === '`' || first === '[' || first === ':')
    return scanString(scan) ?? scanSign(scan, tokens);
  if (rules.phpTags && source.startsWith('?>', scan.at)) {
    skipToPhpCode(scan);
    return sign(';');
  }
  if (first === '/' || first === '%' || first === '<') {
    const operand = scanOperand(scan, first, tokens);
    if (operand) return operand;
  }
  return (rules.sigils === '' ? undefined : scanName(scan, first)) ?? scanSign(scan, tokens);
}

/** A number, a name, or a string that begins with letters: `rb'…'`, `qw(…)`. */
function scanWord(scan: Scan, first: string, tokens: readonly Token[]): BareToken {
  const { rules } = scan;
  if (isDigit(first)) return scanNumber(scan);
  if (rules.pythonStrings && PYTHON_PREFIX_LETTERS.includes(first)) {
    const string = scanString(scan);
    if (string) return string;
  }
  if (
    rules.quoteWords === 'q' &&
    PERL_QUOTE_LETTERS.includes(first) &&
    (mayBeOperand(tokens, scan) || followsFunctionName(scan, tokens))
  ) {
    const quoted = scanQuoteWord(scan, tokens);
    if (quoted) return quoted;
  }
  return scanName(scan, first) ?? scanSign(scan, tokens);
}

/** Letters that may stand before a quote of Python. */
const PYTHON_PREFIX_LETTERS = 'rbuftRBUFT';
/** The first letters of `q`, `qq`, `qw`, `m`, `s`, `tr` and `y` in Perl. */
const PERL_QUOTE_LETTERS = 'qmsty';

/**
 * A regular expression, a list of words or a here-document, which begin with `/`, `%` or `<` where an operand may
 * stand.
 */
function scanOperand(scan: Scan, first: string, tokens: readonly Token[]): BareToken | undefined {
  const { rules } = scan;
  if (!rules.regexLiterals && !rules.heredoc && !rules.quoteWords) return undefined;
  const isOperand = mayBeOperand(tokens, scan);
  if (!isOperand && !followsFunctionName(scan, tokens)) return undefined;
  if (first === '<') return scanHeredoc(scan) ?? scanQuoteWord(scan, tokens);
  if (first === '%') return scanQuoteWord(scan, tokens);
  return isOperand && rules.regexLiterals ? scanPattern(scan) : undefined;
}

/** Words after which an operand follows, so that `/` begins a regular expression. */
const BEFORE_OPERAND = new Set(
  'return typeof case in of do else and or not if unless while until when void delete throw new await yield split grep map join push unshift x puts print then instanceof'.split(
    ' ',
  ),
);

/** Whether an operand may stand here: at the beginning, after an operator, an opening bracket or a keyword. */
function mayBeOperand(tokens: readonly Token[], { operandAfterClosed }: Scan): boolean {
  const before = tokens.at(-1);
  if (!before) return true;
  if (before.kind === 'name') return BEFORE_OPERAND.has(before.text);
  if (before.kind !== 'sign') return false;
  if (before.text === ')' || before.text === '}') return operandAfterClosed;
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

/** A regular expression up to its flags. A slash in a character class, `[/]`, does not end it. */
function scanPattern(scan: Scan): BareToken | undefined {
  const { source } = scan;
  let inClass = false;
  for (let i = scan.at + 1; i < source.length && source[i] !== '\n'; i++) {
    const char = source[i];
    if (char === '\\') i++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) {
      scan.at = i + 1;
      while (/[a-z]/i.test(source[scan.at] ?? '')) scan.at++;
      return { kind: 'pattern', text: '' };
    }
  }
  return undefined;
}

const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9';

function scanNumber(scan: Scan): BareToken {
  const from = scan.at;
  while (
    isNamePart(scan.source.charCodeAt(scan.at)) ||
    (scan.source[scan.at] === '.' && isDigit(scan.source[scan.at + 1]))
  )
    scan.at++;
  return { kind: 'number', text: scan.source.slice(from, scan.at) };
}

/** Whether a name may contain the character: `a`–`z`, `A`–`Z`, `0`–`9`, `_`, `$`, and anything beyond ASCII. */
const isNamePart = (code: number) =>
  (code > 96 && code < 123) ||
  (code > 64 && code < 91) ||
  (code > 47 && code < 58) ||
  code === UNDERSCORE ||
  code === DOLLAR ||
  code > 127;

const DOLLAR = 36;
const AT_SIGN = 64;
const OPENING_BRACKET = 91;
const UNDERSCORE = 95;

/** The second character of `$/`, `$,`, `$!` and other variables of Perl. */
const PERL_PUNCTUATION = /[/,;.&!\\0]/;

/** A name, with the sigil of a variable: `name`, `$name`, `@@name`. */
function scanName(scan: Scan, first: string): BareToken | undefined {
  const { source, rules } = scan;
  const from = scan.at;
  if (rules.quoteWords === 'q' && first === '$' && PERL_PUNCTUATION.test(source[from + 1] ?? '')) {
    scan.at += 2;
    return { kind: 'name', text: source.slice(from, scan.at) };
  }
  const hasSigils = rules.sigils !== '';
  const isSigil = hasSigils && rules.sigils.includes(first) && mayFollowSigil(source.charCodeAt(from + 1));
  const isNameStart = isNamePart(first.charCodeAt(0)) && !(first === '$' && hasSigils);
  if (!isSigil && !isNameStart) return undefined;
  scan.at++;
  if (isSigil && (first === '@' || first === '$') && source[scan.at] === first) scan.at++;
  // In languages with sigils, `$` begins the next name.
  while (isNamePart(source.charCodeAt(scan.at)) && !(hasSigils && source[scan.at] === '$')) scan.at++;
  if (rules.nameMarks && /[?!]/.test(source[scan.at] ?? '') && source[scan.at + 1] !== '=') scan.at++;
  return { kind: 'name', text: source.slice(from, scan.at) };
}

/** A letter, `_`, `{` of `${name}`, or `$` of `$$name`. */
const mayFollowSigil = (code: number) => (code > AT_SIGN || code === DOLLAR) && code !== OPENING_BRACKET;
