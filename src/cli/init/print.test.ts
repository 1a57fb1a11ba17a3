import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { type InitResult, printDiff, printDone, printPreview } from './print.ts';

let user: string;
let home: Home;
const before = { HOME: process.env.HOME, COLUMNS: process.env.COLUMNS };

beforeEach(() => {
  user = mkdtempSync(join(tmpdir(), 'print-'));
  home = homeAt(join(user, '.pawl'));
  Object.assign(process.env, { HOME: user, COLUMNS: '110' });
});
afterEach(() => {
  for (const [name, value] of Object.entries(before))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  rmSync(user, { recursive: true });
});

/** Returns the printed text. */
function printed(print: () => void): string {
  const log = spyOn(console, 'log').mockImplementation(() => {});
  try {
    print();
    return log.mock.calls.map(([text]) => `${text}\n`).join('');
  } finally {
    log.mockRestore();
  }
}

/** Behaves like a terminal that shows colours. */
function onTerminal<T>(work: () => T): T {
  const isTTY = process.stdout.isTTY;
  const { NO_COLOR, TERM } = process.env;
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
  delete process.env.NO_COLOR;
  process.env.TERM = 'xterm';
  try {
    return work();
  } finally {
    Object.defineProperty(process.stdout, 'isTTY', { value: isTTY, configurable: true });
    for (const [name, value] of Object.entries({ NO_COLOR, TERM }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

const done = (more: Partial<InitResult> = {}): InitResult => ({
  scope: 'user',
  file: join(user, '.claude/settings.json'),
  changed: true,
  events: ['PreToolUse', 'Stop'],
  added: ['PreToolUse', 'Stop'],
  removed: [],
  protects: ['guard'],
  launcher: { file: home.launcher, changed: true },
  config: { file: home.config, created: true },
  problems: [],
  ...more,
});
const output = (more?: Partial<InitResult>) => printed(() => printDone(done(more), home));
const row = (name: string, more?: Partial<InitResult>) =>
  output(more)
    .split('\n')
    .find((line) => line.startsWith(`  ${name} `))
    ?.trim()
    .split(/ {2,}/)
    .slice(1);

test('a first installation says what was written, what is protected, what to try and what is next', () => {
  expect(output()).toBe(`✓ Pawl is registered with Claude Code.

  settings  ~/.claude/settings.json  PreToolUse, Stop added
  launcher  ~/.pawl/bin/pawl         copied
  config    ~/.pawl/config.jsonc     created

  Every tool call of Claude Code is checked in all your projects.
  guard      ${output().match(/guard {6}(.*)/)?.[1]}

  Try it: in a Claude Code session, say “run git push --force no-such-remote main”. Pawl refuses it before git
  starts. Here in the shell: \`pawl check 'git push --force'\`.

  Running sessions pick it up within about two seconds. \`pawl doctor\` shows whether the hooks fire;
  \`pawl uninstall\` restores the file as it was.
`);
});

test('a second installation says that nothing changed', () => {
  const again = {
    changed: false,
    added: [],
    launcher: { file: home.launcher, changed: false },
    config: { file: home.config, created: false },
  };
  expect(output(again)).toStartWith('✓ Pawl is already registered; nothing was changed.\n');
  expect(output(again)).not.toContain('Running sessions');
  expect(row('settings', again)).toEqual(['~/.claude/settings.json', 'PreToolUse, Stop']);
  expect(row('launcher', again)?.[1]).toBe('up to date');
  expect(row('config', again)?.[1]).toBe('unchanged');
  for (const more of [{ packs: { on: ['docs'], off: [] } }, { mcp: { file: '/x' } }])
    expect(output({ ...again, ...more })).toStartWith('✓ Pawl is already registered.\n');
});

test.each<[string, Partial<InitResult>, string]>([
  ['added and removed', { added: ['Stop'], removed: ['PreToolUse'] }, 'Stop added; PreToolUse removed'],
  ['only removed', { added: [], removed: ['Stop'] }, 'Stop removed'],
  ['updated', { added: [] }, 'updated: PreToolUse, Stop'],
  ['four events', { added: ['A', 'B', 'C', 'D'] }, 'A, B, C, D added'],
  ['more events', { added: ['A', 'B', 'C', 'D', 'E'] }, '5 events added'],
])('events that are %s', (_, more, text) => {
  expect(row('settings', more)?.[1]).toBe(text);
});

test.each<[InitResult['packs'], string]>([
  [{ on: ['workflow', 'docs'], off: [] }, 'on: workflow, docs'],
  [{ on: [], off: ['docs'] }, 'off: docs'],
  [{ on: ['workflow'], off: ['docs'] }, 'on: workflow; off: docs'],
  [{ on: [], off: [] }, 'unchanged'],
])('packs that were switched: %p', (packs, text) => {
  expect(row('config', { config: { file: home.config, created: false }, packs })?.[1]).toBe(text);
});

test('the status line and the tools have a separate line, if they were set', () => {
  expect(row('status line', { status_line: 'pawl' })).toEqual(['pawl']);
  expect(row('status line', { status_line: 'yours and pawl' })).toEqual([
    'yours and pawl',
    'Pawl runs yours first',
  ]);
  expect(row('tools', { mcp: { file: join(user, '.claude.json') } })).toEqual(['~/.claude.json', 'pawl mcp']);
  expect(output()).not.toContain('status line');
  expect(output()).not.toContain('pawl mcp');
});

test('without a policy that needs an event the text does not claim protection', () => {
  const text = output({ events: [], added: [], protects: [] });
  expect(text).toContain(
    'No policy that is switched on needs an event. `pawl policies --all` lists all policies.',
  );
  expect(text).not.toContain('is checked');
  expect(text).not.toContain('Try it');
});

test('a file that the client ignores does not protect, and the line to fix is named', () => {
  const file = join(user, '.claude/settings.json');
  const problems = [{ code: 'x', what: 'the client ignores this file', file, line: 7 }] as never;
  const text = output({ problems });
  expect(text).toStartWith('✗ Nothing is protected yet: Claude Code ignores this settings file.\n');
  expect(text).not.toContain('Every tool call');
  expect(text.replace(/\s+/g, ' ')).toContain(
    '~/.claude/settings.json:7: the client ignores this file, and with it Pawl’s entries. Fix that line, then run `pawl doctor`.',
  );
});

test('a setting that switches hooks off is named', () => {
  const off = { file: join(user, '.claude/settings.json'), key: 'disableAllHooks' };
  expect(output({ hooks_off: off })).toContain(
    'Hooks do not run here, because disableAllHooks is set in ~/.claude/settings.json.',
  );
  expect(output()).not.toContain('Hooks do not run');
});

test('other coding agents without Pawl are named, if there are any', () => {
  expect(output({ unguarded_clients: ['Codex', 'Qwen Code'] })).toContain(
    'Also installed here, without Pawl: Codex, Qwen Code. `pawl init --client all` guards them too.',
  );
  expect(output({ unguarded_clients: [] })).not.toContain('Also installed');
});

test('where the shell does not find `pawl`, texts name the launcher and how to change that', () => {
  mkdirSync(dirname(home.launcher), { recursive: true });
  writeFileSync(home.launcher, '');
  const text = output({ unguarded_clients: ['Codex'] });
  expect(text).toContain("`~/.pawl/bin/pawl check 'git push --force'`");
  expect(text.replace(/\s+/g, ' ')).toContain('`~/.pawl/bin/pawl doctor` shows whether');
  expect(text).toContain('`~/.pawl/bin/pawl init --client all`');
  expect(text).toContain('  To type just `pawl`: export PATH="$HOME/.pawl/bin:$PATH"');
  expect(output()).not.toContain('`pawl doctor`');
});

const change = (before: string, after?: string) => ({ file: join(user, 'f.json'), before, after });

test('in a terminal that shows colours, what is added is green, what is removed is red, the rest is dim', () => {
  const [bold, dim, red, green] = [1, 2, 31, 32].map(
    (code) => (text: string) => `\x1b[${code}m${text}\x1b[0m`,
  );
  expect(onTerminal(() => printed(() => printDiff(change('a\nb\n', 'a\nc\n'))))).toBe(
    `${[bold!('~/f.json'), dim!('  a'), red!('- b'), green!('+ c')].join('\n')}\n`,
  );
});

test('a diff shows what changes with the lines around it', () => {
  expect(printed(() => printDiff(change('a\nb\n', 'a\nc\n')))).toBe('~/f.json\n  a\n- b\n+ c\n');
  expect(printed(() => printDiff(change('a\n', 'a\n')))).toBe('~/f.json: nothing to change\n');
  expect(printed(() => printDiff(change('a\n')))).toBe('~/f.json\n- a\n');
});

test('a dry run shows the diff and the packs, and says that nothing was written', () => {
  const packs = { on: ['docs'], off: [] };
  expect(printed(() => printPreview(change('', 'a\n'), done({ packs })))).toBe(
    '~/f.json\n+ a\n~/.pawl/config.jsonc: packs on: docs\n\nDry run: nothing was written.\n',
  );
  expect(printed(() => printPreview(change('', 'a\n'), done()))).not.toContain('packs');
  const off = { file: join(user, 'g.json'), key: 'disableAllHooks' };
  expect(printed(() => printPreview(change('', 'a\n'), done({ hooks_off: off })))).toContain(
    'disableAllHooks',
  );
});
