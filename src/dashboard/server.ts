// The dashboard's server. It listens on loopback only, and gives data only to a page that was opened with the token
// (access.ts).
import type { Database } from 'bun:sqlite';
import { redactDeep } from '../core/redact.ts';
import type { Home } from '../system/home.ts';
import { Access, headers, isOurHost, isOurOrigin } from './access.ts';
import { runAction } from './actions.ts';
import { confirmInTerminal } from './confirm.ts';
import { Live } from './live.ts';
import { assets, page } from './page.ts';
import { reads } from './routes.ts';

export interface DashboardServer {
  url: string;
  port: number;
  stop(): void;
}

interface ServerContext {
  home: Home;
  db: Database;
  access: Access;
  live: Live;
  port: number;
}

export function serve(home: Home, db: Database, port: number): DashboardServer {
  const access = new Access();
  const live = new Live(db, home);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    // A live connection is silent while nothing happens.
    idleTimeout: 0,
    fetch: (request, { port: boundPort }): Promise<Response> =>
      respond(request, { home, db, access, live, port: boundPort! }),
    error: () =>
      plainResponse(
        500,
        'Something went wrong. The terminal in which the dashboard was started shows the error.',
      ),
  });
  const url = addressOf(server.port!, access);
  const stop = () => {
    live.stop();
    server.stop(true);
  };
  return { url, port: server.port!, stop };
}

async function respond(request: Request, context: ServerContext): Promise<Response> {
  const url = new URL(request.url);
  if (!isOurHost(request, context.port)) return plainResponse(421, 'Unknown host name.');
  if (!isOurOrigin(request)) return plainResponse(403, 'Requests from other sites are not allowed.');
  if (request.method === 'POST') return write(request, url, context);
  if (request.method !== 'GET') return plainResponse(405, 'Only GET and POST are allowed.');
  if (!url.pathname.startsWith('/api/')) return servePage(request, url, context);
  return context.access.mayRead(request) ? read(url, context, request) : plainResponse(401, notOpened);
}

const notOpened =
  'This page was opened without the address that `pawl dashboard` printed, or with one that was used before: each address opens one page, once. Stop the dashboard and start it again to get a new one.';

const addressOf = (port: number, access: Access) => `http://127.0.0.1:${port}/?token=${access.newToken()}`;

/** Serves the page, which has no data in it. Opened with a token, it gets a secret with which it reads the data. */
function servePage(request: Request, url: URL, { access }: ServerContext): Response {
  const asset = Object.hasOwn(assets, url.pathname) ? assets[url.pathname] : undefined;
  if (asset) return textResponse(asset.text, asset.type);
  if (url.pathname !== '/') return plainResponse(404, 'Not found.');
  const token = url.searchParams.get('token');
  const secret = token === null ? '' : access.exchange(token, request.headers.get('host') ?? '');
  return secret === undefined
    ? plainResponse(401, notOpened)
    : textResponse(page(secret), 'text/html; charset=utf-8');
}

async function read(url: URL, context: ServerContext, request: Request): Promise<Response> {
  if (url.pathname === '/api/live') return context.live.connect(request, headers);
  const route = Object.hasOwn(reads, url.pathname) ? reads[url.pathname] : undefined;
  if (!route) return plainResponse(404, 'Not found.');
  try {
    return jsonResponse(await route(context, url.searchParams));
  } catch (error) {
    return jsonResponse({ problem: (error as Error).message }, 500);
  }
}

async function write(request: Request, url: URL, context: ServerContext): Promise<Response> {
  if (!context.access.mayRead(request)) return plainResponse(401, notOpened);
  if (!context.access.mayWrite(request))
    return plainResponse(403, 'Only the page of the dashboard may change something.');
  // Not a `jsonResponse`, because that would redact the token in the address.
  if (url.pathname === '/api/address')
    return textResponse(JSON.stringify({ url: addressOf(context.port, context.access) }), 'application/json');
  try {
    const input = (await request.json()) as Record<string, unknown>;
    const done = await runAction(
      { ...context, confirm: confirmInTerminal },
      url.pathname.slice('/api/'.length),
      input,
    );
    context.live.poll();
    return done ? jsonResponse(done) : plainResponse(404, 'Not found.');
  } catch (error) {
    return jsonResponse({ problem: (error as Error).message }, 400);
  }
}

const textResponse = (text: string, type: string) =>
  new Response(text, { headers: { ...headers, 'content-type': type } });
const plainResponse = (status: number, text: string) =>
  new Response(`${text}\n`, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });

/** Redacts again what was redacted when it was stored, because this version may recognise more secrets. */
const jsonResponse = (value: unknown, status = 200) =>
  new Response(JSON.stringify(redactDeep(value)), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  });
