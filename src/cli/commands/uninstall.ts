// `pawl uninstall`: restores the settings files. Pawl's home is kept, unless --purge is given.
import { existsSync, rmSync } from 'node:fs';
import { clientNames } from '../../clients/client.ts';
import { findPlace } from '../../facts/project.ts';
import { approveRemovedEntries } from '../../store/files/settings-approvals.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home, userHome } from '../../system/home.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { readInstalled } from '../init/backups.ts';
import { clientFile, clientsNamed, registeredClients } from '../init/clients.ts';
import { type Change, eventsOfChange, planUninstall, uninstall } from '../init/install.ts';
import { withLock } from '../init/lock.ts';
import { planManagedRemoval, uninstallManaged } from '../init/managed.ts';
import { removeMcp } from '../init/mcp.ts';
import { removeFromPath } from '../init/path.ts';
import { printDiff, printDryRun } from '../init/print.ts';
import { scopeOf, scopes, settingsFile } from '../init/settings.ts';
import { removeSkill } from '../init/skill.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { uninstallFromClients } from '../support/root.ts';
import { paint, prose, shortPath } from '../support/terminal.ts';

async function run({ options, json }: ParsedArgs): Promise<number> {
  if (options.managed && options['dry-run']) return previewManaged(options.purge === true, json);
  if (options.managed) return removeManaged(options.purge === true, json);
  if (typeof options.client === 'string') return removeFromClients(options.client, options, json);
  refuseInsideAgent('uninstall');
  const home = findHome();
  const files = filesToClear(home, options);
  if (options['dry-run']) return preview(home, files, json, options.purge === true);
  if (options.purge) checkPurge(home, options.yes === true);
  provePerson('uninstall', home);
  const work = () => {
    if (existsSync(home.dir)) approveRemovedEntries(home, Date.now());
    removeMcpServer(home, options);
    return clearAll(home, files);
  };
  const { changes, refused } = existsSync(home.dir) ? await withLock(home, work) : work();
  // The home is kept if a file could not be restored, because its backup is in the home.
  const purged = options.purge === true && refused.length === 0;
  if (purged) rmSync(home.dir, { recursive: true, force: true });
  // Project and local settings have nothing to do with the person's shell and skills.
  const ofPerson = refused.length === 0 && (!scopeOf(options) || options.user === true);
  const shell = ofPerson ? removeFromPath(home) : [];
  if (ofPerson) removeSkill();
  const done = changes.filter((change) => change.after !== change.before);
  if (json) console.log(JSON.stringify(asJson(home, done, purged), null, 2));
  else printResult(home, done, purged);
  if (!json && shell.length > 0)
    console.log(`Taken from your PATH: ${shell.map((file) => shortPath(file)).join(', ')}`);
  for (const error of refused) console.error(`pawl: ${error.message}`);
  return refused.length > 0 ? 1 : 0;
}

/** The settings of other coding agents belong to the user, even where an administrator installed Pawl. */
async function removeFromClients(
  list: string,
  options: ParsedArgs['options'],
  json: boolean,
): Promise<number> {
  const files = (list === 'all' ? registeredClients() : clientsNamed(list)).map(clientFile);
  refuseInsideAgent(uninstallFromClients);
  const home = findHome();
  if (options['dry-run']) return preview(home, files, json);
  provePerson(uninstallFromClients, home);
  const { changes, refused } = await withLock(home, () => clearAll(home, files), home.run);
  const done = changes.filter((change) => change.after !== change.before);
  if (json) console.log(JSON.stringify(asJson(home, done, false), null, 2));
  else printChanges(done);
  for (const error of refused) console.error(`pawl: ${error.message}`);
  return refused.length > 0 ? 1 : 0;
}

function previewManaged(purge: boolean, json: boolean): number {
  const planned = planManagedRemoval(purge);
  if (json) console.log(JSON.stringify({ ...planned, dry_run: true }, null, 2));
  else {
    console.log(`Would remove: ${planned.removed.join(', ') || 'nothing'}.`);
    if (planned.kept.length > 0) console.log(`Would keep: ${planned.kept.join(', ')}.`);
    printDryRun();
  }
  return 0;
}

function removeManaged(purge: boolean, json: boolean): number {
  refuseInsideAgent('uninstall --managed');
  const done = uninstallManaged(purge);
  if (json) console.log(JSON.stringify(done, null, 2));
  else console.log(`Removed: ${done.removed.join(', ') || 'nothing; Pawl was not installed this way'}.`);
  if (!json && done.kept.length > 0)
    console.log(paint('dim', `Kept: ${done.kept.join(', ')}; --purge deletes them too.`));
  return 0;
}

