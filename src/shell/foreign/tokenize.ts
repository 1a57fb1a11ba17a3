// Splits code of other languages into tokens: comments are dropped, strings are taken apart, and regular expressions are
// told from divisions. It never throws; what it can't make sense of becomes a sign of one character.
import { LEXES, type Lexis, type TokenLanguage } from './lexis.ts';
import { heredocAt, quoteWordAt, type Scan, stringAt } from './strings.ts';

export interface Token {
  /** `pattern`: a regular expression. `shell`: shell source in backticks or the like. */
  kind: 'name' | 'text' | 'number' | 'sign' | 'pattern' | 'shell';
  /** The name, the digits or the sign. */
  text: string;
  /** The pieces of a string: known text, and the tokens of the values that are filled in. */
  parts?: readonly Part[];
  /** It is the first token of its line. */
  first: boolean;
  /** There is a blank or a line break before it. */
  spaced: boolean;
}

export type Part = string | readonly Token[];

/** Nesting of code in strings in code. */
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

/** A token without what depends on its place. */
export type Bare = Omit<Token, 'first' | 'spaced'>;

function tokenAt(scan: Scan, tokens: readonly Token[]): Bare {
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
function wordAt(scan: Scan, c: string, tokens: readonly Token[]): Bare {
  const { lexis } = scan;
  if (isDigit(c)) return numberAt(scan);
  if (lexis.python && PREFIXES.includes(c)) {
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

const PREFIXES = 'rbuftRBUFT';
const QUOTE_LETTERS = 'qmsty';

/** Reads a pattern, a list of words or a document that begins with `/`, `%` or `<` where an operand is expected. */
function operandAt(scan: Scan, c: string, tokens: readonly Token[]): Bare | undefined {
  const { lexis } = scan;
  if (!lexis.patterns && !lexis.heredoc && !lexis.quoteWords) return undefined;
  const operand = mayBeOperand(tokens, scan);
  if (!operand && !followsCommand(scan, tokens)) return undefined;
  if (c === '<') return heredocAt(scan) ?? quoteWordAt(scan, tokens);
  if (c === '%') return quoteWordAt(scan, tokens);
  return operand && lexis.patterns ? patternAt(scan) : undefined;
}

export const sign = (text: string): Bare => ({ kind: 'sign', text });

/** Skips blanks and comments; true when a line ended. */
function skipBlanks(scan: Scan): boolean {
  const { source, lexis } = scan;
  let ended = false;
  for (;;) {
    const c = source.charCodeAt(scan.at);
    if (c === 10) {
      ended = true;
      scan.at++;
      for (const document of scan.documents.splice(0)) document();
      skipPod(scan);
    } else if (c === 32 || c === 9 || c === 13 || c === 12 || c === 0xfeff || c === 0xa0) scan.at++;
    // A backslash at the end of a line continues it.
    else if (c === 92 && source.charCodeAt(scan.at + 1) === 10) scan.at += 2;
    else if (!skipComment(scan, lexis)) return ended;
  }
}

function skipComment(scan: Scan, lexis: Lexis): boolean {
  const { source } = scan;
  for (const [open, close] of lexis.blockComments)
    if (source.startsWith(open, scan.at)) {
      const end = source.indexOf(close, scan.at + open.length);
      scan.at = end < 0 ? source.length : end + close.length;
      return true;
    }
  for (const open of lexis.lineComments)
    if (source.startsWith(open, scan.at) && !isAttribute(scan)) {
      const end = endOfComment(scan, open);
      scan.at = end < 0 ? source.length : end;
      return true;
    }
  return false;
}

/** In PHP a comment ends where the code ends: `// x ?> text`. */
function endOfComment({ source, at, lexis }: Scan, open: string): number {
  const end = source.indexOf('\n', at + open.length);
  const tag = lexis.tagged ? source.indexOf('?>', at) : -1;
  return tag >= 0 && (end < 0 || tag < end) ? tag : end;
}

/** `#[attribute]` of PHP and Rust, and `$#list` of Perl, are no comments. */
function isAttribute({ source, at, lexis }: Scan): boolean {
  if (source[at] !== '#') return false;
  if (source[at + 1] === '[') return lexis.tagged === true;
  return lexis.dotAdds === true && !lexis.tagged && source[at - 1] === '$';
}

/** Skips documentation between `=pod` and `=cut`, and what follows `__END__`. */
function skipPod(scan: Scan): void {
  const { source, lexis } = scan;
  for (const word of lexis.end ?? [])
    if (
      source.startsWith(word, scan.at) &&
      /^\s*(?:\n|$)/.test(source.slice(scan.at + word.length, scan.at + word.length + 4))
    )
      scan.at = source.length;
  if (!lexis.pods || !source.startsWith(lexis.pods[0], scan.at)) return;
  if (!/^=[a-zA-Z]/.test(source.slice(scan.at, scan.at + 2))) return;
  const end = source.indexOf(`\n${lexis.pods[1]}`, scan.at);
  const line = end < 0 ? -1 : source.indexOf('\n', end + 1);
  scan.at = line < 0 ? source.length : line;
}

/** Moves to the code after the next `<?php`. Code without a tag, as `php -r` takes it, is code from the beginning. */
function skipUntagged(scan: Scan): void {
  const { source } = scan;
  const open = source.indexOf('<?', scan.at);
  if (open < 0) {
    scan.at = source.length;
    return;
  }
  scan.at = open + (/^<\?(?:php|=)/i.exec(source.slice(open, open + 5))?.[0].length ?? 2);
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

function patternAt(scan: Scan): Bare | undefined {
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

function numberAt(scan: Scan): Bare {
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

function nameAt(scan: Scan, c: string): Bare | undefined {
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

/** Operators of more than one character, the longest first. */
const SIGN_LIST = [
  '>>>=',
  '===',
  '!==',
  '**=',
  '<=>',
  '...',
  '||=',
  '&&=',
  '??=',
  '//=',
  '<<=',
  '>>=',
  '=>',
  '->',
  '::',
  '?.',
  '==',
  '!=',
  '+=',
  '-=',
  '.=',
  '*=',
  '/=',
  '%=',
  '|=',
  '&=',
  '^=',
  '||',
  '&&',
  '??',
  '**',
  '//',
  ':=',
  '<<',
  '>>',
  '<=',
  '>=',
  '=~',
  '!~',
  '..',
  '++',
  '--',
  '<-',
  '|>',
];

const SIGNS = Map.groupBy(SIGN_LIST, (sign) => sign[0] as string);

function signAt(scan: Scan, tokens: readonly Token[]): Bare {
  const { source, at } = scan;
  const c = source[at] as string;
  const text = SIGNS.get(c)?.find((one) => source.startsWith(one, at)) ?? c;
  scan.at += text.length;
  if (text === '(' || text === '{' || text === '[') scan.open.push(opensStatement(text, tokens));
  else if (text === ')' || text === '}' || text === ']') scan.closed = scan.open.pop() === true;
  return sign(text);
}

/** Whether an operand may follow the bracket that closes this one: `if (x) /re/`, or the end of a block. */
function opensStatement(text: string, tokens: readonly Token[]): boolean {
  const before = tokens.at(-1);
  if (text === '(')
    return before?.kind === 'name' && /^(?:if|while|for|with|unless|until)$/.test(before.text);
  if (text === '{')
    return (
      !before ||
      before.text === ')' ||
      before.text === ';' ||
      before.text === '{' ||
      before.text === '}' ||
      before.text === '=>' ||
      (before.kind === 'name' && before.text !== 'return')
    );
  return false;
}
