// Finds the working tree and the repository by looking at files: no git process on the hook path.

import type { Project } from '../core/facts.ts';
import { existsSync, readFileSync, realpathSync, statSync } from '../system/fs/index.ts';
import { dirname, join, resolve } from '../system/path.ts';

/** Where a session works. */
export interface ProjectPlace extends Project {
  /** The `.git` folder of this working tree; undefined outside git. */
  readonly gitDir: string | undefined;
}

export function findPlace(directory: string): ProjectPlace {
  const start = real(directory);
  for (let at = start; ; at = dirname(at)) {
    const gitDir = gitDirOf(at);
    if (gitDir) return inGit(at, gitDir);
    if (at === dirname(at)) break;
  }
  const root = nearestProject(start) ?? start;
  return { root, repository: root, worktree: false, gitDir: undefined };
}

function inGit(root: string, gitDir: string): ProjectPlace {
  const common = commonDir(gitDir);
  const worktree = common !== gitDir;
  const repository = common.endsWith('/.git') ? dirname(common) : common;
  const ours = worktree ? isKnown(root, gitDir, common) : repository === root || repository === common;
  return { root, repository: ours ? repository : root, worktree, gitDir };
}

/** Anybody can name a repository, and would share its trust. It knows its worktrees: git notes there where they are. */
function isKnown(root: string, gitDir: string, common: string): boolean {
  if (dirname(real(gitDir)) !== `${common}/worktrees`) return false;
  try {
    const path = join(gitDir, 'gitdir');
    const noted = statSync(path).isFile() ? readFileSync(path, 'utf8').trim() : '';
    return real(resolve(gitDir, noted)) === `${root}/.git`;
  } catch {
    return false;
  }
}

function gitDirOf(folder: string): string | undefined {
  const path = join(folder, '.git');
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return existsSync(join(path, 'HEAD')) ? path : undefined;
    // A pipe or a device would make us wait, and no link to a folder is long.
    if (!stat.isFile() || stat.size > 10_000) return undefined;
    const link = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
    return link ? resolve(folder, link.trim()) : undefined;
  } catch {
    return undefined;
  }
}

function commonDir(gitDir: string): string {
  const link = join(gitDir, 'commondir');
  if (!existsSync(link)) return gitDir;
  try {
    return statSync(link).isFile() ? real(resolve(gitDir, readFileSync(link, 'utf8').trim())) : gitDir;
  } catch {
    return gitDir;
  }
}

/** Outside git a `.pawl` folder makes a project, unless it is Pawl's own home. */
function nearestProject(start: string): string | undefined {
  for (let at = start; at !== dirname(at); at = dirname(at)) {
    const folder = join(at, '.pawl');
    if (existsSync(folder)) return isHome(folder) ? undefined : at;
  }
  return undefined;
}

function isHome(folder: string): boolean {
  // The first event of all makes the last of them before it asks.
  return ['.pawl-home', 'spool', 'run'].some((name) => existsSync(join(folder, name)));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
