// Remembers newer versions, and where this program came from, for `pawl update` and the daily work.

import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

/** Where the installed program came from, because that is where a newer one comes from. */
export type ProgramSource = CheckoutSource | PackageSource;

/** The checkout a program was built from, and the commit that was checked out when it was installed. */
export interface CheckoutSource {
  /** Absent in files of version 0.1, which knew no other kind. */
  kind?: 'git';
  path: string;
  commit: string;
}

/** A program that npm or Homebrew installed, or that was downloaded. */
export interface PackageSource {
  kind: 'npm' | 'brew' | 'file';
  program: string;
  version: string;
}

export type UpdateResult =
  | 'same'
  | 'newer'
  | 'ahead'
  | 'diverged'
  | 'offline'
  | 'applied'
  | 'installed'
  | 'no_upstream';

export interface UpdateState {
  checked_at: number;
  result: UpdateResult;
  /** A commit, or the version of a package. */
  local: string;
  remote?: string;
  /** Number of commits that the remote has and the checkout lacks. */
  behind?: number;
  /** Why a newer version was not applied. */
  kept?: string;
  /** True if the newer version has to be registered differently. */
  registration_changed?: boolean;
  /** The commit that the checkout was fast-forwarded to and that is not built yet. */
  applied?: string;
  history: { at: number; from: string; to: string; how: string }[];
}

const sourceFile = (home: Home) => join(home.control, 'source.json');
const updateFile = (home: Home) => join(home.dir, 'update.json');

const read = <T>(file: string) => attempt(() => JSON.parse(readText(file) ?? '') as T) ?? undefined;
const write = (file: string, value: unknown) => writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`);

export const readSource = (home: Home) => read<ProgramSource>(sourceFile(home));
export const readCheckout = (home: Home): CheckoutSource | undefined => {
  const source = readSource(home);
  return source && 'commit' in source ? source : undefined;
};
export const writeSource = (home: Home, source: ProgramSource) => write(sourceFile(home), source);
export const readUpdate = (home: Home) => read<UpdateState>(updateFile(home));
export const writeUpdate = (home: Home, state: UpdateState) => write(updateFile(home), state);
