// Texts of people and ids of the payload inside LIKE patterns.

/** The text with the wildcards of LIKE escaped; the statement must say `ESCAPE '\'`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
