// Finds out whether a shell would find the program as `pawl`. If not, texts name the launcher's path in their commands.
import { attempt } from './attempt.ts';
import type { Env } from './env.ts';
import { existsSync, realpathSync } from './fs/index.ts';
import type { Home } from './home.ts';

/** True if a shell that is given `pawl` starts the installed program, and not another one of that name. */
export function isOnPath({ launcher }: Home, env: Env): boolean {
  // npx and npm put folders of packages on PATH while they run; the person's next shell does not have them.
  const folders = (env.PATH ?? '').split(':').filter((folder) => !folder.endsWith('/node_modules/.bin'));
  const paths = folders.map((folder) => `${folder}/pawl`);
  const found = paths.find((path) => path.startsWith('/') && existsSync(path));
  const real = found && attempt(() => realpathSync(found));
  if (!real) return false;
  // A package manager keeps its copy in a folder with the package's name.
  return real === attempt(() => realpathSync(launcher)) || real.includes('/pawl/');
}
