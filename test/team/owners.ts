// Tests of an owner who runs the team on a server that others use too: a managed one, where nobody is a superuser.
import { expect } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pawl, pawlJson } from '../support/pawl.ts';
import { findPostgres, type Server, startPostgres, withoutPostgres } from '../support/postgres.ts';
import { testUnless, underAgent } from '../support/skip.ts';
import { freshWorld } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

/** A database of a role that may create roles, and nothing else. */
async function managed(on: Server, name: string): Promise<string> {
  await on.run('postgres', `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'boss-secret'`);
  await on.run('postgres', `CREATE DATABASE ${name} OWNER ${name}`);
  return on.url(name, 'boss-secret', name);
}

async function runsTeam(on: Server, owner: string): Promise<void> {
  using world = freshWorld();
  for (const done of ['is set up', 'is up to date'])
    expect(pawl(world, ['team', 'init', '-'], owner).stdout).toContain(done);
  expect(statSync(join(world.pawlHome, 'team', 'owner.json')).mode & 0o777).toBe(0o600);
  const dora = pawlJson<{ url: string; renewed: boolean }>(world, ['team', 'invite', 'dora']);
  expect(dora.renewed).toBe(false);
  const [row] = await on.run(
    new URL(owner).pathname.slice(1),
    "SELECT lead FROM pawl.people WHERE name = 'dora'",
  );
  expect(row).toEqual({ lead: false });
  const again = pawlJson<{ url: string; renewed: boolean }>(world, ['team', 'invite', 'dora', '--lead']);
  expect(again.renewed).toBe(true);
  // The old password is gone, and the owner's address can come from stdin, so that it is in no process list.
  expect(pawl(freshWorld(), ['team', 'join', '-'], dora.url).stderr).toContain(
    'refused the password of dora',
  );
  using elsewhere = freshWorld();
  expect(pawl(elsewhere, ['team', 'remove', 'dora']).stderr).toContain('--url');
  expect(pawl(elsewhere, ['team', 'remove', 'dora', '--url', '-'], owner).stdout).toContain(
    'no longer in the team',
  );
  expect(pawl(freshWorld(), ['team', 'join', '-'], again.url).stderr).toContain('does not let dora in');
}

const byPerson = underAgent() ? testWithServer.skip : testWithServer;

byPerson('a second owner, who is not a superuser, sets a store up, invites and removes', async () => {
  const owner = await managed(server(), 'boss');
  // On this server another owner was first.
  using world = freshWorld();
  const { code, stderr } = pawl(world, ['team', 'init', '-'], owner);
  expect([code, stderr]).toEqual([1, expect.stringContaining('TO "boss" WITH ADMIN OPTION')]);
  await server().run('postgres', 'GRANT pawl_store, pawl_member TO "boss" WITH ADMIN OPTION');
  await runsTeam(server(), owner);
});

testUnless(underAgent() ?? withoutPostgres(15))(
  'PostgreSQL 15: the first owner is no superuser',
  async () => {
    using old = await startPostgres(findPostgres(15)!);
    await runsTeam(old, await managed(old, 'boss'));
  },
);

testUnless(underAgent() ?? withoutPostgres())(
  'the newest PostgreSQL: the first owner is no superuser',
  async () => {
    using fresh = await startPostgres();
    await runsTeam(fresh, await managed(fresh, 'boss'));
  },
);

byPerson('roles of the server that are not logins of a team are left alone', async () => {
  const owner = await managed(server(), 'chief');
  await server().run('postgres', 'GRANT pawl_store, pawl_member TO chief WITH ADMIN OPTION');
  await server().run(
    'postgres',
    "CREATE ROLE app LOGIN PASSWORD 'app-secret'; GRANT app TO chief WITH ADMIN OPTION",
  );
  using world = freshWorld();
  pawl(world, ['team', 'init', '-'], owner);
  expect(pawl(world, ['team', 'invite', 'app'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not a login of a team'),
  });
  expect(pawl(world, ['team', 'remove', 'app']).stdout).toContain('There is no app');
  expect(pawl(world, ['team', 'remove', 'chief']).stderr).toContain('own login');
  for (const name of ['pg_x', 'pawl_store', 'Alice', 'a"b', "a'b", '-x', ''])
    expect(pawl(world, ['team', 'invite', '--', name]).code).toBe(2);
  const [role] = await server().run(
    'postgres',
    "SELECT rolcanlogin, rolpassword IS NOT NULL AS secret FROM pg_authid WHERE rolname = 'app'",
  );
  expect(role).toEqual({ rolcanlogin: true, secret: true });
});
