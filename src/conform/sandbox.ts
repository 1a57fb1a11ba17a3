// The throw-away home, project and temporary folder in which a program is tested, with an environment that has nothing of
// the caller's session in it. Afterwards it lists what the program left behind. It does not confine the program.
import {
  copyFileSync,
  cpSync,
  type Dirent,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { endGroup } from './start.ts';

/** Set in the environment of everything that is started, so that processes that are left running can be found. */
const runVariable = 'CONFORM_RUN';

export interface Sandbox extends Disposable {
  /** Unique to this run; also a text that must not be readable by others. */
  id: string;
  home: string;
  project: string;
  tmp: string;
  env: Readonly<Record<string, string>>;
  /** The path of a link to the program, or of a copy if there can be no link. */
  bring(program: string): string;
  /** Process ids that are still running. */
  running(groups: readonly number[]): number[];
  /** Files that were left in the project, outside the clients' own folders, or in the temporary folder. */
  leftFiles(): string[];
  /** Files with text of an event that others can read. */
  readableByOthers(): string[];
}

export function makeSandbox(projectFiles: string | undefined, variables: readonly string[]): Sandbox {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'conform-'));
  const id = `conform-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const [home, tmp] = [join(root, 'home'), join(root, 'tmp')];
  const project = join(home, 'project');
  for (const folder of [tmp, project]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, 'README.md'), '# A project\n');
  if (projectFiles !== undefined) cpSync(projectFiles, project, { recursive: true });
  const before = new Set(filesIn(project));
  const env = cleanEnv({ home, tmp, project, id }, variables);
  return {
    id,
    home,
    project,
    tmp,
    env,
    bring: (program) => linkOrCopy(program, join(root, 'program')),
    running: (groups) => runningOf(groups, id),
    leftFiles: () => [
      ...filesIn(project).filter((file) => !before.has(file) && !isInClientFolder(relative(project, file))),
      ...filesIn(tmp),
    ],
    readableByOthers: () =>
      [home, tmp].flatMap((folder) => filesIn(folder).filter((file) => isExposed(file, folder, id))),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

function linkOrCopy(program: string, folder: string): string {
  const path = join(folder, basename(program));
  mkdirSync(folder);
  try {
    linkSync(program, path);
  } catch {
    // A hard link fails across file systems, and to a file of another user.
    copyFileSync(program, path);
  }
  return path;
}

/** A hook may keep files where its client keeps its own. */
const isInClientFolder = (path: string) => /^\.(claude|codex|copilot|github|gemini|qwen)\//.test(path);

function cleanEnv(
  place: { home: string; tmp: string; project: string; id: string },
  variables: readonly string[],
): Record<string, string> {
  const { PATH = '/usr/local/bin:/usr/bin:/bin', SystemRoot } = process.env;
  return {
    PATH,
    ...(SystemRoot && { SystemRoot, USERPROFILE: place.home, TEMP: place.tmp }),
    HOME: place.home,
    TMPDIR: place.tmp,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    TERM: 'dumb',
    ...Object.fromEntries(variables.map((name) => [name, place.project])),
    [runVariable]: place.id,
  };
}

function filesIn(folder: string): string[] {
  const all: Dirent[] = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

/** True if others can read the file, with every folder above it, and it holds text of an event. */
function isExposed(file: string, top: string, id: string): boolean {
  try {
    const { mode, size } = statSync(file);
    if ((mode & 0o044) === 0 || size > 20_000_000) return false;
    for (let folder = join(file, '..'); folder.length > top.length; folder = join(folder, '..'))
      if ((statSync(folder).mode & 0o011) === 0) return false;
    return readFileSync(file).includes(id);
  } catch {
    return false;
  }
}

/** The groups with running processes; on Linux the processes in them, and those that left their group but have the mark. */
function runningOf(groups: readonly number[], id: string): number[] {
  if (process.platform !== 'linux') return groups.filter(isGroup);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const groupSet = new Set(groups);
  return pids.filter((pid) => belongsToRun(pid, groupSet, id)).map(Number);
}

function isGroup(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** A process that has ended and waits for its parent does not count as running. */
function belongsToRun(pid: string, groups: ReadonlySet<number>, id: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return false;
    if (groups.has(Number(group))) return true;
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${runVariable}=${id}`);
  } catch {
    return false;
  }
}

/** Ends these processes and their groups. The list holds only processes that this run started. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    endGroup(pid);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
