// Calls that start programs or give source to a shell. In comes a call such as `subprocess.run(['rm', 'x'])`; the words
// of its command are run, or its shell source is read.
import { HOLE } from '../../base/words.ts';
import { runAsCommand } from '../../state/run-as-command.ts';
import { fork, readSource, recordSourceEffect } from '../../state/state.ts';
import type { Word } from '../../types.ts';
import type { CallKind } from '../calls.ts';
import { type Action, type CodeContext, isJudged, stateForCall, wordsFor } from '../code-context.ts';
import { type Call, firstText, originsIn, textsOf, UNKNOWN, type Value } from '../value.ts';

const IS_SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/;

const RUNS_COMMAND = /^(?:process|words|shell|argv)$/;

/** `spawn('/bin/sh')`, `call(['/bin/sh', '-i'])`: a shell that gets its commands from somewhere else. */
export function startsBareShell({ args }: Call, kind: CallKind): boolean {
  if (!RUNS_COMMAND.test(kind)) return false;
  const texts = commandWords(args).map(firstText);
  const words = texts.length === 1 ? (texts[0]?.split(' ') ?? []) : texts;
  return IS_SHELL.test(words[0] ?? '') && words.slice(1).every((option) => option === '-i');
}

/** Timers run a function of the code itself: `setTimeout(resolve, 100)`. */
const TIMERS = /^(?:\w+\.)?set(?:Timeout|Interval|Immediate)$/;

/** `os.popen(cmd)`: the command is not known, so it may have been received. */
export const runsUnknownCommand = ({ callee, args, named }: Call, kind: CallKind): boolean =>
  !TIMERS.test(callee) &&
  (kind === 'shell' || kind === 'process' || kind === 'words' || kind === 'eval') &&
  firstText(commandWords(args)[0] ?? named.get('args') ?? args[0]).startsWith(HOLE);

/** Reads a value as shell source, and reports a value that was decoded or fetched. */
export function runSource(value: Value | undefined, context: CodeContext): void {
  if (!value) return;
  reportHiddenCode(value, context);
  runSourceInVariable(value, context);
  for (const source of textsOf(value))
    if (source.trim() && source !== HOLE && isJudged(source, context) && !IS_SQL.test(source))
      readSource(source, fork(context.state), context.reader);
}

/** `CMD='rm -rf ~'; php -r 'system(getenv("CMD"));'`: the command is in a variable that the source has set. */
function runSourceInVariable({ texts, origins }: Value, { state, reader }: CodeContext): void {
  if (texts) return;
  for (const { kind, name } of origins) {
    const source = kind === 'variable' ? state.vars.get(name)?.words[0]?.text : undefined;
    if (source?.trim()) readSource(source, fork(state), reader);
  }
}

/** A statement for the `exec` or `run` of a database driver, which has the name of a function that runs programs. */
const IS_SQL = /^\s*(?:DROP|TRUNCATE|DELETE|UPDATE|ALTER|SELECT|INSERT|CREATE|WITH|BEGIN)\s/;

/** Reports code that was decoded or fetched, so that it can't be read here. */
export function reportHiddenCode(value: Value, { state, reader }: CodeContext): void {
  const origins = originsIn(value);
  if (origins.some(({ kind }) => kind === 'network')) recordSourceEffect('fetched-code', state, reader);
  else if (origins.some(({ kind }) => kind === 'decoded')) recordSourceEffect('decoded-code', state, reader);
}

/** More arguments than any call has that is written out in code. */
const MAX_ARGUMENTS = 5_000;

/** The words of the command in the arguments of a call: `['rm', '-r']`, `'rm', ['-r']` or `'rm', '-r'`. */
function commandWords(args: readonly Value[]): Value[] {
  const words: Value[] = [];
  for (const arg of args) {
    if (arg.items) words.push(...arg.items);
    else if (arg.texts || (words.length > 0 && mayBeWord(arg))) words.push(arg);
    // The words end at options or a callback.
    else if (words.length > 0 || !arg.fields) break;
  }
  return words.slice(0, MAX_ARGUMENTS);
}

/**
 * Whether an argument of unknown text may be a word: it is no function, no object, and no result but an item of a list.
 */
const mayBeWord = (arg: Value): boolean =>
  arg !== UNKNOWN && !arg.fields && !arg.userFunction && (arg.fullName?.endsWith('[]') ?? true);

/** The named arguments that may hold the program or the whole command: `run(args=['ls'])`, `Deno.run({ cmd: ['ls'] })`. */
const PROGRAM_ARGUMENTS = ['args', 'cmd', 'command', 'executable'];

const firstNamed = (named: Call['named'], names: readonly string[]): Value | undefined =>
  names.map((name) => named.get(name)).find((value) => value !== undefined);

export const runProcess: Action = (call, context) => {
  const { args, named, self } = call;
  const program = args[0] ?? firstNamed(named, PROGRAM_ARGUMENTS) ?? self;
  if (!program) return;
  const others = args.slice(1).filter((arg) => !arg.fields || arg.texts);
  const namedList = args.length > 0 ? named.get('args') : undefined;
  const words = commandWords([program, ...others, ...(namedList?.items ? [namedList] : [])]);
  if (program.fullName === undefined || program.texts) runShellInput(call, words, context);
  const callContext = { ...context, state: stateForCall(call, context) };
  if (words.length === 1 && !program.items) return runSource(words[0], callContext);
  if (words.length === 0) return program.origins.length > 0 ? reportHiddenCode(program, context) : undefined;
  if (!isJudged(firstText(words[0]), context)) return;
  // `run('git', $subcommand)` in a whole program: what it runs is computed.
  if (context.isProgram && words.length > 1 && firstText(words[1]) === HOLE) return;
  if (firstText(words[0]) === HOLE) reportHiddenCode(words[0] as Value, context);
  runEachCommand(words, callContext);
};

const MAX_COMMANDS = 16;

/** Runs a command once for each text that its words may be. A word with fewer texts than others keeps its last one. */
function runEachCommand(values: readonly Value[], { state, reader }: CodeContext): void {
  const textCount = Math.max(...values.map((value) => textsOf(value).length));
  for (let i = 0; i < Math.min(textCount, MAX_COMMANDS); i++) {
    const words = values.map((value) => {
      const alternatives = wordsFor(value);
      return alternatives[Math.min(i, alternatives.length - 1)] as Word;
    });
    runAsCommand(words, state, reader);
  }
}

/** `subprocess.run(['bash'], input='rm -rf /')`: a shell gets its source on its input. */
function runShellInput({ named }: Call, words: readonly Value[], context: CodeContext): void {
  const input = named.get('input');
  if (input && IS_SHELL.test(firstText(words[0]))) runSource(input, context);
}

/** `os.execvp('rm', ['rm', '-r', 'x'])`: the second argument is the name that the program sees. */
export const runArgv: Action = ({ args }, context) => {
  const [program] = args;
  const programArguments = (args[1]?.items ?? args.slice(1)).slice(1);
  if (program && isJudged(firstText(program), context))
    runEachCommand([program, ...programArguments], context);
};
