// Lessons of earlier sessions: what one is, and what a policy may do with them.

export interface Memory {
  id: number;
  at: number;
  kind: 'lesson' | 'assertion';
  topic?: string;
  category: string;
  problem?: string;
  content: string;
  /** Lower-cased terms, file names and `folder/file` pairs it is about. */
  entities: readonly string[];
  session_id: string;
  /** In how many sessions it was given, and in how many it helped. */
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

export interface Scored {
  memory: Memory;
  score: number;
}

/** When memories are looked for. */
export type Moment = 'start' | 'prompt' | 'read';

export interface Memories {
  /** Those that matter for these names, best first. */
  recall(names: readonly string[], moment: Moment): readonly Scored[];
  /** Short statements that hold for the whole project, newest of each topic. */
  assertions(): readonly Memory[];
  /** Files that are being worked on: uncommitted ones and those of the last commits. */
  recentFiles(): readonly string[];
  /** What the client's own memory and the project's `.claude/MEMORIES.md` say. */
  written(): string;
  /** False while it would be too soon or too often; cheap, and counts as a try. */
  mayRecall(moment: Moment): boolean;
  /** Counts that this session was given these. */
  given(memories: readonly Memory[], moment: Moment): void;
  /** Kept if the stop passes. */
  keep(lesson: Lesson, cited: readonly number[]): void;
}
