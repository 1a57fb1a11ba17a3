// The hook entries that register Pawl for a set of events, made from the channel table. `pawl init` writes them to a
// settings file, scripts/generate.ts to the plugin.
import { channels, type EventName, eventNames } from '../../core/channels.ts';
import { eventsOf, type Policy } from '../../core/policy.ts';
import { wakerTimeout } from '../../domain/sessions/messages.ts';

export interface Handler {
  type: 'command';
  command: string;
  args: string[];
  timeout: number;
  onFailure?: 'block';
  /** Runs in the background and wakes the session by exiting with 2. */
  asyncRewake?: true;
}

export interface Group {
  hooks: Handler[];
}

/** The events that at least one of these policies needs, in the order of the channel table. */
export function neededEvents(policies: readonly Policy[]): EventName[] {
  const needed = new Set(policies.flatMap((policy) => eventsOf(policy)));
  return eventNames.filter((name) => needed.has(name));
}

/** `launch` is the program with its leading arguments. */
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
    // If Pawl is missing or broken, a tool call must not pass unchecked.
    ...(event === 'PreToolUse' && { onFailure: 'block' as const }),
  };
}

/** The second entry for Stop: it waits in the background for workers and messages, and wakes the idle session. */
export function wakerFor(launch: readonly string[], extra: readonly string[] = []): Handler {
  const [command, ...leading] = launch;
  const args = [...leading, 'hook', 'Stop', '--rewake', ...extra];
  return { type: 'command', command: command!, args, timeout: wakerTimeout, asyncRewake: true };
}

/** The background hook is needed if messages are delivered at all. */
export function needsWaker(policies: readonly Pick<Policy, 'id'>[]): boolean {
  return policies.some(({ id }) => id === 'session/messages');
}

export function registration(
  events: readonly EventName[],
  launch: readonly string[],
  extra: readonly string[] = [],
): Record<string, Group[]> {
  return Object.fromEntries(events.map((event) => [event, [{ hooks: [handlerFor(event, launch, extra)] }]]));
}
