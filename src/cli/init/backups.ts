// Records which settings files Pawl has changed, with backups, so that uninstall can restore them byte for byte.
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import type { Scope, SettingsText } from './settings.ts';

export interface InstalledFile {
  scope: Scope;
  /** False if `init` created the file, so that `uninstall` removes it. */
  existed: boolean;
  /** Whether `init` created its folder too. */
  madeFolder: boolean;
  /** Name of the copy in backups/, as the file was before `init`. */
  backup: string;
  /** Hash of the text that `init` wrote. */
  left: string;
}

type Installed = Record<string, InstalledFile>;

const installedFile = (home: Home) => join(home.dir, 'installed.json');

export function readInstalled(home: Home): Installed {
  try {
    return JSON.parse(readText(installedFile(home)) ?? '{}') as Installed;
  } catch {
    return {}; // Without this list, Pawl's entries are still recognised by their command.
  }
}

export function writeInstalled(home: Home, target: string, entry: InstalledFile | undefined): void {
  const { [target]: _, ...rest } = readInstalled(home);
  const next = entry ? { ...rest, [target]: entry } : rest;
  writeFileAtomic(installedFile(home), `${JSON.stringify(next, null, 2)}\n`);
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Copies a file before it is changed. The same content is copied only once. */
export function backUp(home: Home, read: SettingsText, now = new Date()): string {
  const stamp = now.toISOString().replaceAll(':', '-').slice(0, 19);
  const name = `${stamp}-${hash(read.target + read.text).slice(0, 12)}.json`;
  writeFileAtomic(join(home.dir, 'backups', name), read.byteOrderMark + read.text);
  removeOldBackups(home);
  return name;
}

const maxBackups = 100;

/** Keeps the newest backups, and those that an uninstall needs. */
function removeOldBackups(home: Home): void {
  const folder = join(home.dir, 'backups');
  const needed = Object.values(readInstalled(home)).map((entry) => entry.backup);
  const old = readdirSync(folder).sort().slice(0, -maxBackups);
  for (const name of old) if (!needed.includes(name)) rmSync(join(folder, name), { force: true });
}

export function readBackup(home: Home, entry: InstalledFile): string | undefined {
  const text = readText(join(home.dir, 'backups', entry.backup));
  return text?.replace(/^\uFEFF/, '');
}
