// The facts of this machine, each found out when a policy first asks for it.

import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import { loadBundle } from '../hook/bundles/load.ts';
import { isOrdinary } from '../shell/plain/paths.ts';
import { readPlain } from '../shell/plain/read.ts';
import type { ProgramSpec } from '../shell/programs/spec.ts';
import type { ShellReading } from '../shell/types.ts';
import type { Store } from '../store/store.ts';
import type { Env } from '../system/env.ts';
import type { Home } from '../system/home.ts';
import { userHome } from '../system/home.ts';
import type { Continuity, Keeps } from './continuity.ts';
import { files } from './files.ts';
import { gitFacts } from './git.ts';
import type { ProjectPlace } from './project.ts';
import { sessionFacts } from './session.ts';
import type { Teamwork } from './workflow.ts';

export interface World {
  home: Home;
  env: Env;
  now: number;
  /** Done after the answer is out, with what was sent. Absent: only look. */
  later?(work: (sent: string) => void): void;
}

/** What some facts are made of besides the machine: what is remembered, and what is configured. */
export interface Sources {
  store: Store;
  workflows?: Record<string, unknown>;
  programs?: readonly ProgramSpec[];
  retention?: Keeps;
}

export function machineFacts(event: Event, place: ProjectPlace, world: World, sources: Sources): Facts {
  let shell: ShellReading | undefined;
  let git: Facts['git'] | undefined;
  let grants: Facts['grants'] | undefined;
  let session: Facts['session'] | undefined;
  let continuity: Continuity | undefined;
  const remembered = () => {
    continuity ??= stateful().continuity.continuityFacts(
      event,
      place,
      world,
      sources.store,
      sources.retention,
    );
    return continuity;
  };
  let team: Teamwork | undefined;
  const { store, workflows } = sources;
  const together = () => {
    const [git, work] = [() => facts.git, () => facts.work];
    team ??= stateful().workflow.teamwork({ event, place, world, store, workflows, files, git, work });
    return team;
  };
  const facts: Facts = {
    now: world.now,
    home: userHome(world.env),
    pawlHome: world.home.dir,
    project: place,
    files,
    env: (name) => world.env[name],
    get git() {
      git ??= gitFacts(place, files);
      return git;
    },
    get grants() {
      grants ??= stateful().grants.grantFacts(event, place, world);
      return grants;
    },
    get session() {
      session ??= sessionFacts(event, place, world, sources.store);
      return session;
    },
    get shell() {
      shell ??= readCommand(event, place, world, sources.programs ?? []);
      return shell;
    },
    get tasks() {
      return remembered().tasks;
    },
    get work() {
      return remembered().work;
    },
    get memory() {
      return remembered().memory;
    },
    get agents() {
      return together().agents;
    },
    get workflow() {
      return together().workflow;
    },
    get handoffs() {
      return together().handoffs;
    },
  };
  return facts;
}

/** Loaded when a policy asks: most events never do. */
const stateful = () => loadBundle('stateful');

function readCommand(
  event: Event,
  place: ProjectPlace,
  world: World,
  programs: readonly ProgramSpec[],
): ShellReading {
  const command = 'tool_input' in event ? event.tool_input.command : undefined;
  if (typeof command !== 'string')
    return {
      commands: [],
      effects: [],
      notes: [],
      absent: true,
      harmless: isPlain(event, place.root, world),
    };
  const cwd = event.cwd || place.root;
  const short = goesShort(event, cwd, world) ? readPlain(command, cwd, place.root) : undefined;
  if (short && usesPlainFiles(short, world) && !concernsTaught(short, programs)) return short;
  // Only shell tools pay for the reader.
  const { readShell } = loadBundle('guard');
  const tmp = ['/tmp', '/var/tmp', ...ownTemp(world.env.TMPDIR)];
  return readShell(command, {
    cwd,
    home: userHome(world.env),
    projectRoot: place.root,
    tmp,
    temp: (name) => world.env[name],
    files: (path) => files.read(path, 200_000),
    programs,
  });
}

/** The config may know more about a program than the fast path. */
const concernsTaught = ({ commands }: ShellReading, programs: readonly ProgramSpec[]) =>
  programs.length > 0 &&
  commands.some(({ name }) => programs.some(({ names }) => names.split(' ').includes(name)));

function usesPlainFiles({ effects }: ShellReading, world: World): boolean {
  for (const { targets } of effects)
    for (const { path } of targets) if (!isPlainFile(path, world)) return false;
  return true;
}

/** A repository can set variables for us: only what is called so is a place where everything may be deleted. */
function ownTemp(folder = ''): string[] {
  return /^\/.*\/\.?te?mp[\w.-]*\/?$/i.test(folder) ? [folder.replace(/\/$/, '')] : [];
}

/** The client's own tools for files, and where they say which. */
const fileTools: Record<string, string> = {
  Read: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** Reads or writes an ordinary file of the project. */
function isPlain(event: Event, root: string, world: World): boolean {
  const key: unknown = 'tool_name' in event ? fileTools[event.tool_name] : undefined;
  const path = typeof key === 'string' && 'tool_input' in event ? event.tool_input[key] : undefined;
  return typeof path === 'string' && isOrdinary(path, root) && isPlainFile(path, world);
}

/** Not from inside of Pawl's own home, and not for a server's tool, whose other fields say more. */
const goesShort = (event: Event, cwd: string, { home }: World) =>
  'tool_name' in event && event.tool_name === 'Bash' && !cwd.startsWith(home.dir);

/** A link may lead anywhere, and what is Pawl's or the client's is theirs wherever it lies. */
function isPlainFile(path: string | undefined, { home, env }: World): boolean {
  if (path === undefined || files.real(path) !== path) return false;
  return !isBelow(path, home.dir) && !(env.CLAUDE_CONFIG_DIR && isBelow(path, env.CLAUDE_CONFIG_DIR));
}

const isBelow = (path: string, folder: string) => `${path}/`.startsWith(`${files.real(folder)}/`);
