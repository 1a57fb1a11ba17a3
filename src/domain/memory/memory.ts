// The types of memories: lessons that earlier sessions recorded, and what a policy can do with them.
export interface Memory {
  id: number;
  at: number;
  kind: 'lesson' | 'assertion';
  topic?: string;
  category: string;
  problem?: string;
  content: string;
  /** Its subjects in lower case: terms, file names and `folder/file` pairs. */
  entities: readonly string[];
  session_id: string;
  /**
   * How it was written: by a session that stopped, with `pawl memory add`, by an import, or by a member of the team.
   */
  source: string;
  /** For a memory that came from the team: who wrote it, on which machine. */
  author?: string;
  machine?: string;
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

/** Something that a session is about: words or a path, and how much it counts (1 for a prompt). */
export interface Subject {
  text: string;
  weight: number;
  path?: boolean;
}

/** How a text compares with memories. Where something is missing, a memory is compared by its words alone. */
export interface Comparison {
  /** How similar the whole texts are, from -1 to 1, by the id of the memory. */
  similarities: ReadonlyMap<number, number>;
  /** For some memories: how similar the most similar piece of each is to each piece of the text, in their contexts. */
  findClosest(ids: readonly number[]): ReadonlyMap<number, readonly number[]>;
}

/** When memories are looked up: at session start, on a prompt, or when a file is read. */
export type RecallMoment = 'start' | 'prompt' | 'read';

export interface Memories {
  /** The memories that are relevant for these subjects and new to this conversation, best first. */
  recall(subjects: readonly Subject[], moment: RecallMoment): readonly ScoredMemory[];
  /** Short statements about the whole project, the newest of each topic. */
  assertions(): readonly Memory[];
  /** The current work: uncommitted files, and the files and messages of the last commits. */
  recentWork(): readonly Subject[];
  /** The text of the client's own memory files and of `.claude/MEMORIES.md`. */
  memoryFiles(): string;
  /** False if the last recall was too recent or there were too many. Cheap; each call counts as an attempt. */
  mayRecall(moment: RecallMoment): boolean;
  /** Counts that this session was given these memories, so that it is not given them again. */
  countInjected(memories: readonly Memory[], moment: RecallMoment): void;
  /** Saves a lesson, unless the stop is blocked. */
  save(lesson: Lesson, cited: readonly number[]): void;
}
