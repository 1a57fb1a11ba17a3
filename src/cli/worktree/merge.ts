// Merges a worktree into the branch of the main working tree.

import { gitOrThrow, readGit, runGit } from '../../facts/worktrees/git.ts';
import { dirtyFiles, operationIn } from '../../facts/worktrees/unsaved-work.ts';
import type { Repository, Worktree } from '../../facts/worktrees/worktree.ts';
import { UserError } from '../../system/errors.ts';

export interface Merged {
  name: string;
  into: string;
  /** `nothing`: the branch had all commits already. */
  how: 'fast-forward' | 'merge' | 'nothing';
  head: string;
}

export function merge({ root }: Repository, worktree: Worktree, confirmed: string | undefined): Merged {
  const { name, head, path, origin } = worktree;
  const into = readGit(root, ['symbolic-ref', '--short', '-q', 'HEAD']);
  if (!into) throw new UserError(`Check out a branch in ${root} first; there is none to merge into.`, 1);
  if (confirmed !== undefined && confirmed !== into)
    throw new UserError(`Check out ${confirmed} in ${root} first; it is on ${into}.`, 1);
  if (confirmed === undefined && origin?.base && origin.base !== into)
    throw new UserError(
      `${name} was created from ${origin.base}, but ${root} is on ${into}. Use --into ${into} if you mean that branch.`,
      1,
    );
  refuseDirty(path, `${name} has uncommitted changes, which a merge would leave behind`);
  refuseDirty(root, `${root} has uncommitted changes`);
  const operation = operationIn(root);
  if (operation) throw new UserError(`Finish or abort the ${operation} in ${root} first.`, 1);
  const before = gitOrThrow(root, ['rev-parse', 'HEAD']).trim();
  const how = mergeCommit(root, name, head);
  const after = gitOrThrow(root, ['rev-parse', 'HEAD']).trim();
  return { name, into, how: before === after ? 'nothing' : how, head: after };
}

function refuseDirty(path: string, problem: string): void {
  const dirty = dirtyFiles(path).filter((file) => !file.startsWith('.claude/'));
  if (dirty.length > 0)
    throw new UserError(
      `${problem}: ${dirty.slice(0, 5).join(', ')}${dirty.length > 5 ? ' …' : ''}. Commit them first.`,
      1,
    );
}

/** A merge with conflicts is aborted, so that no half-merged tree is left. */
function mergeCommit(root: string, name: string, head: string): Merged['how'] {
  if (runGit(root, ['merge', '--ff-only', head]).code === 0) return 'fast-forward';
  const { code, message } = runGit(root, ['merge', '--no-edit', '-m', `Merge worktree ${name}`, head]);
  if (code === 0) return 'merge';
  const conflicts =
    readGit(root, ['diff', '--name-only', '--diff-filter=U'])?.split('\n').filter(Boolean) ?? [];
  runGit(root, ['merge', '--abort']);
  const problem = conflicts.length > 0 ? `conflicts in ${conflicts.slice(0, 10).join(', ')}` : message;
  throw new UserError(
    `${name} was not merged, and nothing was changed: ${problem}. Merge the branch into the worktree, resolve the conflicts there, and try again.`,
    1,
  );
}
