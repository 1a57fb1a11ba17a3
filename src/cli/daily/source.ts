// Records the checkout from which the installed program was built, so that its remote can be checked for updates.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPlace } from '../../facts/project.ts';
import { readGit } from '../../facts/worktrees/git.ts';
import { readUpdate, type UpdateState, writeSource, writeUpdate } from '../../store/files/update-state.ts';
import { attempt } from '../../system/attempt.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';

/** Only for a program in `dist` of a checkout of Pawl; any other has no remote to check. */
export function recordSource(home: Home, program: string): void {
  const path = dirname(dirname(program));
  const name = attempt(() => JSON.parse(readText(join(path, 'package.json')) ?? '{}').name);
  if (name !== 'pawl' || findPlace(path).root !== path) return;
  const commit = attempt(() => readGit(path, ['rev-parse', 'HEAD']));
  if (!commit || isOutdatedBuild(home, program)) return;
  attempt(() => writeSource(home, { path, commit }));
  attempt(() => clearApplied(home, path, commit));
}

/** Whether the checkout was updated after this program was built. */
function isOutdatedBuild(home: Home, program: string): boolean {
  const { applied, history = [] } = readUpdate(home) ?? {};
  const moved = history.findLast(({ to }) => to === applied)?.at;
  return moved !== undefined && (attempt(() => statSync(program).mtimeMs) ?? 0) < moved;
}

/** Clears the applied update once the installed commit contains it. */
function clearApplied(home: Home, path: string, commit: string): void {
  const { applied, ...state } = readUpdate(home) ?? {};
  if (applied && readGit(path, ['merge-base', '--is-ancestor', applied, commit]) !== undefined)
    writeUpdate(home, state as UpdateState);
}
