// What Pawl asks of a file system while it handles an event. Names and results are those of node:fs; libc.ts and
// node.ts implement it, and one test suite holds both to what node:fs says.

/** The part of a file's state that is looked at. */
export interface Stat {
  size: number;
  mode: number;
  ino: number;
  mtimeMs: number;
  ctimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** Read; append, made if it is missing; write, made by us or not at all. */
export type OpenFlag = 'r' | 'a' | 'wx';

export interface FileSystem {
  umask(mode: number): void;
  existsSync(path: string): boolean;
  /** As `existsSync`, but true also for a link that leads nowhere. */
  lexistsSync(path: string): boolean;
  /** Opened files are not inherited by child processes. */
  openSync(path: string, flag: OpenFlag, mode: number): number;
  closeSync(file: number): void;
  readSync(file: number, into: Uint8Array, offset: number, length: number, position: number): number;
  /** How many bytes were written: 0 if the file (a pipe) takes none at the moment. */
  writeSync(file: number, bytes: Uint8Array): number;
  /** A path, or the number of an open file. */
  readFileSync(path: string | number): Uint8Array;
  statSync(path: string): Stat;
  fstatSync(file: number): Stat;
  realpathSync(path: string): string;
  readlinkSync(path: string): string;
  readdirSync(path: string): string[];
}
