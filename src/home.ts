// Where Pawl keeps its things. Everything below is private: files 0600, folders 0700.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from './fs.ts';
import { dirname, join, resolve } from './path.ts';

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
export function findHome(
  env: Record<string, string | undefined> = process.env,
  program = process.execPath,
): Home {
  if (program.endsWith('/bin/pawl')) {
    const home = homeAt(program.slice(0, -'/bin/pawl'.length));
    if (existsSync(home.mark)) return home;
  }
  // Settings name the launcher by this path, and are read in other folders.
  return homeAt(resolve(env.PAWL_HOME || join(userHome(env), '.pawl')));
}

export function userHome(env: Record<string, string | undefined> = process.env): string {
  // Asked of the system as the client does; loaded only then.
  return env.HOME || env.USERPROFILE || process.getBuiltinModule('node:os').homedir();
}

/** The client's own folder. */
export function clientHome(env: Record<string, string | undefined> = process.env): string {
  return env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude');
}

export function makeFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Whole or not at all: a reader never sees half a file. */
export function writeWhole(path: string, data: string | Uint8Array, mode = 0o600): void {
  makeFolder(dirname(path));
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  writeFileSync(temporary, data, { mode });
  renameSync(temporary, path);
}

/** One write in append mode: lines of parallel processes do not mix. */
export function append(path: string, data: string): void {
  try {
    appendFileSync(path, data, { mode: 0o600 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    appendFileSync(path, data, { mode: 0o600 });
  }
}

export function readText(path: string): string | undefined {
  // Most are not there, and an error costs more than a look.
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** How to start this very program again. */
export function ourselves(): string[] {
  return process.execPath.endsWith('bun') ? [process.execPath, Bun.main] : [process.execPath];
}

export function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** By any spelling: our own home can lie in a folder that looks like a project. */
export function samePlace(a: string, b: string): boolean {
  const real = (path: string) => tryTo(() => realpathSync(path)) ?? path;
  return a === b || real(a) === real(b);
}
