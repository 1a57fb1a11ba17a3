// Skips what is between tokens: blanks, comments, documentation, and the text around the code of PHP. Each function moves
// `scan.at` behind what it has skipped; tokenize.ts calls skipBlanks before every token.
import type { LexicalRules } from './lexical-rules.ts';
import type { Scan } from './scan.ts';

const TAB = 9;
const LINE_BREAK = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const BACKSLASH = 92;
const NO_BREAK_SPACE = 0xa0;
const BYTE_ORDER_MARK = 0xfeff;

/** Skips blanks and comments; true when a line ended. Reads the here-documents that begin after that line. */
export function skipBlanks(scan: Scan): boolean {
  const { source, rules } = scan;
  let hasLineBreak = false;
  for (;;) {
    const code = source.charCodeAt(scan.at);
    if (code === LINE_BREAK) {
      hasLineBreak = true;
      scan.at++;
      for (const readHeredoc of scan.pendingHeredocs.splice(0)) readHeredoc();
      skipDocumentation(scan);
    } else if (isBlank(code)) scan.at++;
    // A backslash at the end of a line continues it.
    else if (code === BACKSLASH && source.charCodeAt(scan.at + 1) === LINE_BREAK) scan.at += 2;
    else if (!skipComment(scan, rules)) return hasLineBreak;
  }
}

const isBlank = (code: number) =>
  code === SPACE ||
  code === TAB ||
  code === CARRIAGE_RETURN ||
  code === FORM_FEED ||
  code === BYTE_ORDER_MARK ||
  code === NO_BREAK_SPACE;

function skipComment(scan: Scan, rules: LexicalRules): boolean {
  const { source } = scan;
  for (const [open, close] of rules.blockComments)
    if (source.startsWith(open, scan.at)) {
      const end = source.indexOf(close, scan.at + open.length);
      scan.at = end < 0 ? source.length : end + close.length;
      return true;
    }
  for (const open of rules.lineComments)
    if (source.startsWith(open, scan.at) && !isHashWithoutComment(scan)) {
      const end = findCommentEnd(scan, open);
      scan.at = end < 0 ? source.length : end;
      return true;
    }
  return false;
}

/**
 * The index at which a line comment ends; -1 if the source ends first. In PHP it ends where the code ends: `// x ?>
 * text`.
 */
function findCommentEnd({ source, at, rules }: Scan, open: string): number {
  const end = source.indexOf('\n', at + open.length);
  const tag = rules.phpTags ? source.indexOf('?>', at) : -1;
  return tag >= 0 && (end < 0 || tag < end) ? tag : end;
}

/** Whether a `#` begins no comment: `#[attribute]` of PHP, `$#list` of Perl. */
function isHashWithoutComment({ source, at, rules }: Scan): boolean {
  if (source[at] !== '#') return false;
  if (source[at + 1] === '[') return rules.phpTags === true;
  return rules.dotConcatenates === true && !rules.phpTags && source[at - 1] === '$';
}

/** At the start of a line: skips documentation between `=pod` and `=cut`, and what follows `__END__`. */
export function skipDocumentation(scan: Scan): void {
  const { source, rules } = scan;
  for (const word of rules.endMarkers ?? [])
    if (
      source.startsWith(word, scan.at) &&
      /^\s*(?:\n|$)/.test(source.slice(scan.at + word.length, scan.at + word.length + 4))
    )
      scan.at = source.length;
  if (!rules.documentation || !source.startsWith(rules.documentation[0], scan.at)) return;
  if (!/^=[a-zA-Z]/.test(source.slice(scan.at, scan.at + 2))) return;
  const end = source.indexOf(`\n${rules.documentation[1]}`, scan.at);
  const line = end < 0 ? -1 : source.indexOf('\n', end + 1);
  scan.at = line < 0 ? source.length : line;
}

/** Moves to the code after the next `<?php`. Code without a tag, as `php -r` takes it, is code from the beginning. */
export function skipToPhpCode(scan: Scan): void {
  const { source } = scan;
  const open = source.indexOf('<?', scan.at);
  if (open < 0) {
    scan.at = source.length;
    return;
  }
  scan.at = open + (/^<\?(?:php|=)/i.exec(source.slice(open, open + 5))?.[0].length ?? 2);
}
