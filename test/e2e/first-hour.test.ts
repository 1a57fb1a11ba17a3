// Tests of the person's view in the real client: a refusal with its way out, and the skill `/pawl`.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { install, pawl, pawlJson } from '../support/pawl.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, underAgent, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { freshWorld, write } from '../support/world.ts';

const evil = 'git push --force no-such-remote main';

testUnless(withoutTmux())(
  'the terminal shows what was refused, the alternative and `allow-once`, and the status line counts the refusal',
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

/** Without Pawl, every command would run. */
const allowed = ['--permission-mode', 'manual', '--allowedTools', 'Bash'];
const retry = [calls(bash(evil)), says('I stop here'), calls(bash(evil)), says('end of turn')];

testUnless(withoutTmux() ?? underAgent())(
  '`/pawl allow-once`, typed by a person, lets exactly the refused call through, once',
  async () => {
    using world = freshWorld();
    repository(world);
    install(world);
    const script = [...retry.slice(0, 3), calls(bash(evil)), says('end of turn')];
    await using client = tui(world, {
      script,
      args: allowed,
      attached: true,
    });
    await client.shows(/❯/);
    await client.say('push it');
    await client.shows(/I stop here/);
    await client.say('/pawl allow-once');
    await client.shows(/end of turn/);
    const results = JSON.stringify(client.requests.at(-1)?.body?.messages);
    // The first and the third attempt were refused, the second one reached git.
    expect(results.match(/guard\/force-push/g)!.length).toBeGreaterThanOrEqual(2);
    expect(results).toContain('no-such-remote');
    const rows = pawlJson<{ event: string; decision: string; label?: string }[]>(world, [
      'log',
      '--limit',
      '50',
    ]);
    const pushes = rows.filter((row) => row.event === 'PreToolUse').map((row) => row.decision);
    expect(pushes.reverse()).toEqual(['deny', 'pass', 'deny']);
    expect(rows.some((row) => row.event === 'pawl:allow-once')).toBe(true);
  },
  120_000,
);

testUnless(withoutTmux() ?? underAgent())(
  '`/pawl allow-once` that a program typed allows nothing, and the person is told where to type it',
  async () => {
    using world = freshWorld();
    repository(world);
    install(world);
    await using client = tui(world, { script: retry, args: allowed });
    await client.shows(/❯/);
    await client.say('push it');
    await client.shows(/I stop here/);
    await client.say('/pawl allow-once');
    await client.shows(/end of turn/);
    expect(client.screen().replaceAll(/\s+/g, ' ')).toContain('`/pawl allow-once` does not count here');
    const rows = pawlJson<{ event: string; decision: string }[]>(world, ['log', '--limit', '50']);
    const pushes = rows.filter((row) => row.event === 'PreToolUse').map((row) => row.decision);
    expect(pushes).toEqual(['deny', 'deny']);
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
