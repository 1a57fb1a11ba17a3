// The part of node:fs that an event needs, from the C library itself. Loading node:fs is a quarter of what an event
// costs on top of an empty program, this a twentieth (docs/decisions/015). Where there is no such library, and for
// whatever is not plain here, node:fs is asked after all: nothing is done differently, only sooner.
import type * as Node from 'node:fs';

/** As much of a file's state as anybody here looks at. */
export interface Stat {
  size: number;
  mode: number;
  ino: number;
  mtimeMs: number;
  ctimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

type Path = Uint8Array;
interface C {
  access(path: Path, mode: number): number;
  open(path: Path, flags: number, mode: number): number;
  close(file: number): number;
  read(file: number, into: Uint8Array, length: number): number;
  pread(file: number, into: Uint8Array, length: number, position: number): number;
  write(file: number, from: Uint8Array, length: number): number;
  statx(folder: number, path: Path, flags: number, mask: number, into: Uint8Array): number;
  realpath(path: Path, into: Uint8Array): number | null;
  readlink(path: Path, into: Uint8Array, length: number): number;
  getdents64(folder: number, into: Uint8Array, length: number): number;
  umask(mode: number): number;
  __errno_location(): number;
}

const slow = (): typeof Node => require('node:fs') as typeof Node;

let found: C | null | undefined;
function c(): C | null {
  if (found === undefined) found = process.platform === 'linux' ? library() : null;
  return found;
}

interface Foreign {
  dlopen(name: string, symbols: object): { symbols: C };
  read: { i32(pointer: number, offset: number): number };
}
const foreign = () => (Bun as unknown as { FFI: Foreign }).FFI;

function library(): C | null {
  const i32 = 'i32';
  const ptr = 'ptr';
  const long = 'i64_fast';
  try {
    return foreign().dlopen('libc.so.6', {
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
    }).symbols;
  } catch {
    return null;
  }
}

/** Undefined: a path that only node:fs knows what to say about. */
function spelled(path: string): Path | undefined {
  return path.includes('\0') ? undefined : new TextEncoder().encode(`${path}\0`);
}

/**
 * What goes wrong every day is told without node:fs; for the rest it is asked again, there. Not of this list: EINVAL,
 * which the runtime itself gets from the system, so that it may not be the answer to our question.
 */
const DAILY: Record<number, string> = { 2: 'ENOENT', 13: 'EACCES', 17: 'EEXIST', 20: 'ENOTDIR' };
const errno = (lib: C) => foreign().read.i32(lib.__errno_location(), 0);
function complain(lib: C, path: string): void {
  const code = DAILY[errno(lib)];
  if (code) throw Object.assign(new Error(`${code}: '${path}'`), { code, path });
}

/** What this process makes from now on is nobody else's. */
export function keepPrivate(): void {
  const lib = c();
  if (lib) lib.umask(0o077);
  else process.umask(0o077);
}

export function existsSync(path: string): boolean {
  const lib = c();
  const name = spelled(path);
  return lib && name ? lib.access(name, 0) === 0 : slow().existsSync(path);
}

/** Also as a link that leads nowhere. */
export function isThere(path: string): boolean {
  const lib = c();
  const name = spelled(path);
  if (lib && name) return lib.statx(HERE, name, NOT_THROUGH_A_LINK, 0, new Uint8Array(256)) === 0;
  try {
    return Boolean(slow().lstatSync(path));
  } catch {
    return false;
  }
}

// What these are called on Linux, on every processor that Bun runs on.
const FLAGS = { r: 0, a: 0o2101, wx: 0o301 };
const CLOSED_IN_CHILDREN = 0o2000000;
const NO_TERMINAL = 0o400;

export function openSync(path: string, how: keyof typeof FLAGS, mode = 0o666): number {
  const lib = c();
  const name = spelled(path);
  if (!lib || !name) return slow().openSync(path, how, mode);
  const file = lib.open(name, FLAGS[how] | CLOSED_IN_CHILDREN | NO_TERMINAL, mode);
  if (file >= 0) return file;
  complain(lib, path);
  return slow().openSync(path, how, mode);
}

export function closeSync(file: number): void {
  const lib = c();
  if (lib) lib.close(file);
  else slow().closeSync(file);
}

export function readSync(file: number, into: Uint8Array, offset: number, length: number, at: number): number {
  const got = c()?.pread(file, into.subarray(offset), length, at) ?? -1;
  return got >= 0 ? got : slow().readSync(file, into, offset, length, at);
}

/** A pipe takes what it can; the rest is offered again. */
export function writeAll(file: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; ) at += writeSome(file, bytes.subarray(at));
}

function writeSome(file: number, bytes: Uint8Array): number {
  const lib = c();
  const put = lib ? lib.write(file, bytes, bytes.length) : -1;
  if (put >= 0) return put;
  if (lib && comesLater(lib)) return 0;
  try {
    return slow().writeSync(file, bytes);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    Bun.sleepSync(1);
    return 0;
  }
}

/** A path, or the number of a file that is open already. */
export function readFileSync(path: string | number): Uint8Array;
export function readFileSync(path: string | number, encoding: 'utf8'): string;
export function readFileSync(path: string | number, encoding?: 'utf8'): Uint8Array | string {
  const bytes = bytesOf(path);
  return encoding ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : bytes;
}

function bytesOf(path: string | number): Uint8Array {
  const lib = c();
  if (!lib) return slow().readFileSync(path);
  const file = typeof path === 'number' ? path : openSync(path, 'r');
  try {
    return readAll(lib, file) ?? slow().readFileSync(path);
  } finally {
    if (typeof path === 'string') lib.close(file);
  }
}

