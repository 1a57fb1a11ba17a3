// Lessons of a repository reach every machine that has a clone of it, with their author, and are taken back everywhere.
import { expect } from 'bun:test';
import { pawl, pawlJson } from '../support/pawl.ts';
import { machineOf, makeTeam } from '../support/team.ts';
import type { World } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

interface Lesson {
  id: number;
  content: string;
  author?: string;
  machine?: string;
}

function clone(world: World, origin: string): World {
  const git = (...args: string[]) =>
    Bun.spawnSync(['git', ...args], {
      cwd: world.project,
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: world.home },
    });
  git('init', '-q');
  git('remote', 'add', 'origin', origin);
  return world;
}

const lessons = (world: World) => pawlJson<Lesson[]>(world, ['memory', 'list']);

testWithServer('a lesson is shared with author and machine, and can be retracted everywhere', async () => {
  const team = await makeTeam(server(), ['alice', 'bob']);
  using alice = clone(machineOf(team, 'alice'), 'git@github.com:Acme/App.git');
  using bob = clone(machineOf(team, 'bob'), 'https://bob:token@github.com/acme/app/');
  using other = clone(machineOf(team, 'bob'), 'https://github.com/acme/other');
  pawl(alice, ['memory', 'add', 'The proxy strips the Origin header', '--about', 'cors']);
  pawl(bob, ['memory', 'add', 'Tests need the database of the compose file']);
  pawl(other, ['memory', 'add', 'Unrelated']);
  for (const world of [alice, other, bob, alice]) pawlJson(world, ['sync']);
  expect(lessons(bob)).toMatchObject(
    [{}, { content: 'The proxy strips the Origin header', author: 'alice', machine: 'alice-laptop' }].map(
      (one) => expect.objectContaining(one),
    ),
  );
  expect(
    lessons(alice)
      .map(({ content, author }) => [content, author])
      .sort(),
  ).toEqual([
    ['Tests need the database of the compose file', 'bob'],
    ['The proxy strips the Origin header', undefined],
  ]);
  expect(lessons(other)).toHaveLength(1);
  expect(pawl(bob, ['memory', 'search', 'origin', 'header']).stdout).toContain('by alice on alice-laptop');
  // Bob can only remove his copy, and it does not come back.
  const copy = lessons(bob).find(({ author }) => author === 'alice')!;
  pawl(bob, ['memory', 'forget', `m${copy.id}`]);
  for (const world of [bob, alice, bob]) pawlJson(world, ['sync']);
  expect(lessons(bob)).toHaveLength(1);
  expect(lessons(alice)).toHaveLength(2);
  // Bob takes his own one back.
  pawl(bob, ['memory', 'forget', `m${lessons(bob)[0]!.id}`]);
  pawlJson(bob, ['sync']);
  expect(pawl(alice, ['sync']).stdout).toContain('taken back');
  expect(lessons(alice).map(({ author }) => author)).toEqual([undefined]);
  const [row] = await server().run(
    team.database,
    'SELECT count(*)::int AS n FROM pawl.memories WHERE gone AND content = $$$$',
  );
  expect(row!.n).toBe(1);
});

testWithServer('the newest statement about a topic counts on every machine', async () => {
  const team = await makeTeam(server(), ['alice', 'bob']);
  using alice = clone(machineOf(team, 'alice'), 'ssh://git@git.acme.example:2222/app.git');
  using bob = clone(machineOf(team, 'bob'), 'git@git.acme.example:app');
  pawl(alice, ['memory', 'add', 'npm test', '--topic', 'tests']);
  for (const world of [alice, bob]) pawlJson(world, ['sync']);
  pawl(bob, ['memory', 'add', 'npm run check', '--topic', 'tests']);
  for (const world of [bob, alice]) pawlJson(world, ['sync']);
  for (const world of [alice, bob])
    expect(lessons(world).map(({ content }) => content)).toEqual(['npm run check']);
});

testWithServer('a lesson that commits late is not missed', async () => {
  const team = await makeTeam(server(), ['alice', 'bob']);
  using bob = clone(machineOf(team, 'bob'), 'git@github.com:acme/late.git');
  pawl(bob, ['memory', 'add', 'mine']);
  pawlJson(bob, ['sync']);
  const insert = (uid: string) =>
    `INSERT INTO pawl.memories (uid, owner, machine, repository, at, kind, category, content, entities) VALUES ('${uid}', 'alice', 0, 'github.com/acme/late', now(), 'lesson', 'note', 'lesson ${uid}', '{}')`;
  const { SQL } = await import('bun');
  const slow = new SQL(team.owner, { max: 1 });
  const held = slow.begin(async (transaction) => {
    await transaction.unsafe(insert('slow'));
    await server().run(team.database, insert('quick'));
    pawlJson(bob, ['sync']);
  });
  await held;
  await slow.close();
  pawlJson(bob, ['sync']);
  expect(
    lessons(bob)
      .map(({ content }) => content)
      .sort(),
  ).toEqual(['lesson quick', 'lesson slow', 'mine']);
});
