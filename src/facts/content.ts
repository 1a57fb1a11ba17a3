// Identifies file content by the hash that git uses, so that files in the tree, in a commit and in a stash can be
// compared without a git process for each.

import { attempt } from '../system/attempt.ts';
import { listEntries, lstatSync, readFileSync, readlinkSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';

/** Larger files are identified by size and time, because reading them would delay the session. */
const maxReadSize = 2 * 1024 * 1024;

export function contentId(path: string): string {
  const stat = attempt(() => lstatSync(path));
  if (!stat) return '';
  if (stat.isSymbolicLink()) return blobHash(Buffer.from(attempt(() => readlinkSync(path)) ?? ''));
  if (!stat.isFile()) return 'folder';
  if (stat.size > maxReadSize) return `${stat.size}-${Math.round(stat.mtimeMs)}`;
  const bytes = attempt(() => readFileSync(path));
  return bytes ? blobHash(bytes) : 'unreadable';
}

/**
 * The text of a regular file up to a size. A pipe would never end, and a huge file would take longer than the client
 * waits.
 */
export function readRegularFile(path: string, maxSize = maxReadSize): string | undefined {
  return attempt(() => readFileSync(path, 'utf8', maxSize));
}

/** A cheap identification by size and time, for when there are too many files to read. */
export function statId(path: string): string {
  const stat = attempt(() => lstatSync(path));
  return stat ? `${stat.size}-${Math.round(stat.mtimeMs)}` : '';
}

function blobHash(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Enough digits to tell texts of one project apart; not for security. */
export function shortHash(text: string): string {
  return new Bun.CryptoHasher('sha1').update(text).digest('hex').slice(0, 16);
}

/** True for folders that tools create. */
const isGenerated = (folder: string) =>
  /^(?:\.git|\.hg|\.svn|node_modules|\.?venv|__pycache__|dist|build|target|\.next|\.cache|\.pawl|\.idea|\.vscode)$/.test(
    folder,
  );

/** The files below a folder as relative paths; undefined if there are more than `limit`. */
export function listFilesBelow(root: string, limit: number): string[] | undefined {
  const found: string[] = [];
  const folders = [''];
  while (folders.length > 0) {
    const folder = folders.pop()!;
    for (const entry of attempt(() => listEntries(join(root, folder))) ?? []) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        if (!isGenerated(entry.name)) folders.push(path);
      } else found.push(path);
      if (found.length > limit) return undefined;
    }
  }
  return found;
}
