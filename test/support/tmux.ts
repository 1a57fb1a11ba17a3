// tmux for the tests that sit at a keyboard: found, or installed where that is possible, or said to be missing.

let ready: boolean | undefined;

export function hasTmux(): boolean {
  ready ??= Bun.which('tmux') !== null || install();
  return ready;
}

function install(): boolean {
  const possible = process.getuid?.() === 0 && Bun.which('apt-get') !== null;
  const done = possible && apt('update') && apt('install', '-y', '--no-install-recommends', 'tmux');
  if (!done) console.error('tmux is not here and could not be installed: tests at the keyboard do NOT run.');
  return done && Bun.which('tmux') !== null;
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    Bun.spawnSync(['apt-get', '-qq', ...args], { env, stdout: 'ignore', timeout: 120_000 }).exitCode === 0
  );
}
