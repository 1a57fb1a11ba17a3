// Where the installed program came from, so that its remote can be asked for a newer one.
import { dirname, join } from 'node:path';
import { findPlace } from '../facts/project.ts';
import { type Home, readText, tryTo } from '../home.ts';
import { writeSource } from '../store/upkeep.ts';
import { look } from '../worktree/git.ts';

/** Only a program in the `dist` of a checkout of Pawl: anything else has no remote of ours. */
export function noteSource(home: Home, program: string): void {
  const path = dirname(dirname(program));
  const name = tryTo(() => JSON.parse(readText(join(path, 'package.json')) ?? '{}').name);
  if (name !== 'pawl' || findPlace(path).root !== path) return;
  const commit = tryTo(() => look(path, ['rev-parse', 'HEAD']));
  if (commit) tryTo(() => writeSource(home, { path, commit }));
}
