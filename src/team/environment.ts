// The environment in which the team store is talked to. A repository's settings set variables for hooks, and some of
// those would lead the driver to another server, switch the verification of its certificate off, or load code.
import type { Env } from '../system/env.ts';
import { ownCommand } from '../system/process.ts';
import { trustedPath } from '../system/trusted-path.ts';

/** Variables that a synchronisation needs to find its files, the network and the person's password program. */
const needed =
  /^(HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|TZ|SSH_AUTH_SOCK|DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR|GNUPGHOME|USERPROFILE|SystemRoot|PAWL_HOME)$/;

export function ownEnvironment(directory: string, env: Env): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => needed.test(name) && value !== undefined);
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: trustedPath(directory) };
}

/** Variables that the driver, the TLS library or the runtime obeys. */
const misleading =
  /^(PG[A-Z]+|(\w+_)?DATABASE_URL|POSTGRES_URL|TLS_\w+|NODE_TLS_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|SSLKEYLOGFILE|NODE_OPTIONS)$/i;

/** Some of them count only when a process starts; those that the driver reads later are removed by this. */
export function dropMisleading(env: Env): void {
  for (const name of Object.keys(env)) if (misleading.test(name)) delete env[name];
}

/**
 * Runs this command again without the variables that would mislead it, and returns its exit code; undefined if there are
 * none. A certificate authority that `NODE_EXTRA_CA_CERTS` names is loaded before the first line of a program runs.
 */
export async function runWithoutMisleading(args: readonly string[]): Promise<number | undefined> {
  const env = process.env;
  if (!Object.keys(env).some((name) => misleading.test(name))) return undefined;
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !misleading.test(name)));
  const child = Bun.spawn([...ownCommand(), ...args], {
    stdio: ['inherit', 'inherit', 'inherit'],
    env: clean as Record<string, string>,
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => pass(signal));
  return await child.exited;
}
