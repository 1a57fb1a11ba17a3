// Sessions in the real client.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { type Listed, runJson } from '../support/fleet.ts';
import { repository } from '../support/git.ts';
import { configure, install, launcher } from '../support/pawl.ts';
import { whereIs } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { freshWorld, write } from '../support/world.ts';

const anyBash = ['--allowedTools', 'Bash'];

test('a session started with a role has the files of .claude/roles/<role> in its first request', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  configure(world, { policies: { 'session/context': { core: ['TODAY.md'] } } });
  write(join(world.project, 'TODAY.md'), 'ship the parser today');
  write(join(world.project, 'docs', 'plan.md'), 'the plan has three steps');
  write(
    join(world.project, '.claude/roles/planner/role.md'),
    '---\nauto_include: ["docs/*.md"]\n---\nYou keep the plan.',
  );
  const env = { CLAUDE_SESSION_ROLE: 'planner', CLAUDE_SESSION_ID: 'p1' };
  const run = await session(world, { script: [says('ready')], env });
  for (const text of ['ship the parser today', 'the plan has three steps', 'You keep the plan.'])
    expect(whereIs(run, text)).toContain('#0 system');
  expect(runJson<Listed[]>(world, ['sessions', '--all'])).toMatchObject([
    {
      alias: 'p1',
      role: 'planner',
      state: 'ended',
      end_reason: 'other',
      last_words: 'ready',
      branch: 'main',
    },
  ]);
});

test('context warnings come between two tools, at the right moment, and once', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const full = (tokens: number) => ({ usage: { input_tokens: 100, cache_read_input_tokens: tokens - 100 } });
  const step = (n: number, tokens: number) => ({
    ...calls(bash(`sleep 0.3; echo step ${n}`)),
    ...full(tokens),
  });
  const script = [
    step(0, 300_000),
    step(1, 590_000),
    step(2, 610_000),
    step(3, 640_000),
    step(4, 815_000),
    says('end'),
  ];
  const run = await session(world, { script, args: anyBash });
  // The warning follows the answer that crossed the line, so it is in the request after it.
  expect(whereIs(run, '61 % full')[0]).toMatch(/^#3 /);
  expect(whereIs(run, '81 % full')[0]).toMatch(/^#5 /);
  expect(whereIs(run, '59 % full')).toEqual([]);
  expect(whereIs(run, '64 % full')).toEqual([]);
});

test('a session sends a message to another with its own tool, and a background session reports before it ends', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const pawl = launcher(world);
  const id = Bun.spawnSync([pawl, 'worker', 'start', 'tests', '--conversation', 'chief'], {
    env: { HOME: world.home },
  });
  const report = calls(bash(`${pawl} worker finish ${id.stdout.toString().trim()} "all green"`));
  const env = { CLAUDE_SESSION_MODE: 'background', CLAUDE_CONVERSATION_ID: 'helper-1' };
  const run = await session(world, { script: [says('done'), report, says('reported')], args: anyBash, env });
  expect(whereIs(run, 'session/report')[0]).toBe('#1 user');
  const waiting = { CLAUDE_CONVERSATION_ID: 'chief' };
  const chief = await session(world, { script: [says('I see')], env: waiting });
  expect(whereIs(chief, 'all green')).toContain('#0 system');
  expect(runJson<object[]>(world, ['send', '--list'])).toMatchObject([{ delivered_by: 'start' }]);
});
