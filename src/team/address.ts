// The address of a team store: a PostgreSQL URL, which is checked and separated from its password.
import { UserError } from '../system/errors.ts';

export interface Address {
  host: string;
  port: number;
  user: string;
  database: string;
  /** A connection inside this machine may go without TLS; every other one is encrypted and its server verified. */
  tls: boolean;
  /** The path of a private certificate authority. */
  ca?: string;
}

export interface ParsedUrl {
  address: Address;
  password?: string;
  /** Without the password, for the config. */
  url: string;
}

const example = 'postgres://NAME:PASSWORD@HOST:5432/DATABASE';

export function parseUrl(text: string): ParsedUrl {
  const url = URL.parse(text);
  const invalid = (why: string) => new UserError(`${why} A team store’s address looks like ${example}.`);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw invalid('This is not a PostgreSQL address.');
  const database = decode(url.pathname.slice(1));
  if (!url.hostname) throw invalid('The address names no host.');
  if (!url.username) throw invalid('The address names no user.');
  if (!database || database.includes('/')) throw invalid('The address names no database.');
  const unknown = [...url.searchParams.keys()].find((key) => !['sslmode', 'sslrootcert'].includes(key));
  if (unknown)
    throw invalid(`The address has the parameter ${unknown}; only sslmode and sslrootcert are known.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const ca = url.searchParams.get('sslrootcert') ?? undefined;
  const tls = usesTls(host, url.searchParams.get('sslmode'), ca);
  const address = {
    host,
    port: Number(url.port || 5432),
    user: decode(url.username),
    database,
    tls,
    ...(ca && { ca }),
  };
  const password = decode(url.password);
  url.password = '';
  return { address, url: url.href, ...(password && { password }) };
}

/** Returns a text that is not valid percent-encoding as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a host of a URL is this machine. An IPv6 address may be in brackets. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^\[?::1\]?$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host);

function usesTls(host: string, mode: string | null, ca: string | undefined): boolean {
  if (mode === 'verify-full') return true;
  if (mode === null) return ca !== undefined || !isLoopback(host);
  if (mode !== 'disable')
    throw new UserError(
      `sslmode takes verify-full or disable, not ${mode}. Leave it out: the connection is then encrypted and the server verified, unless it is on this machine.`,
    );
  if (isLoopback(host)) return false;
  throw new UserError(
    `sslmode=disable is only possible for a server on this machine, and ${host} is not: passwords and events would cross the network unprotected. Leave sslmode out.`,
  );
}
