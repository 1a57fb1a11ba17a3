// The way into the shell reader: `readShell`.
import { HOLE } from './base/words.ts';
import { effectsOf } from './effects/effects.ts';
import { configPrograms } from './programs/registry.ts';
import { newState, type Reader, recordSourceEffect, type WalkFunctions } from './state/state.ts';
import { hasInvisible, withoutHeredocs } from './syntax/invisible.ts';
import type { ShellReading, ShellWorld } from './types.ts';
import { expandOne } from './walk/expand.ts';
import { callFunction } from './walk/functions.ts';
import { runCommand } from './walk/run.ts';
import { readScript, readSource, walkBody } from './walk/walk.ts';

export type {
  Effect,
  EffectKind,
  Flow,
  IncompleteReason,
  Origin,
  ShellCommand,
  ShellReading,
  ShellWorld,
  Target,
  Weight,
  Word,
} from './types.ts';

const walk: WalkFunctions = {
  source: readSource,
  script: readScript,
  command: runCommand,
  word: expandOne,
  body: walkBody,
  call: callFunction,
  effects: effectsOf,
};

/**
 * Reads shell source without running it: which simple commands it would run, and what they would do.
 * Never throws; `notes` says whether a part of the source could not be read.
 */
export function readShell(source: string, world: ShellWorld): ShellReading {
  const reader: Reader = {
    walk,
    world,
    commands: [],
    effects: [],
    notes: new Set(),
    stepsTaken: 0,
    substitutionCount: 0,
  };
  try {
    const state = newState(world, configPrograms(world.programs ?? []));
    if (hasInvisible(source) && hasInvisible(withoutHeredocs(source)))
      recordSourceEffect('invisible', state, reader);
    // In the source itself the character means nothing; in a word it would be taken for an unknown part.
    readSource(source.replaceAll(HOLE, ''), state, reader);
    for (const run of reader.exitTraps ?? []) run();
  } catch {
    // A failure of the reader counts as source that could not be read, so it is treated with the same care.
    reader.notes.add('parse-error');
  }
  return { commands: reader.commands, effects: reader.effects, notes: [...reader.notes] };
}
