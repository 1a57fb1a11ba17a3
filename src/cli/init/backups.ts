// What was installed where, and how the file looked before: so that it can be given back byte by byte.
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import type { Scope, SettingsText } from './settings.ts';

export interface Entry {
  scope: Scope;
  /** False: the file was not there, and goes again. */
  existed: boolean;
  /** The folder around it was not there either. */
  madeFolder: boolean;
  /** Copy of the file as it was before us; named in backups/. */
  backup: string;
  /** Hash of the text as we left it. */
  left: string;
}

type Installed = Record<string, Entry>;

const installedFile = (home: Home) => join(home.dir, 'installed.json');

export function readInstalled(home: Home): Installed {
  try {
    return JSON.parse(readText(installedFile(home)) ?? '{}') as Installed;
  } catch {
    return {}; // Without it we still find our entries by their mark.
  }
}

export function writeInstalled(home: Home, target: string, entry: Entry | undefined): void {
  const { [target]: _, ...rest } = readInstalled(home);
  const next = entry ? { ...rest, [target]: entry } : rest;
  writeFileAtomic(installedFile(home), `${JSON.stringify(next, null, 2)}\n`);
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Keeps a copy before a file is changed; the same content is kept once. */
export function backUp(home: Home, read: SettingsText, now = new Date()): string {
  const stamp = now.toISOString().replaceAll(':', '-').slice(0, 19);
  const name = `${stamp}-${hash(read.target + read.text).slice(0, 12)}.json`;
  writeFileAtomic(join(home.dir, 'backups', name), read.mark + read.text);
  forgetOld(home);
  return name;
}

const kept = 100;

/** The newest, and those that are the way back of an installation. */
function forgetOld(home: Home): void {
  const folder = join(home.dir, 'backups');
  const needed = Object.values(readInstalled(home)).map((entry) => entry.backup);
  const old = readdirSync(folder).sort().slice(0, -kept);
  for (const name of old) if (!needed.includes(name)) rmSync(join(folder, name), { force: true });
}

export function readBackup(home: Home, entry: Entry): string | undefined {
  const text = readText(join(home.dir, 'backups', entry.backup));
  return text?.replace(/^\uFEFF/, '');
}
