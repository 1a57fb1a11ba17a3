// A connection to the team store. Everything that decides where it goes and whether it is safe is given as an option:
// variables of the environment could otherwise name another database, options for the server, or switch verification off.
import { readFileSync } from 'node:fs';
import { SQL } from 'bun';
import { dropNetworkVariables } from '../../system/network-env.ts';
import type { Address } from '../address.ts';
import { problemOf, TeamProblem } from './problem.ts';

export interface Team {
  sql: SQL;
  address: Address;
  /** Runs one call and turns what goes wrong into a message for a person. */
  call<T>(work: (sql: SQL) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const connectSeconds = 10;

export function connect(address: Address, password: string | undefined): Team {
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
  const call = async <T>(work: (sql: SQL) => Promise<T>) => {
    try {
      return await work(sql);
    } catch (error) {
      throw problemOf(error, address);
    }
  };
  return { sql, address, call, close: () => sql.close({ timeout: 0 }).catch(() => {}) };
}

function tlsOptions({ ca, host }: Address) {
  // Said explicitly: without it NODE_TLS_REJECT_UNAUTHORIZED=0 would switch verification off.
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
