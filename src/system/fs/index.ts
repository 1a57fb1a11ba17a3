// The file system that everything loaded by an event goes through, by the names of node:fs: from the C library where
// there is one that we know, else from node:fs. Nothing is done differently, only sooner.
import { type Ffi, LibcFileSystem, openLibc } from './libc.ts';
import { nodeFileSystem } from './node.ts';
import type { FileSystem, OpenFlag, Stat } from './types.ts';

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
  return libc ? new LibcFileSystem(libc, ffi, nodeFileSystem) : nodeFileSystem;
}

let chosen: FileSystem | undefined;

/** Chosen once, when it is first used: a bundle that opens no file does not open the library either. */
function fs(): FileSystem {
  chosen ??= chooseFileSystem(process.platform, (Bun as unknown as { FFI: Ffi }).FFI);
  return chosen;
}

/** New files are readable only by their owner. */
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

/** A path, or the number of an open file. */
export function readFileSync(path: string | number): Uint8Array;
export function readFileSync(path: string | number, encoding: 'utf8'): string;
export function readFileSync(path: string | number, encoding?: 'utf8'): Uint8Array | string {
  const bytes = fs().readFileSync(path);
  return encoding ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : bytes;
}

/** Until every byte is out: a pipe takes as much at a time as it has room for. */
export function writeAll(file: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; ) at += fs().writeSync(file, bytes.subarray(at));
}

export function appendFileSync(path: string, data: string, { mode }: { mode: number }): void {
  const file = openSync(path, 'a', mode);
  try {
    writeAll(file, data);
  } finally {
    closeSync(file);
  }
}
