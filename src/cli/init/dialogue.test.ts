// The questions of `pawl init` and what follows from the answers, with a scripted person in the place of a terminal.
// test/init-dialogue.test.ts shows the same on a real one.
import { afterEach, beforeEach, expect, mock, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packNames } from '../../core/pack.ts';
import { UserError } from '../../system/errors.ts';
import { type Home, homeAt } from '../../system/home.ts';
import type { InitResult } from './print.ts';

interface Question {
  kind: 'select' | 'multiselect' | 'confirm';
  message: string;
  signal: AbortSignal;
  options?: { value: string; label: string; hint?: string }[];
  initialValues?: string[];
  required?: boolean;
}

const cancelled = Symbol('cancelled');
/** Given in turn; a function answers by what it is asked. */
let answers: unknown[] = [];
let asked: Question[] = [];
let shown: string[] = [];

const question = (kind: Question['kind']) => async (options: Question) => {
  const question = { ...options, kind };
  asked.push(question);
  const answer = answers.shift();
  return typeof answer === 'function' ? answer(question) : answer;
};
const show = (kind: string) => (text: string, title?: string) =>
  void shown.push(`${kind}: ${title ? `${title}\n` : ''}${text}`);

mock.module('@clack/prompts', () => ({
  select: question('select'),
  multiselect: question('multiselect'),
  confirm: question('confirm'),
  isCancel: (answer: unknown) => answer === cancelled,
  intro: show('intro'),
  outro: show('outro'),
  note: show('note'),
  cancel: show('cancel'),
  log: { info: show('info'), step: show('step'), error: show('error'), message: show('message') },
  spinner: () => ({ start: show('start'), message: show('progress'), stop: show('stop') }),
}));

/** How a calling agent was recognised; the real lookup would find the one that runs these tests. */
let agent: string | undefined;
const people = await import('../person/only-people.ts');
mock.module('../person/only-people.ts', () => ({ ...people, findCallingAgent: () => agent }));

const { askForInit, closeDialogue, wantsDialogue } = await import('./dialogue.ts');

let user: string;
let home: Home;
const saved = { ...process.env };

beforeEach(() => {
  user = mkdtempSync(join(tmpdir(), 'dialogue-'));
  home = homeAt(join(user, '.pawl'));
  for (const name of Object.keys(process.env)) if (/^CLAUDE|^PAWL/.test(name)) delete process.env[name];
  Object.assign(process.env, { HOME: user, PATH: '/nowhere', SHELL: '/bin/other', COLUMNS: '80' });
  [answers, asked, shown, agent] = [[], [], [], undefined];
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name];
  Object.assign(process.env, saved);
  rmSync(user, { recursive: true });
});

const args = (options: Record<string, unknown> = {}) => ({ options, positionals: [] }) as never;
const initially = (question: Question) => question.initialValues;
const file = (path: string, text: string) => {
  mkdirSync(dirname(join(user, path)), { recursive: true });
  writeFileSync(join(user, path), text);
};

test('the dialogue asks where, which packs and about the status line, and returns the answers', async () => {
  answers = ['user', ['guard', 'session'], true];
  const given = await askForInit(home, args());
  expect(asked.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'select: Where should Pawl work?',
    'multiselect: Which packs? (space switches one on or off)',
    'confirm: Show Pawl’s status line in Claude Code (pauses, refusals, context, phase)?',
  ]);
  const on = Object.keys(given.packs).filter((name) => given.packs[name]);
  expect(Object.keys(given.packs)).toEqual([...packNames]);
  expect(on.sort()).toEqual(['guard', 'session']);
  expect(given).toEqual({ scope: 'user', packs: given.packs, clients: [], statusLine: 'both' });
  expect(shown[0]).toBe('intro: Pawl: the one program that Claude Code’s hooks call');
});

test('each place is offered with the file that would be written', async () => {
  answers = ['managed'];
  await askForInit(home, args());
  expect(asked[0]!.options!.map(({ value, hint }) => [value, hint?.replace(/.*(?=\.claude)/, '')])).toEqual([
    ['user', '.claude/settings.json'],
    ['project', '.claude/settings.json'],
    ['local', '.claude/settings.local.json'],
    ['managed', 'needs root; no session can switch it off'],
  ]);
});

