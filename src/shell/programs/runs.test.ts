// Every program that runs a command which its words name: the command is read, at exactly the place the spec says.
import { expect, test } from 'bun:test';
import { readGroups } from '../../../scripts/generate/programs.ts';
import { readShell } from '../index.ts';
import type { CommandSpec, Runs } from './spec.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project', tmp: ['/tmp'] };
const runs = (source: string) =>
  readShell(source, world).commands.some(
    ({ words }) => words.map(({ text }) => text).join(' ') === 'shred -u x',
  );

interface Wrapper {
  words: string;
  runs: Runs;
}

/** The programs and subcommands with `runs`, as somebody types them. */
function wrappersIn(spec: CommandSpec, words: string): Wrapper[] {
  const inner = Object.entries(spec.subcommands ?? {}).flatMap(([names, sub]) =>
    wrappersIn(sub, `${words} ${names.split('|')[0]}`),
  );
  return spec.runs && spec.runs.operands !== 'none' ? [{ words, runs: spec.runs }, ...inner] : inner;
}

const wrappers = (await readGroups()).flatMap(({ programs }) =>
  programs.flatMap((spec) => wrappersIn(spec, spec.names.split(' ')[0]!)),
);

/** Puts as many words before the command as the spec says, or one more. */
function typed({ words, runs: { operands = 'words', skip = 0, after } }: Wrapper, more = 0): string {
  const before = Array.from({ length: skip + more }, (_, i) => ` w${i}`).join('');
  const separator = after ? ` ${after.split(' ')[0]}` : '';
  return `${words}${before}${separator} ${operands === 'words' ? 'shred -u x' : "'shred -u x'"}`;
}

test('the specs describe more than 100 wrappers', () => {
  expect(wrappers.length).toBeGreaterThan(100);
});

test('the command that a wrapper names is read', () => {
  expect(wrappers.filter((wrapper) => !runs(typed(wrapper))).map((wrapper) => typed(wrapper))).toEqual([]);
});

test('words before the place that the spec names are not read as the command', () => {
  const moved = wrappers.filter(
    ({ runs: { operands = 'words', after, assignments, versioned } }) =>
      operands === 'words' && !after && !assignments && !versioned,
  );
  expect(moved.filter((wrapper) => runs(typed(wrapper, 1))).map((wrapper) => typed(wrapper, 1))).toEqual([]);
});
