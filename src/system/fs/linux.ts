// Constants and structures of Linux, which are the same on every processor that Bun runs on.

import type { OpenFlag, Stat } from './types.ts';
import { decode } from './utf8.ts';

const O_WRONLY = 0o1;
const O_CREAT = 0o100;
const O_EXCL = 0o200;
export const O_NOCTTY = 0o400;
const O_APPEND = 0o2000;
export const O_NONBLOCK = 0o4000;
export const O_CLOEXEC = 0o2000000;
export const AT_FDCWD = -100;
export const AT_SYMLINK_NOFOLLOW = 0x100;
export const AT_EMPTY_PATH = 0x1000;
export const PATH_MAX = 4_096;
export const EINTR = 4;
export const EAGAIN = 11;

export const OPEN_FLAGS: Record<OpenFlag, number> = {
  r: 0,
  a: O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK,
  wx: O_WRONLY | O_CREAT | O_EXCL,
};

// `struct statx` has the same layout on every processor.
export const STATX_BASIC_STATS = 0x7ff;
const S_IFMT = 0o170000;
const S_IFREG = 0o100000;
const S_IFDIR = 0o040000;

export function statOf(raw: Uint8Array): Stat {
  const mode = number(raw, 28, 2);
  return {
    mode,
    ino: number(raw, 32, 8),
    size: number(raw, 40, 8),
    ctimeMs: timeAt(raw, 96),
    mtimeMs: timeAt(raw, 112),
    isFile: () => (mode & S_IFMT) === S_IFREG,
    isDirectory: () => (mode & S_IFMT) === S_IFDIR,
  };
}

/** Reads a little-endian number; every processor that Bun runs on is little-endian. A DataView would be slower. */
function number(raw: Uint8Array, at: number, bytes: number): number {
  let value = 0;
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + raw[at + i]!;
  return value;
}

const timeAt = (raw: Uint8Array, at: number) => number(raw, at, 8) * 1000 + number(raw, at + 8, 4) / 1e6;

/** Reads entries of `struct dirent64`: 16 bytes of numbers, the length of the entry, its type, its name and a zero byte. */
export function addNames(bytes: Uint8Array, names: string[]): void {
  for (let at = 0; at < bytes.length; ) {
    const end = at + bytes[at + 16]! + bytes[at + 17]! * 256;
    const name = decode(bytes.subarray(at + 19, bytes.indexOf(0, at + 19)));
    if (name !== '.' && name !== '..') names.push(name);
    at = end;
  }
}
