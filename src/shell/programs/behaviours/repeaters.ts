// Behaviours of programs that run another command many times, later or elsewhere: xargs, parallel, tmux, at …

import { resolve } from '../../base/paths.ts';
import { pattern } from '../../base/pattern.ts';
import { HOLE, unknownWord, word } from '../../base/words.ts';
import { fillPlaceholder, type Runner, runInner, stateInside } from '../../state/inner.ts';
import {
  atMost,
  fileFlow,
  flow,
  type Reader,
  readSource,
  recordCommand,
  runCommand,
  type State,
} from '../../state/state.ts';
import type { Flow, ShellCommand, Word } from '../../types.ts';
import { firstValue, has, onlyPrintsHelp } from '../args.ts';
import { readArgs } from '../read-args.ts';
import { argsOf, hasTrait, programNamed } from '../registry.ts';
import type { CommandSpec } from '../spec.ts';
import { TMUX_TYPES } from '../tmux.ts';

const MAX_WORDS = 64;

const xargs: Runner = (command, state, reader) => {
  const args = argsOf(command);
  recordCommand(command, reader);
  if (args.operands.length === 0) return flow(undefined, command.stdin?.origins);
  const inner = { ...stateInside(command, state), stdin: undefined };
  const listed = has(args, '-a --arg-file');
  const bare = args.options.some((o) => /^(-i|--replace)$/.test(o.name) && !o.value?.text);
  // `-i%`: the value is attached.
  const attached = command.words.find((w) => /^-i./.test(w.text))?.text.slice(2);
  const placeholder = attached ?? (bare ? '{}' : firstValue(args, '-I --replace -J')?.text);
  const input = listed ? listedIn(firstValue(args, '-a --arg-file'), command, state, reader) : command.stdin;
  const opaque = isCode(args.operands, placeholder, command);
  if (inputChoosesCode(args.operands, placeholder, command))
    recordCommand({ ...command, code: flow(undefined) }, reader);
  const items = opaque ? [unknownWord(input?.origins ?? [])] : inputWords(input, reader);
  const words = placeholder
    ? args.operands.flatMap((w) => fillPlaceholder(w, placeholder, items, reader))
    : [...args.operands, ...items];
  return runInner(command, words, inner, reader);
};

const listedIn = (file: Word | undefined, command: ShellCommand, state: State, reader: Reader) =>
  fileFlow(resolve(file?.text ?? HOLE, command.cwd) ?? HOLE, state, reader);

/** `xargs sh -c`: the input is not an argument but the code itself. */
function isCode(template: readonly Word[], placeholder: string | undefined, command: ShellCommand): boolean {
  const at = template.findIndex((w) => /^-\w*c$/.test(w.text));
  const code = template[at + 1]?.text;
  const program = programNamed(template[0]?.text ?? '', command);
  return hasTrait(program, 'shell') && at > 0 && (code === undefined || code === placeholder);
}

/** Interpreters, and the options of each whose value the input may fill in without choosing which code runs. */
const INTERPRETERS: readonly [name: RegExp, harmless: RegExp][] = [
  [/^(ba|z|da|k)?sh$/, /^-O.*$/],
  [/^python[\d.]*$/, /^-[WX]$/],
  [/^node(js)?$/, /^--(max|stack)/],
  [/^(ruby|perl)$/, /^-[IFi]/],
  [/^[gmn]?awk$/, /^-[vF]/],
];

/** `xargs -I{} node -r {} …`, `xargs python -c`: the input decides which code runs. */
function inputChoosesCode(
  template: readonly Word[],
  placeholder: string | undefined,
  command: ShellCommand,
): boolean {
  const name = template[0]?.text ?? '';
  const harmless = INTERPRETERS.find(([names]) => names.test(name))?.[1];
  if (!harmless) return false;
  const shell = hasTrait(programNamed(name, command), 'shell');
  const words = template.slice(1);
  if (!placeholder) return words.length === 0 || /^-[cefmrM]$/.test(words.at(-1)?.text ?? '');
  // The words after the code or the script are only data.
  const dashes = words.findIndex((w) => w.text === '--');
  const code = words.findIndex(
    (w, i) =>
      !w.text.startsWith('-') && !/^(--?(r|I|require|import|loader)|-[WXvF])$/.test(words[i - 1]?.text ?? ''),
  );
  const end = dashes > 0 ? dashes : code < 0 ? words.length : code + 1;
  // A placeholder within the text of `sh -c` is filled in like any word.
  return words
    .slice(0, end)
    .some(
      (w, i) =>
        (i === code && shell ? w.text === placeholder : w.text.includes(placeholder)) &&
        !harmless.test(w.text),
    );
}

