// Copies this program to the stable path that settings files name. Versioned paths die in the middle of a session.
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { noteSource } from '../daily/source.ts';

/** This very program; undefined when it runs from its sources. */
export function thisProgram(): string | undefined {
  return Bun.main.startsWith('/$bunfs/') || Bun.main.startsWith('B:/~BUN/') ? process.execPath : undefined;
}

export function isCurrent(home: Home): boolean {
  const program = thisProgram();
  return program !== undefined && sameBytes(program, home.launcher);
}

/** Returns whether something was written. A running session keeps the old program: the name moves, not the bytes. */
export function placeLauncher(home: Home): boolean {
  const program = thisProgram();
  if (!program)
    throw new UserError('This is not the built program. Run `npm run build`, then `dist/pawl init`.', 1);
  noteSource(home, program);
  if (sameBytes(program, home.launcher)) {
    chmodSync(home.launcher, 0o700);
    return false;
  }
  makeFolder(dirname(home.launcher));
  const fresh = `${home.launcher}.${process.pid}.new`;
  try {
    copyFileSync(program, fresh, constants.COPYFILE_FICLONE);
    chmodSync(fresh, 0o700);
    renameSync(fresh, home.launcher);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return true;
}

const chunk = 4 * 1024 * 1024;

function sameBytes(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (!a || !b || a.size !== b.size) return false;
  if (a.ino === b.ino && a.dev === b.dev) return true;
  const [left, right] = [Buffer.allocUnsafe(chunk), Buffer.allocUnsafe(chunk)];
  const files = [openSync(one, 'r'), openSync(other, 'r')] as const;
  try {
    for (let at = 0; at < a.size; at += chunk) {
      const got = readSync(files[0], left, 0, chunk, at);
      const too = readSync(files[1], right, 0, chunk, at);
      if (got !== too || !left.subarray(0, got).equals(right.subarray(0, too))) return false;
    }
    return true;
  } finally {
    for (const file of files) closeSync(file);
  }
}
