// Finds programs that some tests need, or installs them with apt-get if that is possible.

/** The first of these programs that exists; if there is none, the package is installed first. */
export function findOrInstall(names: readonly string[], debianPackage: string): string | undefined {
  const find = () => names.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined;
  const mayInstall = process.getuid?.() === 0 && Bun.which('apt-get') !== null && Bun.which('flock') !== null;
  const here = find();
  if (here || !mayInstall) return here;
  // Other test files may install at the same time, and apt-get refuses to run twice.
  const script = `command -v ${names[0]} || apt-get -qq install -y --no-install-recommends ${debianPackage} ||
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends ${debianPackage}; }`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const timeout = 240_000;
  Bun.spawnSync(['flock', '/tmp/pawl-test-apt.lock', 'sh', '-c', script], { env, stdout: 'ignore', timeout });
  return find();
}
