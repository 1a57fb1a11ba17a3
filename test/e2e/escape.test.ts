// The agent can't let itself out: a `pawl` that it starts finds the agent's client among its parent processes, and
// refuses. That works with the guard switched off, too.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { configure, install, program } from '../support/pawl.ts';
import { person } from '../support/person.ts';
import { toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, underAgent } from '../support/skip.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const anyBash = ['--permission-mode', 'bypassPermissions'];
const host = join(import.meta.dir, '..', 'support', 'person-host.ts');
const forcedPush = calls(bash('git push --force origin main'));

/**
 * Ways to hide where a command comes from. With `guard`, the guard is on and refuses the command: the program alone can’t
 * tell where a detached command comes from if the machine has no init program that adopts it.
 */
const disguises: [name: string, command: (world: World) => string, guard?: true][] = [
  ['as it is', () => `${program} pause`],
  ['without its environment', (world) => `env -i HOME=${world.home} PATH=/usr/bin:/bin ${program} pause`],
  [
    'without the client’s variables',
    () => `unset CLAUDECODE CLAUDE_PID AI_AGENT; ${program} pause --everything`,
  ],
  [
    'detached',
    (world) =>
      `(env -i HOME=${world.home} setsid sh -c '${program} pause >${world.tmp}/out 2>&1' </dev/null >/dev/null 2>&1 &); for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; test -s ${world.tmp}/out && break; done; cat ${world.tmp}/out`,
    true,
  ],
  [
    'detached, in a terminal that types by itself',
    (world) =>
      `(env -i HOME=${world.home} PATH="$PATH" setsid sh -c '${process.execPath} ${host} "$(cat ${world.root}/task)" >${world.tmp}/host; echo over >${world.tmp}/over' </dev/null >/dev/null 2>&1 &); until [ -s ${world.tmp}/over ]; do sleep 0.1; done; cat ${world.tmp}/stderr`,
  ],
];

for (const [name, command, guard = false] of disguises) {
  test(`pawl pause from the agent’s shell is refused: ${name}`, async () => {
    using world = freshWorld();
    repository(world);
    install(world);
    configure(world, { packs: { guard } });
    write(join(world.root, 'task'), JSON.stringify({ command: [program, 'pause'], folder: world.tmp }));
    const script = [calls(bash(command(world))), says('end')];
    const run = await session(world, { script, args: anyBash, env: { IS_SANDBOX: '1' } });
    expect(toolResults(run)[0]?.text).toContain(
      guard ? 'Only a person may do that' : 'Only a person can run',
    );
    expect(existsSync(join(world.pawlHome, 'run', 'pauses'))).toBe(false);
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
  expect(person(world, ['allow-once'])).toMatchObject({ code: 0 });
  const again = await session(world, {
    script: [forcedPush, forcedPush, says('end')],
    args: [...anyBash, '--resume', id],
    env,
  });
  const texts = toolResults(again).map(({ text }) => text.includes('guard/force-push'));
  expect(texts.slice(-2)).toEqual([false, true]);
});

test('the last resort needs no Pawl: without the entries in the settings file a new session runs without it', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const { hooks: _, ...rest } = JSON.parse(readFileSync(world.settings, 'utf8')) as Record<string, unknown>;
  write(world.settings, JSON.stringify(rest));
  const run = await session(world, {
    script: [forcedPush, says('end')],
    args: anyBash,
    env: { IS_SANDBOX: '1' },
  });
  expect(toolResults(run)[0]?.text).not.toContain('guard/force-push');
  expect(existsSync(join(world.pawlHome, 'spool'))).toBe(false);
});
