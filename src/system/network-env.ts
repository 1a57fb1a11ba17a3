// Environment variables with which a repository could redirect this program's requests, make it trust another
// certificate, or print its headers. The runtime reads some of them before our code runs, so the program starts itself
// again without them.
import type { Env } from './env.ts';
import { ownCommand } from './process.ts';

const networkVariables =
  /^((https?|all|no|ftp)_proxy|PG[A-Z]+|(\w+_)?(DATABASE|POSTGRES|PG)_?URL|TLS_\w+|(NODE|BUN|OTEL|SSL|OPENSSL|RES)_\w+|SSLKEYLOGFILE|HOSTALIASES|LOCALDOMAIN)$/i;

export function withoutNetworkVariables(env: Env): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !networkVariables.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

/** Removes these variables from `env`: the driver of the team store reads some of them only when it connects. */
export function dropNetworkVariables(env: Env): void {
  for (const name of Object.keys(env)) if (networkVariables.test(name)) delete env[name];
}

/**
 * If such a variable is set, starts the program again: on Linux and macOS in place of this process, elsewhere as a child,
 * whose exit code is returned. Returns undefined if none is set.
 */
export function restartWithoutNetworkVariables(): number | undefined {
  const env = withoutNetworkVariables(process.env);
  if (Object.keys(env).length === Object.values(process.env).filter((value) => value !== undefined).length)
    return undefined;
  const command = [...ownCommand(), ...process.argv.slice(2)];
  const exec = (process as { execve?: (file: string, args: string[], env: Env) => never }).execve;
  if (process.platform !== 'win32' && exec) exec.call(process, command[0]!, command, env);
  return Bun.spawnSync(command, { env, stdio: ['inherit', 'inherit', 'inherit'] }).exitCode;
}
