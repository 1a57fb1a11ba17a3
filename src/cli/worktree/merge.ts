// Brings the work of a worktree to the branch that the main working tree has checked out.

import { git, look, runGit } from '../../facts/worktrees/git.ts';
import { dirtyFiles, operationIn } from '../../facts/worktrees/kept.ts';
import type { Repository, Worktree } from '../../facts/worktrees/worktree.ts';
import { UserError } from '../../system/errors.ts';

export interface Merged {
  name: string;
  into: string;
  /** `nothing`: it was there already. */
  how: 'fast-forward' | 'merge' | 'nothing';
  head: string;
}

export function merge({ root }: Repository, worktree: Worktree, confirmed: string | undefined): Merged {
  const { name, head, path, birth } = worktree;
  const into = look(root, ['symbolic-ref', '--short', '-q', 'HEAD']);
  if (!into) throw new UserError(`${root} has no branch checked out to merge into.`, 1);
  if (confirmed !== undefined && confirmed !== into)
    throw new UserError(`${root} has ${into} checked out, not ${confirmed}. Check that out there first.`, 1);
  if (confirmed === undefined && birth?.base && birth.base !== into)
    throw new UserError(
      `${name} began on ${birth.base}, and ${root} is on ${into}. Say --into ${into} if you mean that.`,
      1,
    );
  refuseDirty(path, `${name} has work that is not committed, which a merge would leave behind`);
  refuseDirty(root, `${root} has work that is not committed`);
  const operation = operationIn(root);
  if (operation)
    throw new UserError(`A ${operation} is unfinished in ${root}. Finish it or give it up first.`, 1);
  const before = git(root, ['rev-parse', 'HEAD']).trim();
  const how = bring(root, name, head);
  const after = git(root, ['rev-parse', 'HEAD']).trim();
  return { name, into, how: before === after ? 'nothing' : how, head: after };
}

function refuseDirty(path: string, words: string): void {
  const dirty = dirtyFiles(path).filter((file) => !file.startsWith('.claude/'));
  if (dirty.length > 0)
    throw new UserError(
      `${words}: ${dirty.slice(0, 5).join(', ')}${dirty.length > 5 ? ' …' : ''}. Commit it first.`,
      1,
    );
}

/** A merge that conflicts is taken back whole: nobody finds a half-merged tree. */
function bring(root: string, name: string, head: string): Merged['how'] {
  if (runGit(root, ['merge', '--ff-only', head]).code === 0) return 'fast-forward';
  const { code, said } = runGit(root, ['merge', '--no-edit', '-m', `Merge worktree ${name}`, head]);
  if (code === 0) return 'merge';
  const conflicts = look(root, ['diff', '--name-only', '--diff-filter=U'])?.split('\n').filter(Boolean) ?? [];
  runGit(root, ['merge', '--abort']);
  const where = conflicts.length > 0 ? `conflicts in ${conflicts.slice(0, 10).join(', ')}` : said;
  throw new UserError(
    `${name} was not merged, and nothing was changed: ${where}. Merge the other way in the worktree, resolve it there, and try again.`,
    1,
  );
}
