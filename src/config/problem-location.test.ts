import { expect, test } from 'bun:test';
import { locateProblems } from './problem-location.ts';

const locate = (text: string, path: (string | number)[], message = 'wrong') =>
  locateProblems({ file: 'f', text, problems: [{ path, message, severity: 'error' }] })[0]!;

test('a problem is located at its key', () => {
  const text = '{\n  "packs": {\n    "gard": true\n  }\n}';
  expect(locate(text, ['packs', 'gard'])).toEqual({
    file: 'f',
    line: 3,
    column: 5,
    key: 'packs.gard',
    message: 'wrong',
    severity: 'error',
  });
});

test('an item of a list is located at itself, a missing key at its parent', () => {
  const text = '{\n  "rules": [\n    { "id": "a" },\n    { "id": "b" }\n  ]\n}';
  expect(locate(text, ['rules', 1])).toMatchObject({ line: 4, column: 5 });
  expect(locate(text, ['rules', 1, 'message'])).toMatchObject({ line: 4, column: 5 });
  expect(locate(text, ['nothing'])).toMatchObject({ line: 1, column: 1 });
  expect(locate('{ "a": 1 }', ['a'])).toMatchObject({ line: 1, column: 3 });
});

test('a syntax error is named by the parser and located where it is', () => {
  expect(locate('{\n  "a": 1\n  "b": 2\n}', [], 'Unexpected token')).toMatchObject({
    line: 3,
    column: 3,
    key: '',
    message: 'comma expected (Unexpected token)',
  });
});

test('a comma before the end is not a syntax error, and comments may come before the config', () => {
  expect(locate('// mine\n{ "a": 1, }', [], 'too much')).toMatchObject({
    line: 2,
    column: 1,
    message: 'too much',
  });
});

test('the problem of an unreadable file is located at its beginning', () => {
  expect(locate('', [], 'no permission')).toMatchObject({ line: 1, column: 1, message: 'no permission' });
});
