// What the client must be told about us: the hook entries for a set of events. `pawl init` writes them to a settings
// file, scripts/generate.ts to the plugin; both come from the channel table.
import { channels, type EventName, eventNames } from '../../core/channels.ts';
import { eventsOf, type Policy } from '../../core/policy.ts';
import { wakerTimeout } from '../../domain/sessions/messages.ts';

export interface Handler {
  type: 'command';
  command: string;
  args: string[];
  timeout: number;
  onFailure?: 'block';
  /** Runs beside the session and wakes it by exiting with 2. */
  asyncRewake?: true;
}

export interface Group {
  hooks: Handler[];
}

/** The events that at least one of these policies needs, in the table's order. */
export function neededEvents(policies: readonly Policy[]): EventName[] {
  const needed = new Set(policies.flatMap((policy) => eventsOf(policy)));
  return eventNames.filter((name) => needed.has(name));
}

/** `launch` is program and leading arguments; ours follow. */
export function handlerFor(
  event: EventName,
  launch: readonly string[],
  extra: readonly string[] = [],
): Handler {
  const [command, ...leading] = launch;
  return {
    type: 'command',
    command: command!,
    args: [...leading, 'hook', event, ...extra],
    timeout: channels[event].timeout,
    // Only before a tool runs: there a missing or broken Pawl must not mean "go ahead".
    ...(event === 'PreToolUse' && { onFailure: 'block' as const }),
  };
}

/** Beside the entry for a stop: it waits for work that goes on elsewhere, and wakes the idle session. */
export function wakerFor(launch: readonly string[], extra: readonly string[] = []): Handler {
  const [command, ...leading] = launch;
  const args = [...leading, 'hook', 'Stop', '--rewake', ...extra];
  return { type: 'command', command: command!, args, timeout: wakerTimeout, asyncRewake: true };
}

/** Sessions are woken if their messages are delivered at all. */
export function wakes(policies: readonly Pick<Policy, 'id'>[]): boolean {
  return policies.some(({ id }) => id === 'session/messages');
}

export function registration(
  events: readonly EventName[],
  launch: readonly string[],
  extra: readonly string[] = [],
): Record<string, Group[]> {
  return Object.fromEntries(events.map((event) => [event, [{ hooks: [handlerFor(event, launch, extra)] }]]));
}
