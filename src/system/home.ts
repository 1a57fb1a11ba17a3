// The paths of Pawl's files. Folders are created with mode 0700 and files with 0600.
import type { Env } from './env.ts';
import { existsSync } from './fs/index.ts';
import { join, resolve } from './path.ts';

export interface Home {
  dir: string;
  config: string;
  policies: string;
  /** The program that settings files run. It uses the home that contains it. */
  launcher: string;
  store: string;
  spool: string;
  log: string;
  trust: string;
  /** Copies of project files, as they were when a person trusted them. */
  trusted: string;
  /** Small files about running sessions, and caches. */
  run: string;
  /** The kill switch (`pawl off`): while this file exists, every event passes. */
  off: string;
  /** Marks the folder as a Pawl home, so that the launcher in it recognises it. */
  marker: string;
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
    marker: `${dir}/.pawl-home`,
  };
}

/**
 * An installed launcher uses the home that contains it and ignores PAWL_HOME. A repository's settings can set variables
 * for the hook, and must not be able to redirect it to a home of the repository's choice.
 */
export function findHome(env: Env = process.env, program = process.execPath): Home {
  if (program.endsWith('/bin/pawl')) {
    const home = homeAt(program.slice(0, -'/bin/pawl'.length));
    if (existsSync(home.marker)) return home;
  }
  // Made absolute, because settings files contain this path and are used from other folders.
  return homeAt(resolve(env.PAWL_HOME || join(userHome(env), '.pawl')));
}

export function userHome(env: Env = process.env): string {
  // node:os asks the system, as the client does; it is loaded only if neither variable is set.
  return env.HOME || env.USERPROFILE || process.getBuiltinModule('node:os').homedir();
}

/** The client's folder for settings and transcripts. */
export function clientHome(env: Env = process.env): string {
  return env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude');
}
