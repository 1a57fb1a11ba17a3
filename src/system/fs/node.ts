// The file system through node:fs, which is loaded on first use: on systems other than Linux, for errors that libc.ts
// does not handle, and for operations that few events need.
import type * as Node from 'node:fs';
import type { FileSystem } from './types.ts';

const node = (): typeof Node => require('node:fs') as typeof Node;

let made: FileSystem | undefined;

/** Made on first use, because on Linux hardly any event needs it. */
export function nodeFileSystem(): FileSystem {
  made ??= makeFileSystem();
  return made;
}

const makeFileSystem = (): FileSystem => ({
  umask: (mode) => void process.umask(mode),
  existsSync: (path) => node().existsSync(path),
  lexistsSync(path) {
    try {
      return Boolean(node().lstatSync(path));
    } catch {
      return false;
    }
  },
  openSync: (path, flag, mode) => node().openSync(path, flag === 'a' ? appendFlags() : flag, mode),
  closeSync: (file) => node().closeSync(file),
  readSync: (file, into, offset, length, position) => node().readSync(file, into, offset, length, position),
  writeSync(file, bytes) {
    try {
      return node().writeSync(file, bytes);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
      Bun.sleepSync(1);
      return 0;
    }
  },
  readOpenFile: (file) => node().readFileSync(file),
  readRegularFile(path, limit) {
    const stat = node().statSync(path);
    if (stat.isFile() && stat.size > limit) throw new Error(`${path} is too large`);
    // For a folder, the system's own error (EISDIR) is clearer.
    if (!stat.isFile() && !stat.isDirectory()) throw new Error(`${path} is not a regular file`);
    return node().readFileSync(path);
  },
  statSync: (path) => node().statSync(path),
  fstatSync: (file) => node().fstatSync(file),
  realpathSync: (path) => node().realpathSync(path),
  readlinkSync: (path) => node().readlinkSync(path),
  readdirSync: (path) => node().readdirSync(path),
});

/** Windows has no `O_NONBLOCK`. */
function appendFlags(): number {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK = 0 } = node().constants;
  return O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK;
}

// Few events need these, so the C library would save nothing.
export const lstatSync = (path: string) => node().lstatSync(path);
export const listEntries = (path: string) => node().readdirSync(path, { withFileTypes: true });
export const mkdirSync = (path: string, options: { recursive: true; mode: number }) =>
  node().mkdirSync(path, options);
export const renameSync = (from: string, to: string) => node().renameSync(from, to);
export const rmSync = (path: string, options: Node.RmOptions) => node().rmSync(path, options);
export const chmodSync = (path: string, mode: number) => node().chmodSync(path, mode);
export const utimesSync = (path: string, accessed: Date | number, modified: Date | number) =>
  node().utimesSync(path, accessed, modified);
export const unlinkSync = (path: string) => node().unlinkSync(path);
export const writeFileSync = (path: string, data: string | Uint8Array, options: { mode: number }) =>
  node().writeFileSync(path, data, options);
