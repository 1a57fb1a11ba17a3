// Reads the options of a command line and their values by a grammar.
import {
  currentCommand,
  forgetPending,
  isVariadic,
  kindOfPending,
  namesSubcommand,
  type State,
  takesUnlikelyChoice,
} from './state.ts';
import type { OptionGrammar, ValueKind } from './types.ts';

/** A word with a dash, or with a plus sign in front of the subcommand (`cargo +nightly test`). */
export function isOption(state: State, word: string): boolean {
  if (word.length < 2) return false;
  return word[0] === '-' || (word[0] === '+' && (state.isOpen || lookUp(state, word) !== undefined));
}

export function readOption(state: State, word: string): void {
  const listed = lookUp(state, word);
  const isOneName = word.startsWith('--') || word.length === 2 || currentCommand(state).singleDash;
  if (listed) takeValues(state, word, listed);
  else if (readAttached(state, word)) return;
  else if (word[0] === '+') addFlag(state, word);
  else if (isOneName) addFlag(state, word, 'unlisted');
  else readCluster(state, word);
}

/** Finds an option: first the command's own, then persistent ones of the commands above, then shared ones. */
function lookUp({ commands }: State, name: string): OptionGrammar | undefined {
  const deepest = commands.length - 1;
  const optionOfCommand = commands[deepest]!.options.get(name);
  if (optionOfCommand) return optionOfCommand;
  for (let i = deepest - 1; i >= 0; i--) {
    const option = commands[i]!.options.get(name);
    if (option?.persistent) return option;
  }
  for (let i = deepest; i >= 0; i--) {
    const option = commands[i]!.sharedOptions.get(name);
    if (option) return option;
  }
  return undefined;
}

/** `--name=value`, `-n=value`; where names have one dash also `-name=value` and `-I/usr/include`. */
function readAttached(state: State, word: string): boolean {
  const { singleDash } = currentCommand(state);
  const equals = word.indexOf('=');
  const name = equals > 1 ? word.slice(0, equals) : word.slice(0, 2);
  const option = lookUp(state, name);
  if (equals > 1 && (option || singleDash || word.startsWith('--'))) {
    attach(state, name, word.slice(equals + 1), option);
    return true;
  }
  if (!singleDash || !option?.values.length || !/^-\w[^\w-]/.test(word)) return false;
  attach(state, name, word.slice(2), option);
  return true;
}

function attach(state: State, name: string, value: string, option: OptionGrammar | undefined): void {
  state.pending = undefined;
  markDangerous(state, name, option);
  state.options.push({ name, value, kind: option?.values[0]?.kind ?? 'text', index: state.index });
}

/** `-abc` is `-a -b -c`, unless a letter takes a value: then the rest is that value. */
function readCluster(state: State, word: string): void {
  for (let i = 1; i < word.length; i++) {
    const name = `-${word[i]}`;
    const option = lookUp(state, name);
    if (!option?.values.length) {
      addFlag(state, name, option ?? 'unlisted');
      continue;
    }
    const rest = word.slice(i + 1);
    if (rest === '') takeValues(state, name, option);
    else attach(state, name, rest.replace(/^=/, ''), option);
    return;
  }
}

function addFlag(state: State, name: string, option?: OptionGrammar | 'unlisted'): void {
  if (option !== 'unlisted') markDangerous(state, name, option);
  state.options.push({ name, kind: 'flag', index: state.index });
  const mayTakeValue = option !== undefined && (option === 'unlisted' || option.values.length > 0);
  state.pending = mayTakeValue ? { name, option } : undefined;
}

function markDangerous(state: State, name: string, option: OptionGrammar | undefined): void {
  if (option?.dangerous || option?.values.some(({ dangerous }) => dangerous)) state.dangerous.push(name);
}

/** Takes as many words as the option has required values; optional values have to be attached (`--color=auto`). */
function takeValues(state: State, name: string, option: OptionGrammar): void {
  const required = option.attachedOnly ? [] : option.values.filter(({ optional }) => !optional);
  const next = state.words[state.index + 1];
  if (required.length === 0 || !isValue(next)) {
    addFlag(state, name, option);
  } else if (namesSubcommand(state, next) && takesUnlikelyChoice(state)) {
    // `pnpm -w test`: listed with a value, but it takes none.
    addFlag(state, name);
  } else {
    markDangerous(state, name, option);
    for (const { kind } of required) takeValue(state, name, kind);
    state.pending = isVariadic(option) ? { name, option } : undefined;
  }
}

/** A word that looks like an option is not a value: the table lists too many values rather than too few. */
const isValue = (word: string | undefined): word is string => word !== undefined && !/^-[^\d]/.test(word);

function takeValue(state: State, name: string, kind: ValueKind): void {
  const value = state.words[state.index + 1];
  if (!isValue(value)) return;
  state.index++;
  if (namesSubcommand(state, value)) state.swallowed.push(value);
  state.options.push({ name, value, kind, index: state.index });
  // `python -m http.server --bind …`: the rest are arguments of the module.
  if (kind === 'module') state.rest = 'arguments';
}

/** Adds a word as a value of the last option. */
export function addValue(state: State, word: string): void {
  const { name } = state.pending!;
  if (state.options.at(-1)?.value === undefined) state.options.pop();
  state.options.push({ name, value: word, kind: kindOfPending(state) ?? 'text', index: state.index });
  if (namesSubcommand(state, word)) state.swallowed.push(word);
  forgetPending(state);
}
