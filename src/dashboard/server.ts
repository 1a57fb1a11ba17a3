// The dashboard's server: loopback only, and nothing without the cookie. Routes are in routes.ts, who may ask is in access.ts.
import type { Database } from 'bun:sqlite';
import { redactDeep } from '../core/redact.ts';
import type { Home } from '../system/home.ts';
import {
  cookieName,
  hasCookie,
  hasToken,
  headers,
  isOurHost,
  isOurOrigin,
  mayWrite,
  newSecrets,
  type Secrets,
} from './access.ts';
import { act } from './acts.ts';
import { Live } from './live.ts';
import { assets, page } from './page.ts';
import { reads } from './routes.ts';

export interface Served {
  url: string;
  port: number;
  stop(): void;
}

interface ServerContext {
  home: Home;
  db: Database;
  secrets: Secrets;
  live: Live;
  port: number;
}

export function serve(home: Home, db: Database, port: number): Served {
  const secrets = newSecrets();
  const live = new Live(db, home);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    // A live connection is silent for as long as nothing happens.
    idleTimeout: 0,
    fetch: (request, { port: own }): Promise<Response> =>
      respond(request, { home, db, secrets, live, port: own! }),
    error: () => plain(500, 'Something went wrong. The terminal that started the dashboard says more.'),
  });
  const url = `http://127.0.0.1:${server.port}/?token=${secrets.token}`;
  const stop = () => {
    live.stop();
    server.stop(true);
  };
  return { url, port: server.port!, stop };
}

async function respond(request: Request, context: ServerContext): Promise<Response> {
  const url = new URL(request.url);
  if (!isOurHost(request, context.port)) return plain(421, 'This is not the name of this server.');
  if (!isOurOrigin(request)) return plain(403, 'Another site asked for this.');
  if (url.pathname === '/' && url.searchParams.has('token')) return exchange(url, context);
  if (!hasCookie(request, context.port, context.secrets))
    return plain(401, 'Open the address that `pawl dashboard` printed; it brings the key.');
  if (request.method === 'POST') return write(request, url, context);
  if (request.method !== 'GET') return plain(405, 'Only GET and POST.');
  return read(url, context, request);
}

/** The token leaves the address bar, and with it the history and what people copy. */
function exchange(url: URL, { secrets, port }: ServerContext): Response {
  if (!hasToken(url, secrets)) return plain(401, 'This token is not, or no longer, the right one.');
  const cookie = `${cookieName(port)}=${secrets.cookie}; HttpOnly; SameSite=Strict; Path=/`;
  return new Response(null, { status: 303, headers: { ...headers, location: '/', 'set-cookie': cookie } });
}

function read(url: URL, context: ServerContext, request: Request): Response {
  if (url.pathname === '/') return typed(page(context.secrets.write), 'text/html; charset=utf-8');
  const asset = assets[url.pathname];
  if (asset) return typed(asset.text, asset.type);
  if (url.pathname === '/api/live') return context.live.connect(request, headers);
  const route = Object.hasOwn(reads, url.pathname) ? reads[url.pathname] : undefined;
  if (!route) return plain(404, 'There is nothing here.');
  try {
    return json(route(context, url.searchParams));
  } catch (error) {
    return json({ problem: (error as Error).message }, 500);
  }
}

async function write(request: Request, url: URL, context: ServerContext): Promise<Response> {
  if (!mayWrite(request, context.secrets)) return plain(403, 'A change needs the page’s own token.');
  try {
    const wish = (await request.json()) as Record<string, unknown>;
    const done = await act(context, url.pathname.slice('/api/'.length), wish);
    context.live.look();
    return done ? json(done) : plain(404, 'There is no such change.');
  } catch (error) {
    return json({ problem: (error as Error).message }, 400);
  }
}

const typed = (text: string, type: string) =>
  new Response(text, { headers: { ...headers, 'content-type': type } });
const plain = (status: number, text: string) =>
  new Response(`${text}\n`, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });

/** Redacted when it was stored, and once more: what a newer version knows as a secret is not shown either. */
const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(redactDeep(value)), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  });
