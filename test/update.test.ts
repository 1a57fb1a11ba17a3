// Updates: checked in the background at most once a day; nothing fetched is run, and local work is never touched.
import { expect, test } from 'bun:test';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readNotices, saveNotices } from '../src/store/files/notices.ts';
import { readUpdate, type UpdateState } from '../src/store/files/update-state.ts';
import { homeAt } from '../src/system/home.ts';
import { plainEvent, send } from './support/events.ts';
import { commit, git } from './support/git.ts';
import { configure, install, pawl, program } from './support/pawl.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

/** The daily check also asks the client, which does not matter here. */
const withoutClient = `${dirname(Bun.which('git')!)}:/usr/bin:/bin`;

const byPerson = testUnless(underAgent());

interface Place extends World {
  /** The checkout the program was built from. */
  checkout: World;
  /** Another clone, in which a colleague works. */
  other: World;
}

/** A bare remote with two clones; the program is installed from the first. */
function place(): Place {
  const world = freshWorld();
  const clone = (name: string): World => ({ ...world, project: join(world.root, name) });
  const [checkout, other] = [clone('checkout'), clone('other')];
  git(world, ['init', '-q', '--bare', '-b', 'main', join(world.root, 'remote.git')]);
  for (const one of [other, checkout]) {
    git(world, ['clone', '-q', join(world.root, 'remote.git'), one.project]);
    git(one, ['checkout', '-qB', 'main']);
    git(one, ['config', 'user.email', 'a@b']);
    git(one, ['config', 'user.name', 'a']);
    if (one === checkout) continue;
    commit(one, 'package.json', '{"name":"pawl"}');
    commit(one, '.gitignore', 'dist\n');
    git(one, ['push', '-q', '-u', 'origin', 'main']);
  }
  git(checkout, ['fetch', '-q']);
  git(checkout, ['checkout', '-qB', 'main', '--track', 'origin/main']);
  mkdirSync(join(checkout.project, 'dist'));
  copyFileSync(program, join(checkout.project, 'dist', 'pawl'));
  const run = { cwd: world.project, env: envOf(world) };
  const done = Bun.spawnSync([join(checkout.project, 'dist', 'pawl'), 'init'], run);
  if (done.exitCode !== 0) throw new Error(`${done.stderr}`);
  return { ...world, checkout, other, [Symbol.dispose]: world[Symbol.dispose] };
}

function publish({ other }: Place, file = 'new.txt'): void {
  commit(other, file, 'new\n');
  git(other, ['push', '-q']);
}

const check = (world: Place) => {
  const { code } = pawl(world, ['update', 'check']);
  return { code, ...readUpdate(homeAt(world.pawlHome))! } as UpdateState & { code: number };
};
const head = (world: World) => git(world, ['rev-parse', 'HEAD']).trim();
const daily = (world: Place, env: Record<string, string> = {}) =>
  Bun.spawnSync([program, 'gc', '--daily', world.project], {
    cwd: world.project,
    env: { ...envOf(world), PATH: withoutClient, PAWL_AUTO_UPDATE: '', ...env },
  });

/** Makes the last check look a day old. */
function yesterday(world: Place): void {
  const file = join(world.pawlHome, 'update.json');
  const state = JSON.parse(readFileSync(file, 'utf8'));
  write(file, JSON.stringify({ ...state, checked_at: state.checked_at - 25 * 3_600_000 }));
}

byPerson('an update is applied by fast-forward, and reported until it is built and installed', () => {
  using world = place();
  expect(check(world)).toMatchObject({ code: 0, result: 'same' });
  // Nothing that comes from the network may run, including hooks of the repository.
  const hook = join(world.checkout.project, '.git', 'hooks', 'post-merge');
  write(hook, '#!/bin/sh\ntouch "$HOME/ran"\n');
  chmodSync(hook, 0o755);
  publish(world, 'plugin/hooks/hooks.json');
  expect(check(world)).toMatchObject({ code: 1, result: 'newer', behind: 1, registration_changed: true });
  const before = head(world.checkout);
  expect(pawl(world, ['update', 'apply']).code).toBe(0);
  expect(head(world.checkout)).toBe(head(world.other));
  expect(existsSync(join(world.home, 'ran'))).toBe(false);
  const state = readUpdate(homeAt(world.pawlHome))!;
  expect(state).toMatchObject({ result: 'applied', history: [{ from: before, how: 'fast-forward' }] });
  // The checkout has nothing left to fetch, but the program that runs is still the old one.
  expect(check(world)).toMatchObject({ code: 1, result: 'same', applied: head(world.other) });
  expect(pawl(world, ['update', 'check']).stdout).toMatch(/newer version .* than the program that runs/);
  const start = (session_id: string) =>
    send(world, plainEvent(world, 'SessionStart', { source: 'startup', session_id })).message;
  for (const session of ['s1', 's2']) expect(start(session)).toContain('npm run build');
  const built = join(world.checkout.project, 'dist', 'pawl');
  const install = () => Bun.spawnSync([built, 'init'], { cwd: world.project, env: envOf(world) });
  // Installed again without a build, so it is still the old program.
  install();
  expect(start('s3')).toContain('npm run build');
  // More commits came in the meantime, and all of them were built.
  publish(world, 'later.txt');
  git(world.checkout, ['pull', '-q', '--ff-only']);
  utimesSync(built, new Date(), new Date());
  install();
  expect(start('s4')).not.toContain('npm run build');
});

