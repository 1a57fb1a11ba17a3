// Describes how a client reads a hook's answer. The tables follow the clients' documentation and observed behaviour,
// independently of the program's own tables, so that each finds mistakes in the other.

/**
 * The type of a value; a list holds the allowed words. `text` is read by a person or a model, so it must not be empty.
 */
export type Kind =
  | 'string'
  | 'text'
  | 'boolean'
  | 'number'
  | 'object'
  | 'list'
  | 'any'
  | readonly string[]
  | { keys: Readonly<Record<string, Kind>> };

export type Keys = Readonly<Record<string, Kind>>;

export interface EventShape {
  /** The keys at the top of the answer that count for this event. */
  top: Keys;
  /** The keys of `hookSpecificOutput` besides `hookEventName`. */
  specific: Keys;
  /** Output that is not JSON is read too: as text for the model, or as a path. */
  text: boolean;
  /** The effect of exit code 2: it stops something, its text is passed on, or it has no effect. */
  exit2: 'stops' | 'tells' | 'nothing';
}

export const conformClients = ['claude', 'codex', 'copilot', 'gemini', 'qwen'] as const;
export type ConformClient = (typeof conformClients)[number];

export interface Protocol {
  client: ConformClient;
  /** The name that people use. */
  title: string;
  shapes: Readonly<Record<string, EventShape>>;
  /** In characters; undefined if no limit is known. */
  maxTextLength: number | undefined;
  /** A question keeps the call from running. */
  asks: boolean;
  /** Exit code 2 without a text on stderr counts. */
  silentExit2: boolean;
  /** A hook that fails in any way denies the call. */
  failsClosed?: true;
  /** The client's reaction to an answer with a key that it does not know. */
  unknownKey: string;
  /** The client's names of the events before a tool call, for a prompt and at a stop. */
  tool: string;
  prompt: string;
  stop: string;
  /** Seconds that the client waits for the end of a session. */
  sessionEnd: number;
  /** Variables that the client sets for a hook; the value is the project's folder. */
  projectVariables: readonly string[];
}

/** The shape of each event, from rows in which events that share a shape are named together. */
export function shapes(rows: readonly [events: string, shape: Partial<EventShape>][], top: Keys) {
  const whole = (shape: Partial<EventShape>): EventShape => ({
    specific: {},
    text: false,
    exit2: 'nothing',
    ...shape,
    top: { ...top, ...shape.top },
  });
  return Object.fromEntries(
    rows.flatMap(([events, shape]) => events.split(' ').map((event) => [event, whole(shape)] as const)),
  );
}
