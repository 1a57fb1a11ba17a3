// Other spellings of a name that some file systems take for the same file: macOS and Windows ignore case, macOS ignores
// characters without width, Windows ignores dots and blanks at the end and has short names.

/** The plain spelling of a path. Where a file system tells these names apart, the guard only refuses a little more. */
export function plainSpelling(path: string): string {
  const plain = path
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/(?:::\$data)?[. ]+(?=\/|$)|::\$data(?=\/|$)/g, keepDots);
  return plain
    .replace(/\/(claude|pawl)~\d+(?=\/|$)/g, '/.$1')
    .replace(/\/settin~\d+\.jso$/, '/settings.json');
}

/** `..` and `.` are folders, not ends of names. */
const keepDots = (end: string, at: number, path: string) => (at === 0 || path[at - 1] === '/' ? end : '');
