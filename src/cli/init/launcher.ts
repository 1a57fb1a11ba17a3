// Copies this program to the stable path that settings files use. A versioned path could disappear during a session.
import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { version } from '../../../package.json';
import { embeddedRoot } from '../../hook/bundles/load.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { recordSource } from '../daily/source.ts';

/** Path of the running executable; undefined if Pawl runs from its sources. */
export function thisProgram(): string | undefined {
  return embeddedRoot(Bun.main) ? process.execPath : undefined;
}

export function isCurrent(home: Home): boolean {
  const program = thisProgram();
  return program !== undefined && sameBytes(program, home.launcher);
}

export interface InstallOptions {
  /** Replaces a newer launcher as well. */
  downgrade?: boolean;
}

/** Returns whether it was copied. The old file is replaced by a rename, so a running hook keeps the old program. */
export function installLauncher(home: Home, { downgrade = false }: InstallOptions = {}): boolean {
  const program = thisProgram();
  if (!program)
    throw new UserError(
      'Run `npm run build`, then `dist/pawl init`: Pawl can be installed only from the built program.',
      1,
    );
  if (!downgrade) refuseDowngrade(home);
  recordSource(home, program);
  if (sameBytes(program, home.launcher)) {
    chmodSync(home.launcher, 0o700);
    return false;
  }
  makeFolder(dirname(home.launcher));
  const temporary = `${home.launcher}.${process.pid}.new`;
  try {
    copyProgram(program, temporary);
    chmodSync(temporary, 0o700);
    renameSync(temporary, home.launcher);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return true;
}

/**
 * Writes the copy with one large write. The kernel then keeps the file in memory in larger pieces than it does after
 * `copyFileSync`, and the program starts some 0.25 ms faster (docs/decisions/011-bundles.md).
 */
export function copyProgram(from: string, to: string): void {
  writeFileSync(to, readFileSync(from), { mode: 0o700 });
}

/** An older program may not be able to read what the newer one stored. */
export function refuseDowngrade(home: Home): void {
  const installed = versionOf(home.launcher);
  if (!installed || Bun.semver.order(installed, version) <= 0) return;
  throw new UserError(
    `The installed launcher is ${installed}, and this program is ${version}. Nothing was changed. To go back to the older one, add --downgrade.`,
    1,
  );
}

/** The version that a program of Pawl prints; undefined if it does not run. */
export function versionOf(program: string): string | undefined {
  if (!statSync(program, { throwIfNoEntry: false })) return undefined;
  const done = attempt(() =>
    Bun.spawnSync([program, '--version'], { stdin: 'ignore', stderr: 'ignore', timeout: 10_000 }),
  );
  return done?.stdout.toString().match(/^pawl (\d+\.\d+\.\d+\S*)/)?.[1];
}

const chunk = 4 * 1024 * 1024;

export function sameBytes(file: string, other: string): boolean {
  const [a, b] = [file, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (!a || !b || a.size !== b.size) return false;
  if (a.ino === b.ino && a.dev === b.dev) return true;
  const [left, right] = [Buffer.allocUnsafe(chunk), Buffer.allocUnsafe(chunk)];
  const files = [openSync(file, 'r'), openSync(other, 'r')] as const;
  try {
    for (let at = 0; at < a.size; at += chunk) {
      const leftLength = readSync(files[0], left, 0, chunk, at);
      const rightLength = readSync(files[1], right, 0, chunk, at);
      if (!left.subarray(0, leftLength).equals(right.subarray(0, rightLength))) return false;
    }
    return true;
  } finally {
    for (const fd of files) closeSync(fd);
  }
}
