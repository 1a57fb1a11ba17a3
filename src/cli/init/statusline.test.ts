// Pawl's status line in a settings file: adding it twice is the same as once, and removing it restores every byte.
import { expect, test } from 'bun:test';
import { dropStatusLine, setStatusLine } from './statusline.ts';

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
