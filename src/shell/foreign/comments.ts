// Skips the parts of foreign code that are no tokens: blanks, comments, documentation, and text around the code of PHP.
import type { Lexis } from './lexis.ts';
import type { Scan } from './scan.ts';

/** Skips blanks and comments; true when a line ended. */
export function skipBlanks(scan: Scan): boolean {
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
export function skipPod(scan: Scan): void {
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
export function skipUntagged(scan: Scan): void {
  const { source } = scan;
  const open = source.indexOf('<?', scan.at);
  if (open < 0) {
    scan.at = source.length;
    return;
  }
  scan.at = open + (/^<\?(?:php|=)/i.exec(source.slice(open, open + 5))?.[0].length ?? 2);
}
