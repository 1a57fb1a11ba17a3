// What a person sees in the real client: a refusal with its way out, and the skill `/pawl`.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { install, pawl } from '../support/pawl.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { freshWorld, write } from '../support/world.ts';

const evil = 'git push --force no-such-remote main';

testUnless(withoutTmux())(
  'the terminal shows a refused person what, the alternative and `allow-once`, and the status line counts it',
  async () => {
    using world = freshWorld();
    repository(world);
    install(world);
    const script = [calls(bash(evil)), says('I stop here')];
    await using client = tui(world, { script, args: ['--permission-mode', 'manual'] });
    await client.shows(/❯/);
    await client.say('push it');
    await client.shows(/I stop here/);
    const shown = (await client.shows(/allow-once/)).replace(/\s*\n\s*/g, ' ');
    expect(shown).toMatch(/Pawl refused this: .+Instead: .+To allow it once: .+allow-once/);
    await client.shows(/✋ 1 refused/);
  },
  120_000,
);

test('`/pawl` is a skill that init writes: the model gets its text, and is told to weaken nothing', async () => {
  using world = freshWorld();
  install(world);
  const run = await session(world, { script: [says('done')], prompt: '/pawl explain' });
  const asked = JSON.stringify(run.requests);
  expect(asked).toContain('.pawl/bin/pawl explain');
  expect(asked).toContain('Never run a command of Pawl that pauses it');
}, 120_000);

test('a skill of that name that somebody else wrote is left alone', () => {
  using world = freshWorld();
  const file = join(world.home, '.claude/skills/pawl/SKILL.md');
  write(file, 'mine');
  install(world);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(existsSync(join(world.project, '.claude/skills'))).toBe(false);
  expect(pawl(world, ['init', '--local']).code).toBe(0);
  expect(existsSync(join(world.project, '.claude/skills'))).toBe(false);
});
