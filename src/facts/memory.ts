// The memory facts that policies ask for.

import type { Event } from '../core/event.ts';
import type { Work } from '../domain/checkpoint/work.ts';
import type { Memories, Memory, RecallMoment, ScoredMemory, Subject } from '../domain/memory/memory.ts';
import { bestMatches, recallLimits } from '../domain/memory/recall.ts';
import { readThrottle, writeThrottle } from '../store/files/throttle.ts';
import { firstTime, hasLostContext, type Listener, listenerOf, wasTold } from '../store/files/told.ts';
import type { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { statSync } from '../system/fs/index.ts';
import { dirname, join } from '../system/path.ts';
import { readRegularFile } from './content.ts';
import type { Retention } from './continuity.ts';
import type { World } from './facts.ts';
import { tryGit } from './git.ts';
import type { ProjectPlace } from './project.ts';

const sql = () => require('../store/db/memory.ts') as typeof import('../store/db/memory.ts');
const vectors = () =>
  require('../store/db/memory-vectors.ts') as typeof import('../store/db/memory-vectors.ts');

/** How many milliseconds a prompt may make vectors of lessons that have none. The daily work makes the others. */
const vectorBudget = 100;

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
  const { repository, root, gitDir } = place;
  const { session_id } = event;
  const written = () => readMemoryFiles(event, root);
  const listener = listenerOf(event);
  const isNew = (memory: Memory) =>
    memory.session_id !== session_id &&
    (hasLostContext(event) || !wasTold(world.home, listener, toldKey(memory)));
  const findMemories = (
    subjects: readonly Subject[],
    moment: RecallMoment,
    repositoryFilter: string | undefined,
  ): ScoredMemory[] => {
    const found = store.read((db) => sql().recallCandidates(db, repositoryFilter, subjects));
    if (!found) return [];
    const { lessons, total } = found;
    const comparison = moment === 'prompt' ? compareTexts(subjects, lessons) : undefined;
    return bestMatches(lessons, subjects, moment, world.now, { total, comparison }).filter(({ memory }) =>
      isNew(memory),
    );
  };
  const compareTexts = (subjects: readonly Subject[], lessons: readonly Memory[]) => {
    const text = subjects.flatMap((subject) => (subject.path ? [] : subject.text)).join('\n');
    // A failure of the encoder is none of the store.
    const found = store.read((db) => attempt(() => vectors().compareTexts(db, text, lessons, vectorBudget)));
    if (found && found.newVectors.length > 0)
      store.later((db) => vectors().saveVectors(db, found.newVectors));
    return found?.comparison;
  };
  return {
    recall: (subjects, moment) => {
      const fromProject = findMemories(subjects, moment, repository);
      if (moment !== 'start' || !crossProjectSetting.test(written())) return fromProject;
      const projectIds = new Set(fromProject.map(({ memory }) => memory.id));
      const fromElsewhere = findMemories(subjects, moment, undefined).filter(
        ({ memory }) => !projectIds.has(memory.id),
      );
      return [...fromProject, ...fromElsewhere.slice(0, 2)];
    },
    assertions: () => store.read((db) => sql().assertionsOf(db, repository)) ?? [],
    recentWork: () => (gitDir ? recentWork(root, gitDir, work.uncommitted()) : []),
    memoryFiles: written,
    mayRecall: (moment) => mayRecall(world, session_id, moment),
    countInjected: (memories, moment) => {
      const ids = memories.map((memory) => memory.id);
      store.later((db) => sql().countGiven(db, ids, session_id, world.now));
      if (moment !== 'start') countRecall(world, session_id, moment);
      world.later?.((sent) => markTold(world, listener, memories, sent));
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

const toldKey = ({ id }: Memory) => `memory-${id}`;

/** Only memories that were really sent: the answer may have been too long for some. */
function markTold({ home }: World, listener: Listener, memories: readonly Memory[], sent: string): void {
  for (const memory of memories)
    if (new RegExp(`\\bm${memory.id}\\b`).test(sent)) firstTime(home, listener, toldKey(memory));
}

/** How much the last commits count, the newest first. Uncommitted files count 1. */
const commitWeights = [0.8, 0.6, 0.5, 0.4, 0.3];
const messageShare = 0.5;
/** A change of more files says less about each of them, and one of very many, like a first commit, says nothing. */
const maxFilesAtFullWeight = 6;
const maxFiles = 20;

/** The size of an index with about a thousand files. */
const largeIndex = 100_000;

/** Leaves out the first commit of a large project: that of a shallow clone has all its files, and takes long to list. */
function logArgs(gitDir: string): string[] {
  const size = attempt(() => statSync(join(gitDir, 'index')).size) ?? 0;
  const filter = size > largeIndex ? ['--min-parents=1'] : [];
  return ['log', '-5', ...filter, '--format=%x01%s', '--name-only', '-z', '--no-renames'];
}

function recentWork(root: string, gitDir: string, changed: readonly string[]): Subject[] {
  const log = tryGit(root, logArgs(gitDir)) ?? '';
  const commits = log.split('\u0001').slice(1);
  return [
    ...filesAsSubjects(changed, 1),
    ...commits.flatMap((commit, index) => {
      // The list ends once there are too many files, because those of such a commit are not used.
      const [message = '', ...files] = commit.split('\0', maxFiles + 3).map((part) => part.trim());
      const weight = commitWeights[index] ?? 0;
      return [
        { text: message, weight: weight * messageShare },
        ...(files.length > maxFiles ? [] : filesAsSubjects(files.filter(Boolean), weight)),
      ];
    }),
  ];
}

function filesAsSubjects(files: readonly string[], weight: number): Subject[] {
  const fileWeight = weight * Math.min(1, maxFilesAtFullWeight / Math.max(1, files.length));
  return files.slice(0, 100).map((text) => ({ text, weight: fileWeight, path: true }));
}

/** The client keeps its own memory file beside its transcripts. */
function readMemoryFiles({ transcript_path }: Event, root: string): string {
  const native = transcript_path
    ? readRegularFile(join(dirname(transcript_path), 'memory', 'MEMORY.md'))
    : undefined;
  const pawlsFile = readRegularFile(join(root, '.claude', 'MEMORIES.md'));
  return [native, pawlsFile].filter(Boolean).join('\n').slice(0, 200_000);
}

/** Milliseconds between two lookups in the store, because files are read often. Prompts are rare. */
const minInterval: Record<RecallMoment, number> = { start: 0, prompt: 0, read: 5_000 };

function mayRecall({ home, now, later }: World, session: string, moment: RecallMoment): boolean {
  const { times, pauseSeconds } = recallLimits[moment];
  const throttle = readThrottle(home, session, moment);
  const { givenAt, searchedAt } = throttle;
  const tooSoon = now - givenAt < pauseSeconds * 1000 || now - searchedAt < minInterval[moment];
  if (throttle.times >= times || (tooSoon && searchedAt > 0)) return false;
  later?.(() => writeThrottle(home, session, moment, { ...throttle, searchedAt: now }));
  return true;
}

function countRecall({ home, now, later }: World, session: string, moment: RecallMoment): void {
  const { times } = readThrottle(home, session, moment);
  later?.(() => writeThrottle(home, session, moment, { times: times + 1, givenAt: now, searchedAt: now }));
}
