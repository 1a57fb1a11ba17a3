import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parse as reference } from 'unbash';
import { readShell } from './index.ts';
import { parsePlain } from './parser.ts';

const word = fc.oneof(
  fc.constantFrom(
    'git',
    'rm',
    '-rf',
    '/',
    '.',
    '..',
    'status',
    'if',
    'done',
    'time',
    'export',
    '1',
    '2',
    '--',
    '-',
    'a:b',
    'x@y',
    '%1',
    '+x',
    ',',
  ),
  fc.stringMatching(/^[\w./:@%+,-]{1,8}$/),
);
const source = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));

test('what is read without the parser is what the parser would have read', () => {
  fc.assert(
    fc.property(source, (text) => {
      const plain = parsePlain(text);
      if (plain)
        expect(JSON.parse(JSON.stringify(strip(plain)))).toEqual(JSON.parse(JSON.stringify(reference(text))));
    }),
    { numRuns: 2_000 },
  );
});

/** The parser computes these; they are not part of the tree it prints. */
function strip(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node), (_key, value) => {
    if (value?.type === 'Command') {
      const { args: _args, redirects: _redirects, ...rest } = value;
      return rest;
    }
    return value;
  });
}

test('anything that could mean more goes to the parser', () => {
  for (const text of [
    'a;b',
    'a  b',
    'a $x',
    'a "b"',
    'a=b c',
    'a ~',
    'a *',
    'a {b,c}',
    'a #c',
    'if a',
    '! a',
    'a >b',
    'a &',
    'a\nb',
    'a\tb',
    '\\rm x',
    'export a',
    '[ a ]',
  ])
    expect(parsePlain(text)).toBeUndefined();
});

test('a plain command has the effects it always had', () => {
  const around = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project' };
  const codes = (text: string) => readShell(text, around).effects.map((effect) => effect.code);
  expect(codes('rm -rf /')).toEqual(codes(' rm -rf /'));
  expect(codes('git reset --hard')).toEqual(codes(' git reset --hard'));
  expect(codes('sudo rm -rf /etc')).toEqual(codes(' sudo rm -rf /etc'));
});
