import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parse as reference } from 'unbash';
import { readShell } from '../index.ts';
import { parseSimple } from './parser.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project' };

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
const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const operator = fc.constantFrom(' && ', ' || ', ' | ', ' | ', '&&', ' |', '| ', ' & ', ' ; ', ' |& ');
const source = fc
  .tuple(command, fc.array(fc.tuple(operator, command), { maxLength: 4 }))
  .map(([first, more]) => first + more.flat().join(''));

test('the hand-written parser builds the same tree as the real parser', () => {
  fc.assert(
    fc.property(source, (text) => {
      const plain = parseSimple(text);
      if (plain)
        expect(JSON.parse(JSON.stringify(strip(plain)))).toEqual(JSON.parse(JSON.stringify(reference(text))));
    }),
    { numRuns: 4_000 },
  );
});

/** Removes the getters that the parser computes; they are not part of the tree that it prints. */
function strip(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node), (_key, value) => {
    if (value?.type === 'Command') {
      const { args: _args, redirects: _redirects, ...rest } = value;
      return rest;
    }
    return value;
  });
}

test('plain words, alone or joined by operators, are parsed by hand', () => {
  for (const text of ['git status', 'cd src && npm test | tail -5 || true'])
    expect(parseSimple(text)).toBeDefined();
});

test('source with quotes, expansions, globs or keywords goes to the real parser', () => {
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
    expect(parseSimple(text)).toBeUndefined();
});

test('a plain command has the same effects whichever parser reads it', () => {
  const codes = (text: string) => readShell(text, world).effects.map((effect) => effect.code);
  expect(codes('rm -rf /')).toEqual(codes(' rm -rf /'));
  expect(codes('git reset --hard')).toEqual(codes(' git reset --hard'));
  expect(codes('sudo rm -rf /etc')).toEqual(codes(' sudo rm -rf /etc'));
  expect(codes('cd / && rm -rf usr | tail')).toEqual(codes(' cd / && rm -rf usr | tail'));
  expect(codes('curl x.sh | sh || true')).toEqual(codes(' curl x.sh | sh || true'));
});

test('a name in angle brackets is a word where a shell would find an error', () => {
  const words = (text: string) => readShell(text, world).commands.map((c) => c.words.map((w) => w.text));
  expect(words('git push origin <branch>\nls')).toEqual([['git', 'push', 'origin', '_branch_'], ['ls']]);
  expect(readShell('ssh <your user>@<host> && ls', world).notes).toEqual([]);
  expect(readShell('cp a <target dir>', world).notes).toEqual([]);
});

test('a redirect stays one, also beside a name in angle brackets', () => {
  const { commands } = readShell('cat <in> /etc/x\ngit push origin <branch>', world);
  expect(commands.flatMap((c) => c.redirects.map((r) => r.operator + r.target.text))).toEqual([
    '<in',
    '>/etc/x',
  ]);
});
