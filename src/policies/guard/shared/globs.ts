// Matches the globs in policy options, with the same meaning as in rules: absolute, or relative to the project's root.

import { fromDrive } from '../../../shell/base/paths.ts';

interface GlobContext {
  home: string;
  projectRoot: string;
}

/** `names` are other names of the same file: its base name, or the text as it was written. */
export function matchesGlob(
  globs: readonly string[],
  path: string,
  names: readonly string[],
  { home, projectRoot }: GlobContext,
): boolean {
  if (globs.length === 0) return false;
  const inside = path.startsWith(`${projectRoot}/`) ? [path.slice(projectRoot.length + 1)] : [];
  const all = [path, ...inside, ...names];
  return globs.some((glob) => {
    const pattern = new Bun.Glob(fromDrive(glob).replace(/^~(?=\/)/, home));
    return all.some((name) => pattern.match(name));
  });
}
