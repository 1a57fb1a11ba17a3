// Who may talk to the dashboard: a browser on this machine that was given the token by the person who started it.
import { timingSafeEqual } from 'node:crypto';

export interface Secrets {
  /** In the address that the terminal shows; exchanged for the cookie at once. */
  token: string;
  /** In the cookie. */
  cookie: string;
  /** In the page; sent with every write, so that a cookie alone changes nothing. */
  write: string;
}

export const newSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

export const newSecrets = (): Secrets => ({ token: newSecret(), cookie: newSecret(), write: newSecret() });

function same(given: string | null | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const names = ['127.0.0.1', 'localhost', '[::1]'];

/** A name that only pretends to be this machine (DNS rebinding) shows in the Host header. */
export function isOurHost(request: Request, port: number): boolean {
  return names.some((name) => request.headers.get('host') === `${name}:${port}`);
}

/** Another page’s script may reach us, but it can’t hide where it comes from. */
export function isOurOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin !== null) return origin === `http://${request.headers.get('host')}`;
  return site === null || site === 'same-origin' || site === 'none';
}

export const cookieName = (port: number) => `pawl_${port}`;

export function hasCookie(request: Request, port: number, { cookie }: Secrets): boolean {
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.some(([name, value]) => name === cookieName(port) && same(value, cookie));
}

export const hasToken = (url: URL, { token }: Secrets) => same(url.searchParams.get('token'), token);

/** A write comes from our page, which knows the secret, and says so. */
export function mayWrite(request: Request, { write }: Secrets): boolean {
  return request.headers.get('origin') !== null && same(request.headers.get('x-pawl-token'), write);
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
