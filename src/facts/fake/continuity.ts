// Fake tasks, work and memories from plain data, for examples and tests.

import type { Files } from '../../core/facts.ts';
import type { Given } from '../../core/policy.ts';
import { findChecks } from '../../domain/checkpoint/checks.ts';
import {
  type Change,
  type ChangedLine,
  type Evidence,
  type FailedAtStart,
  type FoundCheckpoint,
  pathMatcher,
  type Work,
} from '../../domain/checkpoint/work.ts';
import type { Memories, Memory, ScoredMemory } from '../../domain/memory/memory.ts';
import type { Task, Tasks, TaskTool } from '../../domain/tasks.ts';

export interface GivenTasks {
  mine?: readonly Partial<Task>[];
  left_over?: readonly Partial<Task>[];
  of_parent?: readonly Partial<Task>[];
  tool?: TaskTool;
}

export interface GivenWork {
  /** Paths, or complete changes. */
  changes?: readonly (string | Change)[];
  lines?: readonly ChangedLine[];
  evidence?: readonly Partial<Evidence>[];
  checkpoint?: FoundCheckpoint;
  bypassesPermissions?: boolean;
  version?: string;
  /** False if the changes were made in an earlier turn. */
  in_turn?: boolean;
  /** Whether something was done in this turn; implied by changes. */
  worked?: boolean;
  /** False if the session changed nothing since its checks ran. */
  touched?: boolean;
  /** The output of checks that failed when the session began. */
  failed_at_start?: readonly Omit<FailedAtStart, 'name'>[];
}

export interface GivenMemory {
  memories?: readonly (Partial<Memory> & { score?: number })[];
  assertions?: readonly Partial<Memory>[];
  written?: string;
  recent?: readonly string[];
  too_soon?: boolean;
}

const nothing = () => {};

export function fakeTasks(given: Given): Tasks {
  const { mine, left_over, of_parent, tool = 'pawl' } = (given.tasks ?? {}) as GivenTasks;
  return {
    mine: () => completeTasks(mine),
    leftOver: () => completeTasks(left_over),
    markOffered: nothing,
    ofParent: () => completeTasks(of_parent),
    tool: () => tool,
    replace: nothing,
    put: nothing,
    takeOver: nothing,
    cleanUp: nothing,
  };
}

function completeTasks(tasks: readonly Partial<Task>[] = []): Task[] {
  return tasks.map((task, index) => ({
    id: index + 1,
    content: 'a task',
    active_form: 'working',
    status: 'pending',
    source: 'own',
    session_id: 'example',
    updated_at: 0,
    ...task,
  }));
}

export function fakeWork(given: Given, files: Files, root: string): Work {
  const {
    changes = [],
    lines = [],
    evidence = [],
    checkpoint,
    bypassesPermissions = false,
    version,
    in_turn = true,
    worked = false,
    touched = true,
    failed_at_start = [],
  } = (given.work ?? {}) as GivenWork;
  const all = changes.map(
    (change): Change => (typeof change === 'string' ? { path: change, content: 'x', where: 'tree' } : change),
  );
  const work: Work = {
    snapshot: nothing,
    trees: () => [{ root, work }],
    changes: (ignore) => all.filter(({ path }) => !pathMatcher(ignore)(path)),
    changesInTurn: (ignore) => (in_turn ? all : []).filter(({ path }) => !pathMatcher(ignore)(path)),
    touchedSince: () => touched,
    turnStart: () => (in_turn ? 0 : 1),
    workedInTurn: () => in_turn && (worked || all.length > 0),
    uncommitted: () => all.map(({ path }) => path),
    lines: () => lines,
    tree: () => 'now',
    version: () => version,
    versions: () => (version ? [version] : []),
    failedAtStart: () => failed_at_start.map((failed) => ({ name: 'test', ...failed })),
    checks: (configured) =>
      findChecks(
        { read: (name) => files.read(`${root}/${name}`), exists: (name) => files.exists(`${root}/${name}`) },
        configured,
      ),
    evidence: () =>
      evidence.map((result) => ({
        name: 'test',
        kind: 'test',
        command: 'npm test',
        source: 'verify',
        ok: true,
        ms: 1,
        at: 0,
        tree: 'now',
        tail: '',
        ...result,
      })),
    addEvidence: nothing,
    invalidateEvidence: nothing,
    checkpoint: () => checkpoint,
    bypassesPermissions: () => bypassesPermissions,
  };
  return work;
}

export function fakeMemory(given: Given): Memories {
  const {
    memories = [],
    assertions = [],
    written = '',
    recent = [],
    too_soon = false,
  } = (given.memory ?? {}) as GivenMemory;
  const completeMemory = (memory: Partial<Memory>, index: number): Memory => ({
    id: index + 1,
    at: (given.now ?? Date.UTC(2026, 0, 1)) - 3 * 86_400_000,
    kind: 'lesson',
    category: 'bugfix',
    content: 'LESSON: something',
    entities: [],
    session_id: 'earlier',
    source: 'stop',
    injected: 0,
    cited: 0,
    ...memory,
  });
  return {
    recall: () =>
      memories.map(
        ({ score = 0.7, ...memory }, index): ScoredMemory => ({
          memory: completeMemory(memory, index),
          score,
        }),
      ),
    assertions: () => assertions.map(completeMemory),
    recentWork: () => recent.map((text) => ({ text, weight: 1, path: true })),
    memoryFiles: () => written,
    mayRecall: () => !too_soon,
    countInjected: nothing,
    save: nothing,
  };
}
