// The script `.pawl/launch.sh` in a project, which its shared settings name. It is committed with them.
import { chmodSync, existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sharedScript } from '../../domain/client-settings/handlers.ts';
import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import { launchScript } from './launch-script.ts';

const text = launchScript('Written by `pawl init --project`; commit it with .claude/settings.json.');

/** The script of the project to which this settings file belongs. */
const scriptBeside = (settings: string) => join(dirname(dirname(settings)), sharedScript);

/** Readable and executable for the whole team, like the settings file. */
export function writeSharedScript(settings: string): void {
  const file = scriptBeside(settings);
  if (!existsSync(dirname(file))) {
    mkdirSync(dirname(file));
    chmodSync(dirname(file), 0o755);
  }
  if (readText(file) !== text) writeFileAtomic(file, text, 0o755);
  chmodSync(file, 0o755);
}

/** Removes the script only if it is unchanged, and its folder only if nothing else is in it. */
export function removeSharedScript(settings: string): void {
  const file = scriptBeside(settings);
  if (readText(file) !== text) return;
  rmSync(file);
  attempt(() => rmdirSync(dirname(file)));
}
