// Finds out from git's index file whether it marks files so that `git status` does not show their changes. For 50,000
// files that takes 6 ms; listing them with git takes 24 ms. The format is documented in gitformat-index(5).

/** The lengths of the header, of an entry without its name, and of the checksum at the end. */
const header = 12;
const fixedPart = 62;
const checksum = 20;

/** Positions in an entry: the type of the file, and the flags, which begin with marks and end with the length of the name. */
const typeAt = 26;
const flagsAt = 60;

const file = 0x81;
const link = 0xa0;
/** The bits for assume-unchanged and for extended flags, such as skip-worktree. */
const marks = 0xc0;
/** The length that the flags give for every name of this length or longer. */
const maxName = 0xfff;

/**
 * True if every entry is a file or a link without a mark, so that nothing is hidden and there are no submodules. False
 * also for an index that is not read here (version 4, split or sparse, SHA-256): then git has to list it.
 */
export function hasOnlyPlainEntries(index: Uint8Array): boolean {
  const version = numberAt(index, 4);
  if (numberAt(index, 0) !== signature || (version !== 2 && version !== 3)) return false;
  const end = index.length - checksum;
  let at = header;
  // Written without function calls, because a large repository has very many entries.
  for (let remaining = numberAt(index, 8); remaining > 0; remaining--) {
    if (at + fixedPart > end) return false;
    const flags = index[at + flagsAt]!;
    const type = index[at + typeAt];
    const length = ((flags & 0xf) << 8) | index[at + flagsAt + 1]!;
    if ((type !== file && type !== link) || (flags & marks) !== 0 || length === maxName) return false;
    if (index[at + fixedPart + length] !== 0) return false;
    // A name is followed by one to eight zero bytes.
    at += (fixedPart + length + 8) & ~7;
  }
  return hasOnlyOptionalExtensions(index, at, end);
}

/** Extensions that change the meaning of the entries, as in a split index, begin with a small letter. */
function hasOnlyOptionalExtensions(index: Uint8Array, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    if (index[at]! < 0x41 || index[at]! > 0x5a) return false;
    at += 8 + numberAt(index, at + 4);
  }
  return at === end;
}

/** `DIRC`. */
const signature = 0x44495243;

const numberAt = (bytes: Uint8Array, at: number) =>
  bytes[at]! * 0x1000000 + ((bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!);
