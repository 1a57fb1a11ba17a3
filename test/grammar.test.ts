// The generator of the grammar table, and its way into the program.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { pawl } from '../scripts/build.ts';
import { optionCode, valueCode } from '../scripts/generate/grammar/codes.ts';
import { encodeProgram, grouped, sorted, withoutEmpty } from '../scripts/generate/grammar/encode.ts';
import { simplify } from '../scripts/generate/grammar/simplify.ts';
import type { FigCommand } from '../scripts/generate/grammar/specs.ts';
import { decodeProgram } from '../src/shell/programs/grammar/decode.ts';
import { table } from '../src/shell/programs/grammar/table.ts';
import type { CommandGrammar, EncodedCommand, Options } from '../src/shell/programs/grammar/types.ts';

const encode = (spec: FigCommand) => encodeProgram(simplify(spec));

test('the values, paths and flags of options are encoded', () => {
  const spec = {
    name: 'tool',
    options: [
      { name: ['-f', '--file'], args: { name: 'config' } },
      { name: '--level', args: { name: 'level' } },
      { name: '--color', args: { name: 'when' }, requiresSeparator: true },
      { name: '--exec', args: { name: 'command' } },
      { name: '--pair', args: [{ name: 'key' }, { name: 'url' }] },
      { name: '--verbose' },
      { name: '--draft', args: { name: 'boolean' } },
      { name: '--purge', isDangerous: true },
    ],
    args: [{ template: 'filepaths', isVariadic: true }, { isCommand: true }],
  };
  expect(encode(spec)).toEqual({
    all: {
      '!': '--purge',
      '=t': '--color',
      c: '--exec',
      p: '--file',
      t: '--level',
      't?': '--draft',
      tu: '--pair',
    },
    options: { p: '-f' },
    operands: 'p*c',
  });
});

test('options that most commands share are written once, and other commands list the differences', () => {
  const valued = (name: string) => ({ name, options: [{ name: '--tag', args: {} }] });
  const flag = { name: 'list', options: [{ name: '--tag' }, { name: '--all' }] };
  expect(encode({ name: 'tool', subcommands: [valued('add'), valued('move'), flag] })).toEqual({
    all: { t: '--tag' },
    subs: { list: { options: { '': '--tag' } } },
    leaves: 'add move',
  });
});

test('flags are listed where a subcommand may follow, persistent options where they are read', () => {
  const spec = {
    name: 'tool',
    options: [{ name: ['-q', '--quiet'] }, { name: ['-n', '--namespace'], args: {}, isPersistent: true }],
    subcommands: [
      { name: 'list', options: [{ name: '-n' }, { name: '-x' }] },
      { name: ['delete', 'rm'], isDangerous: true },
    ],
  };
  expect(encode(spec)).toEqual({
    all: { '': '--quiet', t: '--namespace' },
    options: { '': '-q', '^t': '-n' },
    subs: { list: { options: { '': '-n' } } },
    leaves: '!delete|rm',
  });
});

test('mistakes in the source specs are corrected', () => {
  const spec = {
    name: 'tool',
    options: [
      { name: '--post-file=FILE' },
      { name: '–-watch', args: {} },
      { name: 'outfile', args: {} },
      { name: '--id,', args: {} },
      { name: '-verbose' },
    ],
    subcommands: [
      { name: '--export', args: { name: 'key' }, options: [{ name: '--to', args: { name: 'dir' } }] },
      { name: 'several words' },
    ],
  };
  expect(encode(spec)).toEqual({
    all: { p: '--post-file --to', t: '--export --id --watch' },
    options: { '': '-verbose' },
    operands: 'p',
  });
});

test('a command that another file describes is a reference to its line', () => {
  const subcommands = [
    { name: 's3', loadSpec: 'aws/s3' },
    { name: 'alpha', loadSpec: 'gcloud/alpha' },
    { name: 'own', loadSpec: 'not-in-the-package' },
  ];
  expect(encode({ name: 'tool', subcommands })).toEqual({
    subs: { alpha: 'gcloud', s3: 'aws/s3' },
    leaves: 'own',
  });
});

/** Stands for the line that was referred to. */
const reference = (line: string) => ({ ...decodeProgram('', {}, () => undefined), line }) as CommandGrammar;
const lineOf = (command: CommandGrammar) => (command as { line?: string }).line;

const encodeOptions = (options: Options) =>
  grouped(new Map([...options].map(([name, option]) => [name, optionCode(option)])));

function encodeAgain(command: CommandGrammar, above?: CommandGrammar): EncodedCommand | string {
  if (lineOf(command) !== undefined) return lineOf(command)!;
  const opened = new Set([...command.subcommands.values()].map((open) => open()));
  const subcommands = [...opened].map((one): [string, EncodedCommand | string] => [
    (one.dangerous ? '!' : '') + one.names.join('|'),
    encodeAgain(one, command),
  ]);
  const isLeaf = ([, value]: [string, unknown]) => Object.keys(value as object).length === 0;
  return withoutEmpty({
    ...(!above && { all: encodeOptions(command.sharedOptions) }),
    options: encodeOptions(command.options),
    operands: command.operands.map(valueCode).join(''),
    subs: Object.fromEntries(sorted(subcommands.filter((one) => !isLeaf(one)))),
    leaves: sorted(subcommands.filter(isLeaf))
      .map(([names]) => names)
      .join(' '),
    ...(command.singleDash && !above?.singleDash && { singleDash: 1 as const }),
    ...(command.optionsFirst && { optionsFirst: 1 as const }),
  });
}

test('encoding a decoded line gives the same line', () => {
  const lines = table.trimEnd().split('\n');
  const different = lines.filter((line) => {
    const [name, json] = line.split('\t') as [string, string];
    const encoded = JSON.parse(json) as EncodedCommand | string;
    if (typeof encoded === 'string') return false;
    return JSON.stringify(encodeAgain(decodeProgram(name, encoded, reference))) !== json;
  });
  expect(lines.length).toBeGreaterThan(1_400);
  expect(different.map((line) => line.slice(0, 80))).toEqual([]);
});

test('the built program contains the grammar table', () => {
  const executable = readFileSync(pawl);
  const line = table.slice(table.indexOf('\ndocker\t'), table.indexOf('\ndocker\t') + 200);
  expect(executable.includes(line)).toBe(true);
});
