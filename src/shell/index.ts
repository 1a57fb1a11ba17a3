import { hasInvisible, withoutDocuments } from './invisible.ts';
import { nameless } from './redirects.ts';
import { newState, type Reader, remember } from './state.ts';
import type { ShellReading, Surroundings } from './types.ts';
import { readSource } from './walk.ts';
import { word } from './words.ts';

export type {
  Effect,
  EffectKind,
  Flow,
  Note,
  Origin,
  ShellCommand,
  ShellReading,
  Surroundings,
  Target,
  Weight,
  Word,
} from './types.ts';

/**
 * Reads shell source without running it: the simple commands it would run, and what they would do.
 * Never throws: what cannot be read is told by `notes`.
 */
export function readShell(source: string, world: Surroundings): ShellReading {
  const reader: Reader = { world, commands: [], effects: [], notes: new Set(), steps: 0, substitutions: 0 };
  try {
    const state = newState(world);
    if (hasInvisible(source) && hasInvisible(withoutDocuments(source)))
      remember({ ...nameless([], undefined, state), name: 'invisible', words: [word('…')] }, reader);
    readSource(source.replaceAll('\u0000', ''), state, reader);
    for (const run of reader.atExit ?? []) run();
  } catch {
    reader.notes.add('parse-error');
  }
  return { commands: reader.commands, effects: reader.effects, notes: [...reader.notes] };
}
