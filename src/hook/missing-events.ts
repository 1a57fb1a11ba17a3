// Events that policies need but that are not registered in the client's settings. Every session start reports them
// until the person runs `pawl init`.

import type { Config } from '../config/load.ts';
import type { EventName } from '../core/channels.ts';
import { eventsOf, type Policy } from '../core/policy.ts';
import { isPawlHook } from '../domain/client-settings/handlers.ts';
import { attempt } from '../system/attempt.ts';
import type { Env } from '../system/env.ts';
import { readText } from '../system/files.ts';
import { clientHome } from '../system/home.ts';
import { join } from '../system/path.ts';

interface Settings {
  hooks?: Record<string, { hooks?: { command?: string; args?: string[] }[] }[]>;
}

/** Also empty if no settings file registers Pawl, because then a plugin does. */
export function missingEvents(
  policies: readonly Policy[],
  config: Config,
  project: string,
  env: Env,
): EventName[] {
  const folder = join(project, '.claude');
  const files = [
    join(clientHome(env), 'settings.json'),
    join(folder, 'settings.json'),
    join(folder, 'settings.local.json'),
  ];
  const registered = new Set(files.flatMap(registeredEvents));
  if (registered.size === 0) return [];
  const on = policies.filter((policy) => config.setting(policy).level !== 'off');
  const needed = new Set(on.flatMap((policy) => eventsOf(policy)));
  return [...needed].filter((event) => !registered.has(event));
}

function registeredEvents(file: string): string[] {
  const text = readText(file);
  if (!text?.includes('pawl')) return [];
  const { hooks = {} } = attempt(() => JSON.parse(text) as Settings) ?? {};
  return Object.keys(hooks).filter((event) =>
    attempt(() => hooks[event]!.some((group) => group.hooks?.some((hook) => isPawlHook(hook)))),
  );
}
