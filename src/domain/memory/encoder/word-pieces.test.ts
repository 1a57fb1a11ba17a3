import { expect, test } from 'bun:test';
import { piecesOf } from './word-pieces.ts';

const pieces = ['log', 'in', 'time', '##out', '##s', 'cafe', '!', '.', '-', '東', '京', '[UNK]'];
const numberOf = (piece: string) => 1_000 + pieces.indexOf(piece);
const lines = pieces.map((piece) => `${piece}\t${numberOf(piece)}\n`);
const vocabulary = Buffer.concat(lines.map((line) => Buffer.from(line)).sort(Buffer.compare));

test.each<[string, string, (string | number)[]]>([
  ['words of the vocabulary', 'log in', ['log', 'in']],
  ['capitals and accents', 'Log CAFÉ', ['log', 'cafe']],
  ['a word of several pieces, the longest first', 'timeouts', ['time', '##out', '##s']],
  ['a word is unknown if only its beginning is known', 'logx', [100]],
  ['punctuation is a word', 'log-in!.', ['log', '-', 'in', '!', '.']],
  ['an ideograph is a word', '東京', ['東', '京']],
  ['control characters are left out', 'lo\u0000g', ['log']],
  ['a text without words has only its frame', ' \n', []],
])('%s', (_, text, expected) => {
  const numbers = expected.map((piece) => (typeof piece === 'string' ? numberOf(piece) : piece));
  expect(piecesOf(text, vocabulary)).toEqual([101, ...numbers, 102]);
});

test('a text ends after 128 pieces', () => {
  const many = piecesOf('log '.repeat(10_000), vocabulary);
  expect([many.length, many.at(-1)]).toEqual([128, 102]);
});

test('a very long word is unknown', () => {
  expect(piecesOf('log'.repeat(100), vocabulary)).toEqual([101, 100, 102]);
});
