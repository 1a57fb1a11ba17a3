// Edits of JSON text that leave every other byte as it was.
import { expect, test } from 'bun:test';
import { findNodeAtLocation } from 'jsonc-parser';
import { duplicateProperties, insertLast, lineOf, parseJson, removeNode, replaceNode } from './json.ts';

const at = (text: string, ...path: (string | number)[]) =>
  findNodeAtLocation(parseJson(text, { comments: 'kept' }), path)!;
const add = (text: string, path: (string | number)[], key: string | undefined, value: unknown) =>
  insertLast(text, parseJson(text, { comments: 'kept' }), at(text, ...path), key, value);
/** The property around the value. */
const remove = (text: string, ...path: (string | number)[]) => {
  const node = at(text, ...path);
  return removeNode(text, node.parent!.type === 'property' ? node.parent! : node);
};
const replace = (text: string, path: (string | number)[], value: unknown) =>
  replaceNode(text, parseJson(text, { comments: 'kept' }), at(text, ...path), value);

test('a mistake is named with its line', () => {
  const wrong: [string, number, string][] = [
    ['', 1, 'value expected'],
    ['{\n "a": 1,\n}', 3, 'property name expected'],
    ['{ "a": 1 } // mine', 1, 'comments are not allowed'],
    ['{\n\n"a" 1}', 3, 'colon expected'],
  ];
  for (const [text, line, message] of wrong) {
    let found: unknown;
    try {
      parseJson(text);
    } catch (error) {
      found = error;
    }
    expect(found).toMatchObject({ line, message });
  }
  expect(parseJson('{ "a": 1 } // mine', { comments: 'kept' }).type).toBe('object');
});

test('the line number is the number of line ends before a position', () => {
  expect([0, 1, 2, 3].map((offset) => lineOf('\na\n', offset))).toEqual([1, 2, 2, 3]);
});

test('duplicate keys are found, all of them or only the given ones', () => {
  const root = parseJson('{ "a": 1, "b": 2, "a": 3, "b": 4 }');
  const keys = (among?: string[]) =>
    duplicateProperties(root, among).map(({ children }) => children![0]!.value);
  expect(keys()).toEqual(['a', 'b']);
  expect(keys(['b', 'c'])).toEqual(['b']);
  expect(duplicateProperties(parseJson('{}'))).toEqual([]);
});

const additions: [before: string, path: (string | number)[], key: string | undefined, after: string][] = [
  ['{\n  "a": 1\n}\n', [], 'b', '{\n  "a": 1,\n  "b": {\n    "x": 1\n  }\n}\n'],
  ['{\n\t"a": 1\n}\n', [], 'b', '{\n\t"a": 1,\n\t"b": {\n\t\t"x": 1\n\t}\n}\n'],
  ['{\r\n    "a": 1\r\n}', [], 'b', '{\r\n    "a": 1,\r\n    "b": {\r\n        "x": 1\r\n    }\r\n}'],
  ['{ "a": 1 }', [], 'b', '{ "a": 1, "b": {"x":1} }'],
  ['{ "a": [] }', ['a'], undefined, '{ "a": [{"x":1}] }'],
  ['{}', [], 'b', '{\n  "b": {\n    "x": 1\n  }\n}'],
  ['{\n  "a": [ 1 ]\n}', ['a'], undefined, '{\n  "a": [ 1, {"x":1} ]\n}'],
  ['{\n  "a": []\n}', ['a'], undefined, '{\n  "a": [\n    {\n      "x": 1\n    }\n  ]\n}'],
  ['{\n  "a": { // ours\n  }\n}', ['a'], 'b', '{\n  "a": {\n    "b": {\n      "x": 1\n    } // ours\n  }\n}'],
];
for (const [before, path, key, after] of additions)
  test(`adds to ${JSON.stringify(before)} in its style`, () => {
    expect(add(before, path, key, { x: 1 })).toBe(after);
  });

test('a property or element is removed with its comma and its line', () => {
  const text = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n';
  expect(remove(text, 'a')).toBe('{\n  "b": 2,\n  "c": 3\n}\n');
  expect(remove(text, 'b')).toBe('{\n  "a": 1,\n  "c": 3\n}\n');
  expect(remove(text, 'c')).toBe('{\n  "a": 1,\n  "b": 2\n}\n');
  expect(remove('[1, 2]', 1)).toBe('[1]');
  expect(remove('{\n  "a": 1\n}', 'a')).toBe('{}');
  expect(remove('{\n  // mine\n  "a": 1\n}', 'a')).toBe('{\n  // mine\n  \n}');
});

test('a value is replaced on one line or on several, as it was', () => {
  expect(replace('{ "a": [1] }', ['a'], { x: 1 })).toBe('{ "a": {"x":1} }');
  expect(replace('{\n  "a": [\n    1\n  ]\n}', ['a'], { x: 1 })).toBe('{\n  "a": {\n    "x": 1\n  }\n}');
});
