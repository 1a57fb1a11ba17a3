// The fields of a tool's input, at every depth.
import { expect, test } from 'bun:test';
import { flatInput, readInput } from './flat-input.ts';

const nested = (depth: number): Record<string, unknown> =>
  depth === 0 ? { path: 'x' } : { inner: nested(depth - 1) };

test('fields are found at every depth, in lists and in JSON inside a text', () => {
  expect(flatInput(nested(30)).path).toBe('x');
  expect(flatInput({ request: JSON.stringify({ steps: [{ a: 1 }, { b: 2 }] }) })).toMatchObject({
    a: 1,
    b: 2,
  });
  const paths = readInput({ paths: Array.from({ length: 3_000 }, (_, n) => `f${n}`) }).fields;
  expect(paths.at(-1)).toEqual(['paths', 'f2999']);
  expect(readInput({ a: [{ b: 1 }], c: {} }).objects).toHaveLength(3);
  expect(flatInput({ a: { b: 1 }, b: 2 }).b).toBe(2);
  expect(flatInput(JSON.parse('{"__proto__": {"x": 1}}')).x).toBe(1);
});

test('an input that exceeds a limit is marked as cut', () => {
  expect(readInput(nested(30)).cut).toBe(false);
  expect(readInput(nested(60)).cut).toBe(true);
  expect(readInput({ paths: Array(6_000).fill('x') }).cut).toBe(true);
  expect(readInput({ request: `{"pad": "${'x'.repeat(1_100_000)}"}` }).cut).toBe(true);
  expect(readInput({ content: 'x'.repeat(2_000_000) }).cut).toBe(false);
});

test('an input at a limit is read whole, and one beyond it is cut', () => {
  // The fields of the input itself are at depth 1.
  expect(readInput(nested(39)).cut).toBe(false);
  expect(readInput(nested(40)).cut).toBe(true);
  const list = (n: number) => ({ paths: Array(n).fill('x') });
  expect(readInput(list(4_999)).cut).toBe(false);
  expect(readInput(list(5_000)).cut).toBe(true);
  const json = (length: number) => `["${'x'.repeat(length - 4)}"]`;
  expect(readInput({ request: json(1_000_000) })).toMatchObject({ cut: false, fields: { length: 2 } });
  expect(readInput({ request: json(1_000_001) })).toMatchObject({ cut: true, fields: { length: 1 } });
  expect(readInput({ other: 1, request: json(1_000_001) }).cut).toBe(true);
});

test('text that is invalid JSON, or only contains JSON, stays text', () => {
  for (const text of ['see {"a": 1}', '{"a": ', '7'])
    expect(readInput({ text }).fields).toEqual([['text', text]]);
});

test('the fields of the flat input can be listed, without the input itself', () => {
  expect(Object.keys(flatInput({ a: { b: 1 } }))).toEqual(['a', 'b']);
});
