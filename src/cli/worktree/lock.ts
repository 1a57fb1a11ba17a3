// One change of a repository's worktrees at a time: git itself stumbles over entries that are half made.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';

const patience = 30_000;

export function exclusively<T>({ common }: Repository, work: () => T): T {
  const lock = join(common, 'pawl-worktrees.lock');
  for (const start = Date.now(); !take(lock); Bun.sleepSync(10 + Math.random() * 20)) {
    if (isStale(lock)) rmSync(lock, { recursive: true, force: true });
    else if (Date.now() - start > patience)
      throw new UserError(`Somebody else holds ${lock}. Wait, or remove it if nobody does.`, 1);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return false;
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  return true;
}

/** Its holder is gone, or never got as far as writing its number. */
function isStale(lock: string): boolean {
  const pid = attempt(() => readFileSync(join(lock, 'pid'), 'utf8'));
  if (!pid) return Date.now() - (attempt(() => statSync(lock).mtimeMs) ?? Date.now()) > 5_000;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}
