// Runs of expanded text, before they are joined to words.

import { HOLE } from '../base/words.ts';
import { lookupVariable, type Reader, type State } from '../state/state.ts';
import type { Origin } from '../types.ts';

/** A run of expanded text before it is joined to words. `fields`: several words, as from `"$@"`. */
export interface Piece {
  text: string;
  quoted: boolean;
  glob: boolean;
  /** Came from an unquoted expansion: blanks in it separate words. */
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
