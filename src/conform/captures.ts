// The captured events of each client, which the executable carries as one text.
import type { JsonObject } from '../core/json.ts';
import packed from './captures.generated.txt' with { type: 'text' };
import type { ConformClient } from './protocol.ts';

export interface Capture {
  /** Unique within a client: `PreToolUse.Bash`. */
  name: string;
  /** The event as the hook is registered for it. */
  event: string;
  payload: JsonObject;
}

export interface ClientCaptures {
  /** The version of the client that was captured. */
  version: string;
  captures: Capture[];
}

/** The captures of a client, with the captured paths replaced by those of this run. */
export function capturesOf(client: ConformClient, home: string): ClientCaptures {
  const byClient = JSON.parse(packed.replaceAll('/home/user', home).replaceAll('/home/me', home)) as Record<
    ConformClient,
    { version: string; captures: [name: string, event: string, payload: JsonObject][] }
  >;
  const { version, captures } = byClient[client];
  return { version, captures: captures.map(([name, event, payload]) => ({ name, event, payload })) };
}

/** The first capture of each event, and of each tool for events that name one. */
export function onePerKind(captures: readonly Capture[]): Capture[] {
  const kinds = new Map<string, Capture>();
  for (const capture of captures) {
    const key = `${capture.event} ${String(capture.payload.tool_name ?? '')}`;
    if (!kinds.has(key)) kinds.set(key, capture);
  }
  return [...kinds.values()];
}
