// The facts about a session's changes and the evidence for them. Types and small pure rules.
import { nonCodePaths } from './change-types.ts';
import type { CheckpointContext } from './checkpoint.ts';
import type { Check, CheckKind } from './checks.ts';

/** A file whose content differs from what it was when the session first worked in this tree. */
export interface Change {
  path: string;
  /** A hash of the content; empty if the file was deleted. */
  content: string;
  /** `elsewhere`: in a stash, or on a branch that is no longer checked out. */
  where: 'tree' | 'commit' | 'elsewhere';
}

/** The result of one check. */
export interface Evidence {
  name: string;
  kind: CheckKind;
  command: string;
  /** `verify`: run by `pawl verify`; `bash`: run by the agent and observed. */
  source: 'verify' | 'bash';
  ok: boolean;
  exit?: number;
  ms: number;
  at: number;
  /** Identifies the content of the tree that was checked. */
  tree: string;
  /** The last lines of its output. */
  tail: string;
  /** Why it no longer counts, even for the same tree. */
  stale?: string;
}

export interface FoundCheckpoint {
  /** The parsed checkpoint; undefined if it is not JSON. */
  body: unknown;
  /**
   * `mine`: written by or for this session, about its current work; `old`: before its last change; `foreign`: by
   * another session.
   */
  state: 'mine' | 'old' | 'foreign';
}

export interface Work {
  /**
   * Records the state of the tree when this session first works in it. `directory` is a tree the session is about to
   * enter.
   */
  snapshot(directory?: string): void;
  /** Every tree this session worked in, the current one first, so that work in a tree it has left still counts. */
  trees(): readonly { root: string; work: Work }[];
  /** The files this session changed, without those that match `ignore`. */
  changes(ignore: readonly string[]): readonly Change[];
  /** The changes that calls of this turn made, that is since the person's last prompt. */
  changesInTurn(ignore: readonly string[]): readonly Change[];
  /** True if the session edited a file in this turn, or ran a command that may have changed one. */
  workedInTurn(): boolean;
  /**
   * True if a call of this session that ended after this time may have changed a file. If not, someone else made the
   * changes since then.
   */
  touchedSince(at: number): boolean;
  /** When this turn began, in milliseconds since 1970. */
  turnStart(): number;
  /** All uncommitted files, no matter who changed them; empty outside git. */
  uncommitted(): readonly string[];
  /** The added and removed lines of these changes, up to a limit. */
  lines(changes: readonly Change[]): readonly ChangedLine[];
  /** Identifies the content of the tree, committed or not. */
  tree(ignore: readonly string[]): string;
  /** `git rev-parse --short HEAD`, with `-dirty` if something is not committed; undefined outside git. */
  version(ignore: readonly string[]): string | undefined;
  /** Every commit that was checked out since the session began, in full. */
  versions(): readonly string[];
  /** Checks that failed on the tree as it was when the session began. */
  failedAtStart(ignore: readonly string[]): readonly FailedAtStart[];
  /** The project's checks, found from its files or taken from config. */
  checks(configured: Readonly<Record<string, unknown>>): readonly Check[];
  /** The latest result of each check in this tree. */
  evidence(): readonly Evidence[];
  addEvidence(evidence: readonly Omit<Evidence, 'at'>[]): void;
  /** Marks all earlier evidence as stale. */
  invalidateEvidence(because: string): void;
  checkpoint(changes: readonly Change[]): FoundCheckpoint | undefined;
  /** True if the client asks for no permission (`bypassPermissions`), so nobody need be watching. */
  bypassesPermissions(): boolean;
}

export type FailedAtStart = Pick<Evidence, 'name' | 'kind' | 'tail'>;

/** What the rules for a checkpoint need to know about this work. */
export const checkpointContext = (
  work: Pick<Work, 'versions' | 'failedAtStart'>,
  version: string | undefined,
  changed: boolean,
): CheckpointContext => ({
  version,
  versions: work.versions(),
  changed,
  lintFailedBefore: work.failedAtStart(nonCodePaths).some(({ kind }) => kind === 'lint'),
});

export interface ChangedLine {
  path: string;
  text: string;
}

/** Stored instead of a tree id when the tree changed during a check, so that the result is valid for no tree. */
export const changedDuringCheck = 'the tree changed while it ran';

/**
 * Why evidence does not count for this tree; undefined if it does. A check that passed still counts if only others (the
 * person, a formatter, another session) changed something since. The tree is asked for last, because identifying it
 * takes long in a large project.
 */
export function whyStale(
  { stale, ok, at, tree }: Evidence,
  work: Pick<Work, 'tree' | 'touchedSince'>,
): string | undefined {
  if (stale) return stale;
  const counts =
    tree !== changedDuringCheck && ((ok && !work.touchedSince(at)) || tree === work.tree(nonCodePaths));
  return counts ? undefined : 'the tree has changed since then';
}

/**
 * Matches globs as in `.gitignore`: `*.md` and `docs/` at any depth, `scripts/**` from the top of the tree. The simple
 * ones become one regular expression, because every file of a large tree is matched.
 */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const simple = patterns.filter((pattern) => /^[\w.*~-]+\/?$/.test(pattern) && !pattern.includes('**'));
  const source = simple.map((pattern) => {
    const name = pattern.replace(/\/$/, '').replace(/[.~-]/g, '\\$&').replaceAll('*', '[^/]*');
    return pattern.endsWith('/') ? `${name}/.*` : name;
  });
  const simpleRegExp = source.length > 0 ? new RegExp(`^(?:.*/)?(?:${source.join('|')})$`, 's') : undefined;
  const globs = patterns
    .filter((pattern) => !simple.includes(pattern))
    .map((pattern) => new Bun.Glob(globOf(pattern)));
  return (path) => simpleRegExp?.test(path) === true || globs.some((glob) => glob.match(path));
}

function globOf(pattern: string): string {
  if (pattern.endsWith('/')) return `**/${pattern}**`;
  return pattern.includes('/') ? pattern : `**/${pattern}`;
}
