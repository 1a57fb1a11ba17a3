// A connection to the team store. Everything that decides where it goes and whether it is safe is given as an option:
// variables of the environment could otherwise name another database, options for the server, or switch verification
// off.
import { readFileSync } from 'node:fs';
import { SQL } from 'bun';
import { dropNetworkVariables } from '../../system/network-env.ts';
import type { Address } from '../address.ts';
import { problemOf, TeamProblem } from './problem.ts';

export interface Team {
  sql: SQL;
  address: Address;
  /** Runs one call, and turns errors into messages for a person. `seconds`: how long an answer may take. */
  call<T>(query: (sql: SQL) => Promise<T>, seconds?: number): Promise<T>;
  close(): Promise<void>;
}

const connectSeconds = 10;

/**
 * The limit of one call. A server that hangs, or a cut line, does not end a connection: without a limit the process would
 * keep the lock, and nothing would be sent any more. It is long enough for a batch over a slow line, and shorter than a
 * background process may run.
 */
const answerSeconds = 45;

export function connect(
  address: Address,
  password: string | undefined,
  defaultSeconds: number = answerSeconds,
): Team {
  dropNetworkVariables(process.env);
  const sql = new SQL({
    adapter: 'postgres',
    hostname: address.host,
    port: address.port,
    username: address.user,
    database: address.database,
    password: password ?? '',
    max: 1,
    // Poolers in transaction mode (pgbouncer) give each statement another connection.
    prepare: false,
    connectionTimeout: connectSeconds,
    idleTimeout: 0,
    ...(address.tls ? { tls: tlsOptions(address) } : { tls: false }),
  } as unknown as SQL.Options);
  const close = () => sql.close({ timeout: 0 }).catch(() => {});
  const call = async <T>(query: (sql: SQL) => Promise<T>, seconds = defaultSeconds) => {
    try {
      return await withDeadline(query(sql), seconds);
    } catch (error) {
      if (error instanceof NoAnswer) void close();
      throw problemOf(error, address);
    }
  };
  return { sql, address, call, close };
}

class NoAnswer extends Error {
  code = 'ETIMEDOUT';
}

function withDeadline<T>(answer: Promise<T>, seconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer(`no answer within ${seconds} s`)), seconds * 1000);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

function tlsOptions({ ca, host }: Address) {
  // Set explicitly: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would switch verification off.
  const verified = { rejectUnauthorized: true, serverName: host };
  if (!ca) return verified;
  try {
    return { ...verified, ca: readFileSync(ca, 'utf8') };
  } catch (error) {
    throw new TeamProblem(
      'tls',
      `The certificate authority ${ca} can’t be read: ${(error as Error).message}.`,
    );
  }
}
