// The file system on Linux, through the C library. Loading node:fs would take a quarter of the time that an event adds
// to an empty program; loading this takes a twentieth (docs/decisions/015-files.md).
import {
  AT_EMPTY_PATH,
  AT_FDCWD,
  AT_SYMLINK_NOFOLLOW,
  addNames,
  EAGAIN,
  EINTR,
  O_CLOEXEC,
  O_NOCTTY,
  O_NONBLOCK,
  OPEN_FLAGS,
  PATH_MAX,
  STATX_BASIC_STATS,
  statOf,
} from './linux.ts';
import type { FileSystem, OpenFlag, Stat } from './types.ts';
import { decode, encodeInto } from './utf8.ts';

/** A path as C expects it: its bytes, then a zero byte. */
type CString = Uint8Array;

/** The functions of the C library that are used here. */
export interface Libc {
  access(path: CString, mode: number): number;
  open(path: CString, flags: number, mode: number): number;
  close(file: number): number;
  read(file: number, into: Uint8Array, length: number): number;
  pread(file: number, into: Uint8Array, length: number, position: number): number;
  write(file: number, from: Uint8Array, length: number): number;
  statx(folder: number, path: CString, flags: number, mask: number, into: Uint8Array): number;
  realpath(path: CString, into: Uint8Array): number | null;
  readlink(path: CString, into: Uint8Array, length: number): number;
  getdents64(folder: number, into: Uint8Array, length: number): number;
  umask(mode: number): number;
  __errno_location(): number;
}

/** The native half of `bun:ffi`; its documented half takes 0.4 ms to load. */
export interface Ffi {
  /** Returns an error instead of throwing it. */
  dlopen(name: string, symbols: object): { symbols: Libc } | Error;
  read: { i32(pointer: number, offset: number): number };
}

/** Undefined if the library does not exist or lacks one of these functions (musl). */
export function openLibc(ffi: Ffi): Libc | undefined {
  const i32 = 'i32';
  const ptr = 'ptr';
  const long = 'i64_fast';
  try {
    const library = ffi.dlopen('libc.so.6', {
      access: { args: [ptr, i32], returns: i32 },
      open: { args: [ptr, i32, i32], returns: i32 },
      close: { args: [i32], returns: i32 },
      read: { args: [i32, ptr, long], returns: long },
      pread: { args: [i32, ptr, long, long], returns: long },
      write: { args: [i32, ptr, long], returns: long },
      statx: { args: [i32, ptr, i32, i32, ptr], returns: i32 },
      realpath: { args: [ptr, ptr], returns: ptr },
      readlink: { args: [ptr, ptr, long], returns: long },
      getdents64: { args: [i32, ptr, long], returns: long },
      umask: { args: [i32], returns: i32 },
      __errno_location: { args: [], returns: ptr },
    });
    return library instanceof Error ? undefined : library.symbols;
  } catch {
    return undefined;
  }
}

/**
 * The errors that are thrown here. For any other, the call is repeated with node:fs, which throws it. EINVAL is not in
 * the list, because the runtime itself may have caused it after our call.
 */
const ERRNO: Record<string, number> = { ENOENT: 2, EACCES: 13, EEXIST: 17, ENOTDIR: 20 };

export class LibcFileSystem implements FileSystem {
  private c: Libc;
  private ffi: Ffi;
  private makeNode: () => FileSystem;
  /** Reused by all calls, because the engine keeps small arrays of every size in a block of its own. */
  private path = new Uint8Array(PATH_MAX + 1);
  private result = new Uint8Array(PATH_MAX + 1);

  constructor(c: Libc, ffi: Ffi, node: () => FileSystem) {
    this.c = c;
    this.ffi = ffi;
    this.makeNode = node;
  }

  /** Repeats a call that failed with an unusual error. */
  private get node(): FileSystem {
    return this.makeNode();
  }

  /**
   * A path as C expects it, until the next call. Undefined for one with a zero byte, which would end the string in C,
   * and for one that is too long.
   */
  private cString(path: string): CString | undefined {
    if (path.length > PATH_MAX || path.includes('\0')) return undefined;
    const { read, written } = encodeInto(path, this.path);
    if (read < path.length || written > PATH_MAX) return undefined;
    this.path[written] = 0;
    return this.path;
  }

  umask(mode: number): void {
    this.c.umask(mode);
  }

  existsSync(path: string): boolean {
    const name = this.cString(path);
    return name !== undefined && this.c.access(name, 0) === 0;
  }

  lexistsSync(path: string): boolean {
    const name = this.cString(path);
    return name !== undefined && this.statx(AT_FDCWD, name, AT_SYMLINK_NOFOLLOW) !== undefined;
  }

  openSync(path: string, flag: OpenFlag, mode: number): number {
    const name = this.cString(path);
    if (!name) return this.node.openSync(path, flag, mode);
    const file = this.c.open(name, OPEN_FLAGS[flag] | O_CLOEXEC | O_NOCTTY, mode);
    if (file >= 0) return file;
    this.throwErrno(path);
    return this.node.openSync(path, flag, mode);
  }

