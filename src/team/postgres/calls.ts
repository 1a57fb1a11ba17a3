// The calls that a client makes, as one function each. All SQL for the server is in this folder.
import type { SQL } from 'bun';
import { UserError } from '../../system/errors.ts';
import type { BoardRow, MachineRow } from '../rows.ts';
import type { Team } from './connect.ts';
import { TeamProblem } from './problem.ts';
import { scramVerifier } from './scram.ts';
import { clientVersion, schemaVersion, setUpScript } from './script.ts';

export interface About {
  team: string;
  version: number;
  oldest_client: number;
  keep_days: number;
  generation: string;
  person: string;
  member: boolean;
  lead: boolean;
  people: number;
  machines: number;
  /** The server's time. */
  at: number;
}

/** The first call on a connection: who this is, and an error if server and client are not compatible. */
export async function about(team: Team): Promise<About> {
  const [row] = await team.call((sql) => sql`SELECT * FROM pawl.about_v1()` as Promise<About[]>);
  if (!row) throw new TeamProblem('schema', 'The team store is not set up. Its owner runs `pawl team init`.');
  if (row.oldest_client > clientVersion)
    throw new TeamProblem(
      'schema',
      `This Pawl is too old for the team store: it needs clients of version ${row.oldest_client}, and this one has ${clientVersion}. Run \`pawl update\`. Nothing is lost: what was recorded here is sent afterwards.`,
    );
  if (!row.member)
    throw new TeamProblem(
      'refused',
      `${row.person} is not in this team. Its owner runs \`pawl team invite ${row.person}\`.`,
    );
  return row;
}

/** A migration of large tables may take long. */
const setUpSeconds = 3600;

/** Makes the schema or brings it up to date. Returns the version that was there before; 0 for an empty database. */
export async function setUp(team: Team): Promise<number> {
  return team.call(async (sql) => {
    const before = await versionOf(sql);
    if (before > schemaVersion)
      throw new UserError(
        `The team store has schema ${before}, and this Pawl knows ${schemaVersion}. Run \`pawl update\` first; nothing was changed.`,
        1,
      );
    await requireServer(sql);
    try {
      await sql.unsafe(setUpScript());
    } catch (error) {
      await sql.unsafe('ROLLBACK').catch(() => {});
      throw error;
    }
    return before;
  }, setUpSeconds);
}

async function versionOf(sql: SQL): Promise<number> {
  const [meta] = await sql`SELECT to_regclass('pawl.meta') IS NOT NULL AS exists`;
  if (!meta.exists) return 0;
  const [row] = await sql`SELECT version FROM pawl.about_v1()`;
  return row?.version ?? 0;
}

const oldestServer = 150_000;

async function requireServer(sql: SQL): Promise<void> {
  const [row] =
    await sql`SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`;
  if (row.number < oldestServer)
    throw new UserError(`The team store needs PostgreSQL 15 or newer, and this server is ${row.name}.`, 1);
}

/**
 * Creates the login role of a person, or gives it a new password; returns which. Roles belong to the whole server, so
 * one that is not a login of a team is left alone.
 */
