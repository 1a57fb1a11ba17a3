// Finds out whether a check failed before the session began: it runs again on the files as they were then, in a
// temporary worktree. Only failures that were there before are forgiven; a new one is the session's.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Check } from '../domain/checkpoint/checks.ts';
import { attempt } from '../system/attempt.ts';
import { existsSync } from '../system/fs/index.ts';
import { dirname, join } from '../system/path.ts';
import { contentId } from './content.ts';
import { tryGit } from './git.ts';
import type { ProjectPlace } from './project.ts';
import type { TreeState } from './tree.ts';

/** A hook of the repository may install packages or ask something. */
const withoutHooks = ['-c', 'core.hooksPath=/dev/null'];

/** Undefined if there is no commit to start from. `run` runs the check in a folder. */
export async function runOnInitialFiles<T>(
  check: Check,
  { root }: ProjectPlace,
  start: TreeState,
  run: (check: Check, folder: string) => Promise<T>,
): Promise<(T & { folder: string }) | undefined> {
  if (!start.head || start.unknown) return undefined;
  const folder = join(mkdtempSync(join(tmpdir(), 'pawl-start-')), 'tree');
  try {
    if (
      tryGit(
        root,
        [...withoutHooks, 'worktree', 'add', '--detach', '--quiet', folder, start.head],
        60_000,
      ) === undefined
    )
      return undefined;
    restoreUncommitted(root, folder, start);
    linkIgnored(root, folder);
    return { ...(await run(check, folder)), folder };
  } finally {
    attempt(() => tryGit(root, ['worktree', 'remove', '--force', folder], 60_000));
    attempt(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  }
}

/**
 * Files that were uncommitted at the start are copied if they have not changed since. The others stay as in the commit,
 * because their content at the start is not known.
 */
function restoreUncommitted(root: string, folder: string, { dirty }: TreeState): void {
  for (const [path, content] of Object.entries(dirty)) {
    const [from, to] = [join(root, path), join(folder, path)];
    if (content === '') attempt(() => rmSync(to, { force: true }));
    else if (contentId(from) === content) attempt(() => cpSync(from, to, { recursive: true }));
  }
}

const maxLinks = 2_000;

/** Installed packages and other ignored files are shared with the project, at any depth. */
function linkIgnored(root: string, folder: string): void {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const ignored = (tryGit(root, args, 20_000) ?? '').split('\0').filter(Boolean).slice(0, maxLinks);
  for (const path of ignored.map((name) => name.replace(/\/$/, ''))) {
    const link = join(folder, path);
    if (existsSync(dirname(link)) && !existsSync(link)) attempt(() => symlinkSync(join(root, path), link));
  }
}
