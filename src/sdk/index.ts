// Entry point 4: programs built on the Agent SDK. `pawlHooks()` gives the `hooks` of a query; each callback runs the
// installed program with the event, so an answer here is the program's own. Published as `pawl/sdk`; runs under Node
// and Bun, so it uses nothing of Bun and no package.
import { channels, type EventName } from '../core/channels.ts';
import { defaultEvents } from './events.ts';
import { type HookContext, runEvent } from './run.ts';
import { SessionStarts } from './starts.ts';

export type { EventName } from '../core/channels.ts';

export interface PawlHookOptions {
  /** The path of the program to run. Default: the launcher in `home`, then the package of this platform (`@pawl/linux-x64` …). */
  program?: string;
  /** Pawl's home. Default: `PAWL_HOME`, or `~/.pawl`. */
  home?: string;
  /** The folder of the project, as given to the query. Default: where a session's first event happened. */
  cwd?: string;
  /** The environment, as given to the query. Default: `process.env`. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The events to answer. Default: those that Pawl's own policies need. */
  events?: readonly EventName[];
  /**
   * The value given to the query. `[]` says that the client loads no settings file, so Pawl does not wait for a
   * registration in one to answer first.
   */
  settingSources?: readonly string[];
}

/** The keys that every event of the client has; all other keys go to the program as they are. */
export interface HookInput {
  hook_event_name: string;
  session_id: string;
  cwd: string;
  transcript_path?: string;
  agent_id?: string;
}

export interface HookOutput {
  continue?: boolean;
  stopReason?: string;
  decision?: 'block';
  reason?: string;
  systemMessage?: string;
  terminalSequence?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK has a type for each event, and this must fit all of them
  hookSpecificOutput?: any;
}

export type HookCallback = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => Promise<HookOutput>;

export interface HookMatcher {
  hooks: HookCallback[];
  timeout: number;
  onFailure?: 'block';
}

export type PawlHooks = Partial<Record<EventName, HookMatcher[]>>;

/** The `hooks` of a query: `query({ prompt, options: { hooks: pawlHooks() } })`. */
export function pawlHooks(options: PawlHookOptions = {}): PawlHooks {
  const { events = defaultEvents } = options;
  const context: HookContext = { ...options, projects: new Map() };
  const starts = events.includes('SessionStart') ? new SessionStarts(context) : undefined;
  const hooks: PawlHooks = {};
  for (const event of events)
    hooks[event] = [
      matcher(event, async (input, _id, { signal }) => {
        await starts?.before(event, input, signal);
        return runEvent(context, event, input, signal);
      }),
    ];
  if (!starts) return hooks;
  // A separate answer beside the one to the prompt, because the client limits the length of each.
  const withPrompt: HookCallback = (input, _id, { signal }) => starts.take(input, signal);
  const start = matcher('UserPromptSubmit', withPrompt, 'SessionStart');
  hooks.UserPromptSubmit = [...(hooks.UserPromptSubmit ?? []), start];
  return hooks;
}

/** `timeoutOf`: the event whose timeout the callback gets. */
function matcher(event: EventName, callback: HookCallback, timeoutOf: EventName = event): HookMatcher {
  // If this process can't answer, a tool call must not pass unchecked.
  const onFailure = event === 'PreToolUse' && { onFailure: 'block' as const };
  return { hooks: [callback], timeout: channels[timeoutOf].timeout, ...onFailure };
}
