// Pieces of expanded text, before they are joined into words.

import { HOLE } from '../base/words.ts';
import { lookupVariable, type Reader, type State } from '../state/state.ts';
import type { Origin } from '../types.ts';

/** A piece of expanded text. `fields` is set when it makes several words, as `"$@"` does. */
export interface Piece {
  text: string;
  quoted: boolean;
  glob: boolean;
  /** Comes from an unquoted expansion, so blanks in it separate words. */
  split: boolean;
  origins: readonly Origin[];
  fields?: readonly string[];
}

export function piece(text: string, more: Partial<Piece> = {}): Piece {
  return { text, quoted: false, glob: false, split: false, origins: [], ...more };
}

export function fieldSeparators(state: State, reader: Reader): string {
  const ifs = lookupVariable('IFS', state, reader.world)?.words[0]?.text ?? ' \t\n';
  return ifs.includes(HOLE) ? ' \t\n' : ifs;
}

export function splitFields(text: string, ifs: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && !ifs.includes(text[i] as string)) continue;
    out.push(text.slice(from, i));
    from = i + 1;
  }
  return out;
}
