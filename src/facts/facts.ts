// The facts of the real machine. Each is looked up when a policy first asks for it.

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
import { toPolicyPath } from '../system/path.ts';
import type { Continuity, Retention } from './continuity.ts';
import { files } from './files.ts';
import type { ProjectPlace } from './project.ts';
import { sessionFacts } from './session.ts';
import type { DelegationFacts } from './workflow.ts';

export interface World {
  /** Pawl's home. */
  home: Home;
  env: Env;
  now: number;
  /**
   * Runs work after the answer was written, with the text that was sent. Absent in a dry run, which must not change
   * anything.
   */
  later?(work: (sent: string) => void): void;
}

/** Where facts come from besides the machine: the store and the config. */
export interface FactSources extends FactSettings {
  store: Store;
}

/** The parts of the config that facts depend on. They are JSON, because the host of policy files gets them as text. */
export interface FactSettings {
  workflows?: Record<string, unknown>;
  programs?: readonly ProgramSpec[];
  retention?: Retention;
  /** The event is long past, so facts about the machine as it is now don't apply to it. */
  past?: boolean;
}

export function machineFacts(event: Event, place: ProjectPlace, world: World, sources: FactSources): Facts {
  let shell: ShellReading | undefined;
  let git: Facts['git'] | undefined;
  let look: Facts['look'] | undefined;
  let grants: Facts['grants'] | undefined;
  let session: Facts['session'] | undefined;
  let settings: Facts['settings'] | undefined;
  let continuity: Continuity | undefined;
  const continuityFacts = () => {
    continuity ??= stateful().continuity.continuityFacts(
      event,
      place,
      world,
      sources.store,
      sources.retention,
    );
    return continuity;
  };
  let delegation: DelegationFacts | undefined;
  const { store, workflows } = sources;
  const delegationFacts = () => {
    const [git, work] = [() => facts.git, () => facts.work];
    delegation ??= stateful().workflow.delegationFacts({
      event,
      place,
      world,
      store,
      workflows,
      files,
      git,
      work,
    });
    return delegation;
  };
  const facts: Facts = {
    now: world.now,
    home: toPolicyPath(userHome(world.env)),
    pawlHome: toPolicyPath(world.home.control),
    project: projectFor(place),
    files,
    env: (name) => world.env[name],
    get git() {
      git ??= loadBundle(bundleWithGit(event)).gitFacts(place, files);
      return git;
    },
    get look() {
      look ??= sources.past ? nothingFound() : loadBundle('guard').lookFacts(event, place, world);
      return look;
    },
    get grants() {
      grants ??= stateful().grants.grantFacts(event, place, world, sources.store);
      return grants;
    },
    get session() {
      session ??= sessionFacts(event, place, world, sources.store);
      return session;
    },
    get settings() {
      settings ??= stateful().clientSettings.settingsFacts(event, world);
      return settings;
    },
    get shell() {
      shell ??= readCommand(event, place, world, sources.programs ?? [], facts);
      return shell;
    },
    get tasks() {
      return continuityFacts().tasks;
    },
    get work() {
      return continuityFacts().work;
    },
    get memory() {
      return continuityFacts().memory;
    },
    get agents() {
      return delegationFacts().agents;
    },
    get workflow() {
      return delegationFacts().workflow;
    },
    get handoffs() {
      return delegationFacts().handoffs;
    },
  };
  return facts;
}

/** The project with paths as policies know them. */
function projectFor(place: ProjectPlace): Facts['project'] {
  const root = toPolicyPath(place.root);
  return root === place.root ? place : { ...place, root, repository: toPolicyPath(place.repository) };
}

const nothingFound = (): Facts['look'] => ({
  processes: () => undefined,
  lostWork: () => undefined,
  exists: () => undefined,
  terminal: () => undefined,
  madeBySession: () => false,
});

/** Both bundles contain git's facts. For a tool call nearly all policies that ask for them are in the guard's bundle. */
const bundleWithGit = ({ hook_event_name }: Event) =>
  hook_event_name === 'PreToolUse' ? 'guard' : 'stateful';

/** Loaded on demand, because most events don't need it. */
const stateful = () => loadBundle('stateful');

const maxTaskFile = 200_000;
/** The fast path reads the scripts of a package.json and the recipes of a Makefile. */
const projectFiles = { read: (path: string) => files.read(path, maxTaskFile), nesting: 3 };

