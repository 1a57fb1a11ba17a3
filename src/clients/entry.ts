// The hook entry of clients that start a hook through a shell.
import { channels } from '../core/channels.ts';
import type { Client } from './client.ts';

export interface ShellEntry {
  type: 'command';
  command: string;
  timeout: number;
}

/** `event` is the client's own name. */
export function shellEntry(client: Client, launcher: string, event: string): ShellEntry {
  const { timeoutUnit, timeoutCap } = client.registration;
  // Twice as long as our own deadline: a client that gives up first lets the call run.
  const seconds = Math.min(2 * channels[client.events[event]!].timeout, timeoutCap?.[event] ?? 600);
  const isToolCall = client.events[event] === 'PreToolUse';
  return {
    type: 'command',
    command: `${quoted(launcher)} hook ${event} --client ${client.name}${isToolCall ? lastWord() : ''}`,
    timeout: timeoutUnit === 'ms' ? seconds * 1000 : seconds,
  };
}

/** Without quotes and backticks, which the shell would read. */
const unchecked =
  'Pawl did not check this call, because its program is missing or failed. A person can run pawl doctor, or pawl init to install it again.';

/**
 * Refuses a tool call when Pawl is missing or was killed, because most clients would run it. Exit code 2 with a text is
 * what all of them take for a refusal. Spelled so that every shell reads it alike, fish included.
 */
function lastWord(): string {
  if (process.platform === 'win32') return '';
  return ` || sh -c 'echo "${unchecked}" >&2; exit 2'`;
}

/** A path without special characters stays as it is, so that people can read it. */
function quoted(path: string): string {
  if (/^[\w@%+=:,./-]+$/.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}
