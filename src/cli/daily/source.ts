// Where the installed program came from, so that its remote can be asked for a newer one.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPlace } from '../../facts/project.ts';
import { look } from '../../facts/worktrees/git.ts';
import { readUpdate, type UpdateState, writeSource, writeUpdate } from '../../store/files/update-state.ts';
import { attempt } from '../../system/attempt.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';

/** Only a program in the `dist` of a checkout of Pawl: anything else has no remote of ours. */
export function noteSource(home: Home, program: string): void {
  const path = dirname(dirname(program));
  const name = attempt(() => JSON.parse(readText(join(path, 'package.json')) ?? '{}').name);
  if (name !== 'pawl' || findPlace(path).root !== path) return;
  const commit = attempt(() => look(path, ['rev-parse', 'HEAD']));
  if (!commit || isOlder(home, program)) return;
  attempt(() => writeSource(home, { path, commit }));
  attempt(() => inForce(home, path, commit));
}

/** The checkout was moved and nobody built it since: this program is still the one from before. */
function isOlder(home: Home, program: string): boolean {
  const { applied, history = [] } = readUpdate(home) ?? {};
  const moved = history.findLast(({ to }) => to === applied)?.at;
  return moved !== undefined && (attempt(() => statSync(program).mtimeMs) ?? 0) < moved;
}

/** What was taken is in what is installed now, also if more came after it. */
function inForce(home: Home, path: string, commit: string): void {
  const { applied, ...state } = readUpdate(home) ?? {};
  if (applied && look(path, ['merge-base', '--is-ancestor', applied, commit]) !== undefined)
    writeUpdate(home, state as UpdateState);
}
