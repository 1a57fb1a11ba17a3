// The folders of a managed installation: made for everybody to read, and refused where another user may write.
import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../../system/errors.ts';

/** Makes a folder and those above it, owned by root and readable for everybody; returns the ones that were missing. */
export function makeFolders(folder: string): string[] {
  if (existsSync(folder)) return [];
  const above = makeFolders(dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  return [...above, folder];
}

/** A folder and those above it: a user who may write one of them could replace everything below it. */
export const withParents = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [...withParents(dirname(folder)), folder];

/** Whether the folder is root's, and not writable for everybody. */
export const isRootsAlone = ({ uid, mode }: { uid: number; mode: number }): boolean =>
  uid === 0 && (mode & 0o002) === 0;

/** Refuses a folder that another user owns or may write, because only root may change what is installed there. */
export function refuseForeign(folder: string): void {
  if (process.getuid === undefined || isRootsAlone(lstatSync(folder))) return;
  throw new UserError(
    `${folder} does not belong to root alone, so nothing there is safe from other users. Run \`chown root ${folder} && chmod go-w ${folder}\` and try again.`,
    1,
  );
}