export async function addPerson(
  team: Team,
  name: string,
  password: string,
  lead: boolean,
): Promise<'created' | 'renewed'> {
  return team.call(async (sql) => {
    const [known] =
      await sql`SELECT pg_has_role(oid, 'pawl_member', 'MEMBER') AND NOT rolsuper AND NOT rolcreaterole AS ours FROM pg_roles WHERE rolname = ${name}`;
    if (known && !known.ours)
      throw new UserError(
        `The server has a role ${name} that is not a login of a team, and inviting it would change its password. Choose another name, such as ${name}-pawl. Nothing was changed.`,
        1,
      );
    const quoted = quote(name);
    // The verifier instead of the password, which could end up in the server's log.
    const verifier = scramVerifier(password).replaceAll("'", "''");
    await sql.begin(async (transaction) => {
      await transaction.unsafe(`${known ? 'ALTER' : 'CREATE'} ROLE ${quoted} LOGIN PASSWORD '${verifier}'`);
      // Set for the role, because a pooler takes no such options from clients. A transaction that stays open would hold
      // up migrations and everyone's lessons.
      await transaction.unsafe(`ALTER ROLE ${quoted} SET statement_timeout = '60s'`);
      await transaction.unsafe(`ALTER ROLE ${quoted} SET idle_in_transaction_session_timeout = '60s'`);
      await transaction.unsafe(`GRANT pawl_member TO ${quoted}`);
      await transaction.unsafe('SET LOCAL ROLE pawl_store');
      await transaction`INSERT INTO pawl.people (name, lead) VALUES (${name}, ${lead}) ON CONFLICT (name) DO UPDATE SET lead = excluded.lead OR pawl.people.lead`;
    });
    return known ? 'renewed' : 'created';
  });
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Takes a person out of the team. What they pushed stays until it expires. */
export async function removePerson(team: Team, name: string): Promise<boolean> {
  return team.call((sql) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe('SET LOCAL ROLE pawl_store');
      const gone = await transaction`DELETE FROM pawl.people WHERE name = ${name} RETURNING name`;
      await transaction.unsafe('SET LOCAL ROLE NONE');
      const [role] = await transaction`SELECT 1 AS yes FROM pg_roles WHERE rolname = ${name}`;
      // Disables only the login of a person of this team; other roles of the server are left alone.
      if (role && gone.length > 0) await transaction.unsafe(`ALTER ROLE ${quote(name)} NOLOGIN`);
      return gone.length > 0;
    }),
  );
}

export interface Cursor {
  upto: number;
  last_uid: string;
}

type Row = Record<string, unknown>;

export async function enrol(
  team: Team,
  machine: string,
  name: string,
): Promise<Cursor & { refused: number }> {
  const [row] = await team.call(
    (sql) => sql`SELECT * FROM pawl.enrol_v1(${machine}::uuid, ${name}, ${clientVersion})` as Promise<Row[]>,
  );
  if (!row)
    throw new TeamProblem(
      'refused',
      'Another person has enrolled this machine: its Pawl home was copied. Run `pawl team leave` and `pawl team join` to make it a machine of its own.',
    );
  return { ...cursorOf(row), refused: Number(row.refused) };
}

// The driver returns int8 as text.
const cursorOf = (row: Row): Cursor => ({ upto: Number(row.upto), last_uid: String(row.last_uid) });

export interface Batch {
  from: Cursor;
  to: Cursor;
  /** How many rows were left out because the server does not take them. */
  refused: number;
  rows: readonly object[];
}

/** Returns the new position of the cursor; `moved` is false if it was not where the batch begins. */
export async function push(team: Team, machine: string, batch: Batch): Promise<Cursor & { moved: boolean }> {
  const { from, to, refused, rows } = batch;
  const [row] = await team.call(
    (sql) =>
      sql`SELECT * FROM pawl.push_v1(${machine}::uuid, ${from.upto}, ${to.upto}, ${to.last_uid}, ${refused}, ${rows}::jsonb)` as Promise<
        Row[]
      >,
  );
  return { ...cursorOf(row!), moved: row!.moved === true };
}

export async function restart(team: Team, machine: string, upto: number, checkUpto: number): Promise<void> {
  await team.call((sql) => sql`SELECT pawl.restart_v1(${machine}::uuid, ${upto}, ${checkUpto})`);
}

export async function pushSessions(team: Team, machine: string, rows: readonly object[]): Promise<void> {
  await team.call((sql) => sql`SELECT pawl.push_sessions_v1(${machine}::uuid, ${rows}::jsonb)`);
}

export async function pushMetrics(
  team: Team,
  machine: string,
  days: string[],
  rows: readonly object[],
): Promise<void> {
  const list = `{${days.join(',')}}`;
  await team.call(
    (sql) => sql`SELECT pawl.push_metrics_v1(${machine}::uuid, ${list}::date[], ${rows}::jsonb)`,
  );
}

export async function pushMemories(team: Team, machine: string, rows: readonly object[]): Promise<void> {
  await team.call((sql) => sql`SELECT pawl.push_memories_v1(${machine}::uuid, ${rows}::jsonb)`);
}

export async function retract(team: Team, uids: readonly string[]): Promise<void> {
  await team.call(
    (sql) => sql`SELECT pawl.retract_v1(ARRAY(SELECT jsonb_array_elements_text(${uids}::jsonb)))`,
  );
}

export interface PulledMemory {
  uid: string;
  xid: string;
  owner: string;
  machine: string | null;
  at: number;
  kind: string;
  topic: string | null;
  category: string;
  problem: string | null;
  content: string;
  entities: string[];
  gone: boolean;
}