function readAll(lib: C, file: number): Uint8Array | undefined {
  // Most are small, and a page of memory that is touched first costs more than reading it.
  let bytes = new Uint8Array(4_096);
  for (let length = 0; ; ) {
    const got = lib.read(file, bytes.subarray(length), bytes.length - length);
    if (got < 0 && !comesLater(lib)) return undefined;
    if (got < 0) continue;
    if (got === 0) return bytes.subarray(0, length);
    length += got;
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 4);
      larger.set(bytes);
      bytes = larger;
    }
  }
}

/** Interrupted, or a pipe that does not wait for who writes into it. */
function comesLater(lib: C): boolean {
  const why = errno(lib);
  if (why === 11) Bun.sleepSync(1);
  return why === 4 || why === 11;
}

export function appendFileSync(path: string, data: string, { mode }: { mode: number }): void {
  const file = openSync(path, 'a', mode);
  try {
    writeAll(file, data);
  } finally {
    closeSync(file);
  }
}

// The same on every processor: `struct statx` was made so.
const HERE = -100;
const NOT_THROUGH_A_LINK = 0x100;
const THE_FILE_ITSELF = 0x1000;
const BASIC = 0x7ff;
const KIND = 0o170000;

export function statSync(path: string): Stat {
  const lib = c();
  const name = spelled(path);
  if (!lib || !name) return slow().statSync(path);
  const stat = state(lib, HERE, name, 0);
  if (stat) return stat;
  complain(lib, path);
  return slow().statSync(path);
}

export function fstatSync(file: number): Stat {
  const lib = c();
  return (lib && state(lib, file, new Uint8Array(1), THE_FILE_ITSELF)) ?? slow().fstatSync(file);
}

function state(lib: C, folder: number, name: Path, flags: number): Stat | undefined {
  const raw = new Uint8Array(256);
  if (lib.statx(folder, name, flags, BASIC, raw) !== 0) return undefined;
  const mode = number(raw, 28, 2);
  return {
    mode,
    ino: number(raw, 32, 8),
    size: number(raw, 40, 8),
    ctimeMs: timeAt(raw, 96),
    mtimeMs: timeAt(raw, 112),
    isFile: () => (mode & KIND) === 0o100000,
    isDirectory: () => (mode & KIND) === 0o040000,
  };
}

/** The least first, as on every processor that Bun runs on. A view of the bytes would cost more than all of them. */
function number(raw: Uint8Array, at: number, bytes: number): number {
  let value = 0;
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + raw[at + i]!;
  return value;
}

const timeAt = (raw: Uint8Array, at: number) => number(raw, at, 8) * 1000 + number(raw, at + 8, 4) / 1e6;

let room: Uint8Array | undefined;
export function realpathSync(path: string): string {
  const lib = c();
  const name = spelled(path);
  if (!lib || !name) return slow().realpathSync(path);
  room ??= new Uint8Array(4_097);
  const into = room;
  if (lib.realpath(name, into)) return new TextDecoder().decode(into.subarray(0, into.indexOf(0)));
  complain(lib, path);
  return slow().realpathSync(path);
}

export function readlinkSync(path: string): string {
  const lib = c();
  const name = spelled(path);
  if (!lib || !name) return slow().readlinkSync(path);
  const into = new Uint8Array(4_096);
  const length = lib.readlink(name, into, into.length);
  if (length >= 0 && length < into.length) return new TextDecoder().decode(into.subarray(0, length));
  if (length < 0) complain(lib, path);
  return slow().readlinkSync(path);
}

export function readdirSync(path: string): string[];
export function readdirSync(path: string, how: { withFileTypes: true }): Node.Dirent[];
export function readdirSync(path: string, how?: { withFileTypes: true }): string[] | Node.Dirent[] {
  if (how) return slow().readdirSync(path, how);
  return namesIn(path) ?? slow().readdirSync(path);
}

function namesIn(path: string): string[] | undefined {
  const lib = c();
  if (!lib) return undefined;
  const folder = openSync(path, 'r');
  try {
    const names: string[] = [];
    const some = new Uint8Array(4_096);
    for (;;) {
      const got = lib.getdents64(folder, some, some.length);
      if (got === 0) return names;
      if (got < 0) return undefined;
      addNames(some.subarray(0, got), names);
    }
  } finally {
    lib.close(folder);
  }
}

/** One after the other: 16 bytes for the system, the length of the entry, its kind, its name up to a zero. */
function addNames(bytes: Uint8Array, names: string[]): void {
  for (let at = 0; at < bytes.length; ) {
    const end = at + bytes[at + 16]! + bytes[at + 17]! * 256;
    const name = new TextDecoder().decode(bytes.subarray(at + 19, bytes.indexOf(0, at + 19)));
    if (name !== '.' && name !== '..') names.push(name);
    at = end;
  }
}

// Rarer than an event: no sooner than node:fs.
export const lstatSync: typeof Node.lstatSync = ((path: string) => slow().lstatSync(path)) as never;
export const mkdirSync = (path: string, how: { recursive: true; mode: number }) =>
  slow().mkdirSync(path, how);
export const renameSync = (from: string, to: string) => slow().renameSync(from, to);
export const rmSync = (path: string, how: Node.RmOptions) => slow().rmSync(path, how);
export const chmodSync = (path: string, mode: number) => slow().chmodSync(path, mode);
export const utimesSync = (path: string, seen: Date | number, changed: Date | number) =>
  slow().utimesSync(path, seen, changed);
export const unlinkSync = (path: string) => slow().unlinkSync(path);
export const writeFileSync = (path: string, data: string | Uint8Array, how: { mode: number }) =>
  slow().writeFileSync(path, data, how);
