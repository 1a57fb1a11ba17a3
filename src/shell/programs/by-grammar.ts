// Reads the arguments of programs without a spec by the grammar table, which says which words are paths and which are
// a command that the program runs. What such a program does with them is not known.
import type { Word } from '../types.ts';
import type { Args, Option } from './args.ts';
import { readWithGrammar } from './grammar/read.ts';
import type { Reading } from './grammar/state.ts';
import type { CommandGrammar, ValueKind } from './grammar/types.ts';
import type { OptionKind } from './spec.ts';

const KINDS: Readonly<Record<ValueKind | 'flag', OptionKind>> = {
  flag: 'flag',
  text: 'text',
  path: 'reads',
  command: 'runs',
  script: 'loads',
  module: 'text',
  host: 'host',
  url: 'host',
};

export function argsByGrammar(words: readonly Word[], grammar: CommandGrammar): Args {
  const { readings } = readWithGrammar(
    grammar,
    words.map((w) => w.text),
  );
  const [likely] = readings;
  const { operands, runs } = operandsOf(words, likely);
  return {
    options: [...optionsOf(words, likely), ...readings.flatMap((reading) => pathsOf(words, reading))],
    operands,
    possibleValues: [],
    depth: likely.path.length,
    spec: runs === undefined ? {} : { runs: { skip: runs } },
    unclear: false,
    globalFirst: false,
  };
}

const optionsOf = (words: readonly Word[], { options }: Reading): Option[] =>
  options.map(({ name, value, kind, index }) => ({
    name,
    value: value === undefined ? undefined : { ...(words[index] as Word), text: value },
    kind: KINDS[kind],
    depth: 0,
  }));

/** Paths among the operands, as if an option named them. */
const pathsOf = (words: readonly Word[], { operands }: Reading): Option[] =>
  operands
    .filter(({ kind }) => kind === 'path')
    .map(({ index }) => ({ name: '', value: words[index], kind: 'reads', depth: 0 }));

/** `tool run cmd …`: all words from `cmd` on belong to that command, options included. */
function operandsOf(words: readonly Word[], { path, operands }: Reading) {
  const subcommands = path.map((text) => words.find((w) => w.text === text) as Word);
  const at = operands.findIndex(({ kind }) => kind === 'command');
  if (at < 0)
    return {
      operands: [...subcommands, ...operands.map(({ index }) => words[index] as Word)],
      runs: undefined,
    };
  const before = operands.slice(0, at).map(({ index }) => words[index] as Word);
  const command = words.slice(operands[at]?.index);
  return { operands: [...subcommands, ...before, ...command], runs: at };
}
