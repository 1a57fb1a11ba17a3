// Pawl's status line in a settings file: adding it twice is the same as once, and removing it restores every byte.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryHome } from '../../../test/support/memory-store.ts';
import { homeAt } from '../../system/home.ts';
import {
  dropStatusLine,
  foreignStatusLine,
  forgetStatusLine,
  readStatusLineChoice,
  saveStatusLine,
  saveStatusLineChoice,
  setStatusLine,
  statusCommand,
  statusLineContent,
} from './statusline.ts';

const pawlCommand = '/home/me/.pawl/bin/pawl statusline';

const layouts: Record<string, string> = {
  'an empty object': '{}\n',
  'other keys': '{\n  "model": "opus",\n  "hooks": {}\n}\n',
  'a status line of the user':
    '{\n\t"statusLine": {\n\t\t"type": "command",\n\t\t"command": "~/line.sh",\n\t\t"padding": 0\n\t}\n}\n',
  'on one line': '{"statusLine":{"type":"command","command":"cat"},"a":1}',
  'no newline at the end': '{\n  "a": 1\n}',
};

for (const [name, text] of Object.entries(layouts)) {
  test(`${name}: adding is idempotent, and removing restores the text`, () => {
    const installed = setStatusLine(text, pawlCommand);
    expect(JSON.parse(installed).statusLine).toMatchObject({ type: 'command', command: pawlCommand });
    expect(setStatusLine(installed, pawlCommand, text)).toBe(installed);
    const back = dropStatusLine(installed, text);
    expect(JSON.parse(back)).toEqual(JSON.parse(text));
    if (text !== '{}\n') expect(back).toBe(text);
    expect(setStatusLine(installed, undefined, text)).toBe(back);
  });
}

test('the other keys of the user’s status line are kept', () => {
  const installed = setStatusLine(layouts['a status line of the user']!, pawlCommand);
  expect(JSON.parse(installed).statusLine).toEqual({ type: 'command', command: pawlCommand, padding: 0 });
});

test('an unknown format, and a command that the user has changed since, are not touched', () => {
  for (const text of ['{"statusLine": "cat"}', '{"statusLine": {"type": "mcp"}}']) {
    expect(setStatusLine(text, pawlCommand)).toBe(text);
    expect(dropStatusLine(text)).toBe(text);
  }
  const theirs = '{"statusLine":{"type":"command","command":"mine"}}';
  expect(dropStatusLine(theirs, '{"statusLine":{"type":"command","command":"old"}}')).toBe(theirs);
});

const settings = (command: unknown, type: unknown = 'command') =>
  JSON.stringify({ statusLine: { type, command } });

test('the command is quoted where a shell would read the path as more than one word', () => {
  expect(statusCommand(homeAt('/home/me/.pawl'))).toBe('/home/me/.pawl/bin/pawl statusline');
  expect(statusCommand(homeAt("/home/it's me/.pawl"))).toBe("'/home/it'\\''s me/.pawl/bin/pawl' statusline");
});

test.each([
  [settings('cat'), 'cat'],
  [settings(pawlCommand), undefined],
  [settings("'/home/it'\\''s me/.pawl/bin/pawl' statusline"), undefined],
  [settings('echo pawl statusline'), 'echo pawl statusline'],
  [settings(`${pawlCommand} | cat`), `${pawlCommand} | cat`],
  [settings(7), undefined],
  ['{}', undefined],
  ['', undefined],
])('in %s the line of somebody else is %p', (text, command) => {
  expect(foreignStatusLine(text)).toBe(command);
});

test('the result says whose status lines are shown', () => {
  expect(statusLineContent(settings(pawlCommand), '')).toBe('pawl');
  expect(statusLineContent(settings(pawlCommand), '{}')).toBe('pawl');
  expect(statusLineContent(settings(pawlCommand), settings('cat'))).toBe('yours and pawl');
  expect(statusLineContent(settings('cat'), settings('cat'))).toBeUndefined();
  expect(statusLineContent('', '')).toBeUndefined();
});

test('the user’s own line is saved to be run, kept at a second installation, and forgotten with Pawl’s', () => {
  using home = temporaryHome();
  const file = join(home.dir, 'statusline.json');
  saveStatusLine(home, '');
  expect(existsSync(file)).toBe(false);
  saveStatusLine(home, settings('cat'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ type: 'command', command: 'cat' });
  saveStatusLine(home, settings(pawlCommand));
  expect(existsSync(file)).toBe(true);
  forgetStatusLine(home, settings('cat'));
  forgetStatusLine(home, 'not JSON');
  expect(existsSync(file)).toBe(true);
  forgetStatusLine(home, settings(pawlCommand));
  forgetStatusLine(home, settings(pawlCommand));
  expect(existsSync(file)).toBe(false);
  saveStatusLine(home, settings('cat'));
  saveStatusLine(home, '{}');
  expect(existsSync(file)).toBe(false);
});

test('a choice is remembered; both lines are shown unless a person chose one', () => {
  using home = temporaryHome();
  const file = join(home.dir, 'statusline.json');
  const saved = () => JSON.parse(readFileSync(file, 'utf8'));
  expect(readStatusLineChoice(home)).toBe('both');
  for (const choice of ['yours', 'pawl'] as const) {
    saveStatusLineChoice(home, choice, settings('cat'));
    expect(readStatusLineChoice(home)).toBe(choice);
    expect(saved()).toEqual({ choice });
  }
  saveStatusLineChoice(home, 'both', settings('cat'));
  expect(readStatusLineChoice(home)).toBe('both');
  expect(saved()).toEqual({ type: 'command', command: 'cat' });
  saveStatusLineChoice(home, 'both', '');
  expect(saved()).toEqual({ type: 'command', command: 'cat' });
  saveStatusLineChoice(home, 'pawl', '');
  saveStatusLineChoice(home, 'both', '');
  expect(existsSync(file)).toBe(false);
  for (const text of ['{"choice":"neither"}', 'broken', '']) {
    writeFileSync(file, text);
    expect(readStatusLineChoice(home)).toBe('both');
  }
});
