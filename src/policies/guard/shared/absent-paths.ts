// Looks up whether the paths that a command would delete or overwrite exist. If none does, the command passes.

import type { Facts } from '../../../core/facts.ts';
import { HOLE } from '../../../shell/base/words.ts';
import type { Effect } from '../../../shell/types.ts';
import { type LookupResult, listSome } from './evidence.ts';

/** Folders in which people keep their files. A command that deletes one would do harm on any machine that has it. */
const PERSONAL_FOLDER =
  /\/(Documents|Desktop|Downloads|Pictures|Photos|Music|Movies|Videos|Library|Projects|projects|code|src|work|backups?|\.git|\.ssh|\.gnupg|\.config|\.local)$/;

export function lookUpPaths(effect: Effect, facts: Facts): LookupResult | undefined {
  const { targets, command, weight } = effect;
  // A command that deletes a home or a system directory is refused even where that directory does not exist.
  if (weight === 'irreversible' || command.remote || targets.length === 0) return undefined;
  const paths = targets.map(({ path, glob }) => (glob || path?.includes(HOLE) ? undefined : path));
  const absent = paths.every(
    (path) => path !== undefined && !PERSONAL_FOLDER.test(path) && isAbsent(path, effect, facts),
  );
  return absent
    ? { harmless: true, found: `there is nothing at ${listSome(targets.map(({ text }) => text))}` }
    : undefined;
}

/** There is nothing at this path, and no other part of the command may put something there before. */
export const isAbsent = (path: string, effect: Effect, { shell, look }: Facts): boolean =>
  look.exists(path) === false && !shell.effects.some((other) => mayCreate(other, path, effect));

/** Kinds of effects that may create any file. */
const CREATES_ANYTHING = /^(unknown-code|fetch-and-run)$/;

function mayCreate(other: Effect, path: string, { command }: Effect): boolean {
  if (other.command === command) return false;
  if (CREATES_ANYTHING.test(other.kind)) return true;
  if (other.kind !== 'write' && other.kind !== 'delete') return false;
  return other.targets.some(
    (target) => target.path === undefined || target.glob || areRelated(target.path, path),
  );
}

const areRelated = (a: string, b: string) => `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);
