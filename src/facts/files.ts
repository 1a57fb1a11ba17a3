// File access for policies: read-only, and it never throws. Takes and returns paths as policies know them
// (system/path.ts), which differ from the system's own only on Windows.

import type { Files } from '../core/facts.ts';
import { attempt } from '../system/attempt.ts';
import {
  closeSync,
  existsSync,
  lexistsSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from '../system/fs/index.ts';
import { decode } from '../system/fs/utf8.ts';
import { basename, dirname, fromPolicyPath, join, resolve, toPolicyPath } from '../system/path.ts';
import { find, modified } from './find.ts';

const defaultLimit = 1_000_000;

export const files: Files = {
  exists: (path) => existsSync(fromPolicyPath(path)),
  read: (path, limit = defaultLimit) => {
    const bytes = readBytes(fromPolicyPath(path), limit);
    return bytes && withoutByteOrderMark(decode(bytes));
  },
  bytes: (path, limit) => readBytes(fromPolicyPath(path), limit),
  tail: (path, limit) => readTail(fromPolicyPath(path), limit),
  size: (path) => attempt(() => statSync(fromPolicyPath(path)).size),
  list: (path) => attempt(() => readdirSync(fromPolicyPath(path))) ?? [],
  real: (path) => toPolicyPath(resolveLinks(fromPolicyPath(path))),
  find: (folder, glob) => find(fromPolicyPath(folder), glob).map(toPolicyPath),
  modified: (path) => modified(fromPolicyPath(path)),
};

const withoutByteOrderMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text);

function readBytes(path: string, limit: number): Uint8Array | undefined {
  // Many files that policies ask for don't exist, and checking is cheaper than catching an error.
  if (!existsSync(path)) return undefined;
  return attempt(() => {
    const stat = statSync(path);
    // Reading a pipe or a device would block.
    if (!stat.isFile()) return undefined;
    // So would /proc/kmsg, which claims to be an empty file.
    if (stat.size === 0) return new Uint8Array(0);
    const file = openSync(path, 'r');
    try {
      const buffer = new Uint8Array(Math.min(limit, stat.size));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(file);
    }
  });
}

function readTail(path: string, limit: number): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    if (!stat.isFile()) return undefined;
    const { size } = stat;
    const file = openSync(path, 'r');
    try {
      const buffer = new Uint8Array(Math.min(limit, size));
      const got = readSync(file, buffer, 0, buffer.length, size - buffer.length);
      return decode(buffer.subarray(0, got));
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Resolves symlinks as far as the path exists; the rest is kept as written. A symlink whose target does not exist yet is
 * resolved too, because writing through it creates the target.
 */
function resolveLinks(path: string, maxLinks = 40): string {
  const found = existsSync(path) ? attempt(() => realpathSync(path)) : undefined;
  if (found !== undefined) return found;
  const parent = dirname(path);
  if (parent === path) return path;
  const target = maxLinks > 0 && lexistsSync(path) ? attempt(() => readlinkSync(path)) : undefined;
  const folder = resolveLinks(parent, maxLinks);
  return target === undefined
    ? join(folder, basename(path))
    : resolveLinks(resolve(folder, target), maxLinks - 1);
}
