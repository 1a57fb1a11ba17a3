// The client's own worktrees, with everything of Pawl switched on.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packNames } from '../../src/core/pack.ts';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { configure, install, pawl, pawlJson } from '../support/pawl.ts';
import { toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { freshWorld } from '../support/world.ts';

interface Row {
  name: string;
  branch: string;
  safe: boolean;
  why: string;
  session_id?: string;
}

test('the client creates its worktree itself; Pawl lists it with its session, and can remove it afterwards', async () => {
  using world = freshWorld();
  repository(world);
  configure(world, { packs: Object.fromEntries(packNames.map((name) => [name, true])) });
  install(world);
  expect(readFileSync(world.settings, 'utf8')).not.toContain('Worktree');
  let during: Row[] = [];
  const script = [
    calls({ name: 'EnterWorktree', input: { name: 'wt1' } }),
    () => {
      during = pawlJson<Row[]>(world, ['worktree', 'list']);
      return calls(bash('pwd'));
    },
    says('end'),
    says('end'),
    says('end'),
  ];
  const args = ['--permission-mode', 'manual', '--allowedTools', 'Bash,EnterWorktree'];
  const run = await session(world, { script, args, env: { ENABLE_TOOL_SEARCH: '0' } });
  const tree = join(world.project, '.claude', 'worktrees', 'wt1');
  expect(toolResults(run).find((one) => one.text.includes(tree))?.refused).toBe(false);
  expect(during).toMatchObject([
    { name: 'wt1', branch: 'worktree-wt1', safe: false, why: expect.stringContaining('locked') },
  ]);
  expect(pawlJson<Row[]>(world, ['worktree', 'list'])).toMatchObject([{ name: 'wt1', safe: true }]);
  expect(pawl(world, ['worktree', 'cleanup', 'wt1']).code).toBe(0);
  // And one that Pawl made is where the client looks for it.
  pawl(world, ['worktree', 'create', 'mine']);
  const inMine = await session(world, {
    script: [calls(bash('pwd')), says('end'), says('end')],
    args: ['--worktree', 'mine', '--allowedTools', 'Bash'],
  });
  expect(toolResults(inMine)[0]?.text).toBe(join(world.project, '.claude', 'worktrees', 'mine'));
});
