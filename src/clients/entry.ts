// The hook entry of clients that start a hook by a command. Most of them start it through a shell, and on Windows each
// through another one.

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
      ? { ...spellings[windows?.start ?? 'cmd'](launcher, args, isToolCall), ...windows?.more }
      : inShell(launcher, args, isToolCall);
  return {
    type: 'command',
    ...form,
    timeout: timeoutUnit === 'ms' ? seconds * 1000 : seconds,
  };
}

type Spelling = (
  launcher: string,
  args: readonly string[],
  isToolCall: boolean,
) => Omit<HookEntry, 'type' | 'timeout'>;

/** Without quotes, backticks and brackets, which shells would read. */
const unchecked =
  'Pawl did not check this call, because its program is missing or failed. A person can run pawl doctor, or pawl init to install it again.';

/**
 * A tool call is refused when Pawl is missing or was killed, because most clients would run it. Exit code 2 with a text is
 * what all of them take for a refusal. Spelled so that every shell reads it alike, fish included.
 */
const inShell: Spelling = (launcher, args, isToolCall) => {
  const lastWord = isToolCall ? ` || sh -c 'echo "${unchecked}" >&2; exit 2'` : '';
  return { command: `${shellWord(launcher)} ${args.join(' ')}${lastWord}` };
};

const spellings: Record<WindowsStart, Spelling> = {
  // The clients put the whole command into quotes, and cmd knows no quotes inside of quotes.
  cmd: (launcher, args, isToolCall) => {
    const path = launcher.replaceAll('/', '\\').replace(/[ &()^;,]/g, '^$&');
    const lastWord = isToolCall ? ` || (echo ${unchecked} 1>&2 & exit 2)` : '';
    return { command: `${path} ${args.join(' ')}${lastWord}` };
  },
  // A program that is not there leaves no exit code at all.
  powershell: (launcher, args, isToolCall) => {
    const refusal = `[Console]::Error.WriteLine('${unchecked}'); exit 2`;
    const lastWord = isToolCall ? `; if ($LASTEXITCODE -ne 0) { ${refusal} }` : '';
    return { command: `& '${launcher.replaceAll("'", "''")}' ${args.join(' ')}${lastWord}` };
  },
  exec: (exec, args) => ({ exec, args }),
};
