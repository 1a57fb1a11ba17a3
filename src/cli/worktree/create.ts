// Makes a worktree where the client would make it, so that either finds the other's.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { look, runGit } from '../../facts/worktrees/git.ts';
import {
  branchOf,
  folderOf,
  listWorktrees,
  type Repository,
  type Worktree,
  writeBirth,
} from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';

export interface Wanted {
  name: string;
  /** A branch or commit; absent: what the main working tree has checked out. */
  base?: string;
  session_id?: string;
  /** Go on with a branch that is left from earlier. */
  resume?: boolean;
}

export function create(repository: Repository, wanted: Wanted): Worktree {
  const { root } = repository;
  const { name } = wanted;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) || name.endsWith('.lock'))
    throw new UserError(
      `A worktree’s name has letters, digits, dots, dashes and underscores, not "${name}".`,
    );
  const path = join(folderOf(repository), name);
  const base = wanted.base ?? look(root, ['symbolic-ref', '--short', '-q', 'HEAD']) ?? 'HEAD';
  if (existsSync(path))
    throw new UserError(`${path} exists already. \`pawl worktree path ${name}\` names it.`, 1);
  if (listWorktrees(repository).some((one) => one.path === path))
    throw new UserError(
      `The folder of ${name} is gone, but git still knows it. \`pawl worktree cleanup ${name}\` forgets it if its commits are elsewhere, --save keeps them.`,
      1,
    );
  if (look(root, ['rev-parse', '-q', '--verify', `${base}^{commit}`]) === undefined)
    throw new UserError(
      wanted.base
        ? `There is no branch or commit "${base}".`
        : 'This repository has no commit yet, so there is nothing to begin from. Commit something first.',
      1,
    );
  keepOutOfStatus(repository);
  add(root, path, name, base, wanted.resume === true);
  const made = listWorktrees(repository).find((one) => one.path === path);
  if (!made) throw new UserError(`git made ${path}, but does not list it.`, 1);
  const known = look(root, ['show-ref', '--verify', '-q', `refs/heads/${base}`]) !== undefined;
  writeBirth(made.gitDir, {
    ...(wanted.session_id && { session_id: wanted.session_id }),
    ...(known && { base }),
    created_at: Date.now(),
  });
  return made;
}

/** The client may make one at the same moment, and git then stumbles; a moment later it does not. */
function add(root: string, path: string, name: string, base: string, resume: boolean): void {
  const branch = branchOf(name);
  const exists = () => look(root, ['show-ref', '--verify', '-q', `refs/heads/${branch}`]) !== undefined;
  if (exists() && !resume)
    throw new UserError(
      `Branch ${branch} is left from earlier and may hold work. --resume goes on with it; \`git branch -d ${branch}\` removes it if it is merged.`,
      1,
    );
  makeFolder(join(path, '..'));
  for (let tries = 0; ; tries++) {
    const args = exists() ? [path, branch] : ['-b', branch, path, base];
    const { code, said } = runGit(root, ['worktree', 'add', ...args]);
    if (code === 0) return;
    if (tries >= 20 || !/could not lock|unable to create|failed to read/i.test(said))
      throw new UserError(`git could not make the worktree: ${said}`, 1);
    Bun.sleepSync(50);
  }
}

/** Without this `git add -A` in the main tree would take worktrees for repositories inside it. */
function keepOutOfStatus({ common }: Repository): void {
  const file = join(common, 'info', 'exclude');
  const line = '/.claude/worktrees/';
  const text = attempt(() => readFileSync(file, 'utf8')) ?? '';
  if (text.split('\n').includes(line)) return;
  makeFolder(join(common, 'info'));
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
}
