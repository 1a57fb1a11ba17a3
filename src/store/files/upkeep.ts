// What was found out in the background, for the next session that starts: notices, and where the program came from.

import { attempt } from '../../system/attempt.ts';
import { readText, writeWhole } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

/** Something a person should know, said once. */
export interface Notice {
  key: string;
  text: string;
  at: number;
  told?: boolean;
}

/** The checkout a program was built from, and what was checked out when it was installed. */
export interface Source {
  path: string;
  commit: string;
}

export type Result = 'same' | 'newer' | 'ahead' | 'diverged' | 'offline' | 'applied' | 'no_upstream';

export interface UpdateState {
  checked_at: number;
  result: Result;
  local: string;
  remote?: string;
  /** Commits the remote has and we don't. */
  behind?: number;
  /** Why a newer version was not taken. */
  kept?: string;
  /** The newer version needs another registration than this one. */
  registration_changed?: boolean;
  /** Fast-forwarded to this, which is not built yet. */
  applied?: string;
  history: { at: number; from: string; to: string; how: string }[];
}

const noticeFile = (home: Home) => join(home.run, 'notices.json');
const sourceFile = (home: Home) => join(home.dir, 'source.json');
const updateFile = (home: Home) => join(home.dir, 'update.json');

const read = <T>(file: string) => attempt(() => JSON.parse(readText(file) ?? 'null') as T) ?? undefined;
const write = (file: string, value: unknown) => writeWhole(file, `${JSON.stringify(value, null, 2)}\n`);

export function readNotices(home: Home): Notice[] {
  const notices = read<Notice[]>(noticeFile(home));
  return Array.isArray(notices) ? notices : [];
}

/** What is still so keeps whether it was told; what is not so any more goes. */
export function keepNotices(home: Home, found: readonly Omit<Notice, 'at' | 'told'>[], now: number): void {
  const known = new Map(readNotices(home).map((one) => [one.key, one]));
  write(
    noticeFile(home),
    found.map((one) => ({ at: now, ...known.get(one.key), ...one })),
  );
}

export function markTold(home: Home, keys: readonly string[]): void {
  const notices = readNotices(home).map((one) => (keys.includes(one.key) ? { ...one, told: true } : one));
  write(noticeFile(home), notices);
}

export const readSource = (home: Home) => read<Source>(sourceFile(home));
export const writeSource = (home: Home, source: Source) => write(sourceFile(home), source);
export const readUpdate = (home: Home) => read<UpdateState>(updateFile(home));
export const writeUpdate = (home: Home, state: UpdateState) => write(updateFile(home), state);
