// The interface of the file system that the hook uses. Names and results are those of node:fs. libc.ts and node.ts
// implement it, and one test suite compares both with node:fs.

/** The fields of a file's status that Pawl uses. */
export interface Stat {
  size: number;
  mode: number;
  ino: number;
  mtimeMs: number;
  ctimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** `r`: read. `a`: append, and create the file if necessary; a pipe without a reader throws instead of waiting. `wx`: write a new file; fails if it exists. */
export type OpenFlag = 'r' | 'a' | 'wx';

export interface FileSystem {
  umask(mode: number): void;
  existsSync(path: string): boolean;
  /** Like `existsSync`, but also true for a dangling link. */
  lexistsSync(path: string): boolean;
  /** Opened files are not inherited by child processes. */
  openSync(path: string, flag: OpenFlag, mode: number): number;
  closeSync(file: number): void;
  readSync(file: number, into: Uint8Array, offset: number, length: number, position: number): number;
  /** Returns how many bytes were written; 0 if a pipe has no room at the moment. */
  writeSync(file: number, bytes: Uint8Array): number;
  /** Reads an open file to its end. */
  readOpenFile(file: number): Uint8Array;
  /**
   * Reads a regular file of at most `limit` bytes. Anything else throws instead of waiting: a pipe may have no writer,
   * and a device may never end.
   */
  readRegularFile(path: string, limit: number): Uint8Array;
  statSync(path: string): Stat;
  fstatSync(file: number): Stat;
  realpathSync(path: string): string;
  readlinkSync(path: string): string;
  readdirSync(path: string): string[];
}
