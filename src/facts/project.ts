// Finds the working tree and the repository from files, without a git process.

import type { Project } from '../core/facts.ts';
import { attempt } from '../system/attempt.ts';
import { existsSync, readFileSync, realpathSync, statSync } from '../system/fs/index.ts';
import { dirname, join, resolve } from '../system/path.ts';

/** The project a session works in, with its git folder. */
export interface ProjectPlace extends Project {
  /** The `.git` folder of this working tree; undefined outside git. */
  readonly gitDir: string | undefined;
}

export function findPlace(directory: string): ProjectPlace {
  const start = realPath(directory);
  for (let at = start; ; at = dirname(at)) {
    const gitDir = gitDirOf(at);
    if (gitDir) return gitPlace(at, gitDir);
    if (at === dirname(at)) break;
  }
  const root = nearestProject(start) ?? start;
  return { root, repository: root, worktree: false, gitDir: undefined };
}

function gitPlace(root: string, gitDir: string): ProjectPlace {
  const common = commonDir(gitDir);
  const worktree = common !== gitDir;
  const repository = common.endsWith('/.git') ? dirname(common) : common;
  const belongs = worktree
    ? isRegisteredWorktree(root, gitDir, common)
    : repository === root || repository === common;
  return { root, repository: belongs ? repository : root, worktree, gitDir };
}

/**
 * A folder can claim to belong to a repository to share its trust. A real worktree is registered in the repository's
 * git folder.
 */
function isRegisteredWorktree(root: string, gitDir: string, common: string): boolean {
  if (dirname(realPath(gitDir)) !== `${common}/worktrees`) return false;
  const registered = readShort(join(gitDir, 'gitdir'))?.trim() ?? '';
  return realPath(resolve(gitDir, registered)) === `${root}/.git`;
}

function gitDirOf(folder: string): string | undefined {
  const path = join(folder, '.git');
  try {
    if (statSync(path).isDirectory()) return existsSync(join(path, 'HEAD')) ? path : undefined;
  } catch {
    return undefined;
  }
  const link = /^gitdir: (.+)$/m.exec(readShort(path) ?? '')?.[1];
  return link ? resolve(folder, link.trim()) : undefined;
}

export function commonDir(gitDir: string): string {
  const common = readShort(join(gitDir, 'commondir'))?.trim();
  return common ? realPath(resolve(gitDir, common)) : gitDir;
}

/** The files that join a worktree to its repository hold one path. A huge file would take seconds. */
function readShort(path: string): string | undefined {
  return existsSync(path) ? attempt(() => readFileSync(path, 'utf8', maxPathFile)) : undefined;
}

const maxPathFile = 10_000;

/** Outside git, a folder with `.pawl` is a project, unless that is Pawl's own home. */
function nearestProject(start: string): string | undefined {
  for (let at = start; at !== dirname(at); at = dirname(at)) {
    const folder = join(at, '.pawl');
    if (existsSync(folder)) return isPawlHome(folder) ? undefined : at;
  }
  return undefined;
}

function isPawlHome(folder: string): boolean {
  // The first event ever creates `run` before it gets here, so a new home is recognised too.
  return ['.pawl-home', 'spool', 'run'].some((name) => existsSync(join(folder, name)));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
