// Starts Pawl in the background, from a hook or from the MCP server, with only the variables that it needs: a repository's
// settings can set variables for hooks, and git, the network or the runtime would obey some of them.
import type { Env } from './env.ts';
import { ownCommand } from './process.ts';
import { trustedPath } from './trusted-path.ts';

/** Variables that background work needs to find its files, the network and a person's password program. */
const needed =
  /^(HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|TZ|SSH_AUTH_SOCK|DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR|USERPROFILE|SystemRoot|CLAUDE_CONFIG_DIR|PAWL_\w+|(https?|no|all)_proxy)$/i;

/** `directory`: the project, whose folders are left out of PATH. */
export function trustedEnvironment(directory: string, env: Env = process.env): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => needed.test(name) && value !== undefined);
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: trustedPath(directory) };
}

/** Does not wait for the process, and discards its output. */
export function startDetached(args: readonly string[], cwd: string, directory: string): void {
  Bun.spawn([...ownCommand(), ...args], {
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
    cwd,
    env: trustedEnvironment(directory),
  }).unref();
}