/** If one file can't be read, the others are still restored. */
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

/** Removes the MCP server too; a file that can't be read is left as it is. */
function removeMcpServer(home: Home, options: ParsedArgs['options']): void {
  const { root } = findPlace(process.cwd());
  const scope = scopeOf(options);
  for (const name of scope ? [scope] : scopes) attempt(() => removeMcp(name, root, home, process.env));
}

/** The file of the given scope; otherwise every file in which Pawl may be registered. */
function filesToClear(home: Home, options: ParsedArgs['options']): string[] {
  const { root } = findPlace(process.cwd());
  const scope = scopeOf(options);
  if (scope) return [settingsFile(scope, root, process.env)];
  const here = scopes.map((name) => settingsFile(name, root, process.env));
  return [...new Set([...here, ...Object.keys(readInstalled(home))])];
}

function checkPurge(home: Home, yes: boolean): void {
  if (!existsSync(home.marker) || home.dir === userHome())
    throw new UserError(`${home.dir} was not deleted, because it is not marked as a Pawl home.`, 1);
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new UserError(`Add --yes to delete ${home.dir} with config, policies and all records.`);
  if (!confirm(`Delete ${home.dir} with config, policies and all records?`))
    throw new UserError('Nothing was changed, because you did not confirm it.', 1);
}

function asJson(home: Home, changes: Change[], purged: boolean) {
  const files = changes.map((change) => ({
    file: change.file,
    removed: eventsOfChange(change).removed,
    deleted: change.after === undefined,
  }));
  return { files, home: home.dir, purged };
}

function printResult(home: Home, changes: Change[], purged: boolean): void {
  printChanges(changes);
  console.log(
    purged
      ? `Deleted ${shortPath(home.dir)}.`
      : paint(
          'dim',
          prose(
            `${shortPath(home.dir)} was kept; \`pawl uninstall --purge\` deletes it with config, policies and all records.`,
          ),
        ),
  );
}

function printChanges(changes: Change[]): void {
  if (changes.length === 0) console.log('Pawl is not registered in any known settings file.');
  for (const change of changes) {
    const { removed } = eventsOfChange(change);
    const result =
      change.after === undefined
        ? 'deleted, because `pawl init` had created it'
        : `${removed.length} ${removed.length === 1 ? 'entry' : 'entries'} removed`;
    console.log(`${paint('green', '✓')} ${shortPath(change.file)}  ${result}`);
  }
}

function preview(home: Home, files: string[], json: boolean, purge = false): number {
  const changes = files
    .map((file) => planUninstall(home, file))
    .filter((change) => change.after !== change.before);
  if (json) console.log(JSON.stringify({ ...asJson(home, changes, purge), dry_run: true }, null, 2));
  else {
    for (const change of changes) printDiff(change);
    if (purge) console.log(`${shortPath(home.dir)} would be deleted, with config, policies and all records.`);
    printDryRun();
  }
  return 0;
}

const command: Command = {
  summary: 'Remove the registration',
  details: `
Restores settings files byte for byte as they were before \`pawl init\`. If a file was edited since, only Pawl’s entries
are removed. Without a scope, every file in which Pawl was registered is restored. Only a person at a terminal can run this.

Exit codes: 0 done, 1 refused, 2 wrong usage.`,
  options: {
    user: { type: 'boolean', about: 'Only your own settings' },
    project: { type: 'boolean', about: 'Only the shared settings of this project' },
    local: { type: 'boolean', about: 'Only your own settings in this project' },
    client: {
      type: 'string',
      value: 'NAME|all',
      alone: ['dry-run', 'yes'],
      about: `Only another coding agent: ${clientNames.join(', ')}, or all`,
    },
    managed: {
      type: 'boolean',
      alone: ['purge', 'dry-run', 'yes'],
      about: 'The installation for all users of this machine; needs root',
    },
    purge: { type: 'boolean', about: 'Also delete Pawl’s home: config, policies, records' },
    yes: { type: 'boolean', short: 'y', about: 'Do not ask before --purge' },
    'dry-run': { type: 'boolean', about: 'Show what would change, and change nothing' },
    ...jsonOption,
  },
  run,
};

export default command;
