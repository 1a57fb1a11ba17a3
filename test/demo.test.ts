// The end of `npm start`: the offer to look at what was just played.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { testUnless, underAgent } from './support/skip.ts';
import { envOf, freshWorld } from './support/world.ts';

const look = join(import.meta.dir, '..', 'scripts', 'demo', 'look.ts');

/** As the demonstration calls it, in a process of its own. */
function offer(
  root: { home: string; project: string; tmp: string },
  args: string[],
  env: Record<string, string>,
) {
  const code = `const { offerDashboard } = await import(${JSON.stringify(look)}); await offerDashboard(${JSON.stringify(root)}, ${JSON.stringify(args)});`;
  return Bun.spawn([process.execPath, '-e', code], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

test('without a terminal it does not ask, but says how to run it', async () => {
  using world = freshWorld();
  const child = offer(world, [], envOf(world));
  expect(await child.stdout.text()).toContain('npm start -- --dashboard');
  expect(await child.exited).toBe(0);
});

testUnless(underAgent())('asked for, it serves the home that was played in', async () => {
  using world = freshWorld();
  const child = offer(world, ['--dashboard'], envOf(world));
  let text = '';
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('Ctrl-C')) break;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(text)![0];
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  child.kill('SIGTERM');
  await child.exited;
});
