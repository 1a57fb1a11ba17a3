// How often a turn is blocked, by situation: the table of docs/continuity.md, measured in the real client. The scripted
// agent does what each block says, word for word.
import { expect, test } from 'bun:test';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { git, repository } from '../support/git.ts';
import { asTold, blocksIn, blockText, literalAgent } from '../support/literal-agent.ts';
import { configure, install, launcher, pawlJson } from '../support/pawl.ts';
import {
  type Asked,
  bash,
  calls,
  type Script,
  type Scripted,
  says,
  type ToolCall,
  type Turn,
} from '../support/script.ts';
import { testUnless, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { until } from '../support/wait.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const docs = readFileSync(join(import.meta.dir, '../../docs/continuity.md'), 'utf8');

/** The number that the docs give for a situation. */
function documented(situation: string): number {
  const row = docs.split('\n').find((line) => line.startsWith(`| ${situation} |`));
  if (!row) throw new Error(`docs/continuity.md has no row “${situation}”`);
  return Number(row.split('|').at(2));
}

function project(test = 'grep -q good greeting.txt', packs: object = { checkpoint: true }): World {
  const world = freshWorld();
  configure(world, { packs, policies: { 'checkpoint/proof': { web_smoke: false } } });
  repository(world);
  write(join(world.project, 'Makefile'), `test:\n\t${test}\n`);
  git(world, ['add', '.']);
  git(world, ['commit', '-qm', 'make']);
  install(world);
  return world;
}

// The edit itself is the person's to allow; everything after it is Pawl's business.
const modes = {
  'default mode': { args: ['--allowedTools', 'Edit'], env: {} },
  acceptEdits: { args: ['--permission-mode', 'acceptEdits'], env: {} },
  bypassPermissions: { args: ['--permission-mode', 'bypassPermissions'], env: { IS_SANDBOX: '1' } },
};

/** The turns of an edit with the client's own tools. */
function edit(world: World, new_string = 'good day', old_string = 'hello'): ToolCall[][] {
  const file_path = join(world.project, 'greeting.txt');
  return [
    [{ name: 'Read', input: { file_path } }],
    [{ name: 'Edit', input: { file_path, old_string, new_string } }],
  ];
}
const edits = (world: World, text?: string) => edit(world, text).map((tools) => calls(...tools));

interface Situation {
  name: string;
  world?: () => World;
  script: (world: World) => Script;
  /** Played in every mode, because something has to be done; else in the default mode. */
  everyMode?: boolean;
}

function withEarlierCheckpoint(world: World): World {
  write(
    join(world.project, '.claude/completion-checkpoint.json'),
    '{"self_report":{"is_job_complete":true}}',
  );
  utimesSync(join(world.project, '.claude/completion-checkpoint.json'), 1, 1);
  return world;
}

const editAsPerson = (world: World) => write(join(world.project, 'greeting.txt'), 'good evening\n');

const situations: Situation[] = [
  { name: 'only talks', script: () => [says('It is noon.')] },
  {
    name: 'looks around while a person edits',
    script: (world) => [
      calls(bash('ls')),
      () => {
        editAsPerson(world);
        return calls(bash('cat greeting.txt'));
      },
      says('It greets.'),
    ],
  },
  {
    name: 'changed code and asks the person something',
    script: (world) => [...edits(world), says('Shall I go on?')],
  },
  {
    name: 'changed code, follows the block',
    everyMode: true,
    script: (world) => literalAgent(undefined, ...edit(world)),
  },
  {
    name: 'changed code, follows the block with the Write tool',
    everyMode: true,
    script: (world) => literalAgent(world.project, ...edit(world)),
  },
  {
    name: 'changed code, and the checkpoint is from an earlier session, follows the block',
    world: () => withEarlierCheckpoint(project()),
    script: (world) => literalAgent(undefined, ...edit(world)),
  },
  {
    name: 'changed code, follows the block, and a person or a formatter changes it after the checks',
    script: (world) =>
      literalAgent(undefined, ...edit(world)).map((turn) => async (asked: Asked) => {
        const next = typeof turn === 'function' ? await turn(asked) : turn;
        if (next.text === 'finished') editAsPerson(world);
        return next;
      }),
  },
  {
    name: 'changed code, and the tests were red before',
    world: () => project('@echo 1 failed: old bug; exit 1'),
    script: (world) => literalAgent(undefined, ...edit(world)),
  },
  {
    name: 'changed code, verified, committed, then gave the checkpoint',
    script: (world) => [
      ...edits(world),
      calls(bash(`${launcher(world)} verify`)),
      () => {
        git(world, ['commit', '-qam', 'a better greeting']);
        return calls(bash('git status'));
      },
      ...literalAgent(undefined),
    ],
  },
  {
    name: 'changed code and left a task in progress, follows the block',
    script: (world) =>
      literalAgent(
        undefined,
        [bash(`${launcher(world)} task add "change the greeting"`)],
        [bash(`${launcher(world)} task start 1`)],
        ...edit(world),
      ),
  },
  {
    name: 'changed code and ignores the blocks',
    script: (world) => [...edits(world, 'bad day'), ...Array(10).fill(says('done'))],
  },
];

for (const { name, world: make = project, script, everyMode = false } of situations)
  for (const [mode, how] of Object.entries(modes).slice(0, everyMode ? 3 : 1))
    test(`${name}, ${mode}: ${documented(name)}`, async () => {
      using world = make();
      const run = await session(world, { script: script(world), ...how });
      expect(blocksIn(run.requests)).toBe(documented(name));
    });

// In these modes the client refuses to write a file in .claude, and asks no hook.
for (const mode of ['dontAsk', 'auto'])
  test(`changed code, follows the block, ${mode}: the command is enough`, async () => {
    using world = project();
    const script = literalAgent(undefined, ...edit(world));
    const args = ['--permission-mode', mode, '--allowedTools', 'Edit', 'Read'];
    const run = await session(world, { script, args });
    expect(blocksIn(run.requests)).toBe(documented('changed code, follows the block'));
    expect(JSON.stringify(run.requests.map(({ body }) => body?.messages))).not.toContain(
      'write it to the file',
    );
  });

test('“thanks” after a release: 0', async () => {
  using world = project();
  const script = [...edits(world, 'bad day'), ...Array(10).fill(says('done'))];
  const first = await session(world, { script, ...modes['default mode'] });
  const id = first.lines.find((line) => line.session_id)!.session_id!;
  const again = await session(world, {
    script: [says('You are welcome.')],
    prompt: 'thanks',
    args: ['--resume', id],
  });
  expect(again.requests.filter(({ kind }) => kind === 'main')).toHaveLength(1);
  expect(documented('“thanks” after a release')).toBe(0);
});

// One session in the terminal, prompt after prompt, as a person's day goes. In manual mode every dialog would be seen.
interface Request {
  situation: string;
  turns: (world: World) => Scripted[];
  /** The agent's reaction to a block: by the command, with the Write tool, or nothing. */
  reacts?: 'command' | 'file' | 'never';
}

const day: Request[] = [
  { situation: 'only talks', turns: () => [] },
  {
    situation: 'looks around while a person edits',
    turns: (world) => [
      calls(bash('ls')),
      () => {
        editAsPerson(world);
        return calls(bash('cat greeting.txt'));
      },
    ],
  },
  {
    situation: 'changed code and asks the person something',
    turns: (world) => [...turnsOf(edit(world, 'good 1', 'good evening')), says('Shall I go on?')],
    reacts: 'never',
  },
  {
    situation: 'changed code, follows the block',
    turns: (world) => turnsOf(edit(world, 'good 2', 'good 1')),
  },
  {
    situation: 'changed code again after its checkpoint, follows the block',
    turns: (world) => turnsOf(edit(world, 'good 3', 'good 2')),
  },
  {
    situation: 'changed code, follows the block with the Write tool',
    turns: (world) => turnsOf(edit(world, 'good 4', 'good 3')),
    reacts: 'file',
  },
  {
    situation: 'changed code, verified, committed, then gave the checkpoint',
    turns: (world) => [
      ...turnsOf(edit(world, 'good 5', 'good 4')),
      calls(bash(`${launcher(world)} verify`)),
      () => {
        git(world, ['commit', '-qam', 'a better greeting']);
        return calls(bash('git status'));
      },
    ],
  },
  {
    situation: 'changed code and left a task in progress, follows the block',
    turns: (world) => [
      calls(bash(`${launcher(world)} task add "change the greeting"`)),
      calls(bash(`${launcher(world)} task start 1`)),
      ...turnsOf(edit(world, 'good 6', 'good 5')),
    ],
  },
  {
    situation: 'changed code and ignores the blocks',
    turns: (world) => turnsOf(edit(world, 'bad day', 'good 6')),
    reacts: 'never',
  },
  { situation: '“thanks” after a release', turns: () => [] },
];

const turnsOf = (tools: ToolCall[][]) => tools.map((one) => calls(...one));

testUnless(withoutTmux())('the terminal in manual mode: the same numbers, and no dialog', async () => {
  using world = project();
  const settings = JSON.parse(readFileSync(world.settings, 'utf8'));
  write(world.settings, JSON.stringify({ ...settings, permissions: { allow: ['Edit(greeting.txt)'] } }));
  let plan: Scripted[] = [];
  let end: (asked: Asked) => Turn = () => says('hello');
  const next = (asked: Asked) => {
    const turn = plan.shift() ?? end;
    return typeof turn === 'function' ? turn(asked) : turn;
  };
  await using client = tui(world, { script: Array(200).fill(next), args: ['--permission-mode', 'manual'] });
  await client.shows(/❯/);
  const dialogs: string[] = [];
  const look = setInterval(() => {
    const screen = client.screen();
    // For a file in .claude the client opens its dialog while Pawl answers it; no key is pressed here.
    if (/Do you want to (?!overwrite completion-checkpoint)/.test(screen)) dialogs.push(screen);
  }, 100);
  const seen: Record<string, number> = {};
  for (const [n, { situation, turns, reacts = 'command' }] of day.entries()) {
    const before = client.requests.length;
    plan = turns(world);
    end = (asked) => {
      const told = asTold(blockText(asked), reacts === 'file' ? world.project : undefined);
      return reacts !== 'never' && told.length > 0 ? calls(...told) : says(`end of request ${n}.`);
    };
    const last = situation.endsWith('something') ? /Shall I go on/ : new RegExp(`end of request ${n}\\.`);
    await client.say(`request ${n}`);
    await client.shows(last);
    await until('the turn has ended', () => idle(world));
    seen[situation] = blocksIn(client.requests.slice(before));
  }
  clearInterval(look);
  expect(dialogs).toEqual([]);
  expect(seen).toEqual(Object.fromEntries(day.map(({ situation }) => [situation, documented(situation)])));
});

const idle = (world: World) =>
  pawlJson<{ state: string }[]>(world, ['sessions']).every(({ state }) => state === 'idle');
