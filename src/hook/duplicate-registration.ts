// If Pawl is registered in several places, the client calls it several times for one event: it removes duplicates
// between settings files only if they are spelled alike, and never between settings and a plugin. Only one call then
// answers: the user's own settings go before a project's shared file, and that goes before the plugin.

import type { Event } from '../core/event.ts';
import { isRegistrationLive, markRegistrationLive } from '../store/files/live-registration.ts';
import type { Env } from '../system/env.ts';
import { readText } from '../system/files.ts';
import { clientHome, type Home } from '../system/home.ts';
import { join } from '../system/path.ts';

export type RegisteredIn = 'settings' | 'shared' | 'plugin';

export function registeredIn(args: readonly string[]): RegisteredIn {
  return args.includes('--plugin') ? 'plugin' : args.includes('--shared') ? 'shared' : 'settings';
}

/** True only if a registration with precedence exists for this event and was seen firing in this session. */
export function isDuplicate(home: Home, event: Event, env: Env, via: RegisteredIn): boolean {
  if (via === 'settings') return false;
  const project = env.CLAUDE_PROJECT_DIR ?? event.cwd;
  const files = [
    join(clientHome(env), 'settings.json'),
    join(project, '.claude', 'settings.json'),
    join(project, '.claude', 'settings.local.json'),
  ];
  const registered = files.some((file) => isRegistered(readText(file), event.hook_event_name, via));
  // The first event of a session reaches all registrations at the same time, so none was seen firing yet.
  const first = event.hook_event_name === 'SessionStart' || event.hook_event_name === 'Setup';
  return registered && (first || isSeen(home, event.session_id, via));
}

/** Records that this registration fires. */
export function markRegistrationSeen(home: Home, session_id: string, via: RegisteredIn): void {
  if (via !== 'plugin') markRegistrationLive(home, via === 'shared' ? sharedId(session_id) : session_id);
}

function isSeen(home: Home, session_id: string, via: RegisteredIn): boolean {
  return (
    isRegistrationLive(home, session_id) ||
    (via === 'plugin' && isRegistrationLive(home, sharedId(session_id)))
  );
}

const sharedId = (session_id: string) => session_id && `${session_id}-shared`;

interface Settings {
  hooks?: Record<string, { hooks?: { command?: string; args?: string[] }[] }[]>;
}

function isRegistered(text: string | undefined, event: string, via: RegisteredIn): boolean {
  if (!text?.includes('pawl')) return false;
  try {
    const groups = (JSON.parse(text) as Settings).hooks?.[event] ?? [];
    return groups.some((group) =>
      group.hooks?.some(
        (one) => isPawlHook(one) && (via === 'plugin' || registeredIn(one.args!) === 'settings'),
      ),
    );
  } catch {
    return false;
  }
}

/** Recognises the hook entries that Pawl writes into settings files. */
export function isPawlHook(handler: { command?: unknown; args?: unknown }): boolean {
  const { command, args } = handler;
  if (typeof command !== 'string' || !Array.isArray(args)) return false;
  if (/(^|\/)pawl$/.test(command)) return args[0] === 'hook';
  return command === '/bin/sh' && String(args[1]).includes('/bin/pawl') && args.includes('hook');
}
