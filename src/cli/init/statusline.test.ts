// Our status line in other people's settings: in, twice, and out again with every byte as it was.
import { expect, test } from 'bun:test';
import { dropStatusLine, setStatusLine } from './statusline.ts';

const ours = '/home/me/.pawl/bin/pawl statusline';

const shapes: Record<string, string> = {
  'nothing there': '{}\n',
  'other keys': '{\n  "model": "opus",\n  "hooks": {}\n}\n',
  'one of their own':
    '{\n\t"statusLine": {\n\t\t"type": "command",\n\t\t"command": "~/line.sh",\n\t\t"padding": 0\n\t}\n}\n',
  'on one line': '{"statusLine":{"type":"command","command":"cat"},"a":1}',
  'without a last newline': '{\n  "a": 1\n}',
};

for (const [name, text] of Object.entries(shapes)) {
  test(`${name}: twice is once, and out is as before`, () => {
    const installed = setStatusLine(text, ours);
    expect(JSON.parse(installed).statusLine).toMatchObject({ type: 'command', command: ours });
    expect(setStatusLine(installed, ours, text)).toBe(installed);
    const back = dropStatusLine(installed, text);
    expect(JSON.parse(back)).toEqual(JSON.parse(text));
    if (text !== '{}\n') expect(back).toBe(text);
    expect(setStatusLine(installed, undefined, text)).toBe(back);
  });
}

test('what they had besides the command stays', () => {
  const installed = setStatusLine(shapes['one of their own']!, ours);
  expect(JSON.parse(installed).statusLine).toEqual({ type: 'command', command: ours, padding: 0 });
});

test('a shape we do not know, and one that became theirs again, are left alone', () => {
  for (const text of ['{"statusLine": "cat"}', '{"statusLine": {"type": "mcp"}}']) {
    expect(setStatusLine(text, ours)).toBe(text);
    expect(dropStatusLine(text)).toBe(text);
  }
  const theirs = '{"statusLine":{"type":"command","command":"mine"}}';
  expect(dropStatusLine(theirs, '{"statusLine":{"type":"command","command":"old"}}')).toBe(theirs);
});