/** The words of an input if its text is known, otherwise one unknown word. */
function inputWords(input: Flow | undefined, reader: Reader): Word[] {
  const origins = input?.origins ?? [];
  if (input?.text === undefined) return [unknownWord(origins)];
  // `printf '%s\\0' …` separates names by NUL, which is kept as the text `\\0`.
  const texts = atMost(input.text.split(/(?:\s|\\0)+/).filter(Boolean), MAX_WORDS, reader);
  return texts.map((text) =>
    word(text.replace(/^(['"])(.*)\1$/, '$2'), { origins, glob: /[*?]/.test(text) }),
  );
}

/** The arguments of `parallel`: a command, and the items it is run for. */
interface Batch {
  template: readonly Word[];
  items: readonly Word[];
  /** The items are listed after `:::`, not on the input. */
  listed: boolean;
}

function batchOf(command: ShellCommand, operands: readonly Word[], reader: Reader): Batch {
  const cut = operands.findIndex((w) => SEPARATOR.test(w.text));
  if (cut >= 0) {
    const items = operands.slice(cut + 1).filter((w) => !SEPARATOR.test(w.text));
    return { template: operands.slice(0, cut), items, listed: true };
  }
  const unknown = isCode(operands, '{}', command);
  const items = unknown ? [unknownWord(command.stdin?.origins ?? [])] : inputWords(command.stdin, reader);
  return { template: operands, items, listed: false };
}

const SEPARATOR = /^:::+\+?$/;

const parallel: Runner = (command, state, reader) => {
  const args = argsOf(command);
  const { operands } = args;
  recordCommand(command, reader);
  const recordUnseen = () => recordCommand({ ...command, code: flow(undefined) }, reader);
  // Perl code between `{=` and `=}` runs even with `--dry-run`.
  if (operands.some((w) => w.text.includes('{='))) recordUnseen();
  if (has(args, '--dry-run') || (onlyPrintsHelp(args) && operands.length === 0)) return flow(undefined);
  // Without a command, the lines of the input are commands.
  if (operands.length === 0 && command.stdin) return later(command, state, reader);
  // `:::: file`: the commands are in a file.
  if (operands[0]?.text.startsWith('::::')) recordUnseen();
  const batch = batchOf(command, operands, reader);
  if (!batch.listed && inputChoosesCode(batch.template, isMarked(batch) ? '{}' : undefined, command))
    recordUnseen();
  return runBatch(command, batch, { ...stateInside(command, state), stdin: undefined }, reader);
};

const isMarked = ({ template }: Batch) => template.some((w) => w.text.includes('{}'));

function runBatch(command: ShellCommand, batch: Batch, inner: State, reader: Reader): Flow {
  const { template, items, listed } = batch;
  if (template.length === 0 || (listed && template.length === 1 && template[0]?.text === '{}')) {
    // Without a command, every item is one.
    for (const item of atMost(items, MAX_WORDS, reader)) readSource(item.text, inner, reader);
    return flow(undefined);
  }
  const filled = (some: readonly Word[]) => template.flatMap((w) => fillPlaceholder(w, '{}', some, reader));
  if (!isMarked(batch)) return runJoined(command, [...template, ...items], inner, reader);
  if (!listed || items.length < 2 || template.length < 2)
    return runJoined(command, filled(items), inner, reader);
  for (const item of atMost(items, MAX_WORDS, reader))
    runJoined(command, filled([item]), { ...inner }, reader);
  return flow(undefined);
}

/** Runs a command; if its first word contains blanks, the words are shell source: `parallel 'git reset' --hard`. */
const runJoined = (command: ShellCommand, words: readonly Word[], inner: State, reader: Reader) =>
  /\s/.test(words[0]?.text ?? '')
    ? readSource(words.map((w) => w.text).join(' '), inner, reader)
    : runInner(command, words, inner, reader);

const KEYS = /^(Enter|C-[a-z]|M-[a-z]|Escape|Space|Tab|BSpace|Up|Down|Left|Right|KPEnter|\^[A-Z])$/i;

/** Subcommands of tmux that type into a terminal, or start a command in one. */
const STARTS_OR_TYPES = pattern(`
  ^(send-keys|send|new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawn-window|
  run-shell|run|if-shell|if|confirm-before|confirm|display-popup|popup|pipe-pane|pipep)$
`);

/** For `send-keys`, `-l` is a flag (literal); for the other subcommands it takes a size. */
const TYPING: CommandSpec = { options: { '-t -c -N': 'text' } };
const ASKING: CommandSpec = { options: { '-t -s -n -c -x -y -e -F -l -p -N -w -T': 'text' } };
const STARTING: CommandSpec = { ...ASKING, syntax: { optionsFirst: true } };

/** Subcommands whose operands are further tmux commands: `set-hook -g client-attached 'run-shell x'`. */
const NESTS = /^(set-hook|bind-key|bind|if-shell|if|confirm-before|confirm|command-prompt)$/;

const nestedTmux = (words: readonly Word[], command: ShellCommand, state: State, reader: Reader) => {
  const at = words.findIndex((w) => NESTS.test(w.text));
  const sources = at < 0 ? [] : words.slice(at + 1).filter((w) => /^[a-z]+(-[a-z]+)*\s/.test(w.text));
  for (const { text } of sources) readSource(`tmux ${text}`, stateInside(command, state), reader);
};

const tmux: Runner = (command, state, reader) => {
  const [first, ...rest] = tmuxCommands(command.words.slice(1)) as [Word[], ...Word[][]];
  for (const words of rest) {
    // Typing is judged with the whole command, which may open the terminal that is typed into.
    if (words.some((w) => TMUX_TYPES.test(w.text))) runTyped(words, command, state, reader);
    else runCommand({ ...command, words: [word('tmux'), ...words] }, state, reader);
  }
  nestedTmux(first, command, state, reader);
  if (!first.some((w) => STARTS_OR_TYPES.test(w.text))) return undefined;
  recordCommand(command, reader);
  return runTyped(first, command, state, reader);
};

/** `tmux new -d \; send-keys … \; attach`: several tmux commands. */
function tmuxCommands(words: readonly Word[]): Word[][] {
  const end = words.findIndex((w) => w.text === ';');
  return end < 0 ? [[...words]] : [words.slice(0, end), ...tmuxCommands(words.slice(end + 1))];
}

function runTyped(words: readonly Word[], command: ShellCommand, state: State, reader: Reader) {
  const at = words.findIndex((w) => STARTS_OR_TYPES.test(w.text));
  if (at < 0) return undefined;
  const sub = words[at]?.text ?? '';
  const starts = /^(new|split|respawn)/.test(sub);
  const args = readArgs(words.slice(at + 1), /^send/.test(sub) ? TYPING : starts ? STARTING : ASKING);
  const typed = args.operands.filter((w) => !KEYS.test(w.text));
  const inner = stateInside(command, state);
  if (starts && typed.length > 0) return runJoined(command, typed, inner, reader);
  return readSource(typed.map((w) => w.text).join(/^if/.test(sub) ? '\n' : ' '), inner, reader);
}

const screen: Runner = (command, state, reader) => {
  const at = command.words.findIndex((w) => w.text === 'stuff');
  const args = argsOf(command);
  recordCommand(command, reader);
  const inner = stateInside(command, state);
  if (at < 0) return args.operands.length > 0 ? runJoined(command, args.operands, inner, reader) : undefined;
  return readSource((command.words[at + 1]?.text ?? '').replace(/(\\n|\^M|\\r)+$/, ''), inner, reader);
};

/** `at`, `batch`: a shell runs the input later. */
const later: Runner = (command, state, reader) => {
  if (!command.stdin) return undefined;
  return runCommand(
    { ...command, name: 'sh', words: [word('sh')], via: [...command.via, command.name] },
    state,
    reader,
  );
};

/** `java -jar x.jar …`: runs the archive as a program named `x`. */
const java: Runner = (command, state, reader) => {
  const at = command.words.findIndex((w) => w.text === '-jar');
  const jar = command.words[at + 1];
  if (at < 0 || !jar) return undefined;
  recordCommand(command, reader);
  const name = jar.text.slice(jar.text.lastIndexOf('/') + 1).replace(/\.jar$/, '');
  return runInner(
    command,
    [{ ...jar, text: name }, ...command.words.slice(at + 2)],
    stateInside(command, state),
    reader,
  );
};

export const runsForEachWord = { runs: xargs };
export const runsInParallel = { runs: parallel };
export const runsInTmux = { runs: tmux };
export const runsInScreen = { runs: screen };
export const runsInputLater = { runs: later };
export const runsJar = { runs: java };
