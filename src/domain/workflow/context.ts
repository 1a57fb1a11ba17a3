// What the engine works with during one event, and the small questions all of its parts ask.

import type { Files, Git } from '../../core/facts.ts';
import type { Agents } from '../sessions/agents.ts';
import { type Look, missing } from './checks.ts';
import type { Next, Seeing, Step } from './machine.ts';
import { fillIn, type Naming, placesOf, readStatus } from './naming.ts';
import type { Reading } from './read.ts';
import type { Check, Phase, Remembered, Run, TestRun, Workflow } from './types.ts';
import { phaseWords } from './words.ts';

export interface Memory {
  active(): boolean;
  get(): Remembered;
  lost(): boolean;
  change(how: (state: Remembered) => Remembered): void;
}

export interface World {
  now: number;
  session: string;
  /** The agent whose event this is; empty: the main conversation. */
  agent: string;
  prompt_id?: string;
  root: string;
  reading(): Reading;
  files: Pick<Files, 'find' | 'read' | 'modified'>;
  git: Pick<Git, 'committed'> & Pick<Look, 'changed'>;
  agents: Agents;
  memory: Memory;
  /** The newest test run that others have recorded. */
  evidence(): TestRun | undefined;
  /** The project's own test commands, the usual one first. */
  testCommands(): readonly string[];
}

export interface Engine extends World {
  seeing: Seeing;
  /** As it was before this event, with what the event has already done to it. */
  readonly state: Remembered;
  apply(change: (state: Remembered) => Next): void;
  /** What moved during this event, until somebody says it. */
  said: Step[];
}

export function makeEngine(world: World): Engine {
  let state: Remembered | undefined;
  const current = () => {
    state ??= world.memory.get();
    return state;
  };
  const said: Step[] = [];
  return {
    ...world,
    said,
    seeing: seeingOf(world),
    get state() {
      return current();
    },
    apply(change) {
      const next = change(current());
      state = next.state;
      // Done again on the newest state when the event is recorded: parallel events lose nothing.
      world.memory.change((newest) => change(newest).state);
      said.push(...next.steps);
    },
  };
}

export function seeingOf({ now, reading, git }: Pick<World, 'now' | 'reading' | 'git'>): Seeing {
  return {
    now,
    get workflows() {
      return reading().workflows;
    },
    clean: () => git.changed()?.length === 0,
    codeClean: ({ paths = ['**'] }) => {
      const globs = paths.map((one) => new Bun.Glob(one));
      return git.changed()?.some((path) => globs.some((glob) => glob.match(path))) === false;
    },
  };
}

/** Runs that concern this event: of its agent and of those above it, up to the main conversation. */
export function runsHere(engine: Engine): Run[] {
  return engine.state.runs.filter((run) => concerns(engine, run));
}

export function concerns({ agent, agents }: Pick<World, 'agent' | 'agents'>, { owner }: Run): boolean {
  if (owner === '' || owner === agent) return true;
  const above = (id: string) => agents.ran().find((one) => one.id === id)?.parent ?? '';
  for (let [at, steps] = [above(agent), 0]; at !== '' && steps < 10; at = above(at), steps++)
    if (at === owner) return true;
  return false;
}

export function workflowOf({ reading }: World, run: Run): Workflow | undefined {
  return reading().workflows[run.workflow];
}

export function phaseOf(world: World, run: Run): Phase | undefined {
  return workflowOf(world, run)?.phases[run.phase];
}

export function namingFor(world: World, workflow: Workflow | undefined): Naming {
  const places = placesOf(workflow, world.reading().places);
  const status = readStatus(world.files.read(`${world.root}/${places.status}`));
  return { places, session: world.session, now: world.now, status };
}

function lookFor(engine: Engine, workflow: Workflow, run: Run | undefined): Look {
  const { files, git, agents, root, state } = engine;
  return {
    naming: namingFor(engine, workflow),
    roots: [...new Set([root, ...(run ? [run.root] : [])])],
    find: files.find,
    read: (path) => files.read(path),
    modified: files.modified,
    committed: git.committed,
    changed: git.changed,
    agents: () => agents.ran(),
    state,
    workflow,
    ...(run && { run }),
    tests: () => newest(state.tests, engine.evidence()),
    testCommand: () => engine.testCommands()[0],
  };
}

function newest(a: TestRun | undefined, b: TestRun | undefined): TestRun | undefined {
  return !a || (b && b.at > a.at) ? b : a;
}

/** What of these checks does not hold, in words. */
export function lacking(
  engine: Engine,
  checks: readonly Check[] = [],
  workflow: Workflow,
  run?: Run,
): string[] {
  if (checks.length === 0) return [];
  const look = lookFor(engine, workflow, run);
  return checks.flatMap((check) => missing(check, look) ?? []);
}

/** The way out that is always there. */
export const personsWay = 'a person can run `pawl workflow advance`';

export function stepWords(world: World, step: Step): string {
  const naming = namingFor(world, step.workflow);
  if (step.kind === 'released')
    return `${step.agent} ended without what ${step.run.workflow} needs from it: ${step.owed.join('. ')}.`;
  if (step.kind === 'entered') return phaseWords(step.run.phase, step.phase, step.workflow, step.run, naming);
  return fillIn(step.workflow.end ?? `Workflow ${step.run.workflow} is done.`, naming);
}
