// Tests the built-in grammar table: its form, the cost of loading a program, and that every program can be read.
import { afterEach, expect, test } from 'bun:test';
import { findLine, grammarOf, provideGrammarTable } from './grammar.ts';
import { readWithGrammar } from './read.ts';
import { table } from './table.ts';
import type { CommandGrammar, EncodedCommand, OptionGrammar } from './types.ts';

const lines = table.trimEnd().split('\n');
const names = lines.map((line) => line.slice(0, line.indexOf('\t')));

afterEach(() => provideGrammarTable(() => table));

test('the table has one line for each program, sorted by name', () => {
  expect(names).toEqual([...new Set(names)].sort());
  expect(names.filter((name) => !name.includes('/')).length).toBeGreaterThan(700);
  expect(table.endsWith('}\n')).toBe(true);
});

test('the table and each of its lines stay small', () => {
  expect(table.length).toBeLessThan(2_500_000);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(40_000);
  // With one character beyond Latin-1 the text would take twice the memory.
  expect(/^[\t\n\x20-\x7e]*$/.test(table)).toBe(true);
});

test('every line is found by its name, and no other name finds one', () => {
  for (const [i, name] of names.entries())
    expect(`${name}\t${findLine(table, name)}` === lines[i]).toBe(true);
  for (const name of ['', 'zzz', 'dockerx', 'aws/', '__proto__', 'constructor', 'a\tb', '\n'])
    expect(grammarOf(name)).toBeUndefined();
  expect(findLine('', 'docker')).toBeUndefined();
});

/** The table with all but some lines made unreadable, but with the same length. */
const onlyReadable = (kept: readonly string[]) =>
  `${lines.map((line, i) => (kept.includes(names[i]!) ? line : line.replace(/\t./, '\t?'))).join('\n')}\n`;

test('loading a program parses its own line and no other', () => {
  for (const name of ['docker', 'kubectl', 'zoxide', names[0]!]) {
    provideGrammarTable(() => onlyReadable([name]));
    expect(grammarOf(name)?.names).toEqual([name]);
  }
  provideGrammarTable(() => onlyReadable(['docker']));
  expect(() => grammarOf('kubectl')).toThrow();
});

test('only the named part of the largest programs is parsed', () => {
  const parts = ['aws', 'aws/s3'];
  provideGrammarTable(() => onlyReadable(parts));
  const { readings } = readWithGrammar(grammarOf('aws')!, ['s3', 'rm', 's3://bucket', '--recursive']);
  expect(readings[0].path).toEqual(['s3', 'rm']);
  const parsed = parts.reduce((sum, name) => sum + findLine(table, name)!.length, 0);
  expect(parsed).toBeLessThan(20_000);
});

test('the table is loaded when it is first needed', () => {
  let loads = 0;
  provideGrammarTable(() => {
    loads++;
    return table;
  });
  expect(loads).toBe(0);
  grammarOf('docker');
  grammarOf('docker');
  expect(loads).toBe(1);
});

test('a program with the same grammar as another one gets that grammar', () => {
  expect(grammarOf('hub')).toBe(grammarOf('git')!);
});

/** The lines that a command and its subcommands refer to. */
function referencesOf(encoded: EncodedCommand | string): string[] {
  return typeof encoded === 'string' ? [encoded] : Object.values(encoded.subs ?? {}).flatMap(referencesOf);
}

test('every line that another line refers to exists', () => {
  const references = names.flatMap((name) => referencesOf(JSON.parse(findLine(table, name)!)));
  expect(references.length).toBeGreaterThan(700);
  expect(references.filter((name) => !names.includes(name))).toEqual([]);
});

/** Pseudo-random numbers that are the same on every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const takesNextWords = ({ attachedOnly, values }: OptionGrammar) =>
  !attachedOnly && values.length > 0 && values.every(({ optional, kind }) => !optional && kind !== 'module');

/** Options that take a value in all of these commands. */
function optionsWithValue(command: CommandGrammar): [string, OptionGrammar][] {
  const options = new Map([...command.sharedOptions, ...command.options]);
  return [...options].filter(([name, option]) => takesNextWords(option) && !command.subcommands.has(name));
}

function* groupsOf(command: CommandGrammar, path: string[] = []): Generator<[string[], CommandGrammar]> {
  if (command.subcommands.size === 0 || path.length > 6) return;
  yield [path, command];
  for (const [name, open] of command.subcommands)
    if (open().sharedOptions === command.sharedOptions) yield* groupsOf(open(), [...path, name]);
}

test('an option with a value before the subcommand does not hide the subcommand, in every program', () => {
  const random = randomNumbers(20);
  let programs = 0;
  let groups = 0;
  for (const program of names) {
    const root = grammarOf(program)!;
    const before = groups;
    for (const [path, command] of groupsOf(root)) {
      const options = optionsWithValue(command);
      if (options.length === 0) continue;
      groups++;
      const [option, { values }] = options[random(options.length)]!;
      const subcommand = [...command.subcommands.keys()][random(command.subcommands.size)]!;
      const words = [...path, option, ...values.map(() => 'some/value'), subcommand];
      const { readings } = readWithGrammar(root, words);
      expect([program, ...readings[0].path]).toEqual([program, ...path, subcommand]);
    }
    if (groups > before) programs++;
  }
  expect(programs).toBeGreaterThan(700);
  expect(groups).toBeGreaterThan(4_000);
});
