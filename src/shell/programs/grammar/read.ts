// Reads a command line by the grammar of its program. The table has errors and does not know every option, so a line
// can have several readings; the guard judges all of them.
import { addOperand, withLastKinds } from './operands.ts';
import { addValue, isOption, readOption } from './options.ts';
import {
  currentCommand,
  namesSubcommand,
  type Reading,
  type State,
  startReading,
  takesUnlikelyChoice,
} from './state.ts';
import type { CommandGrammar } from './types.ts';

/** The limit of readings per line, which keeps the time proportional to the number of words. */
const MAX_READINGS = 8;

/** Subcommands are not read deeper than this: a program can be a subcommand of itself (`gcloud alpha`). */
const MAX_DEPTH = 16;

export interface Readings {
  /** The most likely reading first. The others reach other subcommands. */
  readonly readings: readonly [Reading, ...Reading[]];
  /** The limit was reached, so there may be more readings. */
  readonly isIncomplete: boolean;
}

/**
 * Reads a command line, the words after the program's name. An option that the table does not know may take a value,
 * and one that it knows may take none: where that decides which subcommand is run, both readings are given.
 */
export function readWithGrammar(program: CommandGrammar, words: readonly string[]): Readings {
  const first = readOnce(program, words, []);
  const readings: [Reading, ...Reading[]] = [first.reading];
  const waiting = unlikelyChoices([], first.ambiguities);
  for (let tried = 1; tried < MAX_READINGS && waiting.length > 0; tried++) {
    const choices = waiting.shift()!;
    const { reading, ambiguities } = readOnce(program, words, choices);
    waiting.push(...unlikelyChoices(choices, ambiguities));
    if (reading.path.length > 0 && !readings.some((other) => hasSamePath(other, reading)))
      readings.push(reading);
  }
  return { readings, isIncomplete: waiting.length > 0 };
}

/**
 * The next readings to try. A reading is described by the indexes of the ambiguities at which it makes the less likely
 * choice; each later ambiguity gives one more reading.
 */
function unlikelyChoices(choices: readonly number[], ambiguities: number): number[][] {
  const next = (choices.at(-1) ?? -1) + 1;
  const count = Math.max(0, Math.min(ambiguities - next, MAX_READINGS));
  return Array.from({ length: count }, (_, i) => [...choices, next + i]);
}

const hasSamePath = (a: Reading, b: Reading) => a.path.join('\n') === b.path.join('\n');

function readOnce(program: CommandGrammar, words: readonly string[], choices: readonly number[]) {
  const state = startReading(program, words, choices);
  for (; state.index < words.length; state.index++) readWord(state, words[state.index]!);
  const { path, options, operands, swallowed, dangerous, ambiguities } = state;
  const command = currentCommand(state);
  const reading: Reading = {
    path,
    command,
    options,
    operands: withLastKinds(operands, command),
    swallowed,
    dangerous,
  };
  return { reading, ambiguities };
}

function readWord(state: State, word: string): void {
  const isSubcommand = namesSubcommand(state, word);
  if (state.rest) addOperand(state, word);
  else if (isSubcommand && /^[-+]/.test(word)) enter(state, word);
  else if (word === '--') readOperandsOnly(state);
  else if (isOption(state, word)) readOption(state, word);
  else if (isSubcommand && !(state.pending && takesUnlikelyChoice(state))) enter(state, word);
  else if (isSubcommand || isValueOfPending(state)) addValue(state, word);
  else addOperand(state, word);
}

/** Where only a subcommand can follow, any other word is the value of the option before it. */
function isValueOfPending(state: State): boolean {
  if (!state.pending || !state.isOpen) return false;
  return currentCommand(state).operands.length === 0 || takesUnlikelyChoice(state);
}

function enter(state: State, word: string): void {
  const command = currentCommand(state).subcommands.get(word)!();
  if (command.dangerous) state.dangerous.push(word);
  state.commands.push(command);
  state.path.push(word);
  state.isOpen = command.subcommands.size > 0 && state.path.length < MAX_DEPTH;
  state.pending = undefined;
}

function readOperandsOnly(state: State): void {
  state.rest = 'operands';
  state.isOpen = false;
  state.pending = undefined;
}
