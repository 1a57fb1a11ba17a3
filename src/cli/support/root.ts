// Commands that change a managed installation need root: its files belong to root, and this says so before they fail.
import { chmodSync, chownSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { loaderGroup, managed, managedRegistration } from '../../system/managed.ts';

/** Windows has no user ids; there the system itself refuses to write the files. */
export const isRoot = () => process.getuid === undefined || process.getuid() === 0;

/** Needs no root in a managed installation, because it changes only files of the user: the settings of other agents. */
export const uninstallFromClients = 'uninstall --client';

export function requireRootIfManaged(command: string): void {
  if (command === uninstallFromClients || !findHome().managed || isRoot()) return;
  throw new UserError(
    `Run \`sudo pawl ${command}\`: an administrator installed Pawl on this machine, and only root can change what it does.`,
    1,
  );
}

/**
 * Commands write private files, but those of a managed installation must be owned by root and readable by all users.
 */
export function shareManagedFiles(home: Home): void {
  if (!home.managed || !isRoot()) return;
  for (const top of [home.control, dirname(dirname(managed.program)), managedRegistration]) share(top);
}

function share(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink()) return;
  const isProgram = path === managed.program;
  const group = isProgram ? loaderGroup : 0;
  const mode = isProgram ? 0o2755 : stat.isDirectory() ? 0o755 : 0o644;
  // A file that is right stays untouched: the time of its last change says when a person wrote it.
  if (stat.uid !== 0 || stat.gid !== group) attempt(() => chownSync(path, 0, group));
  // Changing the owner clears the group bit.
  if ((lstatSync(path).mode & 0o7777) !== mode) chmodSync(path, mode);
  if (stat.isDirectory()) for (const name of readdirSync(path)) share(join(path, name));
}