test('after the answer “for everybody on this machine” nothing else is asked', async () => {
  answers = ['managed'];
  expect(await askForInit(home, args())).toEqual({ scope: 'managed', packs: {}, clients: [] });
  expect(asked).toHaveLength(1);
});

test('a place given as an option is not asked for', async () => {
  answers = [['guard']];
  expect((await askForInit(home, args({ local: true }))).scope).toBe('local');
  expect(asked.map(({ kind }) => kind)).toEqual(['multiselect']);
});

test('the packs in force are preselected, at least one is required, and each is explained', async () => {
  file('.pawl/config.jsonc', '{ "packs": { "docs": true } }');
  answers = ['local', initially];
  const { packs } = await askForInit(home, args());
  expect(packs).toMatchObject({ docs: true, memory: false, guard: true });
  expect(asked[1]).toMatchObject({ required: true });
  expect(asked[1]!.options!.map(({ value }) => value).sort()).toEqual([...packNames].sort());
  expect(shown[1]).toMatch(/^note: Packs of policies\nguard {6}\S/);
});

test('the status line is offered only for all projects, and only with the pack that has it', async () => {
  for (const [scope, packs] of [
    ['user', ['guard']],
    ['project', ['session']],
  ]) {
    [asked, answers] = [[], [scope, packs]];
    expect(await askForInit(home, args())).not.toHaveProperty('statusLine');
    expect(asked).toHaveLength(2);
  }
  answers = ['user', ['session'], false];
  expect((await askForInit(home, args())).statusLine).toBe('yours');
});

test('a status line that is there already is shown before one is chosen', async () => {
  file('.claude/settings.json', '{ "statusLine": { "type": "command", "command": "echo mine" } }');
  answers = ['user', ['session'], 'pawl'];
  expect((await askForInit(home, args())).statusLine).toBe('pawl');
  expect(shown.at(-1)).toBe('info: You have a status line:\necho mine');
  expect(asked[2]).toMatchObject({ kind: 'select', message: 'Which status line?' });
  expect(asked[2]!.options!.map(({ value }) => value)).toEqual(['both', 'yours', 'pawl']);
});

function installed(name: string): void {
  file(`bin/${name}`, '#!/bin/sh\n');
  chmodSync(join(user, 'bin', name), 0o755);
  process.env.PATH = join(user, 'bin');
}

test('other coding agents are offered where they are installed, all of them chosen', async () => {
  installed('codex');
  installed('gemini');
  // A folder on PATH that is the user’s own is offered for `pawl` as well.
  answers = ['user', ['guard'], initially, false];
  expect((await askForInit(home, args())).clients.map(({ name }) => name)).toEqual(['codex', 'gemini']);
  expect(asked[2]!.message).toBe('These coding agents are installed too. Guard them as well?');
  expect(asked[2]).toMatchObject({ required: false });
  expect(asked[2]!.options!.map(({ label, hint }) => `${label} ${hint}`)).toEqual([
    'Codex ~/.codex/hooks.json',
    'Gemini CLI ~/.gemini/settings.json',
  ]);
  answers = ['user', ['guard'], ['gemini'], false];
  expect((await askForInit(home, args())).clients.map(({ name }) => name)).toEqual(['gemini']);
  answers = ['project', ['guard'], false];
  expect((await askForInit(home, args())).clients).toEqual([]);
});

test('`pawl` becomes a command of the shell only if the person wants that', async () => {
  process.env.SHELL = '/bin/bash';
  answers = ['project', ['guard'], true];
  const { path } = await askForInit(home, args());
  expect(path).toMatchObject({ kind: 'line', file: join(user, '.bashrc') });
  expect(asked[2]!.message.replace(/\s+/g, ' ')).toContain(
    'Make it one? I would add this line to ~/.bashrc: export PATH="$HOME/.pawl/bin:$PATH"',
  );
  answers = ['project', ['guard'], false];
  expect(await askForInit(home, args())).not.toHaveProperty('path');
  process.env.PATH = join(user, 'bin');
  answers = ['project', ['guard'], true];
  expect((await askForInit(home, args())).path?.kind).toBe('link');
  expect(asked.at(-1)!.message.replace(/\s+/g, ' ')).toContain('I would link ~/bin/pawl to it');
});

