// Finds the name of the program that a word calls.
import { globToRegExp, HOLE } from '../base/words.ts';
import { GLOBBED } from '../programs/names.ts';
import type { Word } from '../types.ts';

/** The program that a word calls: `rm` for `/bin/rm`, `RM.EXE` and `/bin/r?`. Empty when it can't be known. */
export function commandName(w: Word | undefined): string {
  if (!w || w.text.includes(HOLE)) return '';
  const base = w.text
    .slice(Math.max(w.text.lastIndexOf('/'), w.text.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/^=(?=\w)/, '');
  if (!w.glob) return base.replace(/\.(exe|cmd|bat)$/, '');
  const re = globToRegExp(base);
  return GLOBBED.find((name) => re?.test(name)) ?? base;
}
