// `--fix`: what is safe, after a backup, and told line by line.
import { chmodSync } from 'node:fs';
import { setAside } from '../../store/db/health.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { backUp } from '../init/backups.ts';
import { readSettings, writeSettings } from '../init/settings.ts';
import { shortPath } from '../support/terminal.ts';
import { closeUp } from './check-home.ts';
import type { Around } from './command-line.ts';
import type { Examined } from './examine.ts';
import { mend } from './fix-settings.ts';
import type { Source } from './sources.ts';

/** Returns what was changed, in words. */
export function fix(home: Home, { sources, findings }: Examined, around: Around): string[] {
  const has = (code: string) => findings.some((one) => one.code === code && one.fixable);
  const did = sources.flatMap((source) => fixSettings(home, source, around));
  if (has('launcher-mode')) {
    chmodSync(home.launcher, 0o700);
    did.push(`${shortPath(home.launcher)}: made executable`);
  }
  if (has('permissions')) did.push(...closeUp(home).map((path) => `${shortPath(path)}: closed to others`));
  if (has('store-corrupt')) did.push(`the damaged store is now ${shortPath(setAside(home, Date.now()))}`);
  return did;
}

/** Only files that belong to the person or the project: an administrator's and a plugin's are not ours to mend. */
function fixSettings(home: Home, source: Source, around: Around): string[] {
  if (source.kind === 'managed' || source.kind === 'plugin') return [];
  try {
    return mendSettings(home, source, around);
  } catch (error) {
    // One that can't be read or written keeps nobody from mending the others.
    if (!(error instanceof UserError)) throw error;
    console.error(`pawl: ${error.message}`);
    return [];
  }
}

function mendSettings(home: Home, source: Source, around: Around): string[] {
  const read = readSettings(source.file);
  const { text, did } = mend({ ...source, text: read.text }, around);
  if (did.length === 0) return [];
  const backup = backUp(home, read);
  writeSettings(read, text);
  return [
    ...did.map((one) => `${shortPath(source.file)} ${one}`),
    `${shortPath(source.file)} as it was: ${shortPath(`${home.dir}/backups/${backup}`)}`,
  ];
}
