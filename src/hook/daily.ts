// Once a day, when a session starts, runs `pawl gc --daily` in the background. Nothing waits for it.

import { attempt } from '../system/attempt.ts';
import { writeFileAtomic } from '../system/files.ts';
import { statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { ownCommand } from '../system/process.ts';
import { trustedPath } from '../system/trusted-path.ts';

const day = 86_400_000;

export function startDailyWork(home: Home, now: number, directory: string): void {
  const stampFile = join(home.run, 'gc');
  const last = attempt(() => statSync(stampFile).mtimeMs);
  if (last !== undefined && now - last < day) return;
  writeFileAtomic(stampFile, '');
  // A new home has nothing to clean up yet.
  if (last === undefined) return;
  const stdio: ['ignore', 'ignore', 'ignore'] = ['ignore', 'ignore', 'ignore'];
  const env = ownVariables(directory);
  Bun.spawn([...ownCommand(), 'gc', '--daily', directory], {
    stdio,
    detached: true,
    cwd: home.dir,
    env,
  }).unref();
}

/** Variables that the daily work needs to find its files and the network. */
const needed =
  /^(HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|SSH_AUTH_SOCK|USERPROFILE|SystemRoot|CLAUDE_CONFIG_DIR|PAWL_\w+|(https?|no|all)_proxy)$/i;

/** A repository's settings set variables for hooks, and git would start the program that some of them name. */
function ownVariables(directory: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => needed.test(name) && value !== undefined,
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: trustedPath(directory) };
}
