// `pawl init --managed` and `pawl uninstall --managed`: an administrator's installation for all users of a machine. The
// program, config, policies and registration belong to root, so that no session can change them.
import { existsSync, readdirSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventName } from '../../core/channels.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import { type Home, managedHome } from '../../system/home.ts';
import { managed, managedRegistration } from '../../system/managed.ts';
import { isRoot, shareManagedFiles } from '../support/root.ts';
import { firstConfig, writeHomeFiles } from './home-files.ts';
import type { Change } from './install.ts';
import { installLauncher } from './launcher.ts';
import { withLock } from './lock.ts';
import { makeFolders, refuseForeign, withParents } from './managed-folders.ts';
import { outsideProjects, switchedOn } from './needed.ts';
import { type Group, needsWaker, registration, wakerFor } from './register.ts';

export interface ManagedResult {
  settings: string;
  program: string;
  control: string;
  events: string[];
}

/** Folders that this installation made, so that uninstalling removes them again. */
const madeFile = (home: Home) => join(home.control, 'made.json');

export async function installManaged(): Promise<ManagedResult> {
  requireRoot('init --managed');
  const home = managedHome();
  const before = readMade(home);
  const made = [managed.program, home.marker, join(home.decisions, 'x'), managedRegistration].flatMap(
    (file) => makeFolders(dirname(file)),
  );
  for (const folder of [dirname(managed.program), home.control, dirname(managedRegistration)])
    for (const path of withParents(folder)) refuseForeign(path);
  writeFileAtomic(madeFile(home), `${JSON.stringify([...new Set([...before, ...made])], null, 2)}\n`);
  const events = await withLock(home, async () => {
    installLauncher(home);
    linkLauncher(home);
    writeHomeFiles(home);
    return register(home);
  });
  shareManagedFiles(home);
  return { settings: managedRegistration, program: managed.program, control: home.control, events };
}

function requireRoot(command: string): void {
  if (!isRoot())
    throw new UserError(`Run \`sudo pawl ${command}\`: it writes folders that belong to root.`, 1);
}

function readMade(home: Home): string[] {
  const made = attempt(() => JSON.parse(readText(madeFile(home)) ?? '') as string[]);
  return Array.isArray(made) ? made : [];
}

/** Links `bin/pawl` beside the config to the program, because messages name that path. */
function linkLauncher(home: Home): void {
  const link = join(home.control, 'bin', 'pawl');
  makeFolders(dirname(link));
  rmSync(link, { force: true });
  symlinkSync(managed.program, link);
}

/**
 * The loader obeys this variable even for a program with a group bit: `help` makes every program print a list and exit.
 */
const env = { LD_DEBUG: '' };

async function register(home: Home): Promise<string[]> {
  const { events, text } = await registrationFor(home);
  writeFileAtomic(managedRegistration, text, 0o644);
  return events;
}

async function registrationFor(home: Home): Promise<{ events: EventName[]; text: string }> {
  const { events, policies } = await switchedOn(home, outsideProjects(home), {});
  const settings = managedSettings(events, needsWaker(policies));
  return { events, text: `${JSON.stringify(settings, null, 2)}\n` };
}

/** What `init --managed` would write. Everybody may look. */
export async function planManaged(): Promise<ManagedResult & { change: Change }> {
  const home = managedHome();
  const { events, text } = await registrationFor(home);
  const change = { file: managedRegistration, before: readText(managedRegistration) ?? '', after: text };
  return { settings: managedRegistration, program: managed.program, control: home.control, events, change };
}

/** The administrator's settings for the client. */
export function managedSettings(events: readonly EventName[], waker: boolean) {
  const launch = [managed.program];
  const extra = ['--managed'];
  const hooks: Record<string, Group[]> = registration(events, launch, extra);
  if (waker) hooks.Stop = [...(hooks.Stop ?? []), { hooks: [wakerFor(launch, extra)] }];
  return { env, hooks };
}

export interface ManagedRemoval {
  removed: string[];
  /** Files that the administrator wrote or edited; `--purge` removes them too. */
  kept: string[];
}

/** What `uninstall --managed` would remove. */
export function planManagedRemoval(purge: boolean): ManagedRemoval {
  const home = managedHome();
  const paths = [managedRegistration, managed.program, home.control];
  return { removed: paths.filter((path) => existsSync(path)), kept: purge ? [] : ownFiles(home) };
}

export function uninstallManaged(purge: boolean): ManagedRemoval {
  requireRoot('uninstall --managed');
  const home = managedHome();
  const made = readMade(home);
  const { removed, kept } = planManagedRemoval(purge);
  rmSync(managedRegistration, { force: true });
  rmSync(dirname(dirname(managed.program)), { recursive: true, force: true });
  for (const name of attempt(() => readdirSync(home.control)) ?? []) {
    const path = join(home.control, name);
    if (!kept.includes(path)) rmSync(path, { recursive: true, force: true });
  }
  for (const folder of made.reverse()) attempt(() => rmdirSync(folder));
  return { removed, kept };
}

/** The files that the administrator wrote: an edited config, policies, contacts. */
export function ownFiles(home: Home): string[] {
  const config = readText(home.config);
  const policies = attempt(() => readdirSync(home.policies)) ?? [];
  return [
    ...(config !== undefined && config !== firstConfig() ? [home.config] : []),
    ...(policies.length > 0 ? [home.policies] : []),
  ];
}
