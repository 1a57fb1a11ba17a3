// The memory facts that policies ask for.

import type { Event } from '../core/event.ts';
import type { Work } from '../domain/checkpoint/work.ts';
import type { Memories, RecallMoment, ScoredMemory } from '../domain/memory/memory.ts';
import { bestMatches, entityScore, queryOf, recallLimits, searchKeys } from '../domain/memory/recall.ts';
import { readThrottle, writeThrottle } from '../store/files/throttle.ts';

import type { Store } from '../store/store.ts';
import { dirname, join } from '../system/path.ts';
import { readRegularFile } from './content.ts';
import type { Retention } from './continuity.ts';
import type { World } from './facts.ts';
import { git } from './git.ts';
import type { ProjectPlace } from './project.ts';

const sql = () => require('../store/db/memory.ts') as typeof import('../store/db/memory.ts');

/** A line in the memory file with which a person allows lessons from other projects. */
const crossProjectSetting = /cross_project_recall:\s*true/;

export function memoryFacts(
  event: Event,
  place: ProjectPlace,
  world: World,
  store: Store,
  work: Work,
  retention: Retention,
): Memories {
  const { repository, root } = place;
  const { session_id } = event;
  const written = () => readMemoryFiles(event, root);
  const findMemories = (
    names: readonly string[],
    moment: RecallMoment,
    where: string | undefined,
  ): ScoredMemory[] => {
    const query = queryOf(names);
    const newest = moment === 'start' ? 50 : 0;
    const found = store.read((db) => sql().recallCandidates(db, where, searchKeys(query), newest)) ?? [];
    return bestMatches(
      found.filter((one) => one.session_id !== session_id),
      query,
      moment,
      world.now,
    );
  };
  return {
    recall: (names, moment) => {
      const here = findMemories(names, moment, repository);
      if (moment !== 'start' || !crossProjectSetting.test(written())) return here;
      const known = new Set(here.map(({ memory }) => memory.id));
      const close = findMemories(names, moment, undefined).filter(
        ({ memory }) => !known.has(memory.id) && entityScore(memory, queryOf(names)) >= 0.5,
      );
      return [...here, ...close.slice(0, 2)];
    },
    assertions: () => store.read((db) => sql().assertionsOf(db, repository)) ?? [],
    recentFiles: () => (place.gitDir ? recentFiles(root, work.uncommitted()) : []),
    memoryFiles: written,
    mayRecall: (moment) => mayRecall(world, session_id, moment),
    countInjected: (memories, moment) => {
      const ids = memories.map((one) => one.id);
      store.later((db) => sql().countGiven(db, ids, session_id, world.now));
      if (moment !== 'start') countRecall(world, session_id, moment);
    },
    save: (lesson, cited) =>
      store.afterPass((db) => {
        const origin = { repository, session_id, at: world.now, source: 'stop' };
        sql().addMemory(db, lesson, origin);
        sql().countCited(db, cited, session_id);
        sql().dropStaleMemories(
          db,
          world.now - retention.memory_days * 86_400_000,
          retention.memory_per_project,
        );
      }),
  };
}

/** The uncommitted files, which are known already, and the files of the last commits. */
function recentFiles(root: string, changed: readonly string[]): string[] {
  const log = git(root, ['log', '-5', '--format=', '--name-only', '-z', '--no-renames'])?.split('\0') ?? [];
  const committed = log.slice(0, 1_000).map((one) => one.trim());
  return [...new Set([...changed, ...committed].filter(Boolean))].slice(0, 200);
}

/** The client keeps its own memory file beside its transcripts. */
function readMemoryFiles({ transcript_path }: Event, root: string): string {
  const native = transcript_path
    ? readRegularFile(join(dirname(transcript_path), 'memory', 'MEMORY.md'))
    : undefined;
  const own = readRegularFile(join(root, '.claude', 'MEMORIES.md'));
  return [native, own].filter(Boolean).join('\n').slice(0, 200_000);
}

/** Milliseconds between two lookups in the store, because files are read often. Prompts are rare. */
const minInterval: Record<RecallMoment, number> = { start: 0, prompt: 0, read: 5_000 };

function mayRecall({ home, now, later }: World, session: string, moment: RecallMoment): boolean {
  const { times, pauseSeconds } = recallLimits[moment];
  const throttle = readThrottle(home, session, moment);
  const tooSoon = now - throttle.said < pauseSeconds * 1000 || now - throttle.looked < minInterval[moment];
  if (throttle.times >= times || (tooSoon && throttle.looked > 0)) return false;
  later?.(() => writeThrottle(home, session, moment, { ...throttle, looked: now }));
  return true;
}

function countRecall({ home, now, later }: World, session: string, moment: RecallMoment): void {
  const { times } = readThrottle(home, session, moment);
  later?.(() => writeThrottle(home, session, moment, { times: times + 1, said: now, looked: now }));
}
