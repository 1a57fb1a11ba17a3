// Skips the parts of foreign code that are no tokens: blanks, comments, documentation, and text around the code of PHP.
import type { LexicalRules } from './lexical-rules.ts';
import type { Scan } from './scan.ts';

/** Skips blanks and comments; true when a line ended. */
export function skipBlanks(scan: Scan): boolean {
  const { source, rules } = scan;
  let ended = false;
  for (;;) {
    const c = source.charCodeAt(scan.at);
    if (c === 10) {
      ended = true;
      scan.at++;
      for (const document of scan.pendingHeredocs.splice(0)) document();
      skipDocumentation(scan);
    } else if (c === 32 || c === 9 || c === 13 || c === 12 || c === 0xfeff || c === 0xa0) scan.at++;
    // A backslash at the end of a line continues it.
    else if (c === 92 && source.charCodeAt(scan.at + 1) === 10) scan.at += 2;
    else if (!skipComment(scan, rules)) return ended;
  }
}

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

/** In PHP a comment ends where the code ends: `// x ?> text`. */
function findCommentEnd({ source, at, rules }: Scan, open: string): number {
  const end = source.indexOf('\n', at + open.length);
  const tag = rules.phpTags ? source.indexOf('?>', at) : -1;
  return tag >= 0 && (end < 0 || tag < end) ? tag : end;
}

/** `#[attribute]` of PHP and Rust, and `$#list` of Perl, are no comments. */
function isHashWithoutComment({ source, at, rules }: Scan): boolean {
  if (source[at] !== '#') return false;
  if (source[at + 1] === '[') return rules.phpTags === true;
  return rules.dotConcatenates === true && !rules.phpTags && source[at - 1] === '$';
}

/** Skips documentation between `=pod` and `=cut`, and what follows `__END__`. */
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
