// Functions that a long script calls again and again in the same state: the body is read once, and the changes that the
// call made are applied each time. Otherwise functions that call each other would multiply the work.
import type { Function as FunctionNode } from 'unbash';
import { INHERITED_VARIABLES } from '../programs/variables.ts';
import type { Flow, Word } from '../types.ts';
import { flow, type Reader, type State, type Value } from './state.ts';

/** A call that was read. The fields are absent until its body has been read to the end. */
interface KnownCall {
  changed?: readonly (readonly [name: string, value: Value | undefined])[];
  cwd?: string | undefined;
  out?: Flow;
}

export type KnownCalls = Map<FunctionNode, Map<string, KnownCall>>;

/** In a shorter source every call is read, because comparing states would cost more than it saves. */
const MIN_STEPS = 500;

/** Calls a function through `read`, unless the same call in the same state was read before. */
export function readCallOnce(node: FunctionNode, state: State, reader: Reader, read: () => Flow): Flow {
  if (reader.stepsTaken < MIN_STEPS) return read();
  reader.knownCalls ??= new Map();
  const calls = reader.knownCalls.get(node) ?? new Map<string, KnownCall>();
  reader.knownCalls.set(node, calls);
  const key = keyOf(node, state);
  const known = calls.get(key);
  if (known) return repeat(known, state);
  const call: KnownCall = {};
  calls.set(key, call);
  const before = new Map(state.vars);
  const otherState = stateBesideVariables(state);
  const out = read();
  if (stateBesideVariables(state) === otherState)
    Object.assign(call, { changed: changes(before, state.vars), cwd: state.cwd, out });
  else calls.delete(key);
  return out;
}

/** Applies the changes of a known call. One that is still being read is a recursion that changes nothing, so it adds nothing. */
function repeat({ changed, cwd, out }: KnownCall, state: State): Flow {
  if (!out) return flow(undefined);
  for (const [name, value] of changed ?? [])
    if (value) state.vars.set(name, value);
    else state.vars.delete(name);
  state.cwd = cwd;
  return out;
}

function changes(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>) {
  const set = [...after].filter(([name, value]) => before.get(name) !== value);
  const unset = [...before.keys()]
    .filter((name) => !after.has(name))
    .map((name) => [name, undefined] as const);
  return [...set, ...unset];
}

/** Everything that a call depends on, as text: equal keys mean equal calls. */
function keyOf(node: FunctionNode, state: State): string {
  const { positional, cwd, via, remote, background, captured, script, stdin, vars } = state;
  const otherState = stateBesideVariables(state);
  const used = namesUsed(node, state, otherState);
  return JSON.stringify([
    positional.map(wordText),
    [cwd, via, remote, background, captured, script],
    inputText(stdin),
    [...vars].flatMap(([name, { words, array, fromGlob }]) =>
      used && !used.has(name) ? [] : [[name, array, fromGlob, words.map(wordText)]],
    ),
    otherState,
  ]);
}

/** Variables that matter to commands which don't name them. */
const ALWAYS_USED = [...INHERITED_VARIABLES, 'HOME', 'PWD', 'OLDPWD', 'TMPDIR', 'TMP', 'TEMP', 'IFS', 'PATH'];

/** Words with which a function may use a variable whose name it does not contain. */
const USES_ANY = /^(eval|source|alias|"\.|\$\{!|"-\w*n)$/;

const usedByFunction = new WeakMap<FunctionNode, ReadonlySet<string>>();
const usedByState = new WeakMap<FunctionNode, Map<string, ReadonlySet<string> | undefined>>();

/** Every word in the body of a function; more than its variables, but never less. */
function wordsOf(node: FunctionNode): ReadonlySet<string> {
  const known =
    usedByFunction.get(node) ??
    new Set(JSON.stringify(node).match(/[A-Za-z_]\w*|"\.(?=")|\$\{!|"-\w*n(?=")/g) ?? []);
  usedByFunction.set(node, known);
  return known;
}

/** The names that a function and the functions it calls contain; undefined if it may use any variable. */
function namesUsed(node: FunctionNode, state: State, otherState: string): ReadonlySet<string> | undefined {
  const known = usedByState.get(node) ?? new Map<string, ReadonlySet<string> | undefined>();
  usedByState.set(node, known);
  if (!known.has(otherState)) known.set(otherState, collectNames(node, state));
  return known.get(otherState);
}

function collectNames(node: FunctionNode, { functions, aliases, namerefs }: State) {
  if (aliases.size > 0 || namerefs) return undefined;
  const names = new Set<string>(ALWAYS_USED);
  const open = [node];
  const seen = new Set(open);
  for (let next = open.pop(); next; next = open.pop())
    for (const name of wordsOf(next)) {
      if (USES_ANY.test(name)) return undefined;
      names.add(name);
      const called = functions.get(name);
      if (called && !seen.has(called)) open.push(called);
      if (called) seen.add(called);
    }
  return names;
}

/** The state besides variables: a call that changes any of it is not remembered. */
const stateBesideVariables = ({
  functions,
  aliases,
  files,
  descriptors,
  namerefs,
  links,
  maybeDefined,
}: State): string =>
  [
    ...[functions, files, descriptors, namerefs, links].map((all) =>
      [...(all ?? [])].map(([name, value]) => `${name}=${identity(value)}`).join(),
    ),
    [...aliases].join(),
    [...(maybeDefined ?? [])].join(),
  ].join('\n');

/** The input as text. The content of a file is left out, because asking for it would read the file. */
const inputText = (input: Flow | undefined): unknown =>
  input && (input.kind === 'file' ? identity(input) : [input.kind, input.text, input.origins]);

const wordText = ({ text, glob, quoted, origins }: Word) =>
  `${text}\n${glob ? 1 : 0}${quoted ? 1 : 0}${origins.map(({ kind, name }) => `${kind} ${name}`).join()}`;

const identities = new WeakMap<object, number>();
let identitiesGiven = 0;

/** A number that tells objects apart; a text stands for itself. */
function identity(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const given = identities.get(value) ?? ++identitiesGiven;
  identities.set(value, given);
  return given;
}
