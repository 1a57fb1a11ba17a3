// Setting a team up, joining and leaving it, and what people are told when something is wrong.
import { expect } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setUpScript } from '../../src/team/postgres/script.ts';
import { pawl, pawlJson } from '../support/pawl.ts';
import { person } from '../support/person.ts';
import { ownerOf } from '../support/postgres.ts';
import { underAgent } from '../support/skip.ts';
import { as, event, machineOf, makeTeam, record } from '../support/team.ts';
import { freshWorld } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

const byPerson = underAgent() ? testWithServer.skip : testWithServer;

byPerson('a team is set up in an empty database, and a machine joins, shares and leaves', async () => {
  await server().run('postgres', 'CREATE DATABASE first');
  const owner = ownerOf(server(), 'first');
  using world = freshWorld();
  expect(pawl(world, ['team', 'init', '-'], owner).stdout).toContain('is set up');
  expect(pawl(world, ['team', 'init', owner]).stdout).toContain('is up to date');
  const invited = pawlJson<{ url: string }>(world, ['team', 'invite', 'carol']);
  expect(invited.url).toMatch(/^postgres:\/\/carol:[A-Za-z0-9]{28}@127\.0\.0\.1:/);
  const joined = person(world, ['team', 'join', invited.url]);
  expect([joined.code, joined.stdout]).toEqual([0, expect.stringContaining('shares with the team as carol')]);
  const secret = join(world.pawlHome, 'team', 'password');
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  const password = readFileSync(secret, 'utf8').trim();
  expect(readFileSync(join(world.pawlHome, 'config.jsonc'), 'utf8')).not.toContain(password);
  record(world, [event()]);
  expect(pawlJson(world, ['sync'])).toMatchObject({ person: 'carol', events: 2 });
  expect(pawlJson(world, ['team', 'status'])).toMatchObject({
    joined: true,
    person: 'carol',
    failing_since: null,
  });
  expect(person(world, ['team', 'leave']).stdout).toContain('no longer shares');
  expect(existsSync(secret)).toBe(false);
  expect(pawlJson(world, ['team', 'status'])).toEqual({ joined: false });
  expect(pawl(world, ['sync'])).toMatchObject({ code: 1, stderr: expect.stringContaining('is in no team') });
});

testWithServer('what --sql prints is what init runs, and running it again changes nothing', async () => {
  using world = freshWorld();
  const { stdout } = pawl(world, ['team', 'init', '--sql']);
  expect(stdout.trim()).toBe(setUpScript().trim());
  await server().run('postgres', 'CREATE DATABASE by_script');
  await server().run('by_script', stdout);
  await server().run('by_script', stdout);
  const [about] = await server().run('by_script', 'SELECT version, lead FROM pawl.about_v1()');
  expect(about).toEqual({ version: 1, lead: true });
});

testWithServer('an agent can’t join a team, and a changed address waits for a person', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  const asAgent = pawl(world, ['team', 'join', team.urlOf('alice')], '', { CLAUDECODE: '1' });
  expect(asAgent).toMatchObject({ code: 1, stderr: expect.stringContaining('Only a person') });
  const file = join(world.pawlHome, 'config.jsonc');
  await Bun.write(file, readFileSync(file, 'utf8').replace('127.0.0.1', 'evil.example'));
  expect(pawlJson<{ url: string }>(world, ['team', 'status']).url).toContain('127.0.0.1');
  expect(pawl(world, ['config']).stdout).toContain('team changed');
});

