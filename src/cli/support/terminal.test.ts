import { afterEach, expect, test } from 'bun:test';
import { escapeOutput, fitTable, paint, width } from './terminal.ts';

const before = { ...process.env };

afterEach(() => {
  for (const name of ['COLUMNS', 'TERM', 'NO_COLOR'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
});

const rows = [
  ['policy', 'about'],
  ['guard/force-push', 'Stop pushes that overwrite shared history, whoever made it'],
];

test('on a narrow terminal the last column continues in the next line', () => {
  process.env.COLUMNS = '40';
  expect(fitTable(rows)).toBe(
    [
      'policy            about',
      'guard/force-push  Stop pushes that',
      '                  overwrite shared',
      '                  history, whoever made',
      '                  it',
    ].join('\n'),
  );
  process.env.COLUMNS = '200';
  expect(fitTable(rows).split('\n')).toHaveLength(2);
});

test('with a limit of lines, the last line shows that there is more', () => {
  const lines = fitTable(rows, { room: 40, lines: 2 }).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toEndWith('…');
  expect(lines.every((line) => width(line) <= 40)).toBe(true);
});

test('columns are narrowed in the given order, each down to its least width', () => {
  const [line = ''] = fitTable([['a'.repeat(30), 'b'.repeat(30), 'c'.repeat(30)]], {
    room: 64,
    shrink: [[2, 20], [1, 16], 0],
    lines: 1,
  }).split('\n');
  expect(line.split('  ').map(width)).toEqual([24, 16, 20]);
});

test('a word longer than its column is broken', () => {
  expect(fitTable([['k', 'x'.repeat(25)]], { room: 13 }).split('\n')).toEqual([
    'k  xxxxxxxxxx',
    '   xxxxxxxxxx',
    '   xxxxx',
  ]);
});

test('a table for which the terminal is too narrow becomes a list', () => {
  const long = ['guard/force-push', 'deny, ask', 'deny', 'Stop pushes that overwrite shared history'];
  expect(fitTable([long, ['a', '', 'off', 'x']], { room: 32 }).split('\n')).toEqual([
    'guard/force-push  deny, ask',
    '  deny  Stop pushes that',
    '  overwrite shared history',
    'a  off  x',
  ]);
});

test('colours of a wrapped cell stay colours, and other sequences are escaped', () => {
  delete process.env.NO_COLOR;
  process.env.TERM = 'xterm';
  const isTTY = process.stdout.isTTY;
  process.stdout.isTTY = true;
  try {
    const cell = `${paint('dim', 'one two three')} ${paint('red', 'four five six')}`;
    const shown = fitTable([['k', cell]], { room: 13 });
    expect(escapeOutput(shown)).toBe(shown);
    expect(escapeOutput('\x1b[8mhidden')).toBe('\\u001b[8mhidden');
  } finally {
    process.stdout.isTTY = isTTY;
  }
});
