// `pawl uninstall`: the settings files as they were. Pawl's home stays, unless it is to be purged.
import { existsSync, rmSync } from 'node:fs';
import { findPlace } from '../../facts/project.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home, userHome } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { readInstalled } from '../init/backups.ts';
import { type Change, eventsOfChange, planUninstall, uninstall } from '../init/install.ts';
import { withLock } from '../init/lock.ts';
import { removeMcp } from '../init/mcp.ts';
import { printDiff } from '../init/print.ts';
import { scopeOf, scopes, settingsFile } from '../init/settings.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { paint, shortPath } from '../support/terminal.ts';

async function run({ options, json }: Words): Promise<number> {
  refuseInsideAgent('uninstall');
  const home = findHome();
  const files = filesToClear(home, options);
  if (options['dry-run']) return preview(home, files, json);
  if (options.purge) checkPurge(home, options.yes === true);
  const work = () => {
    clearTools(home, options);
    return clearAll(home, files);
  };
  const { changes, refused } = existsSync(home.dir) ? await withLock(home, work) : work();
  // The way back for a file that could not be cleared is in the home.
  const purged = options.purge === true && refused.length === 0;
  if (purged) rmSync(home.dir, { recursive: true, force: true });
  const done = changes.filter((change) => change.after !== change.before);
  if (json) console.log(JSON.stringify(asJson(home, done, purged), null, 2));
  else print(home, done, purged);
  for (const error of refused) console.error(`pawl: ${error.message}`);
  return refused.length > 0 ? 1 : 0;
}

/** One file that can’t be read does not keep the others from being cleared. */
function clearAll(home: Home, files: string[]): { changes: Change[]; refused: UserError[] } {
  const changes: Change[] = [];
  const refused: UserError[] = [];
  for (const file of files) {
    try {
      changes.push(uninstall(home, file));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push(error);
    }
  }
  return { changes, refused };
}

/** The agent's tools go with the registration; a file of the client that can't be read is left alone. */
function clearTools(home: Home, options: Words['options']): void {
  const { root } = findPlace(process.cwd());
  const scope = scopeOf(options);
  for (const one of scope ? [scope] : scopes) attempt(() => removeMcp(one, root, home, process.env));
}

/** One scope if it was named; otherwise everywhere we know to be. */
function filesToClear(home: Home, options: Words['options']): string[] {
  const { root } = findPlace(process.cwd());
  const scope = scopeOf(options);
  if (scope) return [settingsFile(scope, root, process.env)];
  const here = scopes.map((one) => settingsFile(one, root, process.env));
  return [...new Set([...here, ...Object.keys(readInstalled(home))])];
}

function checkPurge(home: Home, yes: boolean): void {
  if (!existsSync(home.marker) || home.dir === userHome())
    throw new UserError(`${home.dir} is not marked as a home of Pawl, so it is not deleted.`, 1);
  if (yes) return;
  const asked =
    process.stdin.isTTY && confirm(`Delete ${home.dir} with config, own policies and all records?`);
  if (!asked)
    throw new UserError(
      `--purge deletes ${home.dir}, own policies and records included. Add --yes to do it.`,
    );
}

function asJson(home: Home, changes: Change[], purged: boolean) {
  const files = changes.map((change) => ({
    file: change.file,
    removed: eventsOfChange(change).removed,
    deleted: change.after === undefined,
  }));
  return { files, home: home.dir, purged };
}

function print(home: Home, changes: Change[], purged: boolean): void {
  if (changes.length === 0) console.log('Pawl was not registered in any settings file known here.');
  for (const change of changes) {
    const { removed } = eventsOfChange(change);
    const what =
      change.after === undefined
        ? 'deleted again: it was not there before'
        : `${removed.length} ${removed.length === 1 ? 'entry' : 'entries'} taken out`;
    console.log(`${paint('green', '✓')} ${shortPath(change.file)}  ${what}`);
  }
  console.log(
    purged
      ? `${shortPath(home.dir)} is deleted.`
      : paint(
          'dim',
          `${shortPath(home.dir)} is kept; \`pawl uninstall --purge\` deletes it, records and own policies included.`,
        ),
  );
}

function preview(home: Home, files: string[], json: boolean): number {
  const changes = files.map((file) => planUninstall(home, file)).filter((one) => one.after !== one.before);
  if (json) console.log(JSON.stringify({ ...asJson(home, changes, false), dry_run: true }, null, 2));
  else for (const change of changes) printDiff(change);
  if (!json) console.log(paint('dim', '\nA dry run: nothing was written.'));
  return 0;
}

const command: Command = {
  summary: 'Take the registration back',
  details: `
Gives settings files back byte by byte as they were before \`pawl init\`. If somebody edited one since, only our
entries go and the rest stays as it is. Without a scope: every file in which Pawl was registered.

Exit codes: 0 done, 1 refused, 2 wrong use. An agent can’t run it.`,
  options: {
    user: { type: 'boolean', about: 'Only your own settings' },
    project: { type: 'boolean', about: 'Only the settings this project shares' },
    local: { type: 'boolean', about: 'Only your own settings in this project' },
    purge: { type: 'boolean', about: 'Delete Pawl’s home as well: config, own policies, records' },
    yes: { type: 'boolean', short: 'y', about: 'Do not ask before --purge' },
    'dry-run': { type: 'boolean', about: 'Show what would change, and change nothing' },
    ...jsonOption,
  },
  run,
};

export default command;
