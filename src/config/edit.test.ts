import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrEmpty, withValue, writeConfig } from './edit.ts';

test('a value is changed, and comments, order and indentation stay', () => {
  const text = '// mine\n{\n    "b": { "x": true }, // one\n    "a": 1\n}\n';
  expect(withValue(text, ['b', 'x'], false)).toBe(text.replace('true', 'false'));
  expect(withValue(text, ['c'], 2)).toBe(text.replace('1\n}', '1,\n    "c": 2\n}'));
});

test('tabs and Windows line endings are kept, and two spaces are the default', () => {
  expect(withValue('{\n\t"a": 1\n}\n', ['b'], 2)).toBe('{\n\t"a": 1,\n\t"b": 2\n}\n');
  expect(withValue('{\r\n  "a": 1\r\n}\r\n', ['b'], 2)).toBe('{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n');
  expect(withValue('{}\n', ['b', 'c'], 2)).toBe('{\n  "b": {\n    "c": 2\n  }\n}\n');
});

test('the indentation is read from the line starts, not from blanks between words', () => {
  const four = (inner: string) => `{ // two\twords\n    "a": 1${inner}\n}\n`;
  expect(withValue(four(''), ['b', 'c'], 2)).toBe(four(',\n    "b": {\n        "c": 2\n    }'));
});

test('a value that is undefined is removed', () => {
  expect(JSON.parse(withValue('{ "a": 1, "b": 2 }', ['a'], undefined))).toEqual({ b: 2 });
});

test('a missing file counts as empty, and a link stays a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edit-'));
  try {
    const [file, link] = [join(folder, 'real.jsonc'), join(folder, 'link.jsonc')];
    expect(readOrEmpty(file)).toBe('{}\n');
    writeFileSync(file, '{}');
    symlinkSync(file, link);
    writeConfig(link, '{"a":1}');
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}');
    expect(readOrEmpty(link)).toBe('{"a":1}');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file on one line with Windows line endings gets no other line ending', () => {
  expect(withValue('{ "a": 1 }\r\n', ['b'], { c: 2 }).replaceAll('\r\n', '')).not.toContain('\n');
});
