// The paths of Pawl's files. Folders are created with mode 0700 and files with 0600.
import { attempt } from './attempt.ts';
import type { Env } from './env.ts';
import { existsSync, readFileSync } from './fs/index.ts';
import { managed } from './managed.ts';
import { join, resolve } from './path.ts';

export interface Home {
  /** Pawl's own records about this user's sessions. */
  dir: string;
  /** An administrator installed it: what follows here up to `marker` belongs to root. */
  managed: boolean;
  /** The folder of config, policies and trust; the same as `dir` unless it is managed. */
  control: string;
  config: string;
  policies: string;
  /** The program that settings files run. It uses the home that contains it. */
  launcher: string;
  trust: string;
  /** Copies of project files, as they were when a person trusted them. */
  trusted: string;
  /** Pauses, grants, permissions, and caches of what is in force: only a person, or root, may change these. */
  decisions: string;
  /** The kill switch (`pawl off`): while this file exists and has its seal, every event passes. */
  off: string;
  /** Seals what only a person may write (system/seal.ts). */
  key: string;
  /** Marks the folder as a Pawl home, so that the launcher in it recognises it. */
  marker: string;
  store: string;
  spool: string;
  log: string;
  /** Small files about running sessions, and caches. */
  run: string;
}

export const homeAt = (dir: string): Home => layout(dir, dir, join(dir, 'bin', launcherName()), false);

/** The administrator's installation. The user's records stay with the user, whatever HOME says. */
export const managedHome = (env: Env = process.env): Home =>
  layout(join(accountHome(env), '.pawl'), managed.control, managed.program, true);

const layout = (dir: string, control: string, launcher: string, isManaged: boolean): Home => ({
  dir,
  managed: isManaged,
  control,
  config: `${control}/config.jsonc`,
  policies: `${control}/policies`,
  launcher,
  trust: `${control}/trust.json`,
  trusted: `${control}/trusted`,
  decisions: `${control}/run`,
  off: `${control}/off`,
  key: `${control}/key`,
  marker: `${control}/.pawl-home`,
  store: `${dir}/pawl.db`,
  spool: `${dir}/spool`,
  log: `${dir}/pawl.log`,
  run: `${dir}/run`,
});

/** The home directory of the account that runs this process; HOME if the list of accounts does not have it. */
function accountHome(env: Env): string {
  const uid = process.getuid?.();
  const accounts = attempt(() => readFileSync('/etc/passwd', 'utf8')) ?? '';
  const fields = accounts.split('\n').map((line) => line.split(':'));
  const home = fields.find((account) => account[2] === String(uid))?.[5];
  return home && existsSync(home) ? home : userHome(env);
}

/**
 * An installed launcher uses the home that contains it and ignores PAWL_HOME. A repository's settings can set variables
 * for the hook, and must not be able to redirect it to a home of the repository's choice.
 */
export function findHome(env: Env = process.env, program = process.execPath): Home {
  if (program === managed.program) {
    const home = managedHome(env);
    if (existsSync(home.marker)) return home;
  }
  const installed = homeOfLauncher(program);
  if (installed && existsSync(installed.marker)) return installed;
  // Made absolute, because settings files contain this path and are used from other folders.
  return homeAt(resolve(env.PAWL_HOME || join(userHome(env), '.pawl')));
}

function homeOfLauncher(program: string, platform = process.platform): Home | undefined {
  const path = platform === 'win32' ? program.replaceAll('\\', '/') : program;
  const end = `/bin/${launcherName(platform)}`;
  return path.endsWith(end) ? homeAt(path.slice(0, -end.length)) : undefined;
}

/** Windows starts only files with this ending. */
const launcherName = (platform = process.platform) => (platform === 'win32' ? 'pawl.exe' : 'pawl');

export function userHome(env: Env = process.env): string {
  // node:os asks the system, as the client does; it is loaded only if neither variable is set.
  return env.HOME || env.USERPROFILE || process.getBuiltinModule('node:os').homedir();
}

/** The client's folder for settings and transcripts. */
export function clientHome(env: Env = process.env): string {
  return env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude');
}
