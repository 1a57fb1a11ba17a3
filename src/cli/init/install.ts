// Puts our entries into a settings file and takes them out again.
import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Home } from '../../system/home.ts';
import { backUp, type Entry, hash, readBackup, readInstalled, writeInstalled } from './backups.ts';
import { parseJson } from './json.ts';
import { register, registeredEvents, unregister, type Wanted } from './merge.ts';
import {
  Changed,
  explainMalformed,
  readSettings,
  type Scope,
  type SettingsText,
  writeSettings,
} from './settings.ts';
import { dropStatusLine, forgetStatusLine, keepStatusLine, setStatusLine } from './statusline.ts';

export interface Change {
  file: string;
  before: string;
  /** Undefined: the file goes. */
  after: string | undefined;
}

/** What `init` would do. */
export function planInstall(home: Home, file: string, wanted: Wanted, statusLine?: string): Change {
  const read = readSettings(file);
  const original = originalOf(home, read);
  const after = explainMalformed(file, () =>
    setStatusLine(register(startOf(read), wanted, original), statusLine, original),
  );
  return { file, before: read.text, after: after === startOf(read) ? read.text : after };
}

/** How a change alters what the client sends us. */
export function eventsOfChange({ before, after }: Change): {
  added: string[];
  removed: string[];
  now: string[];
} {
  const [had, now] = [registeredEvents(before), registeredEvents(after ?? '')];
  const less = (from: string[], what: string[]) => from.filter((one) => !what.includes(one));
  return { added: less(now, had), removed: less(had, now), now };
}

/** A missing or empty file is like one that holds nothing. */
function startOf(read: SettingsText): string {
  return read.text.trim() === '' ? '{}\n' : read.text;
}

function originalOf(home: Home, read: SettingsText): string | undefined {
  const entry = readInstalled(home)[read.target];
  return entry && readBackup(home, entry);
}

export function install(home: Home, scope: Scope, file: string, wanted: Wanted, statusLine?: string): Change {
  return again(() => {
    const read = readSettings(file);
    const change = planInstall(home, file, wanted, statusLine);
    if (change.after === undefined || change.after === read.text) return change;
    const { entry, backup } = remembered(home, scope, read);
    // The backup and the note come first: whatever happens after them, the way back is known.
    const name = backUp(home, backup);
    writeInstalled(home, read.target, { ...entry, backup: name, left: hash(change.after) });
    if (statusLine) keepStatusLine(home, read.text);
    writeSettings(read, change.after, scope);
    return change;
  });
}

/** How the file would look without us: its bytes before the first installation, plus what others did since. */
function remembered(home: Home, scope: Scope, read: SettingsText) {
  const old = readInstalled(home)[read.target];
  const { text, gone } = without(home, read);
  const entry: Omit<Entry, 'backup' | 'left'> = {
    scope,
    existed: old ? !gone : read.exists,
    madeFolder: old ? old.madeFolder : !existsSync(dirname(read.target)),
  };
  return { entry, backup: { ...read, text } };
}

function without(home: Home, read: SettingsText): { text: string; gone: boolean } {
  const entry = readInstalled(home)[read.target];
  const original = entry && readBackup(home, entry);
  if (entry && original !== undefined && hash(read.text) === entry.left)
    return { text: original, gone: !entry.existed };
  if (read.text.trim() === '') return { text: read.text, gone: !read.exists };
  const text = explainMalformed(read.file, () => dropStatusLine(unregister(read.text, original), original));
  const gone = entry?.existed === false && parseJson(text).children?.length === 0;
  return { text, gone };
}

/** What `uninstall` would do. */
export function planUninstall(home: Home, file: string): Change {
  const read = readSettings(file);
  if (!read.exists) return { file, before: '', after: '' };
  const { text, gone } = without(home, read);
  return { file, before: read.text, after: gone ? undefined : text };
}

export function uninstall(home: Home, file: string): Change {
  return again(() => {
    const read = readSettings(file);
    const change = planUninstall(home, file);
    const entry = readInstalled(home)[read.target];
    if (change.after === undefined) {
      rmSync(read.target, { force: true });
      if (entry?.madeFolder) removeEmpty(dirname(read.target));
    } else if (change.after !== read.text) {
      backUp(home, read);
      writeSettings(read, change.after);
    }
    if (entry) writeInstalled(home, read.target, undefined);
    forgetStatusLine(home, read.text);
    return change;
  });
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody has put something there since.
  }
}

/** The client writes its settings too; if it did so under our hands, begin again with what it wrote. */
function again<T>(work: () => T): T {
  for (let left = 5; ; left--) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Changed) || left === 0) throw error;
    }
  }
}
