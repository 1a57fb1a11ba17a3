// A local Messages API that answers with scripted turns and keeps the requests.
import { type Asked, kindOf, type MessagesBody, Playbook, type Script, type Turn } from './script.ts';
import { errorResponse, messageOf, messageResponse } from './wire.ts';

export interface Api {
  url: string;
  /** Everything the client sent, in order. */
  requests: Asked[];
  close(): Promise<void>;
}

export function scriptedApi(script: Script): Api {
  const requests: Asked[] = [];
  const playbook = new Playbook(script);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const asked = await read(request);
      requests.push(asked);
      return asked.body ? answer(await playbook.next(asked), asked.body) : elsewhere(request);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, close: () => server.stop(true) };
}

async function read(request: Request): Promise<Asked> {
  const { pathname } = new URL(request.url);
  const isMessage = request.method === 'POST' && pathname === '/v1/messages';
  const body = isMessage ? ((await request.json()) as MessagesBody) : null;
  const agent = request.headers.get('x-claude-code-agent-id');
  return { at: performance.now(), path: pathname, kind: body ? kindOf(body, agent) : 'other', agent, body };
}

async function answer(turn: Turn, body: MessagesBody): Promise<Response> {
  if (turn.delayMs) await Bun.sleep(turn.delayMs);
  if (turn.error) return errorResponse(turn.error);
  return messageResponse(messageOf(turn, body.model), body.stream === true);
}

/** Answers the other requests that the client makes, such as probes, like a minimal server. */
function elsewhere(request: Request): Response {
  if (request.method === 'HEAD') return new Response(null, { status: 200 });
  if (request.url.includes('/count_tokens')) return Response.json({ input_tokens: 1000 });
  return errorResponse({ status: 404, type: 'not_found_error', message: new URL(request.url).pathname });
}
