// Where Pawl keeps its files. The folders are private (0700), and so are the files in them (0600).
import type { Env } from './env.ts';
import { existsSync } from './fs/index.ts';
import { join, resolve } from './path.ts';

export interface Home {
  dir: string;
  config: string;
  policies: string;
  /** The launcher that settings files name. Its folder decides which home it serves. */
  launcher: string;
  store: string;
  spool: string;
  log: string;
  trust: string;
  /** Project files as they were when a person trusted them. */
  trusted: string;
  /** Short-lived things of running sessions. */
  run: string;
  /** Kill switch: while this file exists, Pawl has no opinion on anything. */
  off: string;
  /** Marks a folder as a home, so that the launcher in it knows where it belongs. */
  mark: string;
}

export function homeAt(dir: string): Home {
  return {
    dir,
    config: `${dir}/config.jsonc`,
    policies: `${dir}/policies`,
    launcher: `${dir}/bin/pawl`,
    store: `${dir}/pawl.db`,
    spool: `${dir}/spool`,
    log: `${dir}/pawl.log`,
    trust: `${dir}/trust.json`,
    trusted: `${dir}/trusted`,
    run: `${dir}/run`,
    off: `${dir}/off`,
    mark: `${dir}/.pawl-home`,
  };
}

/**
 * An installed launcher serves the home it lies in, whatever the environment says: a repository's settings can
 * set variables for our process, and must not be able to point us at a home of its own.
 */
export function findHome(env: Env = process.env, program = process.execPath): Home {
  if (program.endsWith('/bin/pawl')) {
    const home = homeAt(program.slice(0, -'/bin/pawl'.length));
    if (existsSync(home.mark)) return home;
  }
  // Settings name the launcher by this path, and are read in other folders.
  return homeAt(resolve(env.PAWL_HOME || join(userHome(env), '.pawl')));
}

export function userHome(env: Env = process.env): string {
  // Asked of the system as the client does; loaded only then.
  return env.HOME || env.USERPROFILE || process.getBuiltinModule('node:os').homedir();
}

/** The client's own folder. */
export function clientHome(env: Env = process.env): string {
  return env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude');
}
