// The worktrees of a repository, in the client's own layout: .claude/worktrees/<name> on branch worktree-<name>.
// Who made one and from what is kept in git's folder for it, so that it goes when the worktree goes.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { attempt } from '../../system/attempt.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { findPlace } from '../project.ts';
import { git, runGit } from './git.ts';

export interface Worktree {
  name: string;
  path: string;
  head: string;
  /** Undefined: no branch, only a commit. */
  branch: string | undefined;
  /** Git's own folder for it. */
  gitDir: string;
  /** Why it is locked; undefined: it is not. */
  lock: string | undefined;
  /** The folder is gone. */
  missing: boolean;
  birth: Birth | undefined;
}

export interface Birth {
  /** The session that made it, if one did. */
  session_id?: string;
  /** The branch it began from. */
  base?: string;
  created_at: number;
}

export interface Repository {
  /** The main working tree. */
  root: string;
  /** `.git`. */
  common: string;
}

export function repositoryAt(directory: string): Repository | undefined {
  const place = findPlace(directory);
  if (!place.gitDir) return undefined;
  const common = git(place.root, ['rev-parse', '--path-format=absolute', '--git-common-dir']).trim();
  return { root: place.repository, common };
}

export const folderOf = ({ root }: Repository) => join(root, '.claude', 'worktrees');
export const branchOf = (name: string) => `worktree-${name}`;
const birthFile = (gitDir: string) => join(gitDir, 'pawl.json');

/** Linked worktrees; the main one is not among them. */
export function listWorktrees(repository: Repository): Worktree[] {
  const text = listing(repository.root);
  const blocks = text.split('\0\0').filter(Boolean);
  const admin = adminFolders(repository);
  return blocks.slice(1).map((block) => readBlock(block.split('\0'), repository, admin));
}

/** The client makes worktrees too, and git can't read one that is half made; a moment later it can. */
function listing(root: string): string {
  const args = ['worktree', 'list', '--porcelain', '-z'];
  for (let tries = 0; tries < 20; tries++) {
    const { code, out, said } = runGit(root, args);
    if (code === 0) return out;
    if (!said.includes('failed to read')) break;
    Bun.sleepSync(25);
  }
  return git(root, args);
}

function readBlock(lines: string[], repository: Repository, admin: Map<string, string>): Worktree {
  const value = (key: string) => {
    const line = lines.find((one) => one === key || one.startsWith(`${key} `));
    return line?.slice(key.length + 1);
  };
  const path = value('worktree')!;
  const gitDir = admin.get(path) ?? join(repository.common, 'worktrees', basename(path));
  return {
    name: nameOf(path, repository),
    path,
    head: value('HEAD') ?? '',
    branch: value('branch')?.replace(/^refs\/heads\//, ''),
    gitDir,
    lock: value('locked'),
    missing: !existsSync(path),
    birth: attempt(() => JSON.parse(readFileSync(birthFile(gitDir), 'utf8')) as Birth),
  };
}

/** Git names its folders as it likes when two worktrees end alike; each says where its worktree lies. */
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

/** Other worktrees of the repository that lie inside this one. */
export function worktreesIn(path: string, repository: Repository): string[] {
  return [...adminFolders(repository).keys()].filter((one) => one.startsWith(path + sep) && existsSync(one));
}

/** In the layout its name, elsewhere its path. */
function nameOf(path: string, repository: Repository): string {
  const folder = folderOf(repository) + sep;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

/** Made by the client or by us: others are a person's, and none of our business. */
export function isOurs({ name, birth }: Worktree): boolean {
  return birth !== undefined || !name.includes(sep);
}

export function writeBirth(gitDir: string, birth: Birth): void {
  writeFileAtomic(birthFile(gitDir), `${JSON.stringify(birth)}\n`);
}

/** The last sign of life that git or a maker left behind. */
export function touchedAt({ gitDir, birth }: Worktree): number {
  const files = ['HEAD', 'index', 'logs/HEAD', 'ORIG_HEAD'].map((name) => join(gitDir, name));
  const times = files.map((file) => attempt(() => statSync(file).mtimeMs) ?? 0);
  return Math.max(birth?.created_at ?? 0, ...times);
}
