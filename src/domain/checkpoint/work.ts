// What a session did to the tree, and what proves that it still holds. Types and small pure rules.
import type { Check, CheckKind } from './checks.ts';

/** A path whose content is not what it was when the session came to the tree. */
export interface Change {
  path: string;
  /** Identifies the content; empty when the file is gone. */
  content: string;
  /** `elsewhere`: the work is in a stash or on a branch that was left again. */
  where: 'tree' | 'commit' | 'elsewhere';
}

/** A check that was run. */
export interface Evidence {
  name: string;
  kind: CheckKind;
  command: string;
  /** By `pawl verify`, or seen when the agent ran it itself. */
  source: 'verify' | 'bash';
  ok: boolean;
  exit?: number;
  ms: number;
  at: number;
  /** The tree it ran on. */
  tree: string;
  /** The end of its output. */
  tail: string;
  /** Why it no longer counts, whatever the tree. */
  stale?: string;
}

export interface Found {
  /** The checkpoint as it was written; undefined if it is not JSON. */
  body: unknown;
  /** It was written by or for this session, for the work as it is now. */
  state: 'mine' | 'old' | 'foreign';
}

export interface Work {
  /** Remembers the tree as it is, unless this session has done so before. `directory`: where it goes next. */
  begin(directory?: string): void;
  /** Every tree this session has come to, this one first: work does not go away when a session does. */
  places(): readonly { root: string; work: Work }[];
  /** What this session changed. Paths that match `ignore` don't count. */
  changes(ignore: readonly string[]): readonly Change[];
  /** Paths that are not as committed, whoever changed them; outside git none. */
  uncommitted(): readonly string[];
  /** Added and removed lines of these changes, a bounded number. */
  lines(changes: readonly Change[]): readonly Line[];
  /** Identifies the tree in every detail that counts, the commit it stands on included. */
  tree(ignore: readonly string[]): string;
  /** `git rev-parse --short HEAD`, with `-dirty` if something is not committed; undefined outside git. */
  version(ignore: readonly string[]): string | undefined;
  /** The project's own checks, as its files tell them. */
  checks(configured: Readonly<Record<string, unknown>>): readonly Check[];
  /** The newest run of every check in this tree. */
  evidence(): readonly Evidence[];
  addEvidence(evidence: readonly Omit<Evidence, 'at'>[]): void;
  /** What was proven before this event is proven no longer. */
  spoil(because: string): void;
  checkpoint(changes: readonly Change[]): Found | undefined;
  /** The session works without a person who answers. */
  autonomous(): boolean;
}

export interface Line {
  path: string;
  text: string;
}

/** Why a piece of evidence does not count for a tree; undefined if it does. */
export function whyStale(evidence: Evidence, tree: string): string | undefined {
  if (evidence.stale) return evidence.stale;
  return evidence.tree === tree ? undefined : 'the tree has changed since';
}

/** Globs as people write them: `*.md` and `docs/` anywhere, `scripts/**` from the top of the tree. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns.map((pattern) => new Bun.Glob(globOf(pattern)));
  return (path) => globs.some((glob) => glob.match(path));
}

function globOf(pattern: string): string {
  if (pattern.endsWith('/')) return `**/${pattern}**`;
  return pattern.includes('/') ? pattern : `**/${pattern}`;
}