byPerson(
  'a machine is set up without a terminal; to leave its team for another one needs a person',
  async () => {
    const team = await makeTeam(server(), ['alice', 'bob']);
    using world = freshWorld();
    const joined = pawl(world, ['team', 'join', team.urlOf('alice')]);
    expect(joined).toMatchObject({ code: 0, stdout: expect.stringContaining('as alice') });
    expect(pawl(world, ['team', 'join', team.urlOf('bob')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('it has no terminal'),
    });
    expect(pawlJson<{ url: string }>(world, ['team', 'status']).url).toContain('alice');
  },
);

testWithServer('a project can’t set the team', async () => {
  using world = freshWorld();
  await Bun.write(
    join(world.project, '.pawl', 'config.jsonc'),
    JSON.stringify({ team: { url: 'postgres://x@evil.example/team' } }),
  );
  expect(pawlJson(world, ['team', 'status'])).toEqual({ joined: false });
  expect(pawl(world, ['config']).stdout.replace(/\s+/g, ' ')).toContain('only your own config');
});

/** Addresses that are wrong, and what is said about each. */
const wrong: [name: string, url: (good: string) => string, code: number, says: string][] = [
  ['no address at all', () => 'example', 2, 'not a PostgreSQL address'],
  ['another protocol', () => 'mysql://a@b/c', 2, 'not a PostgreSQL address'],
  ['no user', () => 'postgres://127.0.0.1/team', 2, 'names no user'],
  ['no database', () => 'postgres://alice@127.0.0.1', 2, 'names no database'],
  ['an unknown parameter', (good) => `${good}?options=-c`, 2, 'parameter options'],
  ['no encryption over a network', () => 'postgres://a:b@db.example/team?sslmode=disable', 2, 'unprotected'],
  [
    'encryption without verification',
    (good) => `${good}?sslmode=require`,
    2,
    'verify-full or disable, not require',
  ],
  ['a wrong password', (good) => good.replace('alice-secret', 'x'), 1, 'refused the password of alice'],
  ['a database that does not exist', (good) => good.replace(/team\d+$/, 'none'), 1, 'no database "none"'],
  ['a database that is no team store', (good) => good.replace(/team\d+$/, 'postgres'), 1, 'pawl team init'],
  ['nobody listens', (good) => good.replace(/:\d+\//, ':1/'), 1, 'can’t be reached'],
];

testWithServer('a wrong address is refused with the reason and the next step', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = freshWorld();
  for (const [name, url, code, says] of wrong) {
    const done = pawl(world, ['team', 'join', url(team.urlOf('alice'))]);
    expect([name, done.code, done.stderr]).toEqual([name, code, expect.stringContaining(says)]);
    expect(done.stderr).not.toContain('alice-secret');
  }
});

testWithServer(
  'a login without rights, a Pawl that is too old, a newer schema and a full disk each have a message, and nothing is lost',
  async () => {
    const team = await makeTeam(server(), ['alice']);
    using world = machineOf(team, 'alice');
    const { database } = team;
    record(world, [event()]);
    const says = (args: string[]) => pawl(world, args).stderr;
    expect(says(['team', 'init', team.urlOf('alice')])).toContain('CREATEROLE');
    expect(says(['team', 'keep', '30'])).toContain('Ask a lead of the team');
    expect(says(['team', 'allow', 'zoe'])).toContain('There is no zoe in this team');
    expect(pawl(world, ['team', 'status']).stdout).toMatch(/repositories +all/);
    await server().run(database, 'UPDATE pawl.meta SET oldest_client = 9');
    expect(says(['sync'])).toContain('too old for the team store');
    await server().run(database, 'UPDATE pawl.meta SET oldest_client = 1, version = 99');
    expect(says(['team', 'init', team.owner])).toContain('Run `pawl update` first; nothing was changed');
    await server().run(database, 'UPDATE pawl.meta SET version = 1');
    await server().run(
      database,
      `CREATE FUNCTION pawl.no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full USING MESSAGE = 'no space left'; END $$;
     CREATE TRIGGER no_space BEFORE INSERT ON pawl.sessions FOR EACH ROW EXECUTE FUNCTION pawl.no_space();
     GRANT EXECUTE ON FUNCTION pawl.no_space() TO pawl_store`,
    );
    expect(says(['sync'])).toContain('disk of the team store');
    await server().run(database, 'DROP TRIGGER no_space ON pawl.sessions');
    await server().run(database, "DELETE FROM pawl.people WHERE name = 'alice'");
    expect(says(['sync'])).toContain('alice is not in this team');
    await server().run(database, "INSERT INTO pawl.people (name) VALUES ('alice')");
    expect(pawlJson(world, ['sync'])).toMatchObject({ events: 1, complete: true });
  },
);

testWithServer(
  'the password can come from a program, which gets no variables of the repository',
  async () => {
    const team = await makeTeam(server(), ['alice']);
    using world = machineOf(team, 'alice', {
      passwordCommand: ['/bin/sh', '-c', 'test -z "$EVIL" && echo alice-secret'],
    });
    await Bun.write(join(world.pawlHome, 'team', 'password'), 'stale\n');
    record(world, [event()]);
    const { code, stderr } = pawl(world, ['sync'], '', { EVIL: '1' });
    expect([code, stderr]).toEqual([0, '']);
    using broken = machineOf(team, 'alice', { passwordCommand: ['/bin/false'] });
    expect(pawl(broken, ['sync']).stderr).toContain('ended with 1');
  },
);

testWithServer('a clock that is a day off is reported', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  record(world, [event()]);
  await as(team.owner, (owner) =>
    owner.sql.unsafe(
      `CREATE OR REPLACE FUNCTION pawl.clock_off() RETURNS void LANGUAGE sql AS 'SELECT';
       ALTER FUNCTION pawl.about_v1() RENAME TO about_true;
       CREATE FUNCTION pawl.about_v1() RETURNS TABLE (team uuid, version int, oldest_client int, keep_days int, generation text,
         person name, member bool, lead bool, people int, machines int, at float8)
         LANGUAGE sql SECURITY DEFINER AS $$ SELECT team, version, oldest_client, keep_days, generation, session_user::name, member,
         lead, people, machines, at + 86400000 FROM pawl.about_true() $$;`,
    ),
  );
  const { code, stdout } = pawl(world, ['sync']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('clock is 1 d behind the team store’s')]);
  expect(pawl(world, ['doctor', '--json']).stdout).toContain('team-clock');
});
