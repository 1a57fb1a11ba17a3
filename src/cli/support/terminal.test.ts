import { afterEach, expect, test } from 'bun:test';
import { fitTable, width } from './terminal.ts';

const before = process.env.COLUMNS;

afterEach(() => {
  if (before === undefined) delete process.env.COLUMNS;
  else process.env.COLUMNS = before;
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
