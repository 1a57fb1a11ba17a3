// Small helpers over the file system, with the permissions and guarantees that all of Pawl's own files have.
import { attempt } from './attempt.ts';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from './fs/index.ts';
import { dirname } from './path.ts';

export function makeFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Whole or not at all: a reader never sees half a file. */
export function writeWhole(path: string, data: string | Uint8Array, mode = 0o600): void {
  makeFolder(dirname(path));
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  writeFileSync(temporary, data, { mode });
  renameSync(temporary, path);
}

/** One write in append mode: lines of parallel processes do not mix. */
export function append(path: string, data: string): void {
  try {
    appendFileSync(path, data, { mode: 0o600 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    appendFileSync(path, data, { mode: 0o600 });
  }
}

export function readText(path: string): string | undefined {
  // Most are not there, and an error costs more than a look.
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** By any spelling: our own home can lie in a folder that looks like a project. */
export function samePlace(a: string, b: string): boolean {
  const real = (path: string) => attempt(() => realpathSync(path)) ?? path;
  return a === b || real(a) === real(b);
}