async function problem(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(() => undefined).catch((reason) => reason);
  expect(error).toBeInstanceOf(UserError);
  return error;
}

test('Ctrl-C and Esc end the dialogue, with nothing changed', async () => {
  answers = [cancelled];
  const { message, exit } = await problem(askForInit(home, args()));
  expect([exit, message]).toEqual([1, 'Stopped by you; nothing was changed.']);
  expect(shown.at(-1)).toBe('cancel: Nothing was changed.');
});

/** Answers like the library: cancelled once the question is aborted. */
const untilAborted =
  (cause: () => void) =>
  async ({ signal }: Question) => {
    cause();
    return signal.aborted ? cancelled : 'managed';
  };

test.each<[string, () => void]>([
  ['the input ends', () => process.stdin.emit('end')],
  ['the terminal is closed', () => process.stdin.emit('close')],
  ['Ctrl-D is pressed', () => process.stdin.emit('keypress', '', { sequence: '\x04' })],
  ['Ctrl-D came early', () => process.stdin.emit('keypress', '', { sequence: '\0' })],
])('when %s, it says how to go on without questions', async (_, cause) => {
  answers = [untilAborted(cause)];
  const { message, exit } = await problem(askForInit(home, args()));
  expect([exit, message]).toEqual([
    1,
    'The terminal gave no more input, so nothing was changed. `pawl init --yes` asks nothing.',
  ]);
});

test('other keys answer the question, and nothing is listened to afterwards', async () => {
  const listeners = () => ['end', 'close', 'keypress'].map((name) => process.stdin.listenerCount(name));
  const before = listeners();
  answers = [
    untilAborted(() => {
      process.stdin.emit('keypress', 'd', { sequence: 'd' });
      process.stdin.emit('keypress', '');
    }),
  ];
  expect((await askForInit(home, args())).scope).toBe('managed');
  expect(listeners()).toEqual(before);
});

function onTerminal(input: boolean, output: boolean, options = {}): boolean {
  const before = [process.stdin.isTTY, process.stdout.isTTY];
  const set = (values: unknown[]) => {
    Object.defineProperty(process.stdin, 'isTTY', { value: values[0], configurable: true });
    Object.defineProperty(process.stdout, 'isTTY', { value: values[1], configurable: true });
  };
  set([input, output]);
  try {
    return wantsDialogue(args(options));
  } finally {
    set(before);
  }
}

test('without a terminal on both sides nothing is asked', () => {
  for (const [input, output] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const)
    expect(onTerminal(input, output)).toBe(false);
});

test.each(['yes', 'json', 'dry-run', 'launcher-only', 'managed', 'packs', 'downgrade', 'client'])(
  'with --%s nothing is asked',
  (option) => expect(onTerminal(true, true, { [option]: true })).toBe(false),
);

test('a person at a terminal is asked, an agent is not', () => {
  expect(onTerminal(true, true)).toBe(true);
  expect(onTerminal(true, true, { user: true, yes: false })).toBe(true);
  agent = 'CLAUDECODE is set';
  expect(onTerminal(true, true)).toBe(false);
});

const done = (more: Partial<InitResult> = {}): InitResult => ({
  scope: 'user',
  file: join(user, '.claude/settings.json'),
  changed: true,
  events: ['PreToolUse'],
  added: ['PreToolUse'],
  removed: [],
  protects: ['guard'],
  launcher: { file: home.launcher, changed: true },
  config: { file: home.config, created: true },
  problems: [],
  ...more,
});
const close = (path?: object, more?: Partial<InitResult>) =>
  closeDialogue(home, done(more), { scope: 'user', packs: {}, clients: [], ...(path && { path }) } as never);
/** The lines that the test saw of one kind, joined to one line. */
const said = (kind: string) =>
  shown
    .filter((line) => line.startsWith(`${kind}: `))
    .map((line) => line.slice(kind.length + 2).replace(/(\s|│)+/g, ' '));

test('the end says what is protected, what to try, and names the launcher where the shell finds no `pawl`', async () => {
  await close();
  expect(shown[0]).toStartWith('note: What is now protected\nEvery tool call of Claude Code is checked');
  expect(said('start')).toEqual(['Reading your last 30 days of Claude Code']);
  expect(said('stop')).toEqual(['There are no earlier sessions of Claude Code to compare with.']);
  expect(said('step')[0]).toStartWith('Try it: in a Claude Code session,');
  expect(said('step')[0]).toContain("`~/.pawl/bin/pawl check 'git push --force'`");
  expect(said('outro')).toEqual([
    '`~/.pawl/bin/pawl doctor` shows whether the hooks fire; `~/.pawl/bin/pawl uninstall` undoes all of this.',
  ]);
});

