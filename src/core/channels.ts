// What each event of the client can carry back. One row an event; the answer, the installer, the docs and
// the tests all read this table. Sources: the client's documentation and what it was seen to do (docs/events.md).

/** How a refusal is spelled for an event. */
export type Refusal =
  | 'permission' // hookSpecificOutput.permissionDecision: deny | ask | allow
  | 'request' // hookSpecificOutput.decision.behavior: deny | allow
  | 'block' // top-level decision: "block" + reason
  | 'exit' // exit code 2, reason on stderr
  | 'decline' // hookSpecificOutput.action: "decline"
  | 'none'; // this event can't be refused

export interface Channel {
  /** How a refusal is spelled. */
  refuse: Refusal;
  /** Can text reach the model without stopping anything? */
  context: boolean;
  /** Is `systemMessage` shown to the user? */
  user: boolean;
  /** Seconds the client waits, as `pawl init` registers it. The inner deadline is derived from it. */
  timeout: number;
  /** Why `pawl init` must not register the event unless a policy takes it over. */
  takesOver?: string;
}

const tell = { refuse: 'none', context: false, user: true, timeout: 10 } as const;
const silent = { refuse: 'none', context: false, user: false, timeout: 10 } as const;

export const channels = {
  PreToolUse: { refuse: 'permission', context: true, user: true, timeout: 20 },
  PostToolUse: { refuse: 'block', context: true, user: true, timeout: 20 },
  PostToolUseFailure: { refuse: 'block', context: true, user: true, timeout: 20 },
  PostToolBatch: { refuse: 'block', context: true, user: true, timeout: 20 },
  Notification: silent,
  UserPromptSubmit: { refuse: 'block', context: true, user: true, timeout: 20 },
  UserPromptExpansion: { refuse: 'block', context: true, user: true, timeout: 20 },
  SessionStart: { refuse: 'none', context: true, user: true, timeout: 30 },
  SessionEnd: { ...silent, timeout: 5 },
  // Text for the model on a stop makes it go on working, so it counts as a block, not as context.
  Stop: { refuse: 'block', context: false, user: true, timeout: 20 },
  StopFailure: silent,
  SubagentStart: { refuse: 'none', context: true, user: false, timeout: 10 },
  SubagentStop: { refuse: 'block', context: false, user: true, timeout: 20 },
  PreCompact: { refuse: 'block', context: false, user: false, timeout: 10 },
  PostCompact: silent,
  PreModelSwitch: { refuse: 'permission', context: false, user: true, timeout: 10 },
  PostModelSwitch: { refuse: 'none', context: true, user: true, timeout: 10 },
  PermissionRequest: { refuse: 'request', context: false, user: true, timeout: 20 },
  PermissionDenied: silent,
  Setup: { ...silent, timeout: 30 },
  TeammateIdle: { refuse: 'exit', context: false, user: false, timeout: 10 },
  TaskCreated: { refuse: 'exit', context: false, user: false, timeout: 10 },
  TaskCompleted: { refuse: 'exit', context: false, user: false, timeout: 10 },
  Elicitation: { refuse: 'decline', context: false, user: false, timeout: 10 },
  ElicitationResult: { refuse: 'decline', context: false, user: false, timeout: 10 },
  ConfigChange: { refuse: 'block', context: false, user: false, timeout: 10 },
  WorktreeCreate: { ...silent, timeout: 60, takesOver: 'a registered hook replaces git’s own worktrees' },
  WorktreeRemove: { ...silent, timeout: 60, takesOver: 'goes with WorktreeCreate' },
  InstructionsLoaded: silent,
  CwdChanged: tell,
  FileChanged: tell,
  DirectoryAdded: silent,
  // Its hook holds up the screen and fires for each batch of lines: registered only if a policy needs it.
  MessageDisplay: { ...silent, timeout: 5 },
} as const satisfies Record<string, Channel>;

export type EventName = keyof typeof channels;

/** Not on the way of an event: what is marked as pure is left out of a program that does not use it. */
export const eventNames = /* @__PURE__ */ Object.keys(channels) as EventName[];

export function isEventName(name: unknown): name is EventName {
  // What every object has (`constructor`) has no timeout. `Object.hasOwn` would cost more than all else here.
  return typeof name === 'string' && (channels as Record<string, Channel>)[name]?.timeout !== undefined;
}

/** Events a policy can answer with allow, ask or deny. */
export type PermissionEvent = {
  [E in EventName]: (typeof channels)[E]['refuse'] extends 'permission' | 'request' ? E : never;
}[EventName];
/** Events a policy can block. */
export type BlockableEvent = Exclude<
  { [E in EventName]: (typeof channels)[E]['refuse'] extends 'none' ? never : E }[EventName],
  PermissionEvent
>;

/** We must have answered well before the client gives up on us; both numbers come from one row. */
export function innerDeadline(event: string): number {
  const seconds = isEventName(event) ? channels[event].timeout : 10;
  return seconds * 800;
}
