import type { Function as FunctionNode, ParsedScript, Word as WordNode } from 'unbash';
import { HOLE, joinOrigins, unknownWord, word } from '../base/words.ts';
import type { Effect, Flow, Note, Origin, ShellCommand, ShellRedirect, ShellWorld, Word } from '../types.ts';

/** A shell variable: one word, or the words of an array. */
export interface Value {
  words: readonly Word[];
  array: boolean;
  /** Holds a name that a glob stood for, also where it is quoted. */
  found?: boolean;
}

/** What is true at one point of the source; a subshell gets a copy. */
export interface State {
  vars: Map<string, Value>;
  functions: Map<string, FunctionNode>;
  /** Functions that may not be there: defined in a branch. */
  perhaps?: ReadonlySet<string>;
  aliases: Map<string, string>;
  positional: readonly Word[];
  cwd: string | undefined;
  stdin: Flow | undefined;
  /** Files this source has written so far: it may run them later. */
  files: Map<string, Flow>;
  /** Files that are open by a number: `exec 3>file`. */
  open?: ReadonlyMap<string, string>;
  /** Other names of variables: `declare -n a=b`. */
  names?: ReadonlyMap<string, string>;
  /** In a function: what its own variables were before it. */
  locals?: Map<string, Value | undefined> | undefined;
  via: readonly string[];
  remote: boolean;
  background: boolean;
  captured: boolean;
  script: string | undefined;
  depth: number;
}

/**
 * The steps that every part of the walk may need again: a wrapper runs a command, a command reads source, source is
 * made of commands. They are handed down, so that no file has to import the one that imports it.
 */
export interface Steps {
  /** Reads shell source; returns what it would print. */
  source(text: string, state: State, reader: Reader): Flow;
  /** Reads a script that the parser has already read, such as the inside of `$(…)`. */
  script(script: ParsedScript, state: State, reader: Reader): Flow;
  /** Runs one command whose words are known. */
  command(command: ShellCommand, state: State, reader: Reader): Flow;
  /** Expands a word that stays one word, such as the default in `${x:-…}`. */
  word(node: WordNode, state: State, reader: Reader): Word;
  /** Calls a function of the shell. */
  call(node: FunctionNode, state: State, reader: Reader): Flow;
  /** Everything one command would do that a policy may want to judge. */
  effects(command: ShellCommand, world: ShellWorld): Effect[];
}

/** What one reading collects, and how much effort is left. */
export interface Reader {
  steps: Steps;
  world: ShellWorld;
  commands: ShellCommand[];
  effects: Effect[];
  notes: Set<Note>;
  /** How many steps were taken, of the many that one reading may take. */
  taken: number;
  substitutions: number;
  /** What reads at the other end of `>(…)`, by the name it is written to. */
  takers?: Map<string, (stdin: Flow) => void>;
  /** The functions whose bodies are being read, outermost first. */
  calling?: FunctionNode[];
  /** What a `trap … EXIT` runs when everything else has run. */
  atExit?: (() => void)[];
}

const MAX_STEPS = 4_000;
const MAX_DEPTH = 24;

export function newState(world: ShellWorld): State {
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
  };
}

/** Files are shared on purpose: what a subshell writes stays written. */
export function fork(state: State, change: Partial<State> = {}): State {
  return {
    ...state,
    vars: new Map(state.vars),
    functions: new Map(state.functions),
    aliases: new Map(state.aliases),
    ...change,
  };
}

/** After branches of which one was taken: keep only what all agree on. */
export function merge(into: State, branches: readonly State[]): void {
  const names = new Set(branches.flatMap((b) => [...b.vars.keys()]));
  for (const name of names) {
    const values = branches.map((b) => b.vars.get(name));
    into.vars.set(name, values.reduce((a, b) => either(a, b)) ?? scalar(unknownWord()));
  }
  if (branches.some((b) => b.cwd !== branches[0]?.cwd)) into.cwd = undefined;
  else if (branches[0]) into.cwd = branches[0].cwd;
  for (const b of branches)
    for (const [name, body] of b.functions) {
      if (!branches.every((other) => other.functions.has(name))) doubt(name, into);
      into.functions.set(name, body);
    }
}

export function doubt(name: string, state: State): void {
  state.perhaps = new Set(state.perhaps).add(name);
}

/** `a && x=1 || x=2`: the right side may have run or not. */
export function eitherOr(before: ReadonlyMap<string, Value>, state: State): void {
  for (const [name, value] of before) {
    const after = state.vars.get(name);
    // What failed to be found out has the value it falls back to.
    if (after && after !== value && !textOf(value)?.includes(HOLE))
      state.vars.set(name, either(value, after) as Value);
  }
}

