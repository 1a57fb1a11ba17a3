// Adds Pawl's entries to a settings file, and removes them again.
import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Home } from '../../system/home.ts';
import { backUp, hash, type InstalledFile, readBackup, readInstalled, writeInstalled } from './backups.ts';
import { parseJson } from './json.ts';
import { register, registeredEvents, unregister, type Wanted } from './merge.ts';
import {
  explainMalformed,
  readSettings,
  retryIfChanged,
  type Scope,
  type SettingsText,
  writeSettings,
} from './settings.ts';
import { removeSharedScript, writeSharedScript } from './shared-script.ts';
import { dropStatusLine, forgetStatusLine, saveStatusLine, setStatusLine } from './statusline.ts';

export interface Change {
  file: string;
  before: string;
  /** Undefined if the file is removed. */
  after: string | undefined;
}

interface InstallOptions {
  statusLine?: string | undefined;
  /** `kept` for a client whose settings file may have comments; otherwise comments are an error. */
  comments?: 'kept';
}

/** The change that `init` would make. */
export function planInstall(
  home: Home,
  file: string,
  wanted: Wanted,
  { statusLine, comments }: InstallOptions = {},
): Change {
  const read = readSettings(file);
  const original = originalOf(home, read);
  const after = explainMalformed(file, () => {
    parseJson(initialText(read), { comments });
    return setStatusLine(register(initialText(read), wanted, original), statusLine, original);
  });
  return { file, before: read.text, after: after === initialText(read) ? read.text : after };
}

/** How a change affects which events are registered. */
export function eventsOfChange({ before, after }: Change): {
  added: string[];
  removed: string[];
  now: string[];
} {
  const [had, now] = [registeredEvents(before), registeredEvents(after ?? '')];
  const without = (events: string[], others: string[]) => events.filter((event) => !others.includes(event));
  return { added: without(now, had), removed: without(had, now), now };
}

/** The text of the file as it was before Pawl's entries were added. */
export function textWithoutPawl(home: Home, file: string): string {
  return withoutPawl(home, readSettings(file)).text;
}

/** A missing or empty file is treated as an empty object. */
function initialText(read: SettingsText): string {
  return read.text.trim() === '' ? '{}\n' : read.text;
}

function originalOf(home: Home, read: SettingsText): string | undefined {
  const entry = readInstalled(home)[read.target];
  return entry && readBackup(home, entry);
}

export function install(
  home: Home,
  scope: Scope,
  file: string,
  wanted: Wanted,
  options: InstallOptions = {},
): Change {
  return retryIfChanged(() => {
    const read = readSettings(file);
    const change = planInstall(home, file, wanted, options);
    if (scope === 'project') writeSharedScript(file);
    if (change.after === undefined || change.after === read.text) return change;
    const { entry, backup } = stateBefore(home, scope, read);
    // The backup is written first, so that an interrupted installation can be undone.
    const name = backUp(home, backup);
    writeInstalled(home, read.target, { ...entry, backup: name, left: hash(change.after) });
    if (options.statusLine) saveStatusLine(home, read.text);
    writeSettings(read, change.after, scope);
    return change;
  });
}

/** The file as it would be without Pawl: its text before the first installation, plus later changes by others. */
function stateBefore(home: Home, scope: Scope, read: SettingsText) {
  const old = readInstalled(home)[read.target];
  const { text, gone } = withoutPawl(home, read);
  const entry: Omit<InstalledFile, 'backup' | 'left'> = {
    scope,
    existed: old ? !gone : read.exists,
    madeFolder: old ? old.madeFolder : !existsSync(dirname(read.target)),
  };
  return { entry, backup: { ...read, text } };
}

/** The text as it would be without Pawl. `gone`: there would be no file at all. */
function withoutPawl(home: Home, read: SettingsText): { text: string; gone: boolean } {
  const entry = readInstalled(home)[read.target];
  const original = entry && readBackup(home, entry);
  if (entry && original !== undefined && hash(read.text) === entry.left)
    return { text: original, gone: !entry.existed };
  if (read.text.trim() === '') return { text: read.text, gone: !read.exists };
  const text = explainMalformed(read.file, () => dropStatusLine(unregister(read.text, original), original));
  const gone = entry?.existed === false && parseJson(text, { comments: 'kept' }).children?.length === 0;
  return { text, gone };
}

/** The change that `uninstall` would make. */
export function planUninstall(home: Home, file: string): Change {
  const read = readSettings(file);
  if (!read.exists) return { file, before: '', after: '' };
  const { text, gone } = withoutPawl(home, read);
  return { file, before: read.text, after: gone ? undefined : text };
}

export function uninstall(home: Home, file: string): Change {
  return retryIfChanged(() => {
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
    removeSharedScript(file);
    if (entry) writeInstalled(home, read.target, undefined);
    forgetStatusLine(home, read.text);
    return change;
  });
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty, because something else was put there since.
  }
}
