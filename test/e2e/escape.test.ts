// The agent can't let itself out: its own client is found above whatever it starts, with or without a guard.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { configure, install, pawl, program } from '../support/pawl.ts';
import { toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, underAgent } from '../support/skip.ts';
import { freshWorld, type World } from '../support/world.ts';

const anyBash = ['--permission-mode', 'bypassPermissions'];
const forcedPush = calls(bash('git push --force origin main'));

/** Ways to hide where a command comes from; what is cut loose is the guard's to refuse where no init program adopts. */
const disguises: [name: string, command: (world: World) => string, guard?: true][] = [
  ['as it is', () => `${program} pause`],
  ['without its environment', (world) => `env -i HOME=${world.home} PATH=/usr/bin:/bin ${program} pause`],
  ['without its marks', () => `unset CLAUDECODE CLAUDE_PID AI_AGENT; ${program} pause --everything`],
  [
    'cut loose',
    (world) =>
      `(env -i HOME=${world.home} setsid sh -c '${program} pause >${world.tmp}/out 2>&1' </dev/null >/dev/null 2>&1 &); for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; test -s ${world.tmp}/out && break; done; cat ${world.tmp}/out`,
    true,
  ],
];

for (const [name, command, guard = false] of disguises) {
  test(`pawl pause from the agent’s shell is refused: ${name}`, async () => {
    using world = freshWorld();
    repository(world);
    install(world);
    configure(world, { packs: { guard } });
    const script = [calls(bash(command(world))), says('end')];
    const run = await session(world, { script, args: anyBash, env: { IS_SANDBOX: '1' } });
    expect(toolResults(run)[0]?.text).toContain(guard ? 'Only a person may do that' : 'is for a person');
    expect(existsSync(join(world.pawlHome, 'run', 'pause.json'))).toBe(false);
    expect(existsSync(join(world.pawlHome, 'off'))).toBe(false);
  });
}

testUnless(underAgent())('a person allows a refused call once, and the session can make it', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const id = '0a0a0a0a-1b1b-4c2c-8d3d-4e4e4e4e4e4e';
  const args = [...anyBash, '--session-id', id];
  const env = { IS_SANDBOX: '1' };
  const first = await session(world, { script: [forcedPush, says('end')], args, env });
  expect(toolResults(first)[0]).toMatchObject({
    refused: true,
    text: expect.stringContaining('guard/force-push'),
  });
  expect(pawl(world, ['allow-once'])).toMatchObject({ code: 0 });
  const again = await session(world, {
    script: [forcedPush, forcedPush, says('end')],
    args: [...anyBash, '--resume', id],
    env,
  });
  const texts = toolResults(again).map(({ text }) => text.includes('guard/force-push'));
  expect(texts.slice(-2)).toEqual([false, true]);
});
