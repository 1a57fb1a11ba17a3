// Finds files by a glob, skipping folders that hold no documents.

import { listEntries, statSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';

/** Large folders that tools create. */
const skippedFolders = ['node_modules', '.git', '.venv', 'venv', '__pycache__', '.cache', 'target'];

/** More results would not be useful. */
const maxFound = 500;
/** Bounds the time in a large tree. */
const maxVisited = 30_000;
/** For a glob with `**`, which has no depth of its own. */
const maxDepth = 12;

interface Search {
  root: string;
  whole: Bun.Glob;
  /** A glob for each folder level, up to the first `**`. */
  steps: Bun.Glob[];
  /** The deepest level a match can have. */
  depth: number;
  found: string[];
  visited: number;
}

/** Matching files as absolute paths, newest first. */
export function find(root: string, glob: string): string[] {
  const segments = splitSegments(glob);
  const recursive = segments.findIndex((segment) => segment.includes('**'));
  const search: Search = {
    root,
    whole: new Bun.Glob(glob),
    steps: segments.slice(0, recursive < 0 ? -1 : recursive).map((segment) => new Bun.Glob(segment)),
    depth: recursive < 0 ? segments.length : maxDepth,
    found: [],
    visited: 0,
  };
  walk(search, '', 0);
  const age = new Map(search.found.map((path) => [path, modified(path) ?? 0]));
  return search.found.sort((a, b) => age.get(b)! - age.get(a)!);
}

/** Splits a glob at slashes, but not inside braces. */
function splitSegments(glob: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of glob) {
    if (letter === '{') depth++;
    if (letter === '}') depth--;
    if (letter === '/' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  // Alternatives that contain slashes can't be matched level by level, so search everywhere.
  return parts.some((part) => part.includes('/')) ? ['**'] : parts;
}

function walk(search: Search, folder: string, depth: number): void {
  const { root, whole, steps, found } = search;
  for (const entry of entriesOf(join(root, folder))) {
    if (++search.visited > maxVisited || found.length >= maxFound) return;
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      const descend = steps[depth] ? steps[depth].match(entry.name) : !skippedFolders.includes(entry.name);
      if (descend && depth + 1 < search.depth) walk(search, path, depth + 1);
    } else if (whole.match(path)) found.push(join(root, path));
  }
}

function entriesOf(folder: string) {
  try {
    return listEntries(folder);
  } catch {
    return [];
  }
}

export function modified(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
