// Pawl as a plugin: the client accepts it, it works alone, and beside an installation it leaves the events to that.
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

const recorded = (world: World) =>
  pawlJson<Row[]>(world, ['log', '--limit', '1000']).map(
    ({ event, tool_use_id, via }) => `${event} ${tool_use_id ?? ''} ${via ?? ''}`,
  );

const refused = (run: Run) => toolResults(run).map((one) => one.refused);

test('the plugins and the marketplace pass the client’s own strict validation', () => {
  using world = freshWorld();
  for (const place of ['plugin', 'plugin-windows', '.claude-plugin/marketplace.json']) {
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

test('the plugin alone guards a session from the first event to the last', async () => {
  using world = freshWorld();
  repository(world);
  expect(pawl(world, ['init', '--launcher-only']).code).toBe(0);
  const run = await session(world, { script, args });
  expect(refused(run)).toEqual([true, false]);
  const rows = recorded(world);
  expect(rows.filter((row) => row.startsWith('PreToolUse'))).toHaveLength(2);
  expect(rows.filter((row) => row.startsWith('SessionStart'))).toHaveLength(1);
  expect(rows.every((row) => row.endsWith('plugin'))).toBe(true);
});

test('beside an installation the plugin handles no event twice', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const run = await session(world, { script, args });
  expect(refused(run)).toEqual([true, false]);
  const rows = recorded(world);
  for (const once of ['SessionStart', 'UserPromptSubmit', 'Stop'])
    expect(rows.filter((row) => row.startsWith(`${once} `))).toHaveLength(1);
  expect(rows.filter((row) => row.startsWith('PreToolUse'))).toHaveLength(2);
  // InstructionsLoaded comes beside SessionStart, before anybody has seen the other copy fire.
  expect(rows.filter((row) => row.endsWith('plugin') && !row.startsWith('InstructionsLoaded'))).toEqual([]);
});

/** The texts that hooks gave to the person, by event. */
const told = (run: Run) =>
  run.lines
    .filter(({ stdout }) => stdout?.includes('systemMessage'))
    .map(({ hook_event, stdout }) => `${hook_event}: ${JSON.parse(stdout!).systemMessage}`);

test('without the program the plugin blocks nothing, and says with every prompt that nothing is protected', async () => {
  using world = freshWorld();
  repository(world);
  const run = await session(world, { script: [calls(bash('true')), says('end')], args });
  expect(refused(run)).toEqual([false]);
  for (const event of ['SessionStart', 'UserPromptSubmit'])
    expect(told(run)).toContain(
      `${event}: Pawl protects nothing here: its plugin is on, but the program is not installed. Run: npx pawl init --launcher-only`,
    );
});

test('installed from a marketplace it protects as soon as the program is there', async () => {
  using world = freshWorld();
  repository(world);
  const client = (...words: string[]) =>
    Bun.spawnSync([clientPath(), 'plugin', ...words], { cwd: world.project, env: envOf(world) });
  for (const words of [
    ['marketplace', 'add', root],
    ['install', 'pawl@pawl'],
  ]) {
    const { exitCode, stdout, stderr } = client(...words);
    expect({ exitCode, said: `${stdout}${stderr}` }).toMatchObject({ exitCode: 0 });
  }
  const allowed = ['--allowedTools', 'Bash'];
  const before = await session(world, { script: [says('end')], args: allowed });
  expect(told(before).join()).toContain('Pawl protects nothing here');
  expect(pawl(world, ['init', '--launcher-only']).code).toBe(0);
  const after = await session(world, { script, args: allowed });
  expect(refused(after)).toEqual([true, false]);
  expect(told(after).join()).not.toContain('Pawl protects nothing here');
});
