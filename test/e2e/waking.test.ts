// An idle session at a keyboard hears of work that ended elsewhere, by every way there is.
import { expect } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readWaiter } from '../../src/store/files/marks.ts';
import { homeAt } from '../../src/system/home.ts';
import { session } from '../support/client.ts';
import { type Listed, runJson } from '../support/fleet.ts';
import { repository } from '../support/git.ts';
import { install, launcher } from '../support/pawl.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { until } from '../support/wait.ts';
import { freshWorld, type World } from '../support/world.ts';

const manual = ['--permission-mode', 'manual'];
const env = { CLAUDE_CONVERSATION_ID: 'chief' };
const script = [says('waiting now'), says('I have heard'), says('and again')];

function prepared(): World {
  const world = freshWorld();
  repository(world);
  install(world);
  return world;
}

const pawl = (world: World, ...args: string[]) =>
  Bun.spawnSync([launcher(world), ...args], { env: { HOME: world.home, PATH: process.env.PATH! } })
    .stdout.toString()
    .trim();

const becomeIdle = async (world: World, client: ReturnType<typeof tui>) => {
  await client.shows(/❯/);
  await client.say('go');
  await client.shows(/waiting now/);
  await until(
    'the turn is over',
    () => here(world).state === 'idle' && !/esc to interrupt/.test(client.screen()),
  );
};

const here = (world: World) => runJson<Listed[]>(world, ['sessions'])[0]!;

/** The work ends in a session of its own, in print mode, with a tool call. */
async function finishElsewhere(world: World, id: string): Promise<void> {
  const report = calls(bash(`${launcher(world)} worker finish ${id} "all green"`));
  const other = { CLAUDE_CONVERSATION_ID: 'helper' };
  await session(world, { script: [report, says('told')], args: ['--allowedTools', 'Bash'], env: other });
}

const sent = (world: World) => runJson<{ delivered_by: string }[]>(world, ['send', '--list']);
const heard = (client: ReturnType<typeof tui>, text: string) =>
  client.requests.filter(
    (one) => one.kind === 'main' && JSON.stringify(one.body?.messages.slice(-2)).includes(text),
  ).length;

const waking = testUnless(withoutTmux());

waking(
  'the hook that waits beside a session (rewake) wakes it when a worker in another session is done',
  async () => {
    using world = prepared();
    const id = pawl(world, 'worker', 'start', 'long tests', '--conversation', 'chief');
    await using client = tui(world, { script, args: manual, env });
    await becomeIdle(world, client);
    await until('the hook waits', () => readWaiter(homeAt(world.pawlHome), here(world).session_id));
    await finishElsewhere(world, id);
    await client.shows(/I have heard/);
    expect(heard(client, 'all green')).toBe(1);
    expect(sent(world)).toMatchObject([{ delivered_by: 'rewake' }]);
  },
);

waking('a message wakes a session by its inbox, and a prompt that is half typed stays', async () => {
  using world = prepared();
  await using client = tui(world, { script, args: manual, env });
  await becomeIdle(world, client);
  await client.type('half a thought');
  pawl(world, 'send', 'chief', 'lunch is ready');
  const screen = await client.shows(/I have heard/);
  expect(screen).toContain('half a thought');
  expect(heard(client, 'lunch is ready')).toBe(1);
  expect(sent(world)).toMatchObject([{ delivered_by: 'inbox' }]);
});

waking(
  'a message is typed into the terminal if the client has no inbox, but never into a draft',
  async () => {
    using world = prepared();
    await using client = tui(world, { script, args: manual, env });
    await becomeIdle(world, client);
    rmSync(join(world.pawlHome, 'run', 'session', here(world).session_id, 'inbox'), { force: true });
    await client.type('half a thought');
    const kept = JSON.parse(pawl(world, 'send', 'chief', 'not now', '--json'));
    expect(kept).toMatchObject({ by: null, waits: expect.stringContaining('holds a draft') });
    client.keys('C-u');
    await until('the draft is gone', () => !client.screen().includes('half a thought'));
    expect(JSON.parse(pawl(world, 'send', 'chief', 'lunch is ready', '--json'))).toMatchObject({
      by: 'tmux',
    });
    await client.shows(/I have heard/);
    // The prompt it woke up with also brought what had waited.
    expect(heard(client, 'lunch is ready')).toBeGreaterThan(0);
    expect(heard(client, 'not now')).toBeGreaterThan(0);
    expect(
      sent(world)
        .map((one) => one.delivered_by)
        .sort(),
    ).toEqual(['prompt', 'tmux']);
  },
);

waking('a dialog is shown as needing input, with the reason, and nothing is typed into it', async () => {
  using world = prepared();
  const asks = calls(bash('touch made'));
  await using client = tui(world, { script: [asks, says('end of turn')], args: manual, env });
  await client.shows(/❯/);
  await client.say('go');
  await client.shows(/Do you want to proceed/);
  expect(here(world)).toMatchObject({ state: 'needs_input', why: expect.stringContaining('touch made') });
  expect(JSON.parse(pawl(world, 'send', 'chief', 'hello', '--json'))).toMatchObject({ by: null });
  await client.press('Enter', /end of turn/);
  expect(sent(world)).toMatchObject([{ delivered_by: 'stop' }]);
});

waking('after a clear the conversation goes on under a new id, and messages reach it there', async () => {
  using world = prepared();
  await using client = tui(world, { script, args: manual });
  await becomeIdle(world, client);
  const before = here(world).session_id;
  await client.say('/clear');
  await until('there is a new session', () => here(world).session_id !== before);
  const all = runJson<Listed[]>(world, ['sessions']);
  const after = all.find((one) => one.session_id !== before)!;
  expect(after).toMatchObject({ state: 'idle', conversation_id: before });
  expect(all.find((one) => one.session_id === before)).toMatchObject({ state: 'ended', end_reason: 'clear' });
  // Written to the old id, read under the new one.
  expect(JSON.parse(pawl(world, 'send', before, 'still there?', '--json'))).toMatchObject({
    by: 'inbox',
    to: after.session_id,
  });
  await client.shows(/I have heard/);
});

waking('a message at the end of a turn is no error of a hook, and arrives word for word', async () => {
  using world = prepared();
  const during = () => {
    pawl(world, 'send', 'chief', 'run ./fix.sh');
    return says('the turn is nearly over');
  };
  await using client = tui(world, { script: [during, says('I have heard')], args: manual, env });
  await client.shows(/❯/);
  await client.say('go');
  const screen = await client.shows(/I have heard/);
  expect(screen).toContain('Stop hook feedback: [pawl:');
  expect(screen).not.toMatch(/hook error/i);
  expect(heard(client, 'Message from a person: run ./fix.sh')).toBe(1);
  expect(heard(client, './fix.sh.')).toBe(0);
  expect(sent(world)).toMatchObject([{ delivered_by: 'stop' }]);
});

waking('Esc at a dialog: the session is idle again', async () => {
  using world = prepared();
  const script = [calls(bash('touch made')), says('end of turn')];
  await using client = tui(world, { script, args: manual, env });
  await client.shows(/❯/);
  await client.say('go');
  await client.shows(/Do you want to proceed/);
  expect(here(world)).toMatchObject({ state: 'needs_input' });
  await client.press('Escape', /[Ii]nterrupted/);
  await until('it is idle', () => here(world).state === 'idle');
});
