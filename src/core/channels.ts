// The contents that each event's answer can carry. One row per event; the answer, the installer, the docs and the tests
// all read this table. It follows the client's documentation and its observed behaviour (docs/events.md).

/** The field of the answer that refuses an event. */
export type Refusal =
  | 'permission' // hookSpecificOutput.permissionDecision: deny | ask | allow
  | 'request' // hookSpecificOutput.decision.behavior: deny | allow
  | 'block' // top-level decision: "block" + reason
  | 'exit' // exit code 2, reason on stderr
  | 'decline' // hookSpecificOutput.action: "decline"
  | 'none'; // this event can't be refused

export interface Channel {
  refuse: Refusal;
  /** Can text be given to the model without blocking anything? */
  context: boolean;
  /** Is `systemMessage` shown to the user? */
  user: boolean;
  /** Seconds the client waits; `pawl init` registers this number. Our own deadline is derived from it. */
  timeout: number;
  /**
   * Set when a registered hook replaces a built-in behaviour of the client. The plugin, which is registered without
   * knowing the config, leaves such events out.
   */
  replaces?: string;
}

const messageOnly = { refuse: 'none', context: false, user: true, timeout: 10 } as const;
const noReply = { refuse: 'none', context: false, user: false, timeout: 10 } as const;

export const channels = {
  PreToolUse: { refuse: 'permission', context: true, user: true, timeout: 20 },
  PostToolUse: { refuse: 'block', context: true, user: true, timeout: 20 },
  PostToolUseFailure: { refuse: 'block', context: true, user: true, timeout: 20 },
  PostToolBatch: { refuse: 'block', context: true, user: true, timeout: 20 },
  Notification: noReply,
  UserPromptSubmit: { refuse: 'block', context: true, user: true, timeout: 20 },
  UserPromptExpansion: { refuse: 'block', context: true, user: true, timeout: 20 },
  SessionStart: { refuse: 'none', context: true, user: true, timeout: 30 },
  SessionEnd: { ...noReply, timeout: 5 },
  // Text for the model on a stop makes it continue, so it counts as a block, not as context; news is sent that way.
  Stop: { refuse: 'block', context: false, user: true, timeout: 20 },
  StopFailure: noReply,
  SubagentStart: { refuse: 'none', context: true, user: false, timeout: 10 },
  SubagentStop: { refuse: 'block', context: false, user: true, timeout: 20 },
  PreCompact: { refuse: 'block', context: false, user: false, timeout: 10 },
  PostCompact: noReply,
  PreModelSwitch: { refuse: 'permission', context: false, user: true, timeout: 10 },
  PostModelSwitch: { refuse: 'none', context: true, user: true, timeout: 10 },
  PermissionRequest: { refuse: 'request', context: false, user: true, timeout: 20 },
  PermissionDenied: noReply,
  Setup: { ...noReply, timeout: 30 },
  TeammateIdle: { refuse: 'exit', context: false, user: false, timeout: 10 },
  TaskCreated: { refuse: 'exit', context: false, user: false, timeout: 10 },
  TaskCompleted: { refuse: 'exit', context: false, user: false, timeout: 10 },
  Elicitation: { refuse: 'decline', context: false, user: false, timeout: 10 },
  ElicitationResult: { refuse: 'decline', context: false, user: false, timeout: 10 },
  ConfigChange: { refuse: 'exit', context: false, user: false, timeout: 10 },
  WorktreeCreate: {
    ...noReply,
    timeout: 60,
    replaces: 'a registered hook replaces the client’s own `git worktree`',
  },
  WorktreeRemove: { ...noReply, timeout: 60, replaces: 'it belongs to WorktreeCreate' },
  InstructionsLoaded: noReply,
  CwdChanged: messageOnly,
  FileChanged: messageOnly,
  DirectoryAdded: noReply,
  // A hook on this event delays the display and fires for each batch of lines, so no built-in policy uses it.
  MessageDisplay: { ...noReply, timeout: 5 },
} as const satisfies Record<string, Channel>;

export type EventName = keyof typeof channels;

/** Marked as pure, so that the bundler drops it from the hook's program, which does not use it. */
export const eventNames = /* @__PURE__ */ Object.keys(channels) as EventName[];

export function isEventName(name: unknown): name is EventName {
  // Inherited keys such as `constructor` have no timeout. `Object.hasOwn` would be slower, and this runs for every
  // event.
  return typeof name === 'string' && (channels as Record<string, Channel>)[name]?.timeout !== undefined;
}

/** Events that a policy can answer with allow, ask or deny. */
export type PermissionEvent = {
  [E in EventName]: (typeof channels)[E]['refuse'] extends 'permission' | 'request' ? E : never;
}[EventName];
/** Events that a policy can block. */
export type BlockableEvent = Exclude<
  { [E in EventName]: (typeof channels)[E]['refuse'] extends 'none' ? never : E }[EventName],
  PermissionEvent
>;

/**
 * Milliseconds until we must have answered: 80 % of the registered timeout, so that the client never gives up first.
 */
export function innerDeadline(event: string): number {
  const seconds = isEventName(event) ? channels[event].timeout : 10;
  return seconds * 800;
}