/** Longer files are not read to the end, and the reading says so. */
const maxScript = 2_000_000;

function readCommand(
  event: Event,
  place: ProjectPlace,
  world: World,
  programs: readonly ProgramSpec[],
  facts: Pick<Facts, 'git' | 'look' | 'project'>,
): ShellReading {
  const command = commandIn(event);
  if (command === undefined)
    return {
      commands: [],
      effects: [],
      notes: [],
      absent: true,
      harmless: isPlainFileCall(event, toPolicyPath(place.root), world),
    };
  const projectRoot = toPolicyPath(place.root);
  const cwd = toPolicyPath(event.cwd || place.root);
  const plain = mayTakeFastPath(event, cwd, world)
    ? readPlain(command, cwd, projectRoot, projectFiles)
    : undefined;
  if (plain && usesOnlyPlainFiles(plain, world) && !usesConfiguredProgram(plain, programs)) return plain;
  // The full shell reader is loaded only when it is needed.
  const { isNewFile, readShell } = loadBundle('guard');
  const tmp = ['/tmp', '/var/tmp', ...trustedTempFolder(world.env.TMPDIR)];
  return readShell(command, {
    cwd,
    home: toPolicyPath(userHome(world.env)),
    projectRoot,
    tmp,
    tempVariable: (name) => world.env[name],
    readFile: (path) => files.read(path, maxScript),
    isNewFile: (path) => isNewFile(path, facts),
    programs,
  });
}

/** The command of a call. Only the bundle of the guard knows in which field a tool of a server takes one. */
function commandIn(event: Event): string | undefined {
  if (!('tool_input' in event)) return undefined;
  const { tool_name, tool_input } = event;
  const { command } = tool_input;
  if (tool_name === 'Bash') return typeof command === 'string' ? command : undefined;
  const mayHaveOne = command !== undefined || tool_name === 'NotebookEdit' || tool_name.startsWith('mcp__');
  return mayHaveOne ? loadBundle('guard').commandOf(event) : undefined;
}

/** True if the config describes one of the programs: the fast path does not know what it says. */
const usesConfiguredProgram = ({ commands }: ShellReading, programs: readonly ProgramSpec[]) =>
  programs.length > 0 &&
  commands.some(({ name }) => programs.some(({ names }) => names.split(' ').includes(name)));

function usesOnlyPlainFiles({ effects }: ShellReading, world: World): boolean {
  for (const { targets } of effects)
    for (const { path } of targets) if (!isPlainFile(path, world)) return false;
  return true;
}

/** `TMPDIR` counts as a temporary folder only if its name says so, because a repository's settings can set it. */
function trustedTempFolder(folder = ''): string[] {
  return /^\/.*\/\.?te?mp[\w.-]*\/?$/i.test(folder) ? [folder.replace(/\/$/, '')] : [];
}

/** The client's file tools, with the input field that holds the path. */
const fileTools: Record<string, string> = {
  Read: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** True if the call reads or writes an ordinary file of the project. */
function isPlainFileCall(event: Event, root: string, world: World): boolean {
  const key: unknown = 'tool_name' in event ? fileTools[event.tool_name] : undefined;
  const path = typeof key === 'string' && 'tool_input' in event ? event.tool_input[key] : undefined;
  if (typeof path !== 'string') return false;
  const policyPath = toPolicyPath(path);
  return isOrdinary(policyPath, root) && isPlainFile(policyPath, world);
}

/** False inside Pawl's own home, and for MCP tools, whose other fields matter too. */
const mayTakeFastPath = (event: Event, cwd: string, { home }: World) =>
  'tool_name' in event && event.tool_name === 'Bash' && !cwd.startsWith(toPolicyPath(home.dir));

/** False for symlinks, which can lead anywhere, and for files of Pawl or the client. */
function isPlainFile(path: string | undefined, { home, env }: World): boolean {
  if (path === undefined || files.real(path) !== path) return false;
  return !isBelow(path, home.dir) && !(env.CLAUDE_CONFIG_DIR && isBelow(path, env.CLAUDE_CONFIG_DIR));
}

const isBelow = (path: string, folder: string) => `${path}/`.startsWith(`${files.real(folder)}/`);
