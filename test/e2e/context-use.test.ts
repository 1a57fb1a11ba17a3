// How full the context is, as a person and the model see it in the real client.
import { expect } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Listed, program, runJson } from '../support/fleet.ts';
import { repository } from '../support/git.ts';
import { configure, install, pawl } from '../support/pawl.ts';
import { person } from '../support/person.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { until } from '../support/wait.ts';
import { envOf, freshWorld, type World, write } from '../support/world.ts';

const manual = ['--permission-mode', 'manual'];
const full = (text: string, tokens: number) => ({
  ...says(text),
  usage: { input_tokens: 100, cache_read_input_tokens: tokens - 100 },
});
const here = (world: World) => runJson<Listed[]>(world, ['sessions'])[0]!;
const atKeyboard = testUnless(withoutTmux());

atKeyboard('the status line stands under the person’s own, and uninstall gives that back', async () => {
  using world = freshWorld();
  repository(world);
  const before = '{\n  "statusLine": {"type": "command", "command": "echo MINE $(cat | wc -l)"}\n}\n';
  write(world.settings, before);
  install(world);
  await using client = tui(world, { script: [full('answered', 420_000)], args: manual });
  await client.shows(/❯/);
  await client.say('go');
  const screen = await client.shows(/MINE \d+[\s\S]*42%/);
  expect(screen).toMatch(/Opus 5\.5 · ████░░░░░░ 42% · ⎇ main/);
  const { session_id, context } = here(world);
  expect(context).toMatchObject({ percent: 42, window: 1_000_000 });
  const kept = readFileSync(join(world.pawlHome, 'run', 'session', session_id, 'gauge'), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({ percent: 42, used: 420_000, window: 1_000_000 });
  client.keys('C-c', 'C-c');
  expect(person(world, ['uninstall']).code).toBe(0);
  expect(readFileSync(world.settings, 'utf8')).toBe(before);
});

atKeyboard(
  'the model is warned once, and again after a compaction, before which the use is unknown',
  async () => {
    using world = freshWorld();
    repository(world);
    install(world);
    const main = [full('one', 620_000), full('two', 625_000), full('three', 630_000), full('four', 631_000)];
    await using client = tui(world, { script: { main }, args: manual });
    const warnings = () =>
      client.requests.map((one) => JSON.stringify(one.body?.messages ?? []).split('% full').length - 1);
    await client.shows(/❯/);
    /** The turn is over, and how full the context is has been noted. */
    const turn = async (said: string, answer: RegExp, tokens: number) => {
      await client.say(said);
      await client.shows(answer);
      await until('the use of the context is noted', () => here(world).context?.used === tokens);
    };
    await turn('a', /● one/, 620_000);
    await turn('b', /● two/, 625_000);
    await client.say('/compact');
    await client.shows(/Compacted/);
    await until('the use of the context is forgotten', () => here(world).context === null);
    await turn('c', /● three/, 630_000);
    await turn('d', /● four/, 631_000);
    // Answer one crosses the line, so the second request is the first that can say so; compaction forgets it.
    expect(warnings()).toEqual([0, 1, 1, 0, 1]);
  },
);

atKeyboard(
  'if the last message of a turn crosses the limit, the stop is blocked once, for nothing but a note',
  async () => {
    using world = freshWorld();
    repository(world);
    configure(world, { packs: { checkpoint: true } });
    write(join(world.project, 'Makefile'), 'test:\n\tfalse\n');
    install(world);
    const file_path = join(world.project, 'greeting.txt');
    const edit = calls({ name: 'Write', input: { file_path, content: 'good day' } });
    const main = [
      { ...calls({ name: 'Read', input: { file_path } }), usage: { input_tokens: 700_000 } },
      { ...edit, usage: { input_tokens: 720_000 } },
      full('changed it', 910_000),
      full('NOTE: the greeting is changed, the tests are open', 912_000),
      full('after the clear', 20_000),
    ];
    await using client = tui(world, { script: { main }, args: ['--permission-mode', 'acceptEdits'] });
    await client.shows(/❯/);
    await client.say('go');
    await client.shows(/NOTE: the greeting/);
    await until('the turn is over', () => here(world).state === 'idle');
    const asked = JSON.stringify(
      client.requests.filter(({ kind }) => kind === 'main').at(-1)?.body?.messages,
    );
    expect(asked).toContain('91 % full');
    expect(asked).toContain('status --note');
    expect(asked).not.toContain('completion-checkpoint');
    await client.say('/clear');
    await until('there is a new session', () => runJson<Listed[]>(world, ['sessions']).length > 1);
    await client.say('and now');
    await client.shows(/after the clear/);
    const after = JSON.stringify(client.requests.filter(({ kind }) => kind === 'main').at(-1)?.body);
    expect(after).toContain('NOTE: the greeting is changed, the tests are open');
  },
);

atKeyboard('a dialog rings the bell of the terminal', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const script = [calls(bash('touch made')), says('end of turn')];
  await using client = tui(world, { script, args: manual });
  await client.shows(/❯/);
  const [socket] = readdirSync(world.tmp).filter((name) => /^t\d+$/.test(name));
  const raw = join(world.tmp, 'raw');
  Bun.spawnSync(['tmux', '-S', join(world.tmp, socket!), 'pipe-pane', '-t', 'c', `cat > ${raw}`]);
  const bells = () => (existsSync(raw) ? readFileSync(raw, 'latin1').split('\x07').length - 1 : 0);
  await client.say('go');
  await client.shows(/Do you want to proceed/);
  const before = bells();
  await until('the bell rings', () => bells() > before);
});

atKeyboard('pawl sessions --watch is live, and leaves the terminal as it was', async () => {
  using world = freshWorld();
  const server = ['tmux', '-S', `${world.tmp}/w`, '-f', '/dev/null'];
  const tmux = (...args: string[]) =>
    Bun.spawnSync([...server, ...args], { env: envOf(world) }).stdout.toString();
  const screen = () => tmux('capture-pane', '-p');
  const shows = async (pattern: RegExp) => {
    await until(`the screen shows ${pattern}`, () => pattern.test(screen()));
  };
  const hook = (event: object) =>
    pawl(world, ['hook'], JSON.stringify({ session_id: 'abcdef01', cwd: world.project, ...event }));
  try {
    tmux('new-session', '-d', '-x', '120', '-y', '20', '-c', world.project, 'sh');
    tmux('send-keys', `${program} sessions --watch`, 'Enter');
    await shows(/There are no open sessions/);
    hook({ hook_event_name: 'UserPromptSubmit', prompt: 'sort the list' });
    await shows(/active .*abcdef01 .*sort the list/);
    hook({ hook_event_name: 'Notification', notification_type: 'permission_prompt', message: 'may I?' });
    await shows(/1 needs you[\s\S]*needs input .*may I\?/);
    tmux('send-keys', 'q');
    await shows(/sessions --watch\n(?![\s\S]*press q to quit)/);
    for (let n = 0; n < 30; n++)
      hook({ session_id: `s-${n}`, hook_event_name: 'UserPromptSubmit', prompt: 'x' });
    // A terminal of twenty lines does not show all, and says so; ended from outside, it is given back as well.
    tmux('send-keys', `clear; timeout --foreground 3 ${program} sessions --watch; echo over`, 'Enter');
    await shows(/1 needs you[\s\S]*\d+ more lines below/);
    await shows(/^over$/m);
    expect(tmux('display-message', '-p', '#{alternate_on}#{cursor_flag}').trim()).toBe('01');
  } finally {
    tmux('kill-server');
  }
});
