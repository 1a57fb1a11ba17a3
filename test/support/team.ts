// Teams for tests: a database of the test server, people in it, and machines that have joined.
import { join } from 'node:path';
import type { ConfigFile } from '../../src/config/load.ts';
import { insertEvents } from '../../src/store/db/insert-event.ts';
import { openStore } from '../../src/store/db/open.ts';
import type { EventRecord } from '../../src/store/record.ts';
import { homeAt } from '../../src/system/home.ts';
import { parseUrl } from '../../src/team/address.ts';
import { addPerson, setUp } from '../../src/team/postgres/calls.ts';
import { connect, type Team } from '../../src/team/postgres/connect.ts';
import { configure } from './pawl.ts';
import { ownerOf, type Server } from './postgres.ts';
import { freshWorld, type World, write } from './world.ts';

export interface TestTeam {
  server: Server;
  database: string;
  owner: string;
  /** The address of somebody in the team, with the password. */
  urlOf(name: string, query?: string): string;
}

let made = 0;

export async function makeTeam(server: Server, people: string[], leads: string[] = []): Promise<TestTeam> {
  const database = `team${++made}`;
  await server.run('postgres', `CREATE DATABASE ${database}`);
  const owner = ownerOf(server, database);
  await as(owner, async (team) => {
    await setUp(team);
    for (const name of [...people, ...leads])
      await addPerson(team, name, passwordFor(name), leads.includes(name));
  });
  return {
    server,
    database,
    owner,
    urlOf: (name, query) => server.url(name, passwordFor(name), database, query),
  };
}

const passwordFor = (name: string) => `${name}-secret`;

/** Connects, works and closes the connection. */
export async function as<T>(url: string, work: (team: Team) => Promise<T>): Promise<T> {
  const { address, password } = parseUrl(url);
  const team = connect(address, password);
  try {
    return await work(team);
  } finally {
    await team.close();
  }
}

/** A machine that has joined, as if a person had run `pawl team join`. */
export function machineOf(
  team: TestTeam,
  name: string,
  config: Partial<NonNullable<ConfigFile['team']>> = {},
): World {
  const world = freshWorld();
  const { url, password } = parseUrl(team.urlOf(name));
  write(join(world.pawlHome, 'team', 'password'), `${password}\n`);
  configure(world, { team: { url, machine: `${name}-laptop`, ...config } });
  return world;
}

let numbers = 0;

export function event(over: Partial<EventRecord> = {}): EventRecord {
  const n = ++numbers;
  return {
    uid: `u-${n}`,
    at: Date.now() - 1000,
    event: 'PreToolUse',
    session_id: 's1',
    project: '/nowhere/app',
    repository: '/nowhere/app',
    cwd: '/nowhere/app',
    tool: 'Bash',
    decision: 'pass',
    ms: 2,
    label: `label ${n}`,
    ...over,
  };
}

/** Records events on a machine. */
export function record(world: World, events: readonly EventRecord[]): void {
  const db = openStore(homeAt(world.pawlHome));
  try {
    db.transaction(() => insertEvents(db, events)).immediate();
  } finally {
    db.close();
  }
}

export const events = (n: number, over: (i: number) => Partial<EventRecord> = () => ({})): EventRecord[] =>
  Array.from({ length: n }, (_, i) => event(over(i)));
