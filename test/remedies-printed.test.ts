// Every command that a text tells the agent to run is run as it is printed, in a place where `pawl` is not on PATH.
import { expect, test } from 'bun:test';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './support/git.ts';
import { configure, install, pawl } from './support/pawl.ts';
import { talker, used } from './support/talk.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const PATH = '/usr/local/bin:/usr/bin:/bin';

const insight = 'The constant is read once at the start, so a change needs a restart to be seen.';

/** Fills placeholders as an agent would: the number of its task, a text, the form that is shown or that a command prints. */
function filled(command: string, text: string, run: (command: string) => string): string {
  const template = /`([^`]* checkpoint[^`]* --template)`/.exec(text)?.[1];
  const form = /^(\{"self_report".*\})$/m.exec(text)?.[1] ?? (template ? run(template) : '{}');
  const body = JSON.parse(form);
  if (body.reflection) {
    body.reflection = {
      what_was_done: 'Changed the constant and ran the tests',
      what_remains: 'none',
      key_insight: insight,
      search_terms: ['constant', 'restart'],
    };
    body.verification.tests = [{ id: '1', type: 'unit', expected: 'a', actual: 'a', passed: true }];
  }
  return command
    .replace("'<JSON>'", `'${JSON.stringify(body)}'`)
    .replace(/\bN\b/, '1')
    .replace(/\bID\b/, 'w1')
    .replaceAll('…', 'a text');
}

/** The commands in a text, with their exit codes when run as printed. */
function runAll(world: World, text: string): [string, number][] {
  const commands = [...new Set([...text.matchAll(/`([^`]*\bpawl [a-z][^`]*)`/g)].map((match) => match[1]!))];
  const env = { ...envOf(world), PATH, CLAUDE_CODE_SESSION_ID: 's' };
  const run = (command: string) => Bun.spawnSync(['sh', '-c', command], { cwd: world.project, env });
  const print = (command: string) => run(command).stdout.toString();
  return commands.map((command) => [command, run(filled(command, text, print)).exitCode]);
}

function project(packs: object): World {
  const world = freshWorld();
  repository(world);
  write(join(world.project, 'Makefile'), 'test:\n\ttrue\n');
  install(world);
  configure(world, { packs });
  pawl(world, ['task', 'add', 'write the parser', '--session', 's']);
  pawl(world, ['worker', 'start', 'tests', '--id', 'w1', '--conversation', 's']);
  return world;
}

const texts: [name: string, packs: object, (world: World) => string][] = [
  [
    'the gate, the first time',
    { checkpoint: true },
    (world) => {
      const say = talker(world, 's');
      say('SessionStart', { source: 'startup' });
      write(join(world.project, 'a.ts'), 'x');
      say('PostToolUse', used('Write', { file_path: join(world.project, 'a.ts') }));
      return say('Stop').blocked!;
    },
  ],
  [
    'the gate, again',
    { checkpoint: true },
    (world) => {
      const say = talker(world, 's');
      say('SessionStart', { source: 'startup' });
      write(join(world.project, 'a.ts'), 'x');
      say('PostToolUse', used('Write', { file_path: join(world.project, 'a.ts') }));
      say('Stop');
      return say('Stop', { stop_hook_active: true }).blocked!;
    },
  ],
  [
    'the start of a session',
    {},
    (world) => talker(world, 's2')('SessionStart', { source: 'startup' }).context,
  ],
  [
    'a prompt that asks for work',
    {},
    (world) =>
      talker(world, 'without-tasks')('UserPromptSubmit', { prompt: 'please implement the login page' })
        .context,
  ],
  [
    'a task in progress',
    {},
    (world) => {
      pawl(world, ['task', 'start', '1', '--session', 's']);
      return talker(world, 's')('Stop').blocked!;
    },
  ],
  [
    'a test whose exit code is hidden',
    { checkpoint: true },
    (world) => talker(world, 's')('PostToolUse', used('Bash', { command: 'make test | tail -1' })).context,
  ],
  [
    'tasks that an earlier session left',
    {},
    (world) => {
      talker(world, 's')('SessionEnd', { reason: 'other' });
      return talker(world, 's2')('SessionStart', { source: 'startup' }).context;
    },
  ],
  [
    'a checkpoint of an earlier session',
    { checkpoint: true },
    (world) => {
      write(join(world.project, '.claude/completion-checkpoint.json'), '{}');
      utimesSync(join(world.project, '.claude/completion-checkpoint.json'), 1, 1);
      const say = talker(world, 's');
      say('SessionStart', { source: 'startup' });
      write(join(world.project, 'a.ts'), 'x');
      say('PostToolUse', used('Write', { file_path: join(world.project, 'a.ts') }));
      return say('Stop').blocked!;
    },
  ],
  [
    'a session without a status',
    {},
    (world) => {
      const say = talker(world, 's');
      say('SessionStart', { source: 'startup' });
      return say('UserPromptSubmit', { prompt: 'what is this about, all in all' }).context;
    },
  ],
];

/** Every command in the texts of all policies, as docs/texts.md shows them. */
function commandsInDocs(): string[] {
  const page = readFileSync(join(import.meta.dir, '../docs/texts.md'), 'utf8').replaceAll('&lt;', '<');
  const found = [...page.matchAll(/`((?:\S*\/bin\/)?pawl [a-z][^`]*)`/g)].map((match) => match[1]!);
  return [...new Set(found.map((command) => command.replace(/^\S*pawl /, '~/.pawl/bin/pawl ')))];
}

test('no text names a command that does not exist or is used wrongly', () => {
  using world = project({ checkpoint: true });
  const commands = commandsInDocs();
  expect(commands.length).toBeGreaterThan(20);
  const ran = commands.map((command) => {
    const env = { ...envOf(world), PATH, CLAUDE_CODE_SESSION_ID: 's' };
    const { exitCode, stderr } = Bun.spawnSync(['sh', '-c', filled(command, '', () => '{}')], {
      cwd: world.project,
      env,
    });
    return { command, exitCode, says: stderr.toString() };
  });
  // 0 done, 1 refused or nothing found, 2 wrong use, 127 no such program.
  expect(ran.filter(({ exitCode }) => exitCode > 1)).toEqual([]);
});

test.each(texts)('the commands of this text work as printed: %s', (name, packs, textOf) => {
  using world = project(packs);
  const text = textOf(world) ?? '';
  const ran = runAll(world, text);
  if (!name.includes('without a status')) expect(ran.length).toBeGreaterThan(0);
  expect(ran.filter(([, code]) => code !== 0)).toEqual([]);
  expect(ran.map(([command]) => command).filter((command) => command.startsWith('pawl '))).toEqual([]);
});
