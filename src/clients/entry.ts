// The hook entry of clients that start a hook by a command. Most of them start it through a shell, which on Windows is a
// different one for each.

import { channels } from '../core/channels.ts';
import { shellWord } from '../core/text.ts';
import type { Client, WindowsStart } from './client.ts';

export interface HookEntry {
  type: 'command';
  /** For a shell. */
  command?: string;
  /** Without a shell: the program and its arguments. */
  exec?: string;
  args?: readonly string[];
  timeout: number;
}

/** `event` is the client's own name. */
export function hookEntry(
  client: Client,
  launcher: string,
  event: string,
  platform: NodeJS.Platform = process.platform,
): HookEntry {
  const { timeoutUnit, timeoutCap, windows } = client.registration;
  // Twice as long as our own deadline: a client that gives up first lets the call run.
  const seconds = Math.min(2 * channels[client.events[event]!].timeout, timeoutCap?.[event] ?? 600);
  const args = ['hook', event, '--client', client.name];
  const isToolCall = client.events[event] === 'PreToolUse';
  const form =
    platform === 'win32'
      ? { ...windowsCommands[windows?.start ?? 'cmd'](launcher, args, isToolCall), ...windows?.more }
      : shellCommand(launcher, args, isToolCall);
  return {
    type: 'command',
    ...form,
    timeout: timeoutUnit === 'ms' ? seconds * 1000 : seconds,
  };
}

type CommandWriter = (
  launcher: string,
  args: readonly string[],
  isToolCall: boolean,
) => Omit<HookEntry, 'type' | 'timeout'>;

/** The text of a refusal. It has no quotes, backticks or brackets, which shells would interpret. */
const unchecked =
  'Pawl did not check this call, because its program is missing or failed. A person can run pawl doctor, or pawl init to install it again.';

/**
 * A tool call is refused when Pawl is missing or was killed, because most clients would run it. All of them take exit code
 * 2 with a text for a refusal. Written so that every shell, including fish, reads it the same way.
 */
const shellCommand: CommandWriter = (launcher, args, isToolCall) => {
  const fallback = isToolCall ? ` || sh -c 'echo "${unchecked}" >&2; exit 2'` : '';
  return { command: `${shellWord(launcher)} ${args.join(' ')}${fallback}` };
};

const windowsCommands: Record<WindowsStart, CommandWriter> = {
  // The clients put the whole command into quotes, and cmd can't nest quotes.
  cmd: (launcher, args, isToolCall) => {
    const path = launcher.replaceAll('/', '\\').replace(/[ &()^;,]/g, '^$&');
    const fallback = isToolCall ? ` || (echo ${unchecked} 1>&2 & exit 2)` : '';
    return { command: `${path} ${args.join(' ')}${fallback}` };
  },
  // If the program is missing, `$LASTEXITCODE` is null, which is not 0 either.
  powershell: (launcher, args, isToolCall) => {
    const refusal = `[Console]::Error.WriteLine('${unchecked}'); exit 2`;
    const fallback = isToolCall ? `; if ($LASTEXITCODE -ne 0) { ${refusal} }` : '';
    return { command: `& '${launcher.replaceAll("'", "''")}' ${args.join(' ')}${fallback}` };
  },
  exec: (exec, args) => ({ exec, args }),
};
