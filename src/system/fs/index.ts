// The file system for all code that the hook loads, with the functions of node:fs. On Linux they call the C library,
// which is faster because node:fs takes long to load; elsewhere they call node:fs. The results are the same.
import { type Ffi, LibcFileSystem, openLibc } from './libc.ts';
import { nodeFileSystem } from './node.ts';
import type { FileSystem, OpenFlag, Stat } from './types.ts';
import { decode, encode } from './utf8.ts';

export {
  chmodSync,
  listEntries,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from './node.ts';
export type { Stat } from './types.ts';

export function chooseFileSystem(platform: string, ffi: Ffi): FileSystem {
  const libc = platform === 'linux' ? openLibc(ffi) : undefined;
  return libc ? new LibcFileSystem(libc, ffi, nodeFileSystem) : nodeFileSystem();
}

let chosen: FileSystem | undefined;

/** Chosen on first use, so that a process that uses no file does not open the C library. */
function fs(): FileSystem {
  chosen ??= chooseFileSystem(process.platform, (Bun as unknown as { FFI: Ffi }).FFI);
  return chosen;
}

/** Sets the umask, so that new files are readable only by their owner. */
export const keepPrivate = (): void => fs().umask(0o077);

export const existsSync = (path: string): boolean => fs().existsSync(path);
export const lexistsSync = (path: string): boolean => fs().lexistsSync(path);
export const openSync = (path: string, flag: OpenFlag, mode = 0o666): number =>
  fs().openSync(path, flag, mode);
export const closeSync = (file: number): void => fs().closeSync(file);
export const readSync: FileSystem['readSync'] = (file, into, offset, length, position) =>
  fs().readSync(file, into, offset, length, position);
export const statSync = (path: string): Stat => fs().statSync(path);
export const fstatSync = (file: number): Stat => fs().fstatSync(file);
export const realpathSync = (path: string): string => fs().realpathSync(path);
export const readlinkSync = (path: string): string => fs().readlinkSync(path);
export const readdirSync = (path: string): string[] => fs().readdirSync(path);

/** Larger files are never read as a whole: they are not ours, and reading them would take longer than an event may. */
const maxFileSize = 256_000_000;

/**
 * `path` may be the descriptor of an open file. A path must be that of a regular file: a hook that waits for a pipe does
 * not answer, and the client then lets the call pass.
 */
export function readFileSync(path: string | number): Uint8Array;
export function readFileSync(path: string | number, encoding: 'utf8', limit?: number): string;
export function readFileSync(
  path: string | number,
  encoding?: 'utf8',
  limit = maxFileSize,
): Uint8Array | string {
  const bytes = typeof path === 'number' ? fs().readOpenFile(path) : fs().readRegularFile(path, limit);
  return encoding ? decode(bytes) : bytes;
}

/** Repeats the write until all bytes are written, because a pipe takes only as many as it has room for. */
export function writeAll(file: number, text: string): void {
  const bytes = encode(text);
  for (let at = 0; at < bytes.length; ) at += fs().writeSync(file, bytes.subarray(at));
}

export function appendFileSync(path: string, data: string, { mode }: { mode: number }): void {
  const file = openSync(path, 'a', mode);
  try {
    // A pipe takes only what its reader makes room for, and the client waits for us.
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
    writeAll(file, data);
  } finally {
    closeSync(file);
  }
}
