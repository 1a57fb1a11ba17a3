// Access control of the dashboard: data goes only to a page on this machine that was opened with the token from the
// person's terminal.
import { timingSafeEqual } from 'node:crypto';

const newSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface OpenedPage {
  /** Sent by the page with every request. The page keeps it where only pages of the same origin can read it. */
  secret: string;
  /** The host and port by which the page was opened. */
  host: string;
}

/**
 * The token in an address opens one page, once, so it is useless to a program that reads it from a process list or a
 * history later. The page gets a secret of its own for it. There is no cookie, because a browser sends cookies to every
 * port of this machine, and any program may listen there.
 */
export class Access {
  #tokens: string[] = [];
  #pages: OpenedPage[] = [];

  newToken(): string {
    const token = newSecret();
    this.#tokens.push(token);
    return token;
  }

  /** Returns the secret of a new page; the token can't be used again. */
  exchange(token: string, host: string): string | undefined {
    const known = this.#tokens.find((issued) => isSame(token, issued));
    if (known === undefined) return undefined;
    this.#tokens = this.#tokens.filter((issued) => issued !== known);
    const secret = newSecret();
    this.#pages.push({ secret, host });
    return secret;
  }

  mayRead({ headers }: Request): boolean {
    const given = headers.get('x-pawl-token') ?? '';
    return this.#pages.some(({ secret, host }) => isSame(given, secret) && host === headers.get('host'));
  }

  /** A browser sends the origin with every change, so a request without it does not come from our page. */
  mayWrite(request: Request): boolean {
    return request.headers.get('origin') !== null && this.mayRead(request);
  }
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Rejects other host names that resolve to this machine (DNS rebinding). */
export function isOurHost(request: Request, port: number): boolean {
  return loopbackNames.some((name) => request.headers.get('host') === `${name}:${port}`);
}

/** Rejects requests from scripts of other sites, by the headers that the browser sets. */
export function isOurOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin !== null) return origin === `http://${request.headers.get('host')}`;
  return site === null || site === 'same-origin' || site === 'none';
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const headers: Record<string, string> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