byPerson('a diverged or changed checkout is never touched, and being offline is only reported', () => {
  using world = place();
  publish(world);
  write(join(world.checkout.project, 'package.json'), '{"name":"pawl","mine":true}');
  pawl(world, ['update', 'apply']);
  expect(readUpdate(homeAt(world.pawlHome))).toMatchObject({
    result: 'newer',
    kept: expect.stringContaining('uncommitted changes'),
  });
  git(world.checkout, ['commit', '-qam', 'mine']);
  const mine = head(world.checkout);
  pawl(world, ['update', 'apply']);
  expect(readUpdate(homeAt(world.pawlHome))).toMatchObject({ result: 'diverged' });
  expect(head(world.checkout)).toBe(mine);
  rmSync(join(world.root, 'remote.git'), { recursive: true });
  expect(check(world)).toMatchObject({ code: 1, result: 'offline' });
  expect(head(world.checkout)).toBe(mine);
  rmSync(world.checkout.project, { recursive: true });
  expect(pawl(world, ['update', 'check']).stdout).toContain('no longer exists');
});

test('the background check runs once in 24 hours, reports once, and can be switched off', () => {
  using world = place();
  publish(world);
  expect(daily(world, { PAWL_AUTO_UPDATE: 'false' }).exitCode).toBe(0);
  expect(readUpdate(homeAt(world.pawlHome))).toBeUndefined();
  configure(world, { update: 'off' });
  daily(world);
  expect(readUpdate(homeAt(world.pawlHome))).toBeUndefined();
  configure(world, {});
  daily(world);
  const first = readUpdate(homeAt(world.pawlHome))!;
  expect(first.result).toBe('newer');
  const start = (session_id: string) =>
    send(world, plainEvent(world, 'SessionStart', { source: 'startup', session_id })).message;
  expect(start('s1')).toContain('there is a newer version of Pawl');
  expect(start('s2')).not.toContain('a newer version of Pawl');
  // The daily work may run a moment before the next check is due; the notice is not shown again.
  daily(world);
  expect(readNotices(homeAt(world.pawlHome))).toMatchObject([{ told: true }]);
  publish(world, 'more.txt');
  daily(world);
  expect(readUpdate(homeAt(world.pawlHome))!.checked_at).toBe(first.checked_at);
  yesterday(world);
  daily(world);
  expect(readUpdate(homeAt(world.pawlHome))).toMatchObject({ result: 'newer', behind: 2 });
  expect(start('s3')).toContain('there is a newer version of Pawl');
});

test('`apply` in a project’s config has no effect', () => {
  using world = place();
  publish(world);
  write(join(world.project, '.pawl', 'config.jsonc'), '{"update":"apply"}');
  const before = head(world.checkout);
  daily(world);
  expect(readUpdate(homeAt(world.pawlHome))).toMatchObject({ result: 'newer' });
  expect(head(world.checkout)).toBe(before);
  configure(world, { update: 'apply' });
  yesterday(world);
  daily(world);
  expect(head(world.checkout)).toBe(head(world.other));
});

test('the start of a session does not wait for the check', async () => {
  using world = freshWorld();
  install(world);
  const mark = join(world.pawlHome, 'run', 'gc');
  write(mark, '');
  const old = Date.now() / 1000 - 2 * 86_400;
  utimesSync(mark, old, old);
  send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  const notices = join(world.pawlHome, 'run', 'notices.json');
  await until('the daily work is done', () => existsSync(notices));
});

test('events that are needed but not registered are reported at every session start', () => {
  using world = freshWorld();
  install(world);
  const start = (session_id: string) =>
    send(world, plainEvent(world, 'SessionStart', { source: 'startup', session_id })).message;
  expect(start('s1')).not.toContain('pawl init');
  // The registration of an older version, which did not need this event.
  const settings = JSON.parse(readFileSync(world.settings, 'utf8'));
  delete settings.hooks.Stop;
  write(world.settings, JSON.stringify(settings));
  for (const session of ['s2', 's3']) expect(start(session)).toContain('need Stop,');
  install(world);
  expect(start('s4')).not.toContain('pawl init');
});

test('a notice that no longer applies is dropped, and one that still applies is not shown again', () => {
  using world = freshWorld();
  const home = homeAt(world.pawlHome);
  saveNotices(home, [{ key: 'a', text: 'A is broken' }], 1);
  saveNotices(
    home,
    [
      { key: 'a', text: 'A is broken' },
      { key: 'b', text: 'B is broken' },
    ],
    2,
  );
  expect(readNotices(home).map((one) => [one.key, one.at])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(send(world, plainEvent(world, 'SessionStart', { source: 'startup' })).message).toContain(
    'A is broken',
  );
  saveNotices(home, [{ key: 'a', text: 'A is broken' }], 3);
  expect(readNotices(home)).toMatchObject([{ key: 'a', told: true }]);
});