  closeSync(file: number): void {
    this.c.close(file);
  }

  readSync(file: number, into: Uint8Array, offset: number, length: number, position: number): number {
    const got = this.c.pread(file, into.subarray(offset), length, position);
    return got >= 0 ? got : this.node.readSync(file, into, offset, length, position);
  }

  writeSync(file: number, bytes: Uint8Array): number {
    const written = this.c.write(file, bytes, bytes.length);
    if (written >= 0) return written;
    return this.shouldRetry() ? 0 : this.node.writeSync(file, bytes);
  }

  readOpenFile(file: number): Uint8Array {
    return this.readAll(file, Number.POSITIVE_INFINITY) ?? this.node.readOpenFile(file);
  }

  readRegularFile(path: string, limit: number): Uint8Array {
    const name = this.cString(path);
    const file = name ? this.c.open(name, O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0) : -1;
    if (file < 0) {
      if (name) this.throwErrno(path);
      return this.node.readRegularFile(path, limit);
    }
    try {
      const bytes = this.readAll(file, limit, { retries: false });
      if (bytes && bytes.length > 0) return bytes;
      // A pipe without a writer reads like an empty file. Checking only empty ones saves a call for all others.
      const stat = this.fstatSync(file);
      if (bytes && stat.isFile()) return bytes;
      if (!stat.isDirectory())
        throw new Error(`${path} is ${stat.size > limit ? 'too large' : 'not a regular file'}`);
    } finally {
      this.c.close(file);
    }
    return this.node.readRegularFile(path, limit);
  }

  /** Undefined if the file can't be read or is longer than `limit`. */
  private readAll(file: number, limit: number, { retries = true } = {}): Uint8Array | undefined {
    // Starts small: most files are, and the first use of fresh memory costs more than reading the file.
    let bytes = new Uint8Array(4_096);
    for (let length = 0; ; ) {
      const got = this.c.read(file, bytes.subarray(length), bytes.length - length);
      if (got < 0 && !(retries && this.shouldRetry())) return undefined;
      if (got === 0) return bytes.subarray(0, length);
      if (got > 0) length += got;
      if (length > limit) return undefined;
      if (length === bytes.length) bytes = grown(bytes, Math.min(this.fstatSync(file).size, limit) + 1);
    }
  }

  statSync(path: string): Stat {
    const name = this.cString(path);
    const stat = name && this.statx(AT_FDCWD, name, 0);
    if (stat) return stat;
    if (name) this.throwErrno(path);
    return this.node.statSync(path);
  }

  fstatSync(file: number): Stat {
    return this.statx(file, this.cString('')!, AT_EMPTY_PATH) ?? this.node.fstatSync(file);
  }

  private statx(folder: number, name: CString, flags: number): Stat | undefined {
    const raw = this.result;
    return this.c.statx(folder, name, flags, STATX_BASIC_STATS, raw) === 0 ? statOf(raw) : undefined;
  }

  realpathSync(path: string): string {
    const name = this.cString(path);
    if (!name) return this.node.realpathSync(path);
    const into = this.result;
    if (this.c.realpath(name, into)) return decode(into.subarray(0, into.indexOf(0)));
    this.throwErrno(path);
    return this.node.realpathSync(path);
  }

  readlinkSync(path: string): string {
    const name = this.cString(path);
    if (!name) return this.node.readlinkSync(path);
    const into = this.result;
    const length = this.c.readlink(name, into, into.length);
    if (length >= 0 && length < into.length) return decode(into.subarray(0, length));
    if (length < 0) this.throwErrno(path);
    return this.node.readlinkSync(path);
  }

  readdirSync(path: string): string[] {
    const folder = this.openSync(path, 'r', 0);
    try {
      return this.namesIn(folder) ?? this.node.readdirSync(path);
    } finally {
      this.c.close(folder);
    }
  }

  private namesIn(folder: number): string[] | undefined {
    const names: string[] = [];
    const chunk = new Uint8Array(4_096);
    for (;;) {
      const got = this.c.getdents64(folder, chunk, chunk.length);
      if (got === 0) return names;
      if (got < 0) return undefined;
      addNames(chunk.subarray(0, got), names);
    }
  }

  private errno(): number {
    return this.ffi.read.i32(this.c.__errno_location(), 0);
  }

  /** Throws the last error if it is one of `ERRNO`. */
  private throwErrno(path: string): void {
    const errno = this.errno();
    for (const code in ERRNO)
      if (ERRNO[code] === errno) throw Object.assign(new Error(`${code}: '${path}'`), { code, path });
  }

  /** True if the call was interrupted, or if a pipe has no data or no room at the moment. */
  private shouldRetry(): boolean {
    const errno = this.errno();
    if (errno === EAGAIN) Bun.sleepSync(1);
    return errno === EINTR || errno === EAGAIN;
  }
}

/** `size`: the expected size. A pipe has none, and a file may grow, so the buffer grows fourfold at least. */
function grown(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(bytes.length * 4, size));
  larger.set(bytes);
  return larger;
}
