// The types of memories: lessons that earlier sessions recorded, and what a policy can do with them.

export interface Memory {
  id: number;
  at: number;
  kind: 'lesson' | 'assertion';
  topic?: string;
  category: string;
  problem?: string;
  content: string;
  /** What it is about, in lower case: terms, file names and `folder/file` pairs. */
  entities: readonly string[];
  session_id: string;
  /** The number of sessions that were given it, and of those that said it helped. */
  injected: number;
  cited: number;
}

export interface Lesson {
  content: string;
  category: string;
  entities: readonly string[];
  problem?: string;
  topic?: string;
}

export interface ScoredMemory {
  memory: Memory;
  score: number;
}

/** When memories are looked up: at session start, on a prompt, or when a file is read. */
export type RecallMoment = 'start' | 'prompt' | 'read';

export interface Memories {
  /** The memories that are relevant for these names, best first. */
  recall(names: readonly string[], moment: RecallMoment): readonly ScoredMemory[];
  /** Short statements about the whole project, the newest of each topic. */
  assertions(): readonly Memory[];
  /** The files being worked on: uncommitted ones and those of the last commits. */
  recentFiles(): readonly string[];
  /** The text of the client's own memory files and of `.claude/MEMORIES.md`. */
  memoryFiles(): string;
  /** False if the last recall was too recent or there were too many. Cheap; each call counts as an attempt. */
  mayRecall(moment: RecallMoment): boolean;
  /** Counts that this session was given these memories. */
  countInjected(memories: readonly Memory[], moment: RecallMoment): void;
  /** Saves a lesson, unless the stop is blocked. */
  save(lesson: Lesson, cited: readonly number[]): void;
}
