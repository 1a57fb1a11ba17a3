// Texts name commands as `pawl …`. Where a shell would not find the program by that name, they get the launcher's path,
// so that they work as printed.
import { launcherOf, withLauncher } from '../../domain/sessions/launcher.ts';
import type { Env } from '../../system/env.ts';
import { existsSync } from '../../system/fs/index.ts';
import { type Home, userHome } from '../../system/home.ts';
import { isOnPath } from '../../system/on-path.ts';
import { toPolicyPath } from '../../system/path.ts';

/** The path that texts should name; undefined if `pawl` works, or if there is no launcher. */
export function launcherToName(home: Home, env: Env): string | undefined {
  if (!existsSync(home.launcher) || isOnPath(home, env)) return undefined;
  return launcherOf({ home: toPolicyPath(userHome()), pawlHome: toPolicyPath(home.control) });
}

export function withUsableCommands(text: string, home: Home, env: Env): string {
  const launcher = text.includes('`pawl ') ? launcherToName(home, env) : undefined;
  return launcher ? withLauncher(text, launcher) : text;
}
