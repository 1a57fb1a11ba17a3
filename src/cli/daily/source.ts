// Records where the installed program came from (a checkout, npm, Homebrew, a file), because updates come from there.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../../package.json';
import { findPlace } from '../../facts/project.ts';
import { readGit } from '../../facts/worktrees/git.ts';
import {
  type PackageSource,
  readUpdate,
  type UpdateState,
  writeSource,
  writeUpdate,
} from '../../store/files/update-state.ts';
import { attempt } from '../../system/attempt.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';

export function recordSource(home: Home, program: string): void {
  // The launcher that installs itself again does not know where it came from.
  if (program === home.launcher) return;
  const path = dirname(dirname(program));
  const manifest = attempt(() => JSON.parse(readText(join(path, 'package.json')) ?? '{}')) ?? {};
  if (manifest.name === 'pawl' && findPlace(path).root === path) recordCheckout(home, path, program);
  else attempt(() => writeSource(home, packageSource(program, manifest.version)));
}

function packageSource(program: string, packaged: string | undefined): PackageSource {
  const path = program.replaceAll('\\', '/');
  if (/\/node_modules\/@pawl\/[\w-]+\/bin\/pawl(\.exe)?$/.test(path))
    return { kind: 'npm', program, version: packaged ?? version };
  return { kind: /\/(Cellar|homebrew|linuxbrew)\//i.test(path) ? 'brew' : 'file', program, version };
}

function recordCheckout(home: Home, path: string, program: string): void {
  const commit = attempt(() => readGit(path, ['rev-parse', 'HEAD']));
  if (!commit || isOutdatedBuild(home, program)) return;
  attempt(() => writeSource(home, { kind: 'git', path, commit }));
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
