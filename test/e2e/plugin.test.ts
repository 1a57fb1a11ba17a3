// The same thing as a plugin: the client accepts it, it works alone, and beside an installation it steps back.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { clientPath, type Run, session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { install, pawl, pawlJson } from '../support/pawl.ts';
import { toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { envOf, freshWorld, type World } from '../support/world.ts';

const root = join(import.meta.dir, '..', '..');
const args = ['--plugin-dir', join(root, 'plugin'), '--allowedTools', 'Bash'];
const script = [calls(bash('git push --force origin main')), calls(bash('true')), says('end')];

interface Row {
  event: string;
  via?: string;
  tool_use_id?: string;
  uid: string;
}

const counted = (world: World) =>
  pawlJson<Row[]>(world, ['log', '--limit', '1000']).map(
    ({ event, tool_use_id, via }) => `${event} ${tool_use_id ?? ''} ${via ?? ''}`,
  );

const refused = (run: Run) => toolResults(run).map((one) => one.refused);

test('the client’s own check passes, strictly, for the plugin and for the marketplace', () => {
  using world = freshWorld();
  for (const place of ['plugin', '.claude-plugin/marketplace.json']) {
    const done = Bun.spawnSync([clientPath(), 'plugin', 'validate', '--strict', join(root, place)], {
      cwd: world.project,
      env: envOf(world),
    });
    expect([done.exitCode, done.stdout.toString()]).toEqual([
      0,
      expect.stringContaining('Validation passed'),
    ]);
  }
});

test('alone it guards, from the first event to the last', async () => {
  using world = freshWorld();
  repository(world);
  expect(pawl(world, ['init', '--launcher-only']).code).toBe(0);
  const run = await session(world, { script, args });
  expect(refused(run)).toEqual([true, false]);
  const rows = counted(world);
  expect(rows.filter((row) => row.startsWith('PreToolUse'))).toHaveLength(2);
  expect(rows.filter((row) => row.startsWith('SessionStart'))).toHaveLength(1);
  expect(rows.every((row) => row.endsWith('plugin'))).toBe(true);
});

test('beside an installation every event is handled once', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const run = await session(world, { script, args });
  expect(refused(run)).toEqual([true, false]);
  const rows = counted(world);
  for (const once of ['SessionStart', 'UserPromptSubmit', 'Stop'])
    expect(rows.filter((row) => row.startsWith(`${once} `))).toHaveLength(1);
  expect(rows.filter((row) => row.startsWith('PreToolUse'))).toHaveLength(2);
  // InstructionsLoaded comes beside SessionStart, before anybody has seen the other copy fire.
  expect(rows.filter((row) => row.endsWith('plugin') && !row.startsWith('InstructionsLoaded'))).toEqual([]);
});

test('without the program the plugin blocks nothing and says so', async () => {
  using world = freshWorld();
  repository(world);
  const run = await session(world, { script: [calls(bash('true')), says('end')], args });
  expect(refused(run)).toEqual([false]);
  expect(JSON.stringify(run.lines)).toContain('the program is not installed');
});
