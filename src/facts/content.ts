// Identifies the content of a file the way git does, so that what lies in the tree, in a commit and in a stash can
// be compared without asking git for each.

import { attempt } from '../system/attempt.ts';
import { listEntries, lstatSync, readFileSync, readlinkSync, statSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';

/** Larger files are told apart by size and time; reading them would hold up the session. */
const readable = 2 * 1024 * 1024;

export function contentId(path: string): string {
  const stat = attempt(() => lstatSync(path));
  if (!stat) return '';
  if (stat.isSymbolicLink()) return blob(Buffer.from(attempt(() => readlinkSync(path)) ?? ''));
  if (!stat.isFile()) return 'folder';
  if (stat.size > readable) return `${stat.size}-${Math.round(stat.mtimeMs)}`;
  const bytes = attempt(() => readFileSync(path));
  return bytes ? blob(bytes) : 'unreadable';
}

/** The text of a regular file: a pipe would never end, and a huge one would outlast the client's patience. */
export function readPlain(path: string, most = readable): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= most ? readFileSync(path, 'utf8') : undefined;
  });
}

/** Cheap, for when there are too many to read. */
export function statId(path: string): string {
  const stat = attempt(() => lstatSync(path));
  return stat ? `${stat.size}-${Math.round(stat.mtimeMs)}` : '';
}

function blob(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

export function hashText(text: string): string {
  return new Bun.CryptoHasher('sha1').update(text).digest('hex').slice(0, 16);
}

/** Folders that are made by tools, not by people. */
const made = new Set(
  '.git .hg .svn node_modules .venv venv __pycache__ dist build target .next .cache .pawl .idea .vscode'.split(
    ' ',
  ),
);

/** Files below a folder, relative; undefined when there are more than `limit`. */
export function walk(root: string, limit: number): string[] | undefined {
  const found: string[] = [];
  const folders = [''];
  while (folders.length > 0) {
    const folder = folders.pop()!;
    for (const entry of attempt(() => listEntries(join(root, folder))) ?? []) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        if (!made.has(entry.name)) folders.push(path);
      } else found.push(path);
      if (found.length > limit) return undefined;
    }
  }
  return found;
}
