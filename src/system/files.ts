// Helpers for Pawl's own files: private to the user, written atomically, appended line by line.
import { attempt } from './attempt.ts';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from './fs/index.ts';
import { dirname } from './path.ts';

export function makeFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Writes to a temporary file and renames it, so that a reader never sees half a file. */
export function writeFileAtomic(path: string, data: string | Uint8Array, mode = 0o600): void {
  makeFolder(dirname(path));
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeFileSync(temporary, data, { mode });
    renameSync(temporary, path);
  } catch (error) {
    attempt(() => unlinkSync(temporary));
    throw notWritten(path, error as Error);
  }
}

/** Names the file itself: the system names the temporary one, or none if the disk is full. */
function notWritten(path: string, error: Error): Error {
  error.message = `${path} can’t be written: ${error.message.replace(/, \w+( '.*)?$/s, '')}`;
  return error;
}

/** Appends with a single write, so that lines of parallel processes do not mix. */
export function append(path: string, data: string): void {
  try {
    appendFileSync(path, data, { mode: 0o600 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    appendFileSync(path, data, { mode: 0o600 });
  }
}

/** No file that Pawl keeps for itself is larger. */
const maxOwnFile = 32_000_000;

/** Returns undefined if the file does not exist, can't be read, is huge, or is not a regular file. */
export function readText(path: string): string | undefined {
  // Most of these files do not exist, and throwing an error is slower than a check.
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8', maxOwnFile);
  } catch {
    return undefined;
  }
}

/** Whether two paths are the same file after links are resolved. */
export function isSamePath(a: string, b: string): boolean {
  const real = (path: string) => attempt(() => realpathSync(path)) ?? path;
  return a === b || real(a) === real(b);
}
