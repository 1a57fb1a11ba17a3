// The environment in which `pawl verify` runs the project's checks. An agent could set variables that make every check
// pass (a PATH with a fake `npm`, `npm_config_script_shell=/bin/true`), so the checks get the variables with which the
// person started the client.

import { attempt } from '../system/attempt.ts';
import { ancestors, isClient, type Process, processOf } from '../system/process.ts';

export interface CheckEnvironment {
  env: Record<string, string>;
  /** Variables of the caller that the checks do not get, or get with another value. */
  dropped: string[];
}

const minimal = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };

/** Override npm's settings files, in which a project may name another shell for its scripts. */
const npmOverrides = { npm_config_script_shell: '/bin/sh', npm_config_ignore_scripts: 'false' };

/** Variables that differ between any two processes, or that shells and the client set for every command. */
const ordinary =
  /^(_|SHELL|SHLVL|LOGNAME|PWD|OLDPWD|CLAUDE\w*|AI_AGENT|GIT_EDITOR|COREPACK_ENABLE_AUTO_PIN|NoDefaultCurrentDirectoryInExePath)$/;

export function checkEnvironment(
  environment: Record<string, string | undefined> = process.env,
  above: readonly Process[] = ancestors(process.ppid),
): CheckEnvironment {
  const found = personsVariables(above);
  const always = { HOME: environment.HOME, USER: environment.USER, TMPDIR: environment.TMPDIR };
  const base = found ?? withValues(environment);
  const env: Record<string, string> = {
    ...withValues(always),
    ...base,
    ...(process.platform === 'win32' ? {} : npmOverrides),
  };
  const names = Object.keys(environment).filter(
    (name) => !ordinary.test(name) && env[name] !== environment[name],
  );
  return { env, dropped: found ? names.sort() : [] };
}

/**
 * The variables of the outermost client, because an agent can start another one. A process that was detached from its
 * parents gets those of the init process. If these variables can't be read, it is `minimal`. Undefined in a person's own
 * terminal.
 */
function personsVariables(above: readonly Process[]): Record<string, string> | undefined {
  const client = above.findLast(isClient);
  if (client) return variablesOf(client);
  const [parent] = above;
  const isDetached = (parent?.pid ?? 1) === 1 && process.platform !== 'win32';
  return isDetached ? variablesOf(parent ?? attempt(() => processOf(1))) : undefined;
}

function variablesOf(from: Process | undefined): Record<string, string> {
  const pairs = (from?.env ?? []).filter((entry) => entry.indexOf('=') > 0);
  const read = pairs.map((entry) => [
    entry.slice(0, entry.indexOf('=')),
    entry.slice(entry.indexOf('=') + 1),
  ]);
  return read.length > 0 ? (Object.fromEntries(read) as Record<string, string>) : minimal;
}

const withValues = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** The file that the first word of a command starts, as the checks find it; undefined for a builtin of the shell. */
export function programOf(command: string, env: Record<string, string>, root: string): string | undefined {
  const word = /^\s*(?:\w+=\S*\s+)*([^\s;&|()<>'"$]+)/.exec(command)?.[1];
  return word ? (Bun.which(word, { PATH: env.PATH ?? minimal.PATH, cwd: root }) ?? undefined) : undefined;
}
