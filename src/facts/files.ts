// Files as policies may see them: reading only, never throwing.

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
import { basename, dirname, join, resolve } from '../system/path.ts';
import { find, modified } from './find.ts';

const defaultLimit = 1_000_000;

export const files: Files = {
  exists: (path) => existsSync(path),
  read: (path, limit = defaultLimit) => {
    const bytes = readBytes(path, limit);
    return bytes && new TextDecoder().decode(bytes);
  },
  bytes: readBytes,
  tail,
  size: (path) => attempt(() => statSync(path).size),
  list: (path) => attempt(() => readdirSync(path)) ?? [],
  real: (path) => real(path),
  find,
  modified,
};

function readBytes(path: string, limit: number): Uint8Array | undefined {
  return attempt(() => {
    const stat = statSync(path);
    // A pipe or a device would make us wait.
    if (!stat.isFile()) return undefined;
    // So would the kernel's log: it says that it is an empty file.
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

function tail(path: string, limit: number): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    if (!stat.isFile()) return undefined;
    const { size } = stat;
    const file = openSync(path, 'r');
    try {
      const buffer = new Uint8Array(Math.min(limit, size));
      const got = readSync(file, buffer, 0, buffer.length, size - buffer.length);
      return new TextDecoder().decode(buffer.subarray(0, got));
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Follows links as far as the path exists; the rest is kept as written. A link whose target is not there yet is
 * followed too: writing through it makes the target.
 */
function real(path: string, links = 40): string {
  // Most that are asked about are not there, and an error costs more than a look.
  const found = existsSync(path) ? attempt(() => realpathSync(path)) : undefined;
  if (found !== undefined) return found;
  const parent = dirname(path);
  if (parent === path) return path;
  const target = links > 0 && lexistsSync(path) ? attempt(() => readlinkSync(path)) : undefined;
  const folder = real(parent, links);
  return target === undefined ? join(folder, basename(path)) : real(resolve(folder, target), links - 1);
}
