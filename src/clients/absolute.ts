// Resolves a path that the model wrote against the folder in which the tool runs.
import { resolve } from '../system/path.ts';

/** Leaves `~` as it is, because no client expands it and the guard understands it. */
export function absolute(path: string, cwd: string): string {
  return path.startsWith('~') || cwd === '' ? path : resolve(cwd, path);
}
