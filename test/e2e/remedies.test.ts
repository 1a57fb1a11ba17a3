// Whatever Pawl asks of an agent, the agent can do in every permission mode, without a dialog: in the real client.
import { expect, test } from 'bun:test';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { blocksIn, literalAgent } from '../support/literal-agent.ts';
import { configure, install, launcher, pawl, pawlJson } from '../support/pawl.ts';
import { result, toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { freshWorld, type World, write } from '../support/world.ts';

function project(world = freshWorld()): World {
  configure(world, { packs: { checkpoint: true } });
  repository(world);
  write(join(world.project, 'Makefile'), 'test:\n\tgrep -q good greeting.txt\n');
  install(world);
  // The edit itself is the person's to allow; everything after it is Pawl's business.
  write(world.settings, merged(world));
  return world;
}

function merged(world: World): string {
  const settings = JSON.parse(readFileSync(world.settings, 'utf8'));
  return JSON.stringify({
    ...settings,
    permissions: { allow: ['Edit(greeting.txt)', 'Edit(/greeting.txt)'] },
  });
}

const edit = (world: World) => [
  { name: 'Read', input: { file_path: join(world.project, 'greeting.txt') } },
  {
    name: 'Edit',
    input: { file_path: join(world.project, 'greeting.txt'), old_string: 'hello', new_string: 'good day' },
  },
];

for (const mode of [[], ['--permission-mode', 'acceptEdits']]) {
  test(`-p ${mode.join(' ') || 'in the default mode'}: what the gate asks for can be done`, async () => {
    using world = project();
    const [read, change] = edit(world);
    const run = await session(world, { script: literalAgent(world.project, [read!], [change!]), args: mode });
    expect(toolResults(run).filter(({ refused }) => refused)).toEqual([]);
    expect(result(run)).toBe('finished');
    expect(blocksIn(run.requests)).toBe(1);
    const [stop] = pawlJson<{ decision: string; notes?: string[] }[]>(world, [
      'log',
      '--event',
      'Stop',
      '--limit',
      '1',
    ]);
    expect(stop?.decision).toBe('pass');
    expect(stop?.notes ?? []).toEqual([]);
  });

  test(`-p ${mode.join(' ') || 'in the default mode'}: a task list is kept`, async () => {
    using world = project();
    const own = launcher(world).replace(world.home, '~');
    const script = [
      calls(bash(`${own} task add "write the parser" "write the docs"`)),
      calls(bash(`${own} task start 1`)),
      calls(bash(`${own} task done 1`)),
      calls(bash(`${own} task list`)),
      says('end'),
    ];
    const run = await session(world, { script, args: mode });
    expect(toolResults(run).map(({ refused }) => refused)).toEqual([false, false, false, false]);
    expect(toolResults(run).at(-1)?.text).toContain('write the docs');
  });
}

test('-p: in a home whose path holds a space and an apostrophe, the commands work as they are printed', async () => {
  using fresh = freshWorld();
  const home = join(fresh.root, "o'neil of the hill");
  renameSync(fresh.home, home);
  const world = {
    ...fresh,
    home,
    pawlHome: join(home, '.pawl'),
    settings: join(home, '.claude/settings.json'),
  };
  project(world);
  const [read, change] = edit(world);
  const run = await session(world, { script: literalAgent(undefined, [read!], [change!]) });
  expect(toolResults(run).filter(({ refused }) => refused)).toEqual([]);
  expect(result(run)).toBe('finished');
  expect(blocksIn(run.requests)).toBe(1);
});

test('-p: a command of Pawl with a pipe behind it is refused, and the agent learns what passes', async () => {
  using world = project();
  const own = launcher(world).replace(world.home, '~');
  const script = [
    calls(bash(`${own} task add one 2>&1 | tail -5`)),
    calls(bash(`${own} task add one`)),
    says('end'),
  ];
  const run = await session(world, { script });
  expect(toolResults(run).map(({ refused }) => refused)).toEqual([true, false]);
  const second = run.requests.filter(({ kind }) => kind === 'main')[1];
  expect(JSON.stringify(second?.body?.messages)).toContain('each is a call of its own, as it was printed');
});

test('-p: our MCP tools need no permission', async () => {
  using world = project();
  pawl(world, ['init', '--mcp']);
  const add = { name: 'mcp__pawl__task_add', input: { tasks: ['from the model'] } };
  const run = await session(world, {
    script: [calls(add), says('end')],
    env: { ENABLE_TOOL_SEARCH: '0' },
  });
  expect(toolResults(run)[0]).toMatchObject({
    refused: false,
    text: expect.stringContaining('from the model'),
  });
});

testUnless(withoutTmux())('the terminal in manual mode: the gate is passed with no dialog', async () => {
  using world = project();
  const own = launcher(world).replace(world.home, '~');
  const [read, change] = edit(world);
  const script = literalAgent(undefined, [bash(`${own} task add "change the greeting"`)], [read!], [change!]);
  await using client = tui(world, { script, args: ['--permission-mode', 'manual'] });
  await client.shows(/❯/);
  await client.say('go');
  const screens: string[] = [];
  const look = setInterval(() => screens.push(client.screen()), 100);
  await client.shows(/finished/);
  clearInterval(look);
  expect(screens.filter((screen) => /Do you want to/.test(screen))).toEqual([]);
  expect(blocksIn(client.requests)).toBe(1);
});
