// Scripted model APIs on loopback, in the three forms that the clients speak. Each request of the session takes the next
// turn of the script; requests that offer no tools (titles, routing) take none.
import type { JsonObject } from '../../../src/core/json.ts';

export interface Call {
  name: string;
  args: JsonObject;
  /** Codex: the tool takes its input as text instead of arguments. */
  custom?: string;
  /** Codex: the group that the tool belongs to. */
  namespace?: string;
}

export interface Turn {
  calls?: Call[];
  text?: string;
}

export interface ModelApi {
  port: number;
  /** Bodies of the requests that belong to the session, in order. */
  requests: JsonObject[];
  close(): Promise<void>;
}

/** How one kind of API is recognised, answered and read. */
export interface Wire {
  /** True if the request belongs to the session and takes a turn. */
  isTurn(path: string, body: JsonObject): boolean;
  answer(turn: Turn, path: string, body: JsonObject, number: number): Response;
  /** The results of the tool calls so far, in order, as the model sees them. */
  results(body: JsonObject): string[];
}

export function scriptedModel(wire: Wire, turns: readonly Turn[]): ModelApi {
  const requests: JsonObject[] = [];
  let next = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      const body = request.method === 'POST' ? ((await request.json()) as JsonObject) : undefined;
      if (!body) return Response.json({ object: 'list', data: [{ id: 'fake-model', object: 'model' }] });
      if (!wire.isTurn(path, body)) return wire.answer({ text: 'ok' }, path, body, 0);
      requests.push(body);
      return wire.answer(turns[next++] ?? { text: 'The end.' }, path, body, next);
    },
  });
  return { port: server.port!, requests, close: () => server.stop(true) };
}

export function eventStream(parts: readonly unknown[], named = false): Response {
  const line = (part: unknown) => {
    const name = named ? `event: ${(part as { type: string }).type}\n` : '';
    return `${name}data: ${typeof part === 'string' ? part : JSON.stringify(part)}\n\n`;
  };
  return new Response(parts.map(line).join(''), { headers: { 'content-type': 'text/event-stream' } });
}

export const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');
