// Calls that start programs or give source to a shell.
import { HOLE } from '../../base/words.ts';
import { fork, readSource, recordSourceEffect } from '../../state/state.ts';
import type { Word } from '../../types.ts';
import type { CallKind } from '../calls.ts';
import { type Action, type CodeContext, isJudged, stateForCall, wordsFor } from '../code-context.ts';
import { runAsCommand } from '../run-as-command.ts';
import { type Call, firstText, originsIn, textsOf, UNKNOWN, type Value } from '../value.ts';

const IS_SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/;

export const RUNS_COMMAND = /^(?:process|words|shell|argv)$/;

/** `spawn('/bin/sh')`, `call(['/bin/sh', '-i'])`: a shell that gets its commands from somewhere else. */
export function startsBareShell({ args }: Call, kind: CallKind): boolean {
  if (!RUNS_COMMAND.test(kind)) return false;
  const words = commandWords(args).map(firstText);
  const first = words.length === 1 ? (words[0]?.split(' ') ?? []) : words;
  return IS_SHELL.test(first[0] ?? '') && first.slice(1).every((option) => option === '-i');
}

/** Timers run a function of the code itself: `setTimeout(resolve, 100)`. */
const TIMERS = /^(?:\w+\.)?set(?:Timeout|Interval|Immediate)$/;

/** `os.popen(cmd)`: the command is not known, so it may have been received. */
export const runsUnknownCommand = ({ callee, args, named }: Call, kind: CallKind): boolean =>
  !TIMERS.test(callee) &&
  (kind === 'shell' || kind === 'process' || kind === 'words' || kind === 'eval') &&
  firstText(commandWords(args)[0] ?? named.get('args') ?? args[0]).startsWith(HOLE);

/** Shell source, or code that was decoded or fetched and can't be read. */
export function runSource(value: Value | undefined, context: CodeContext): void {
  if (!value) return;
  reportHiddenCode(value, context);
  runVariable(value, context);
  for (const source of textsOf(value))
    if (source.trim() && source !== HOLE && isJudged(source, context) && !SQL.test(source))
      readSource(source, fork(context.state), context.reader);
}

/** `CMD='rm -rf ~'; php -r 'system(getenv("CMD"));'`: the command is in a variable that the source has set. */
function runVariable({ texts, origins }: Value, { state, reader }: CodeContext): void {
  if (texts) return;
  for (const { kind, name } of origins) {
    const set = kind === 'variable' ? state.vars.get(name)?.words[0]?.text : undefined;
    if (set?.trim()) readSource(set, fork(state), reader);
  }
}

/** A string for the `exec` or `run` of a database driver. */
export const SQL = /^\s*(?:DROP|TRUNCATE|DELETE|UPDATE|ALTER|SELECT|INSERT|CREATE|WITH|BEGIN)\s/;

/** Reports code that is decoded or fetched on the way. */
export function reportHiddenCode(value: Value, { state, reader }: CodeContext): void {
  const origins = originsIn(value);
  if (origins.some(({ kind }) => kind === 'network')) recordSourceEffect('fetched-code', state, reader);
  else if (origins.some(({ kind }) => kind === 'decoded')) recordSourceEffect('decoded-code', state, reader);
}

/** More arguments than any call has that is written out in code. */
const MAX_ARGUMENTS = 5_000;

/** The words of a command in a list of arguments: `['rm', '-r']`, `'rm', ['-r']` or `'rm', '-r'`. */
function commandWords(args: readonly Value[]): Value[] {
  const words: Value[] = [];
  for (const arg of args) {
    if (arg.items) words.push(...arg.items);
    else if (
      arg.texts ||
      (arg !== UNKNOWN &&
        !arg.fields &&
        !arg.userFunction &&
        words.length > 0 &&
        (arg.fullName?.endsWith('[]') ?? true))
    )
      words.push(arg);
    else if (words.length > 0 || !arg.fields) break;
  }
  return words.slice(0, MAX_ARGUMENTS);
}

/** The named arguments that may hold the program or the whole command: `run(args=['ls'])`, `Deno.run({ cmd: ['ls'] })`. */
const PROGRAM_ARGUMENTS = ['args', 'cmd', 'command', 'executable'];

const firstNamed = (named: Call['named'], names: readonly string[]): Value | undefined =>
  names.map((name) => named.get(name)).find((value) => value !== undefined);

export const runProcess: Action = (call, context) => {
  const { args, named, self } = call;
  const program = args[0] ?? firstNamed(named, PROGRAM_ARGUMENTS) ?? self;
  if (!program) return;
  const more = args.slice(1).filter((arg) => !arg.fields || arg.texts);
  const list = args.length > 0 ? named.get('args') : undefined;
  const words = commandWords([program, ...more, ...(list?.items ? [list] : [])]);
  if (program.fullName === undefined || program.texts) runShellInput(call, words, context);
  const inside = { ...context, state: stateForCall(call, context) };
  if (words.length === 1 && !program.items) return runSource(words[0], inside);
  if (words.length === 0) return program.origins.length > 0 ? reportHiddenCode(program, context) : undefined;
  if (!isJudged(firstText(words[0]), context)) return;
  // `run('git', $subcommand)` in a whole program: what it runs is computed.
  if (context.isProgram && words.length > 1 && firstText(words[1]) === HOLE) return;
  if (firstText(words[0]) === HOLE) reportHiddenCode(words[0] as Value, context);
  runEachSpelling(words, inside);
};

/** Runs a command once for each text that its words may be. */
function runEachSpelling(words: readonly Value[], { state, reader }: CodeContext): void {
  const most = Math.min(16, Math.max(...words.map((value) => textsOf(value).length)));
  for (let i = 0; i < most; i++)
    runAsCommand(
      words.map((value) => {
        const all = wordsFor(value);
        return all[Math.min(i, all.length - 1)] as Word;
      }),
      state,
      reader,
    );
}

/** `subprocess.run(['bash'], input='rm -rf /')`: a shell gets its source on its input. */
function runShellInput({ named }: Call, words: readonly Value[], context: CodeContext): void {
  const input = named.get('input');
  if (input && IS_SHELL.test(firstText(words[0]))) runSource(input, context);
}

export const runArgv: Action = ({ args }, context) => {
  const rest = (args[1]?.items ?? args.slice(1)).slice(1);
  if (args[0] && isJudged(firstText(args[0]), context)) runEachSpelling([args[0], ...rest], context);
};
