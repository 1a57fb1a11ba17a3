// The end of `npm start`: the offer to look at what was just played.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { outcome, play, setUpScene } from '../scripts/demo/story.ts';
import { pawl } from './support/pawl.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { envOf, freshWorld } from './support/world.ts';

const dashboard = join(import.meta.dir, '..', 'scripts', 'demo', 'dashboard.ts');

/** Asks the demo's closing question in a separate process. */
function offer(
  root: { home: string; project: string; tmp: string },
  args: string[],
  env: Record<string, string>,
) {
  const code = `const { offerDashboard } = await import(${JSON.stringify(dashboard)}); await offerDashboard(${JSON.stringify(root)}, ${JSON.stringify(args)}, 'toolu_1');`;
  return Bun.spawn([process.execPath, '-e', code], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

test('without a terminal the demo does not offer the dashboard, but names the command', async () => {
  using world = freshWorld();
  const child = offer(world, [], envOf(world));
  expect(await child.stdout.text()).toContain('npm start -- --dashboard');
  expect(await child.exited).toBe(0);
});

testUnless(underAgent())(
  'with --dashboard the demo serves its home, beginning with the refused call',
  async () => {
    using world = freshWorld();
    const child = offer(world, ['--dashboard'], envOf(world));
    let text = '';
    for await (const chunk of child.stdout) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('Ctrl-C')) break;
    }
    const url = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(text)![0];
    expect(url).toEndWith('#/decisions/toolu_1');
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
    child.kill('SIGTERM');
    await child.exited;
  },
);

test('the story ends well: the push is refused, the stop is blocked, the merge is finished', async () => {
  using world = freshWorld();
  setUpScene(world);
  pawl(world, ['init']);
  await play(world);
  expect(outcome(world)).toEqual({ colleagueSafe: true, mergeFinished: true });
});
