// Tells files that may be the agent's own new work from files that people have seen, because they are committed.
import type { Facts, Git } from './facts.ts';

const committedFiles = new WeakMap<Git, Map<string, boolean>>();

/** Asks git once per file. */
export function isCommitted(path: string, git: Git): boolean {
  const cached = committedFiles.get(git) ?? new Map<string, boolean>();
  committedFiles.set(git, cached);
  const found = cached.get(path) ?? git.committed(path);
  cached.set(path, found);
  return found;
}

/**
 * True for a file of the project that is new or changed since the last commit. Without git, and outside the project, a
 * file is new if this session has made it.
 */
export const isNewFile = (
  path: string,
  { git, look, project }: Pick<Facts, 'git' | 'look' | 'project'>,
): boolean =>
  git.repository() && path.startsWith(`${project.root}/`)
    ? !isCommitted(path, git)
    : look.madeBySession(path);
