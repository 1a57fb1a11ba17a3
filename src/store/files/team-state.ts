// Small files about the team store: whether this machine is in a team, its id, and how the last synchronisation went.

import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import { existsSync, statSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

const fileOf = (home: Home, name: string) => join(home.dir, 'team', name);

/** All that a hook looks at: while this file exists, the machine is in a team. */
export const teamMark = (home: Home): string => fileOf(home, 'on');

export const isInTeam = (home: Home): boolean => existsSync(teamMark(home));

export function markInTeam(home: Home, on: boolean): void {
  if (on && !isInTeam(home)) writeFileAtomic(teamMark(home), '');
  if (!on) attempt(() => unlinkSync(teamMark(home)));
}

export const passwordFile = (home: Home): string => fileOf(home, 'password');
export const ownerFile = (home: Home): string => fileOf(home, 'owner.json');
export const publishedFolder = (home: Home): string => fileOf(home, 'published');

/** The id of this home in the team store. */
export function machineId(home: Home): string {
  const file = fileOf(home, 'machine');
  const known = readText(file)?.trim();
  if (known && /^[0-9a-f-]{36}$/.test(known)) return known;
  const made = crypto.randomUUID();
  writeFileAtomic(file, `${made}\n`);
  return made;
}

export interface SyncState {
  /** When the last synchronisation succeeded, and when the first one failed since then. */
  last_ok?: number;
  failing_since?: number;
  problem?: string;
  /** The kind of the problem; see `TeamProblem`. */
  kind?: string;
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  clock?: number;
  /** The generation of the store; another one means another or a new store. */
  server?: string;
  /** To whom this machine belongs in the team, and whether that is a lead. */
  person?: string;
  lead?: boolean;
  /** The patterns for shared repositories at the last synchronisation, as JSON. */
  repositories?: string;
  /** Rows that the server refused to take. */
  refused?: number;
}

const stateFile = (home: Home) => fileOf(home, 'state.json');

export function readSyncState(home: Home): SyncState {
  const text = readText(stateFile(home));
  return (text && attempt(() => JSON.parse(text) as SyncState)) || {};
}

export function writeSyncState(home: Home, state: SyncState): void {
  writeFileAtomic(stateFile(home), `${JSON.stringify(state, null, 2)}\n`);
}

const attemptFile = (home: Home) => fileOf(home, 'attempt');

/** When a synchronisation was last started. */
export const lastAttempt = (home: Home): number => attempt(() => statSync(attemptFile(home)).mtimeMs) ?? 0;

export function noteAttempt(home: Home): void {
  writeFileAtomic(attemptFile(home), '');
}
