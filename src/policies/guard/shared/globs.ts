// Globs that people write in options, understood as in rules: on the whole path, or from the project's root.

interface Where {
  home: string;
  projectRoot: string;
}

/** `names` are more ways to call the same file: its last part, or how it was written. */
export function matchesGlob(
  globs: readonly string[],
  path: string,
  names: readonly string[],
  { home, projectRoot }: Where,
): boolean {
  if (globs.length === 0) return false;
  const inside = path.startsWith(`${projectRoot}/`) ? [path.slice(projectRoot.length + 1)] : [];
  const all = [path, ...inside, ...names];
  return globs.some((glob) => {
    const pattern = new Bun.Glob(glob.replace(/^~(?=\/)/, home));
    return all.some((name) => pattern.match(name));
  });
}
