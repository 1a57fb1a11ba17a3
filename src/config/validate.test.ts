// The problems of a config, as they are printed: which key, what was expected, and what was found.
import { expect, test } from 'bun:test';
import type { Shape } from './shape.ts';
import { validate } from './validate.ts';

const messagesFor = (value: unknown, shape: Shape) =>
  validate(value, shape).map(({ path, message }) => [...path, message].join(' '));

const text: Shape = { type: 'string' };
const count: Shape = { type: 'number', min: 1 };
const object: Shape = { type: 'object', keys: { name: text, count }, required: ['name'] };

test.each<[unknown, Shape, string]>([
  [7, text, 'expected a string, found 7'],
  [undefined, text, 'expected a string, found nothing'],
  [null, { type: 'boolean' }, 'expected true or false, found null'],
  ['x', { type: 'number' }, 'expected a number, found "x"'],
  [Number.NaN, { type: 'number' }, 'expected a number, found null'],
  [0, count, 'expected a number of at least 1, found 0'],
  ['c', { type: 'string', values: ['a', 'b'] }, 'expected one of a, b, found "c"'],
  [
    'x',
    { type: 'string', values: Array.from({ length: 12 }, (_, n) => `v${n}`) },
    'expected one of v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, found "x"',
  ],
  [
    'x',
    { type: 'string', values: Array.from({ length: 13 }, (_, n) => `v${n}`) },
    'expected one of 13 known names, found "x"',
  ],
  ['x', { type: 'list', of: text }, 'expected a list of strings, found "x"'],
  ['x', { type: 'list', of: object }, 'expected a list of objects, found "x"'],
  [[], { type: 'record', of: text }, 'expected an object, found []'],
  [[], object, 'expected an object, found []'],
  [
    7,
    { type: 'either', of: [text, { type: 'list', of: text }] },
    'expected a string or a list of strings, found 7',
  ],
  [
    'x',
    { type: 'list', of: { type: 'either', of: [text, { type: 'any' }] } },
    'expected a list in which each item is a string or anything, found "x"',
  ],
  [
    'x',
    { type: 'list', of: { type: 'string', values: ['a', 'b'] } },
    'expected a list in which each item is one of a, b, found "x"',
  ],
  ['token', { type: 'number', secret: true }, 'expected a number, found something else'],
  ['x'.repeat(100), count, `expected a number of at least 1, found "${'x'.repeat(58)}…`],
])('%p where the schema does not allow it', (value, shape, message) => {
  expect(messagesFor(value, shape)).toEqual([message]);
});

test.each<[unknown, Shape]>([
  ['x', text],
  [1, count],
  [-1, { type: 'number' }],
  ['a', { type: 'string', values: ['a', 'b'] }],
  [['a', 'b'], { type: 'list', of: text }],
  [{ a: 'x' }, { type: 'record', of: text }],
  [{ name: 'x', count: 2 }, object],
  [['x'], { type: 'either', of: [text, { type: 'list', of: text }] }],
  [undefined, { type: 'any' }],
])('%p where the schema allows it', (value, shape) => {
  expect(validate(value, shape)).toEqual([]);
});

test('the path of a problem leads through lists, records and objects', () => {
  const shape: Shape = {
    type: 'object',
    keys: { all: { type: 'record', of: { type: 'list', of: object } } },
  };
  expect(messagesFor({ all: { a: [{ name: 'x' }, { name: 7 }] } }, shape)).toEqual([
    'all a 1 name expected a string, found 7',
  ]);
});

test('a missing key is an error, an unknown one a warning with the nearest or all names', () => {
  expect(validate({ coutn: 1, zzzzzz: 2 }, object)).toEqual([
    { path: [], message: 'needs the key "name"', severity: 'error' },
    { path: ['coutn'], message: 'unknown key; did you mean "count"?', severity: 'warning' },
    { path: ['zzzzzz'], message: 'unknown key; known keys are name, count', severity: 'warning' },
  ]);
  expect(validate({ name: 'x', toString: 1 }, object)).toHaveLength(1);
  expect(validate({ name: 'x', more: 1 }, { ...object, open: true } as Shape)).toEqual([]);
});
