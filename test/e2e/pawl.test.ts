// Tests the effects of Pawl in the real client.
import { expect, test } from 'bun:test';
import { session } from '../support/client.ts';
import { conflictedMerge, git, repository } from '../support/git.ts';
import { configure, install } from '../support/pawl.ts';
import { result, toolResults, whereIs } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { freshWorld } from '../support/world.ts';

const forcedPush = calls(bash('git push --force origin main'));
const anyBash = ['--allowedTools', 'Bash'];

test('a denial reaches the model with its reason and the name of its policy', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const run = await session(world, { script: [forcedPush, says('understood')], args: anyBash });
  const [refusal] = toolResults(run);
  expect(refusal?.refused).toBe(true);
  expect(refusal?.text).toContain('guard/force-push');
  expect(result(run)).toBe('understood');
});

test('a denial holds even if all permissions are bypassed', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const args = ['--permission-mode', 'bypassPermissions'];
  const run = await session(world, { script: [forcedPush, says('end')], args, env: { IS_SANDBOX: '1' } });
  expect(toolResults(run)[0]?.refused).toBe(true);
});

test('a call that no policy objects to runs as without Pawl', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const run = await session(world, { script: [calls(bash('echo ran')), says('end')] });
  expect(toolResults(run)).toEqual([{ id: expect.any(String), refused: false, text: 'ran' }]);
});

test('pass is not allow: a call that needs permission still needs it', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const run = await session(world, { script: [calls(bash('touch made')), says('end')] });
  expect(toolResults(run)[0]?.refused).toBe(true);
  expect(git(world, ['status', '--porcelain'])).toBe('');
});

test('ask refuses in print mode, where nobody can answer, and gives the reason', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  configure(world, { policies: { 'guard/force-push': { level: 'ask' } } });
  const run = await session(world, { script: [forcedPush, says('end')], args: anyBash });
  expect(toolResults(run)[0]).toMatchObject({
    refused: true,
    text: expect.stringContaining('guard/force-push'),
  });
});

test('context that a policy injects is in the first request to the model', async () => {
  using world = freshWorld();
  conflictedMerge(world);
  install(world);
  const run = await session(world, { script: [says('one'), says('two')] });
  expect(whereIs(run, 'SessionStart hook additional context')).toContain('#0 system');
  expect(whereIs(run, 'merge')).toContain('#0 system');
});

test('a stop is blocked once, with the reason, and then passes', async () => {
  using world = freshWorld();
  conflictedMerge(world);
  install(world);
  const talks = await session(world, { script: [says('one'), says('two')] });
  expect(result(talks)).toBe('one');
  const script = [calls(bash('touch made')), says('one'), says('two'), says('three')];
  const run = await session(world, { script, args: ['--allowedTools', 'Bash'] });
  expect(whereIs(run, 'Stop hook feedback')).toEqual(['#2 user']);
  expect(whereIs(run, 'session/unfinished-merge')).toContain('#2 user');
  expect(result(run)).toBe('two');
});