test('texts are wrapped beside the frame, which the library puts before each line', async () => {
  await close();
  const lines = shown
    .find((line) => line.startsWith('step: '))!
    .slice('step: '.length)
    .split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(line).toMatch(/^\S/);
    expect(line.length).toBeLessThanOrEqual(77);
  }
  const [first, second] = shown.at(-1)!.slice('outro: '.length).split('\n');
  expect(first).toMatch(/^\S/);
  expect(second).toMatch(/^ {3}\S/);
});

test('`pawl` becomes a command; with a line in the start-up file a new terminal is needed', async () => {
  const line = { kind: 'line', file: join(user, '.bashrc'), text: 'export PATH="x:$PATH"' };
  await close(line);
  expect(readFileSync(line.file, 'utf8')).toBe(`${line.text}\n`);
  expect(said('outro')[0]).toStartWith('Open a new terminal to use `pawl`. ');
  shown = [];
  mkdirSync(join(user, 'bin'));
  mkdirSync(dirname(home.launcher), { recursive: true });
  writeFileSync(home.launcher, '');
  process.env.PATH = join(user, 'bin');
  await close({ kind: 'link', file: join(user, 'bin', 'pawl'), text: home.launcher });
  expect(existsSync(join(user, 'bin', 'pawl'))).toBe(true);
  // Now the shell finds it.
  expect(said('outro')).toEqual([
    '`pawl doctor` shows whether the hooks fire; `pawl uninstall` undoes all of this.',
  ]);
});

test('a settings file that the client ignores protects nothing, and the end says only that', async () => {
  const problems = [
    { code: 'x', what: 'the client ignores it', file: join(user, 's.json'), line: 7 },
  ] as never;
  await close(undefined, { problems });
  expect(said('error')).toEqual(['~/s.json:7: the client ignores it, and with it Pawl’s entries.']);
  expect(said('outro')).toEqual([
    'Nothing is protected yet. Fix that line, then run `~/.pawl/bin/pawl doctor`.',
  ]);
  expect(shown).toHaveLength(2);
});

const day = 86_400_000;

function past(commands: readonly string[], daysAgo = 1, name = 's'): void {
  const lines = commands.map((command, n) =>
    JSON.stringify({
      timestamp: new Date(Date.now() - daysAgo * day - n * 1_000).toISOString(),
      sessionId: name,
      cwd: user,
      message: {
        content: [{ type: 'tool_use', name: 'Bash', id: `toolu_${name}_${n}`, input: { command } }],
      },
    }),
  );
  file(`.claude/projects/p/${name}.jsonl`, lines.join('\n'));
}

test('the end says how many past calls would have been refused or asked about, with examples', async () => {
  past(['git push --force origin main', 'ls', 'git push --force origin main ', 'sudo make install', 'pwd']);
  await close();
  expect(said('stop')).toEqual([
    'In your last 30 days Pawl would have refused 2, asked about 1 and passed 2 of 5 calls.',
  ]);
  const [examples] = said('message');
  expect(examples).toContain('refused guard/force-push (2 times) git push --force origin main');
  expect(examples).toContain('asked guard/privilege sudo make install');
});

test('at most three examples are shown, and none if everything passed', async () => {
  past(['ls']);
  await close();
  expect(said('stop')[0]).toContain('refused 0, asked about 0');
  expect(said('message')).toEqual([]);
  past([
    'git push --force origin main',
    'sudo make install',
    'cat ~/.ssh/id_rsa',
    'npm publish',
    'mkfs /dev/sda',
  ]);
  await close();
  expect(said('message')[0]!.match(/(refused|asked) guard\//g)).toHaveLength(3);
});

test('calls of more than thirty days ago are left out', async () => {
  past(['ls'], 29, 'new');
  past(['ls', 'pwd'], 31, 'old');
  await close();
  expect(said('stop')[0]).toContain('passed 1 of 1 call.');
});
