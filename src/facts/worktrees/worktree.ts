// The worktrees of a repository, in the client's layout: .claude/worktrees/<name> on branch worktree-<name>. A
// note in git's folder for a worktree says who created it, and from which branch; it is deleted with the worktree.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { attempt } from '../../system/attempt.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { findPlace } from '../project.ts';
import { gitOrThrow, runGit } from './git.ts';

export interface Worktree {
  name: string;
  path: string;
  head: string;
  /** Undefined if HEAD is detached. */
  branch: string | undefined;
  /** Git's folder for it, below `.git/worktrees`. */
  gitDir: string;
  /** Why it is locked; undefined if it is not. */
  lock: string | undefined;
  /** True if the folder no longer exists. */
  missing: boolean;
  origin: WorktreeOrigin | undefined;
}

export interface WorktreeOrigin {
  /** The session that created it, if one did. */
  session_id?: string;
  /** The branch it was created from. */
  base?: string;
  created_at: number;
}

export interface Repository {
  /** The main working tree. */
  root: string;
  /** The shared git folder, usually `.git`. */
  common: string;
}

export function repositoryAt(directory: string): Repository | undefined {
  const place = findPlace(directory);
  if (!place.gitDir) return undefined;
  const common = gitOrThrow(place.root, ['rev-parse', '--path-format=absolute', '--git-common-dir']).trim();
  return { root: place.repository, common };
}

export const worktreesFolder = ({ root }: Repository) => join(root, '.claude', 'worktrees');
export const worktreeBranch = (name: string) => `worktree-${name}`;
const originFile = (gitDir: string) => join(gitDir, 'pawl.json');

/** The linked worktrees, without the main working tree. */
export function listWorktrees(repository: Repository): Worktree[] {
  const text = readWorktreeList(repository.root);
  const blocks = text.split('\0\0').filter(Boolean);
  const admin = adminFolders(repository);
  return blocks.slice(1).map((block) => parseWorktree(block.split('\0'), repository, admin));
}

/** The client creates worktrees too, and git can't read a half-created one, so this is retried. */
function readWorktreeList(root: string): string {
  const args = ['worktree', 'list', '--porcelain', '-z'];
  for (let tries = 0; tries < 20; tries++) {
    const { code, out, message } = runGit(root, args);
    if (code === 0) return out;
    if (!message.includes('failed to read')) break;
    Bun.sleepSync(25);
  }
  return gitOrThrow(root, args);
}

function parseWorktree(lines: string[], repository: Repository, admin: Map<string, string>): Worktree {
  const value = (key: string) => {
    const line = lines.find((candidate) => candidate === key || candidate.startsWith(`${key} `));
    return line?.slice(key.length + 1);
  };
  const path = value('worktree')!;
  const gitDir = admin.get(path) ?? join(repository.common, 'worktrees', basename(path));
  return {
    name: worktreeName(path, repository),
    path,
    head: value('HEAD') ?? '',
    branch: value('branch')?.replace(/^refs\/heads\//, ''),
    gitDir,
    lock: value('locked'),
    missing: !existsSync(path),
    origin: attempt(() => JSON.parse(readFileSync(originFile(gitDir), 'utf8')) as WorktreeOrigin),
  };
}

/** Git may give its folder another name than the worktree has, but each folder says where its worktree is. */
function adminFolders({ common }: Repository): Map<string, string> {
  const folder = join(common, 'worktrees');
  const names = [...(attempt(() => [...new Bun.Glob('*/gitdir').scanSync({ cwd: folder })]) ?? [])];
  return new Map(
    names.flatMap((name) => {
      const link = attempt(() => readFileSync(join(folder, name), 'utf8').trim());
      return link ? [[link.replace(/\/\.git$/, ''), join(folder, name.replace(/\/gitdir$/, ''))]] : [];
    }),
  );
}

/** Other worktrees of the repository inside this one. */
export function worktreesIn(path: string, repository: Repository): string[] {
  return [...adminFolders(repository).keys()].filter(
    (worktree) => worktree.startsWith(path + sep) && existsSync(worktree),
  );
}

/** The worktree's name in the client's layout; outside of that, its path. */
function worktreeName(path: string, repository: Repository): string {
  const folder = worktreesFolder(repository) + sep;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

/**
 * Other worktrees are a person's own and are left alone. Without a note, the client's layout tells: outside of that, the
 * name is a path.
 */
export function isCreatedByClientOrPawl({ name, origin }: Worktree): boolean {
  return origin !== undefined || !name.includes(sep);
}

export function writeOrigin(gitDir: string, origin: WorktreeOrigin): void {
  writeFileAtomic(originFile(gitDir), `${JSON.stringify(origin)}\n`);
}

/** The time of the last activity that git or the creator recorded. */
export function lastActivity({ gitDir, origin }: Worktree): number {
  const files = ['HEAD', 'index', 'logs/HEAD', 'ORIG_HEAD'].map((name) => join(gitDir, name));
  const times = files.map((file) => attempt(() => statSync(file).mtimeMs) ?? 0);
  return Math.max(origin?.created_at ?? 0, ...times);
}
