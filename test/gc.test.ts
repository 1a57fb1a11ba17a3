// `pawl gc` removes what is older than its retention period, and nothing else.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { plainEvent, run, send } from './support/answers.ts';
import { pawl, pawlJson } from './support/pawl.ts';
import { person } from './support/person.ts';
import { until } from './support/wait.ts';
import { freshWorld, type World, write } from './support/world.ts';

const evil = 'git push --force origin main';
const storeOf = (world: World) => join(world.pawlHome, 'pawl.db');

test('gc removes expired data but never Claude’s transcripts, and a dry run only reports it', () => {
  using world = freshWorld();
  run(world, evil);
  pawlJson(world, ['log']);
  const days = (n: number) => Date.now() - n * 86_400_000;
  const db = new Database(storeOf(world));
  const old =
    "INSERT INTO events SELECT NULL, uid || '-old', at - ?, event, session_id, agent_id, repository, project, tool, tool_use_id, decision, ms, label, detail FROM events";
  db.run(old, [40 * 86_400_000]);
  db.run("INSERT INTO state VALUES ('p', 'session', 'k', '1', ?), ('p', 'machine', 'k', '1', ?)", [
    days(40),
    days(40),
  ]);
  db.close();
  const transcript = join(world.home, '.claude', 'projects', 'p', 'old.jsonl');
  const files = [
    'run/told/s/main/x',
    'run/pending/s.main.jsonl',
    'run/live/s',
    'run/context/s-1.md',
    'run/own/x.json',
    'run/x.tmp',
    'trusted/abc/a.ts',
    'pawl.log.1',
  ];
  for (const file of [...files.map((name) => join(world.pawlHome, name)), transcript]) {
    write(file, 'x');
    for (let at = file; at.startsWith(world.home) && at !== world.home; at = join(at, '..'))
      utimesSync(at, new Date(days(60)), new Date(days(60)));
  }
  const fresh = join(world.pawlHome, 'run', 'told', 'new', 'main', 'x');
  write(fresh, '');
  const gone = {
    events: 1,
    state: 1,
    told: 1,
    pending: 1,
    live: 1,
    context: 1,
    own: 1,
    temporary: 1,
    trusted: 1,
    logs: 1,
  };
  expect(pawlJson(world, ['gc', '--dry-run'])).toMatchObject({ dry_run: true, removed: gone });
  expect(pawlJson(world, ['gc'])).toMatchObject({ dry_run: false, removed: gone });
  for (const file of files) expect(existsSync(join(world.pawlHome, file))).toBe(false);
  expect([transcript, fresh].every((file) => existsSync(file))).toBe(true);
  expect(pawlJson<unknown[]>(world, ['log'])).toHaveLength(1);
});

test('a project’s config can’t shorten the retention', () => {
  using world = freshWorld();
  write(join(world.project, '.pawl', 'config.jsonc'), '{ "retention": { "events_days": 0 } }');
  run(world, 'ls');
  person(world, ['trust']);
  pawl(world, ['gc']);
  expect(pawlJson<{ event: string }[]>(world, ['log']).map(({ event }) => event)).toContain('PreToolUse');
});

test('the start of a session runs gc in the background once a day, without waiting', async () => {
  using world = freshWorld();
  const start = () => send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  const old = join(world.pawlHome, 'run', 'context', 'old.md');
  const age = (path: string) => utimesSync(path, new Date(0), new Date(0));
  const lastStart = () => statSync(join(world.pawlHome, 'run', 'gc')).mtimeMs;
  start();
  write(old, '');
  age(old);
  const first = lastStart();
  start();
  expect(lastStart()).toBe(first);
  age(join(world.pawlHome, 'run', 'gc'));
  start();
  await until('the old file is gone', () => !existsSync(old));
  await until('the daily work is done', () => existsSync(join(world.pawlHome, 'run', 'notices.json')));
});
