// Looks at the machine for the guard, within a time limit for the whole event.
import type { Event } from '../../core/event.ts';
import type { Look } from '../../core/look.ts';
import { markedAt } from '../../store/files/marks.ts';
import { attempt } from '../../system/attempt.ts';
import { existsSync, lexistsSync } from '../../system/fs/index.ts';
import { userHome } from '../../system/home.ts';
import { dirname, fromPolicyPath } from '../../system/path.ts';
import type { World } from '../facts.ts';
import type { ProjectPlace } from '../project.ts';
import { lostWork } from './lost-work.ts';
import { findProcesses } from './processes.ts';
import { terminalUse } from './terminals.ts';

/** All lookups of one event together. A person waits for them, but a question takes longer to answer. */
const limitMs = 150;

/** While we read /proc on a machine that is busy with other work, our own share of the processor counts, up to this. */
const busyLimitMs = 600;

interface Start {
  wall: number;
  cpu: NodeJS.CpuUsage;
}

const starts = new WeakMap<World, Start>();

/** The clock starts with the first lookup of an event. */
function startOf(world: World): Start {
  const start = starts.get(world) ?? { wall: performance.now(), cpu: process.cpuUsage() };
  starts.set(world, start);
  return start;
}

/** The time left for other programs, such as git. */
const timeLeft = (world: World) => limitMs - (performance.now() - startOf(world).wall);

/** The time left for our own work, such as reading /proc. */
function workLeft(world: World): number {
  const { wall, cpu } = startOf(world);
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(limitMs - (user + system) / 1000, busyLimitMs - (performance.now() - wall));
}

export function lookFacts(event: Event, { root }: ProjectPlace, world: World): Look {
  const time = () => timeLeft(world);
  const work = process.platform === 'linux' ? () => workLeft(world) : time;
  // Lookups elsewhere say nothing about a folder that does not exist.
  const isThere = existsSync(event.cwd || root);
  const project = {
    root,
    home: userHome(world.env),
    session: event.session_id,
    clientPid: world.env.CLAUDE_PID,
  };
  return {
    processes: (selectors, { asRoot = false } = {}) =>
      isThere ? findProcesses(selectors, asRoot, project, work) : undefined,
    lostWork: (discard) =>
      isThere ? lostWork({ ...discard, folder: fromPolicyPath(discard.folder) }, time) : undefined,
    exists: (path) => (isThere ? existsWithFolder(fromPolicyPath(path)) : undefined),
    // Tmux has to start for it, and without an answer the person is asked.
    terminal: (target) =>
      terminalUse(target, world.env, () => busyLimitMs - (performance.now() - startOf(world).wall)),
    madeBySession: (path) => isThere && isNewerThanSession(fromPolicyPath(path), event, world),
  };
}

/** Undefined if even the folder is missing: then this may be the wrong place (another machine, a home that is not mounted). */
const existsWithFolder = (path: string) => (existsSync(dirname(path)) ? lexistsSync(path) : undefined);

/** The client creates the transcript when the session starts. */
function isNewerThanSession(path: string, { transcript_path, session_id }: Event, { home }: World): boolean {
  const started = (transcript_path && madeAt(transcript_path)) || markedAt(home, session_id, 'started');
  const made = madeAt(path);
  return started !== undefined && made !== undefined && made > started;
}

/** Undefined also on file systems that do not keep the time at which a file was made. */
const madeAt = (path: string) =>
  attempt(() => process.getBuiltinModule('node:fs').statSync(path).birthtimeMs) || undefined;
