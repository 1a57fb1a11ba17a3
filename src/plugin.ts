// Installed both ways, as a plugin and in settings, the client calls us twice for one event (it removes duplicates
// between settings files, but not between settings and a plugin). The plugin's copy then stands aside.
import { join } from 'node:path';
import type { Event } from './core/event.ts';
import { clientHome, type Home, readText } from './home.ts';
import { isLive } from './store/run.ts';

/** True only if the settings copy is registered for this event and was seen firing in this session. */
export function standsAside(home: Home, event: Event, env: Record<string, string | undefined>): boolean {
  const project = env.CLAUDE_PROJECT_DIR ?? event.cwd;
  const files = [
    join(clientHome(env), 'settings.json'),
    join(project, '.claude', 'settings.json'),
    join(project, '.claude', 'settings.local.json'),
  ];
  const registered = files.some((file) => registers(readText(file), event.hook_event_name));
  // Both copies of the very first event run at the same time, so there is nothing to have seen yet.
  const first = event.hook_event_name === 'SessionStart' || event.hook_event_name === 'Setup';
  return registered && (first || isLive(home, event.session_id));
}

interface Settings {
  disableAllHooks?: boolean;
  hooks?: Record<string, { hooks?: { command?: string; args?: string[] }[] }[]>;
}

function registers(text: string | undefined, event: string): boolean {
  if (!text?.includes('pawl')) return false;
  try {
    const groups = (JSON.parse(text) as Settings).hooks?.[event] ?? [];
    return groups.some((group) => group.hooks?.some(isOurs));
  } catch {
    return false;
  }
}

/** The mark by which our entries are known, here and in the installer. */
export function isOurs(handler: { command?: string; args?: string[] }): boolean {
  return (
    typeof handler.command === 'string' &&
    Array.isArray(handler.args) &&
    isPawl(handler.command, handler.args)
  );
}

function isPawl(command: string, args: readonly unknown[]): boolean {
  if (/(^|\/)pawl$/.test(command)) return args[0] === 'hook';
  return (
    command === '/bin/sh' &&
    args.some((arg) => typeof arg === 'string' && arg.includes('/bin/pawl') && arg.includes('hook'))
  );
}
