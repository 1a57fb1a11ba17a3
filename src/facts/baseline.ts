// Finds out whether a check failed before the session began: it runs again on the files as they were then, in a
// temporary worktree. Only failures that were there before are forgiven; a new one is the session's.
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Check } from '../domain/checkpoint/checks.ts';
import { attempt } from '../system/attempt.ts';
import { existsSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import { contentId } from './content.ts';
import { tryGit } from './git.ts';
import type { ProjectPlace } from './project.ts';
import type { TreeState } from './tree.ts';

export interface CheckOutput {
  ok: boolean;
  tail: string;
}

/** A hook of the repository may install packages or ask something. */
const withoutHooks = ['-c', 'core.hooksPath=/dev/null'];

/** Undefined if the files can't be restored as they were. `run` runs the check in a folder. */
export async function runOnInitialFiles(
  check: Check,
  { root }: ProjectPlace,
  start: TreeState,
  run: (check: Check, folder: string) => Promise<CheckOutput>,
): Promise<(CheckOutput & { folder: string }) | undefined> {
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
    if (!restoreUncommitted(root, folder, start)) return undefined;
    linkIgnored(root, folder);
    return { ...(await run(check, folder)), folder };
  } finally {
    attempt(() => tryGit(root, ['worktree', 'remove', '--force', folder], 60_000));
    attempt(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  }
}

/** Files that were uncommitted at the start can be restored only if they have not changed since. */
function restoreUncommitted(root: string, folder: string, { dirty }: TreeState): boolean {
  return Object.entries(dirty).every(([path, content]) => {
    const [from, to] = [join(root, path), join(folder, path)];
    if (content !== '' && contentId(from) !== content) return false;
    attempt(() => (content === '' ? rmSync(to, { force: true }) : cpSync(from, to, { recursive: true })));
    return contentId(to) === content;
  });
}

/** Installed packages and other ignored files are shared with the project. */
function linkIgnored(root: string, folder: string): void {
  for (const name of readdirSync(root)) {
    if (name === '.git' || existsSync(join(folder, name))) continue;
    if (tryGit(root, ['check-ignore', '-q', name]) !== undefined)
      attempt(() => symlinkSync(join(root, name), join(folder, name)));
  }
}

const failureLine = /fail|error|✗|✖|×|not ok|panic|assert|expected|undefined/i;

/** True if every failure in the output was there before, apart from times, numbers and folders. */
export function sameFailures(now: string, before: string, folders: readonly string[]): boolean {
  const [mine, theirs] = [failuresIn(now, folders), failuresIn(before, folders)];
  return mine.every((line) => theirs.includes(line));
}

function failuresIn(output: string, folders: readonly string[]): string[] {
  const plain = folders.reduce((text, folder) => text.replaceAll(folder, ''), output);
  const lines = plain
    .split('\n')
    .map((line) => line.replace(/0x[\da-f]+|\d+(\.\d+)?( ?(ms|s|min))?/gi, '#').trim())
    .filter(Boolean);
  const failures = lines.filter((line) => failureLine.test(line));
  return failures.length > 0 ? failures : lines;
}
