// Pawl's hook entries in settings files: which entries are Pawl's, and which of them the client runs for every event.
import { channels, type EventName } from '../../core/channels.ts';

/** One hook entry, as far as Pawl reads it. */
export interface HookHandler {
  type?: unknown;
  command?: unknown;
  args?: unknown;
  timeout?: unknown;
  onFailure?: unknown;
  if?: unknown;
  async?: unknown;
  asyncRewake?: unknown;
}

/** The script in a project that starts the installed program; `pawl init --project` writes it. */
export const sharedScript = '.pawl/launch.sh';

/** The command of a project's shared settings; the client fills in the folder. */
export const sharedCommand = `\${CLAUDE_PROJECT_DIR}/${sharedScript}`;

/** Recognises the hook entries that this or an older version of Pawl wrote into settings files. */
export function isPawlHook({ command, args = [] }: HookHandler): boolean {
  if (typeof command !== 'string' || !Array.isArray(args)) return false;
  if (/(^|[\\/])pawl(\.exe)?$/.test(command)) return args.length === 0 || args[0] === 'hook';
  if (command === sharedCommand) return true;
  // Other clients start hooks through a shell: the launcher may be quoted and followed by a refusal (clients/entry.ts).
  if (
    /[\\/]pawl(\.exe)?['"]? hook \w+ --client \w+( \|\| sh -c '[^']*'| \|\| \(echo [\w ,.]+ 1>&2 & exit 2\)|; if \(\$LASTEXITCODE -ne 0\) \{ \[Console\]::Error\.WriteLine\('[\w ,.]+'\); exit 2 \})?$/.test(
      command,
    )
  )
    return true;
  return command === '/bin/sh' && String(args[1]).includes('/bin/pawl') && args.includes('hook');
}

/** Whether a matcher matches every tool. */
export function matchesEverything(matcher: unknown): boolean {
  return matcher === undefined || matcher === '' || matcher === '*';
}

export interface HookGroup {
  matcher?: unknown;
  hooks?: unknown;
}

/** How entries of Pawl are recognised. */
export interface EntryTest {
  /** Whether a command is the installed program. */
  isLauncher(command: string): boolean;
  /** Whether an entry with these arguments counts; absent: every one does. */
  precedes?(args: readonly string[]): boolean;
}

/** Whether the client asks Pawl about every event of this kind and waits for its answer. */
export function isReliableGroup(group: HookGroup, event: EventName, test: EntryTest): boolean {
  if (!matchesEverything(group.matcher) || !Array.isArray(group.hooks)) return false;
  return group.hooks.some((handler) => isHandler(handler) && isReliable(handler, event, test));
}

const isHandler = (value: unknown): value is HookHandler => typeof value === 'object' && value !== null;

function isReliable(handler: HookHandler, event: EventName, { isLauncher, precedes }: EntryTest): boolean {
  const { type, command } = handler;
  if (type !== 'command' || typeof command !== 'string') return false;
  if (handler.if !== undefined || !isAwaited(handler, event)) return false;
  if (!hasHookArgs(handler.args, event) || precedes?.((handler.args ?? []) as string[]) === false)
    return false;
  return command === sharedCommand || isLauncher(command);
}

/** Without arguments the program reads the event's name from the event. */
function hasHookArgs(args: unknown, event: EventName): boolean {
  if (args === undefined) return true;
  if (!Array.isArray(args)) return false;
  const [first, second, ...rest] = args;
  if (first === undefined) return true;
  return (
    first === 'hook' &&
    second === event &&
    rest.every((arg) => arg === '--shared' || arg === '--managed' || /^--id=\w+$/.test(String(arg)))
  );
}

/**
 * True for an entry of ours with which the client would not wait for the answer, or would let a call pass without one.
 */
export function isUnawaited(handler: unknown, event: EventName, { isLauncher }: EntryTest): boolean {
  if (!isHandler(handler) || typeof handler.command !== 'string') return false;
  return isLauncher(handler.command) && hasHookArgs(handler.args, event) && !isAwaited(handler, event);
}

function isAwaited(handler: HookHandler, event: EventName): boolean {
  const { timeout = Number.POSITIVE_INFINITY } = handler;
  if (handler.async === true || handler.asyncRewake === true) return false;
  if (typeof timeout !== 'number' || timeout < channels[event].timeout) return false;
  return event !== 'PreToolUse' || handler.onFailure === 'block';
}
