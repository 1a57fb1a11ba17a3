// How often a turn is blocked, by situation: the table of docs/continuity.md, measured in the real client. The scripted
// agent does what each block says, word for word.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { git, repository } from '../support/git.ts';
import { blocksIn, literalAgent } from '../support/literal-agent.ts';
import { configure, install, launcher } from '../support/pawl.ts';
import { bash, calls, type Script, says, type ToolCall } from '../support/script.ts';
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
function edit(world: World, new_string = 'good day'): ToolCall[][] {
  const file_path = join(world.project, 'greeting.txt');
  return [
    [{ name: 'Read', input: { file_path } }],
    [{ name: 'Edit', input: { file_path, old_string: 'hello', new_string } }],
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

const person = (world: World) => write(join(world.project, 'greeting.txt'), 'good evening\n');

const situations: Situation[] = [
  { name: 'only talks', script: () => [says('It is noon.')] },
  {
    name: 'looks around while a person edits',
    script: (world) => [
      calls(bash('ls')),
      () => {
        person(world);
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
