// The knowledge at one point of the source (variables, working directory, files), and the results that a reading
// collects.
import type { Function as FunctionNode, ParsedScript, Word as WordNode } from 'unbash';
import { type SourceEffect, sourceEffect } from '../base/source-effects.ts';
import { HOLE, unknownWord, word } from '../base/words.ts';
import type {
  ConfigPrograms,
  Effect,
  Flow,
  IncompleteReason,
  Origin,
  ShellCommand,
  ShellRedirect,
  ShellWorld,
  Word,
} from '../types.ts';
import type { KnownCalls } from './repeated-calls.ts';

/** A shell variable: one word, or the words of an array. */
export interface Value {
  words: readonly Word[];
  array: boolean;
  /** Set by `for x in *.txt`: the value matches many files, even where it is quoted. */
  fromGlob?: boolean;
}

/** Everything that is known at one point of the source. A subshell gets a copy. */
export interface State {
  vars: Map<string, Value>;
  functions: Map<string, FunctionNode>;
  /** Functions that are defined only in some branch, so that a call may run the program of that name instead. */
  maybeDefined?: ReadonlySet<string>;
  aliases: Map<string, string>;
  positional: readonly Word[];
  cwd: string | undefined;
  stdin: Flow | undefined;
  /** The content of files that this source has written so far, because it may run them later. */
  files: Map<string, Flow>;
  /** The path behind each file descriptor that the source opened: `exec 3>file`. */
  descriptors?: ReadonlyMap<string, string>;
  /** The variable behind each nameref: `declare -n a=b`. */
  namerefs?: ReadonlyMap<string, string>;
  /** Inside a function: the values that its local variables had before the call. */
  locals?: Map<string, Value | undefined> | undefined;
  /** The target of each symbolic link that this source has made. */
  links?: ReadonlyMap<string, string>;
  via: readonly string[];
  remote: boolean;
  background: boolean;
  captured: boolean;
  script: string | undefined;
  depth: number;
  /** The programs that the config describes. */
  programs?: ConfigPrograms;
}

/**
 * The functions that call each other in a circle: a wrapper runs a command, a command reads source, and source consists
 * of commands. They are passed along in the reader, so that the files need not import each other in a circle.
 */
export interface WalkFunctions {
  /** Reads shell source; returns what it would print. */
  source(text: string, state: State, reader: Reader): Flow;
  /** Reads a script that the parser has already read, such as the inside of `$(…)`. */
  script(script: ParsedScript, state: State, reader: Reader): Flow;
  /** Runs one command whose words are known. */
  command(command: ShellCommand, state: State, reader: Reader): Flow;
  /** Expands a word that stays one word, such as the default in `${x:-…}`. */
  word(node: WordNode, state: State, reader: Reader): Word;
  /** Walks the body of a function. */
  body(node: FunctionNode['body'], state: State, reader: Reader): Flow;
  /** Calls a function that the source has defined. */
  call(node: FunctionNode, state: State, reader: Reader): Flow;
  /** All effects of one command. */
  effects(command: ShellCommand, world: ShellWorld): Effect[];
}

/** The results of one reading, and how much work it has done. */
export interface Reader {
  walk: WalkFunctions;
  world: ShellWorld;
  commands: ShellCommand[];
  effects: Effect[];
  notes: Set<IncompleteReason>;
  /** Counted to keep the work bounded (`MAX_STEPS`). */
  stepsTaken: number;
  substitutionCount: number;
  /** Runs the script of each `>(…)` with what is written to it, by the path that stands for it. */
  outputSubstitutions?: Map<string, (stdin: Flow) => void>;
  /** The functions whose bodies are being read, outermost first. */
  callStack?: FunctionNode[];
  /** The scripts that are being read, outermost first, each with its parameters. */
  scriptStack?: string[];
  /** Calls of functions that were read, by what they depend on. */
  knownCalls?: KnownCalls;
  /** The actions of `trap … EXIT`, to be run at the end. */
  exitTraps?: (() => void)[];
}

const MAX_STEPS = 50_000;
const MAX_DEPTH = 24;

export function newState(world: ShellWorld, programs: ConfigPrograms | undefined): State {
  return {
    vars: new Map(),
    functions: new Map(),
    aliases: new Map(),
    positional: [],
    cwd: world.cwd,
    stdin: undefined,
    files: new Map(),
    via: [],
    remote: false,
    background: false,
    captured: false,
    script: undefined,
    depth: 0,
    ...(programs && { programs }),
  };
}

/** A copy for a subshell. Files are shared on purpose: what a subshell writes stays written. */
export function fork(state: State, change: Partial<State> = {}): State {
  return {
    ...state,
    vars: new Map(state.vars),
    functions: new Map(state.functions),
    aliases: new Map(state.aliases),
    ...change,
  };
}

/** Sets a variable back to an earlier value. */
export function restoreVariable(name: string, value: Value | undefined, state: State): void {
  if (value) state.vars.set(name, value);
  else state.vars.delete(name);
}

export const scalar = (w: Word): Value => ({ words: [w], array: false });

/** The variable that a name stands for; `declare -n a=b` makes `a` stand for `b`. */
export const resolveNameref = (name: string, state: State): string => state.namerefs?.get(name) ?? name;

