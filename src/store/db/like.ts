// Escapes text for use in LIKE patterns.

/** The text with the wildcards of LIKE escaped; the statement must say `ESCAPE '\'`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
