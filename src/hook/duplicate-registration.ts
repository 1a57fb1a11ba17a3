// If Pawl is registered in several places, the client calls it several times for one event: it removes duplicates
// between settings files only if they are identical, and never between settings and a plugin. Only one call then
// answers: an administrator's registration goes first, then the user's own settings, a project's shared file, the
// plugin, the callbacks of an application (`pawl/sdk`). A registration gives way only to one that a person on this
// machine made and that the client calls for every event of this kind, never to an entry that came with a repository.

import type { Event } from '../core/event.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { isReliableGroup } from '../domain/client-settings/handlers.ts';
import { isRegistrationLive, markRegistrationLive } from '../store/files/live-registration.ts';
import { clientPid, mayHaveRefusedChange } from '../store/files/settings-state.ts';
import { attempt } from '../system/attempt.ts';
import type { Env } from '../system/env.ts';
import { isSamePath, readText } from '../system/files.ts';
import { existsSync } from '../system/fs/index.ts';
import { clientHome, type Home } from '../system/home.ts';
import { managed, managedRegistration } from '../system/managed.ts';
import { join } from '../system/path.ts';
import { loadBundle } from './bundles/load.ts';

export type RegisteredIn = 'managed' | 'settings' | 'shared' | 'plugin' | 'sdk';

export function registeredIn(args: readonly string[]): RegisteredIn {
  for (const flag of ['managed', 'plugin', 'shared', 'sdk'] as const)
    if (args.includes(`--${flag}`)) return flag;
  return 'settings';
}

/** True only if a registration with precedence exists for this event and was seen firing in this session. */
export function isDuplicate(home: Home, event: Event, env: Env, args: readonly string[]): boolean {
  const via = registeredIn(args);
  if (via === 'managed') return false;
  if (isRegisteredByAdministrator(event.hook_event_name)) return true;
  // Every registration judges a change of the settings, because the changed files decide which one goes first.
  if (via === 'settings' || event.hook_event_name === 'ConfigChange') return false;
  if (via === 'sdk')
    return (
      !args.includes('--no-settings') &&
      isRegisteredByPerson(home, event, env, via) &&
      loadBundle('answered-by-settings').isAnsweredBySettings(home, event, env)
    );
  // The first event of a session reaches all registrations at the same time, so none was seen firing yet.
  const first = event.hook_event_name === 'SessionStart' || event.hook_event_name === 'Setup';
  if (!first && !isPrecededLive(home, event.session_id, via)) return false;
  // After a refused change, the settings on disk are not those that the client uses, so an entry there proves nothing.
  return isRegisteredByPerson(home, event, env, via) && !mayHaveRefusedChange(home, env);
}

/** Only root can write this file, and the client always runs the hooks in it. */
function isRegisteredByAdministrator(event: Event['hook_event_name']): boolean {
  if (!existsSync(managedRegistration) || !existsSync(managed.program)) return false;
  return isRegistered(managed.program, managedRegistration, event, () => true);
}

/** Records that this registration fires in this session. */
export function markLive(home: Home, event: Event, env: Env, via: RegisteredIn): void {
  if (via === 'plugin' || via === 'sdk') return;
  const { session_id } = event;
  const id = via === 'shared' ? sharedId(session_id) : session_id;
  // A session that is resumed starts again, in another client.
  markRegistrationLive(home, id, clientPid(env), event.hook_event_name === 'SessionStart');
}

/** Whether a registration that goes before this one was seen firing in this session. */
function isPrecededLive(home: Home, session_id: string, via: RegisteredIn): boolean {
  return (
    isRegistrationLive(home, session_id) ||
    (via === 'plugin' && isRegistrationLive(home, sharedId(session_id)))
  );
}

export const sharedId = (session_id: string) => session_id && `${session_id}-shared`;

/**
 * Whether a settings file has an entry for this event that goes before this registration: the user's own file, or a
 * file of the project in which `pawl init` was run on this machine.
 */
function isRegisteredByPerson(home: Home, event: Event, env: Env, via: RegisteredIn): boolean {
  const project = join(env.CLAUDE_PROJECT_DIR ?? event.cwd, '.claude');
  const projectFiles = [join(project, 'settings.json'), join(project, 'settings.local.json')];
  const files = [
    join(clientHome(env), 'settings.json'),
    ...projectFiles.filter((file) => wasInstalledIn(home, file)),
  ];
  const precedes = (args: readonly string[]) => via !== 'shared' || registeredIn(args) === 'settings';
  return files.some((file) => isRegistered(home.launcher, file, event.hook_event_name, precedes));
}

/** Whether `pawl init` changed this file. Its list has the real paths, so links are followed. */
function wasInstalledIn(home: Home, file: string): boolean {
  const list = attempt(() => JSON.parse(readText(join(home.dir, 'installed.json')) ?? '{}') as JsonObject);
  return Object.keys(list ?? {}).some((target) => isSamePath(target, file));
}

function isRegistered(
  launcher: string,
  file: string,
  event: Event['hook_event_name'],
  precedes: (args: readonly string[]) => boolean,
): boolean {
  const text = readText(file);
  if (!text?.includes('pawl')) return false;
  const settings = attempt(() => JSON.parse(text) as JsonObject);
  const groups = isObject(settings?.hooks) ? settings.hooks[event] : undefined;
  if (!Array.isArray(groups) || settings?.disableAllHooks === true) return false;
  const isLauncher = (command: string) => isSamePath(command, launcher);
  return groups.some((group) => isObject(group) && isReliableGroup(group, event, { isLauncher, precedes }));
}
