// `pawl doctor --fix`: applies the safe fixes after a backup, and reports each change.
import { chmodSync } from 'node:fs';
import { setAside } from '../../store/db/health.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { backUp } from '../init/backups.ts';
import { readSettings, writeSettings } from '../init/settings.ts';
import { shortPath } from '../support/terminal.ts';
import { makePrivate } from './check-home.ts';
import type { HookPaths } from './command-line.ts';
import type { Examination } from './examine.ts';
import { fixSettings } from './fix-settings.ts';
import type { Source } from './sources.ts';

/** Returns a line for each change. */
export function applyFixes(home: Home, { sources, findings }: Examination, paths: HookPaths): string[] {
  const has = (code: string) => findings.some((finding) => finding.code === code && finding.fixable);
  const changes = sources.flatMap((source) => fixSource(home, source, paths));
  if (has('launcher-mode')) {
    chmodSync(home.launcher, 0o700);
    changes.push(`${shortPath(home.launcher)}: made executable`);
  }
  if (has('permissions'))
    changes.push(...makePrivate(home).map((path) => `${shortPath(path)}: removed the permissions of others`));
  if (has('store-corrupt'))
    changes.push(`moved the damaged store to ${shortPath(setAside(home, Date.now()))}`);
  return changes;
}

/** Changes only files of the user and the project, not those of an administrator or a plugin. */
function fixSource(home: Home, source: Source, paths: HookPaths): string[] {
  if (source.kind === 'managed' || source.kind === 'plugin') return [];
  try {
    return fixFile(home, source, paths);
  } catch (error) {
    // A file that can't be read or written does not prevent the other files from being fixed.
    if (!(error instanceof UserError)) throw error;
    console.error(`pawl: ${error.message}`);
    return [];
  }
}

function fixFile(home: Home, source: Source, paths: HookPaths): string[] {
  const read = readSettings(source.file);
  const { text, changes } = fixSettings({ ...source, text: read.text }, paths);
  if (changes.length === 0) return [];
  const backup = backUp(home, read);
  writeSettings(read, text);
  return [
    ...changes.map((change) => `${shortPath(source.file)} ${change}`),
    `backup of ${shortPath(source.file)}: ${shortPath(`${home.dir}/backups/${backup}`)}`,
  ];
}
