// Files by a glob, without walking where nobody keeps documents.

import { listEntries, statSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';

/** Large, made by tools, and never what somebody looks for. */
const skipped = ['node_modules', '.git', '.venv', 'venv', '__pycache__', '.cache', 'target'];

/** A search that meets more than this has no useful answer anyway. */
const most = { found: 500, looked: 30_000 };

interface Search {
  root: string;
  whole: Bun.Glob;
  /** What each folder on the way must be called, until `**` lets everything through. */
  steps: Bun.Glob[];
  /** How deep a match can lie. */
  depth: number;
  found: string[];
  looked: number;
}

/** Newest first, as absolute paths. */
export function find(root: string, glob: string): string[] {
  const segments = splitSegments(glob);
  const open = segments.findIndex((one) => one.includes('**'));
  const search: Search = {
    root,
    whole: new Bun.Glob(glob),
    steps: segments.slice(0, open < 0 ? -1 : open).map((one) => new Bun.Glob(one)),
    depth: open < 0 ? segments.length : 12,
    found: [],
    looked: 0,
  };
  walk(search, '', 0);
  const age = new Map(search.found.map((path) => [path, modified(path) ?? 0]));
  return search.found.sort((a, b) => age.get(b)! - age.get(a)!);
}

/** A slash inside braces does not separate. */
function splitSegments(glob: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of glob) {
    if (letter === '{') depth++;
    if (letter === '}') depth--;
    if (letter === '/' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  // Alternatives that hold slashes can't be told apart by folder: look everywhere.
  return parts.some((part) => part.includes('/')) ? ['**'] : parts;
}

function walk(search: Search, folder: string, depth: number): void {
  const { root, whole, steps, found } = search;
  for (const entry of entriesOf(join(root, folder))) {
    if (++search.looked > most.looked || found.length >= most.found) return;
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      const onTheWay = steps[depth] ? steps[depth].match(entry.name) : !skipped.includes(entry.name);
      if (onTheWay && depth + 1 < search.depth) walk(search, path, depth + 1);
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
