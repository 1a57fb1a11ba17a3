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
  return {
    type: 'command',
    command: `${quoted(launcher)} hook ${event} --client ${client.name}`,
    timeout: timeoutUnit === 'ms' ? seconds * 1000 : seconds,
  };
}

/** A path without special characters stays as it is, so that people can read it. */
function quoted(path: string): string {
  if (/^[\w@%+=:,./-]+$/.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}