export function lookupVariable(name: string, state: State, world: ShellWorld): Value | undefined {
  // `$_` is the last word of the previous command, even if the source assigns something to it.
  if (name === '_') return undefined;
  const variable = state.vars.get(resolveNameref(name, state));
  if (variable) return variable;
  if (name === 'PPID') return scalar(unknownWord([{ kind: 'variable', name: 'PPID' }]));
  const known = environmentValue(name, state, world);
  return known === undefined ? undefined : scalar(word(known));
}

function environmentValue(name: string, state: State, world: ShellWorld): string | undefined {
  switch (name) {
    case 'HOME':
      return world.home;
    case 'PWD':
      return state.cwd ?? HOLE;
    case 'TMPDIR':
    case 'TMP':
    case 'TEMP':
      return world.tempVariable?.(name) || (world.tmp?.[0] ?? '/tmp');
    case 'CLAUDE_PROJECT_DIR':
      return world.projectRoot ?? world.cwd;
    case 'USER':
    case 'LOGNAME':
      return world.home.slice(world.home.lastIndexOf('/') + 1);
    case 'SHELL':
    case 'BASH':
      return '/bin/bash';
    case 'IFS':
      return ' \t\n';
    default:
      return undefined;
  }
}

/**
 * Counts one step of the reading; false when the limit is reached. A step copies the variables where the source
 * branches, so it counts more if there are many of them.
 */
export function takeStep(reader: Reader, state: State): boolean {
  if (reader.stepsTaken >= MAX_STEPS) {
    reader.notes.add('too-long');
    return false;
  }
  reader.stepsTaken += 1 + (state.vars.size >> 8);
  return true;
}

/** Adds a command and its effects to the reading. */
export function recordCommand(command: ShellCommand, reader: Reader): void {
  if (command.words.length > 0) reader.commands.push(command);
  reader.effects.push(...reader.walk.effects(command, reader.world));
}

/** Adds an effect that belongs to no command. */
export function recordSourceEffect(name: SourceEffect, state: State, reader: Reader): void {
  reader.effects.push(sourceEffect(name, emptyCommand([], undefined, state)));
}

/** The text of an input if all of it is known; text with globs or holes stands for something else. */
export const knownInput = (input: Flow | undefined): string | undefined =>
  input?.kind === 'heredoc' || (input?.kind === 'pipe' && !/[*?[\u0000]/.test(input.text ?? ''))
    ? input.text
    : undefined;

export const flow = (
  text: string | undefined,
  origins: readonly Origin[] = [],
  kind: Flow['kind'] = 'pipe',
): Flow => ({
  text,
  origins,
  kind,
});

export const readSource = (text: string, state: State, reader: Reader): Flow =>
  reader.walk.source(text, state, reader);

export const runCommand = (command: ShellCommand, state: State, reader: Reader): Flow =>
  reader.walk.command(command, state, reader);

/** Whether the nesting limit is reached; if so, it is noted. A recursive function needs no note: its body was already read. */
export function isTooDeep(state: State, reader: Reader): boolean {
  if (state.depth < MAX_DEPTH) return false;
  const calls = reader.callStack ?? [];
  if (new Set(calls).size === calls.length) reader.notes.add('too-deep');
  return true;
}

/** Paths that stand for a file descriptor: `/dev/fd/3`, `/proc/self/fd/3`, `/dev/stdin`. */
const NUMBERED = /^(?:\/proc\/[^/]+\/root)?\/(?:dev|proc\/[^/]+)\/(?:fd\/(\d+)|stdin)$/;

/** The content of a file: written by this source, read by the caller, or unknown. */
export function fileFlow(path: string, state: State, reader: Reader): Flow {
  const written = state.files.get(path);
  if (written) return written;
  const numbered = NUMBERED.exec(path);
  const open = numbered?.[1] ? state.descriptors?.get(numbered[1]) : undefined;
  if (open && open !== path) return fileFlow(open, state, reader);
  if (numbered && !Number(numbered[1] ?? 0)) return state.stdin ?? flow(undefined);
  const isUnreadable = state.remote || path.includes(HOLE);
  let text: string | undefined;
  let isRead = false;
  return {
    origins: [{ kind: 'file', name: path }],
    kind: 'file',
    // Read on demand, because most files are never run.
    get text() {
      if (!isRead && !isUnreadable) text = reader.world.readFile?.(path);
      isRead = true;
      return text;
    },
  };
}

/** A command without words: the start of a command, or the carrier of redirects (`> file`). */
export function emptyCommand(
  list: readonly ShellRedirect[],
  stdin: Flow | undefined,
  state: State,
): ShellCommand {
  return {
    name: '',
    words: [],
    assignments: [],
    redirects: list,
    cwd: state.cwd,
    stdin,
    code: undefined,
    via: state.via,
    remote: state.remote,
    background: state.background,
    captured: state.captured,
    script: state.script,
    ...(state.programs && { programs: state.programs }),
  };
}

const WRITES = /^(>|>>|>\||&>|&>>|<>|>&)$/;

/** Whether a redirect writes a file. `> dir/` always fails: a folder can't be opened for writing. */
export const isWrite = (r: ShellRedirect) =>
  WRITES.test(r.operator) && !/^(\d+-?|-)$|\/$/.test(r.target.text);

/** The first items of a list. A longer list is noted, so that the reading is not taken for complete. */
export function atMost<T>(list: readonly T[], count: number, reader: Reader): readonly T[] {
  if (list.length > count) reader.notes.add('too-many');
  return list.slice(0, count);
}