export function pullMemories(
  team: Team,
  repository: string,
  after: { xid: string; uid: string },
  limit: number,
): Promise<PulledMemory[]> {
  return team.call(
    (sql) =>
      sql`SELECT * FROM pawl.pull_memories_v1(${repository}, ${after.xid}, ${after.uid}, ${limit})` as Promise<
        PulledMemory[]
      >,
  );
}

export interface Published {
  no: number;
  hash: string;
  author: string;
  at: number;
  note: string | null;
  /** Null if the client has it already. */
  files: { name: string; text: string }[] | null;
}

export async function published(team: Team, have: string | undefined): Promise<Published | undefined> {
  const [row] = await team.call(
    (sql) => sql`SELECT * FROM pawl.published_v1(${have ?? null}::text)` as Promise<Published[]>,
  );
  return row;
}

export async function publish(
  team: Team,
  hash: string,
  note: string | undefined,
  files: readonly object[],
): Promise<number> {
  const [row] = await team.call(
    (sql) =>
      sql`SELECT pawl.publish_v1(${hash}, ${note ?? null}::text, ${files}::jsonb) AS no` as Promise<
        { no: number }[]
      >,
  );
  return row!.no;
}

/**
 * Drops expired tables and creates those of the next days; returns their names after `-` or `+`. With `days`, a lead
 * changes how long events are kept.
 */
export async function keep(team: Team, days?: number): Promise<string[]> {
  const [row] = await team.call(
    (sql) =>
      sql`SELECT array_to_json(pawl.keep(${days ?? null}::int)) AS done` as Promise<{ done: string[] }[]>,
  );
  return row?.done ?? [];
}

export async function allowReader(team: Team, reader: string, on: boolean): Promise<void> {
  await team.call((sql) => sql`SELECT pawl.allow_v1(${reader}::name, ${on}::bool)`);
}

export interface PersonRow {
  name: string;
  lead: boolean;
  machines: number;
  seen_at: number | null;
  reads_mine: boolean;
  i_read: boolean;
}

export const people = (team: Team): Promise<PersonRow[]> =>
  team.call((sql) => sql`SELECT * FROM pawl.people_v1()` as Promise<PersonRow[]>);

export const machines = (team: Team): Promise<MachineRow[]> =>
  team.call((sql) => sql`SELECT * FROM pawl.machines_v1()` as Promise<MachineRow[]>);

/** Rows of one person or machine only. */
export interface Filter {
  person?: string;
  machine?: string;
}

export function board(
  team: Team,
  {
    all,
    person,
    machine,
    limit = 500,
    offset = 0,
  }: Filter & { all: boolean; limit?: number; offset?: number },
): Promise<BoardRow[]> {
  return team.call(
    (sql) =>
      sql`SELECT * FROM pawl.board_v1(${all}::bool, ${person ?? null}::text, ${machine ?? null}::text, ${limit}::int, ${offset}::int)` as Promise<
        BoardRow[]
      >,
  );
}

export interface SumRow {
  kind: string;
  day: string | null;
  name: string;
  figure: string;
  n: number;
}

export async function metrics(
  team: Team,
  from: string,
  to: string,
  { person, machine }: Filter,
): Promise<SumRow[]> {
  const rows = await team.call(
    (sql) =>
      sql`SELECT * FROM pawl.metrics_v1(${from}::date, ${to}::date, ${person ?? null}::text, ${machine ?? null}::text)` as Promise<
        SumRow[]
      >,
  );
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

export interface DecisionRow {
  at: number;
  machine: string;
  person: string;
  session_id: string;
  repository: string;
  event: string;
  tool: string | null;
  tool_use_id: string | null;
  decision: string;
  policies: string[] | null;
  /** Null if its owner does not let this person read it, or it has none. */
  label: string | null;
  reason: string | null;
}

export function decisions(
  team: Team,
  { since, person, machine, limit }: Filter & { since: number; limit: number },
): Promise<DecisionRow[]> {
  return team.call(
    (sql) =>
      sql`SELECT * FROM pawl.decisions_v1(to_timestamp(${since / 1000}::float8), ${person ?? null}::text, ${machine ?? null}::text, ${limit}::int)` as Promise<
        DecisionRow[]
      >,
  );
}
