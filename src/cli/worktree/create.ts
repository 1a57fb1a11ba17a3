// Creates a worktree where the client would create it, so that each finds the worktrees of the other.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGit, runGit } from '../../facts/worktrees/git.ts';
import {
  listWorktrees,
  type Repository,
  type Worktree,
  worktreeBranch,
  worktreesFolder,
  writeOrigin,
} from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';

export interface NewWorktree {
  name: string;
  /** A branch or commit; default: the branch of the main working tree. */
  base?: string;
  session_id?: string;
  /** Use the existing branch of an earlier worktree of that name. */
  resume?: boolean;
}

export function create(repository: Repository, wanted: NewWorktree): Worktree {
  const { root } = repository;
  const { name } = wanted;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) || name.endsWith('.lock'))
    throw new UserError(
      `"${name}" can’t be the name of a worktree; use letters, digits, dots, dashes and underscores.`,
    );
  const path = join(worktreesFolder(repository), name);
  const base = wanted.base ?? readGit(root, ['symbolic-ref', '--short', '-q', 'HEAD']) ?? 'HEAD';
  if (existsSync(path))
    throw new UserError(`${path} exists already. Choose another name, or use that one.`, 1);
  if (listWorktrees(repository).some((worktree) => worktree.path === path))
    throw new UserError(
      `Run \`pawl worktree cleanup ${name}\` first: the folder of ${name} was deleted, but git still lists it. With --save its commits are kept on a branch.`,
      1,
    );
  if (readGit(root, ['rev-parse', '-q', '--verify', `${base}^{commit}`]) === undefined)
    throw new UserError(
      wanted.base
        ? `There is no branch or commit "${base}".`
        : 'Commit something first: this repository has no commit yet that a worktree could start from.',
      1,
    );
  ignoreWorktrees(repository);
  add(root, path, name, base, wanted.resume === true);
  const made = listWorktrees(repository).find((worktree) => worktree.path === path);
  if (!made) throw new UserError(`git created ${path}, but does not list it.`, 1);
  const known = readGit(root, ['show-ref', '--verify', '-q', `refs/heads/${base}`]) !== undefined;
  writeOrigin(made.gitDir, {
    ...(wanted.session_id && { session_id: wanted.session_id }),
    ...(known && { base }),
    created_at: Date.now(),
  });
  return made;
}

/** If the client creates a worktree at the same moment, git fails on its lock files, so this tries again. */
function add(root: string, path: string, name: string, base: string, resume: boolean): void {
  const branch = worktreeBranch(name);
  const exists = () => readGit(root, ['show-ref', '--verify', '-q', `refs/heads/${branch}`]) !== undefined;
  if (exists() && !resume)
    throw new UserError(
      `Use --resume to continue on branch ${branch}, which exists already and may hold work, or remove it with \`git branch -d ${branch}\`.`,
      1,
    );
  makeFolder(join(path, '..'));
  for (let tries = 0; ; tries++) {
    const args = exists() ? [path, branch] : ['-b', branch, path, base];
    const { code, message } = runGit(root, ['worktree', 'add', ...args]);
    if (code === 0) return;
    if (tries >= 20 || !/could not lock|unable to create|failed to read/i.test(message))
      throw new UserError(`git could not create the worktree: ${message}`, 1);
    Bun.sleepSync(50);
  }
}

/** Lists the worktrees in git's exclude file. Otherwise `git add -A` in the main working tree would add the worktrees as embedded repositories. */
function ignoreWorktrees({ common }: Repository): void {
  const file = join(common, 'info', 'exclude');
  const line = '/.claude/worktrees/';
  const text = attempt(() => readFileSync(file, 'utf8')) ?? '';
  if (text.split('\n').includes(line)) return;
  makeFolder(join(common, 'info'));
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
}