/** Below the working directory by its look; all else may be anywhere. */
const BELOW = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/** One of two values: what they share, and a hole for the rest. */
function either(a: Value | undefined, b: Value | undefined): Value | undefined {
  const [x, y] = [textOf(a), textOf(b)];
  if (x === undefined || y === undefined) return scalar(unknownWord());
  if (x === y) return a;
  const origins = joinOrigins(...[a, b].flatMap((v) => v?.words.map((w) => w.origins)));
  if (isBelow(x) && isBelow(y)) return scalar(word(`./${HOLE}`, { origins }));
  return scalar(word(x.startsWith('/') && y.startsWith('/') ? shared(x, y) + HOLE : HOLE, { origins }));
}

const isBelow = (text: string) => BELOW.test(text) || text === `./${HOLE}`;

/** `/tmp/a`, `/tmp/b` → `/tmp/`. */
function shared(a: string, b: string): string {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return a.slice(0, a.lastIndexOf('/', n - 1) + 1);
}

/** Puts a variable back to what it was. */
export function restore(name: string, value: Value | undefined, state: State): void {
  if (value) state.vars.set(name, value);
  else state.vars.delete(name);
}

const textOf = (value: Value | undefined) => value?.words.map((w) => w.text).join('\n');

export const scalar = (w: Word): Value => ({ words: [w], array: false });

/** The variable that is meant, also by another name. */
export const meant = (name: string, state: State): string => state.names?.get(name) ?? name;

export function lookup(name: string, state: State, world: ShellWorld): Value | undefined {
  // The last word of the command before, whatever it was set to.
  if (name === '_') return undefined;
  const own = state.vars.get(meant(name, state));
  if (own) return own;
  const known = ambient(name, state, world);
  return known === undefined ? undefined : scalar(word(known));
}

function ambient(name: string, state: State, world: ShellWorld): string | undefined {
  switch (name) {
    case 'HOME':
      return world.home;
    case 'PWD':
      return state.cwd ?? HOLE;
    case 'TMPDIR':
    case 'TMP':
    case 'TEMP':
      return world.temp?.(name) || (world.tmp?.[0] ?? '/tmp');
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

/** Takes one step of the budget; false when it is used up. */
export function step(reader: Reader): boolean {
  if (reader.taken >= MAX_STEPS) {
    reader.notes.add('too-long');
    return false;
  }
  reader.taken++;
  return true;
}

export function remember(command: ShellCommand, reader: Reader): void {
  if (command.words.length > 0) reader.commands.push(command);
  reader.effects.push(...reader.steps.effects(command, reader.world));
}

/** The lines a command can read, where all of them are known: not those a pattern stands for. */
export const knownText = (input: Flow | undefined): string | undefined =>
  input?.by === 'heredoc' || (input?.by === 'pipe' && !/[*?[\u0000]/.test(input.text ?? ''))
    ? input.text
    : undefined;

export const flow = (
  text: string | undefined,
  origins: readonly Origin[] = [],
  by: Flow['by'] = 'pipe',
): Flow => ({
  text,
  origins,
  by,
});

export const readSource = (text: string, state: State, reader: Reader): Flow =>
  reader.steps.source(text, state, reader);

export const runCommand = (command: ShellCommand, state: State, reader: Reader): Flow =>
  reader.steps.command(command, state, reader);

/** Lies deeper than is read; the reading says so. A function that calls itself was read the first time. */
export function isTooDeep(state: State, reader: Reader): boolean {
  if (state.depth < MAX_DEPTH) return false;
  const calling = reader.calling ?? [];
  if (new Set(calling).size === calling.length) reader.notes.add('too-deep');
  return true;
}

/** `/dev/fd/3`, `/proc/self/fd/3`: what is open by that number. */
const NUMBERED = /^(?:\/proc\/[^/]+\/root)?\/(?:dev|proc\/[^/]+)\/(?:fd\/(\d+)|stdin)$/;

/** What a file holds: written by this source, told by the caller, or not known. */
export function fileFlow(path: string, state: State, reader: Reader): Flow {
  const written = state.files.get(path);
  if (written) return written;
  const numbered = NUMBERED.exec(path);
  const open = numbered?.[1] ? state.open?.get(numbered[1]) : undefined;
  if (open && open !== path) return fileFlow(open, state, reader);
  if (numbered && !Number(numbered[1] ?? 0)) return state.stdin ?? flow(undefined);
  const hidden = state.remote || path.includes(HOLE);
  let text: string | undefined;
  let asked = false;
  return {
    origins: [{ kind: 'file', what: path }],
    by: 'file',
    // Only who runs a file needs its text.
    get text() {
      if (!asked && !hidden) text = reader.world.files?.(path);
      asked = true;
      return text;
    },
  };
}

export function nameless(
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
  };
}

const WRITES = /^(>|>>|>\||&>|&>>|<>|>&)$/;

export const isWrite = (r: ShellRedirect) => WRITES.test(r.operator) && !/^(\d+-?|-)$/.test(r.target.text);

/** The first items of a list. A longer list is noted, so that the reading is not taken for complete. */
export function atMost<T>(list: readonly T[], count: number, reader: Reader): readonly T[] {
  if (list.length > count) reader.notes.add('too-many');
  return list.slice(0, count);
}
