// Runs one simple command, in the sense of walk.ts: expands it, finds out what kind of command it is, and follows it.
import type { Assignment, Command } from 'unbash';
import { HOLE, joinOrigins, singleQuoted, unknownWord } from '../base/words.ts';
import { hasTrait, programNamed } from '../programs/registry.ts';
import { INHERITED_VARIABLES, JUDGED_ALONE } from '../programs/variables.ts';
import { commandName } from '../state/names.ts';
import {
  atMost,
  emptyCommand,
  fileFlow,
  flow,
  fork,
  type Reader,
  readSource,
  recordCommand,
  resolveNameref,
  restoreVariable,
  type State,
  scalar,
  takeStep,
} from '../state/state.ts';
import type { Flow, Origin, ShellCommand, Word } from '../types.ts';
import { runBuiltin } from './builtins.ts';
import { expandOne, expandWord } from './expand.ts';
import { runInterpreter } from './interpreters.ts';
import { readEmbeddedSources, runLeaf } from './leaf.ts';
import { throughLinks } from './links.ts';
import { applyRedirects, bindDescriptors, readRedirects } from './redirects.ts';
import { runShell } from './shells.ts';
import { readTasks } from './tasks.ts';
import { unwrap } from './unwrap.ts';

/** Runs one simple command of the source; returns what it prints. */
export function runSimple(node: Command, state: State, reader: Reader): Flow {
  const assignments = node.prefix.filter((p): p is Assignment => p.type === 'Assignment');
  if (!node.name) return runAssignments(assignments, node, state, reader);
  const expansionState = assignments.some((a) => ASSUMED.test(a.name))
    ? stateForExpansion(assignments, state, reader)
    : state;
  const words = throughLinks(
    [...expandWord(node.name, expansionState, reader), ...expandArgs(node, expansionState, reader)],
    state,
  );
  const redirects = readRedirects(node.redirects, state, reader);
  // `A=1 cmd`: the assignment holds only for this command, so the old value is restored afterwards.
  const before = assignments.map(
    (a) => [resolveNameref(a.name, state), state.vars.get(resolveNameref(a.name, state))] as const,
  );
  for (const a of assignments) assign(a, state, reader);
  const stdin = state.stdin;
  state.stdin = redirects.stdin ?? stdin;
  const command: ShellCommand = {
    ...emptyCommand(redirects.list, state.stdin, state),
    name: commandName(words[0]),
    words,
    assignments: [...inheritedAssignments(state), ...assignments.map((a) => assignmentOf(a, state))],
  };
  if (words.length === 1 && command.name === 'exec') bindDescriptors(redirects.list, state);
  const out = runCommand(command, state, reader);
  if (DECLARES.test(command.name)) declareArrays(node, state, reader);
  state.stdin = stdin;
  for (const [name, value] of before) restoreVariable(name, value, state);
  return applyRedirects(redirects, out, state, reader);
}

const DECLARES = /^(declare|typeset|local|readonly|export)$/;

/** `declare -a a=(x y)`: the words of an array stay apart. */
function declareArrays(node: Command, state: State, reader: Reader): void {
  for (const arg of node.args)
    if (arg.type === 'Assignment' && arg.value.type === 'ArrayValue') assign(arg, state, reader);
}

const assignmentOf = ({ name }: { name: string }, state: State) => ({
  name: resolveNameref(name, state),
  value: state.vars.get(resolveNameref(name, state))?.words[0] as Word,
});

/** Variables that were set earlier and change what this command does, such as `GIT_SSH_COMMAND`. */
const inheritedAssignments = (state: State) =>
  state.vars.size === 0
    ? []
    : INHERITED_VARIABLES.filter((name) => state.vars.get(name)?.words[0]).map((name) =>
        assignmentOf({ name }, state),
      );

/** Variables whose values the reader assumes; `TMPDIR=/ rm -rf $TMPDIR/x` changes one in the same command. */
const ASSUMED = /^(HOME|TMPDIR|TMP|TEMP|PWD)$/;

/**
 * The state for expanding the words of a command that assigns an assumed variable. The shell still uses the old value,
 * but most authors expect the new one, so `HOME` and `PWD` become unknown and temporary directories get the new value.
 */
function stateForExpansion(assignments: readonly Assignment[], state: State, reader: Reader): State {
  const assumed = fork(state);
  for (const a of assignments)
    if (/^TE?MP/.test(a.name)) assign(a, assumed, reader);
    else if (ASSUMED.test(a.name)) assumed.vars.set(a.name, scalar(unknownWord()));
  return assumed;
}

function expandArgs(node: Command, state: State, reader: Reader): Word[] {
  return node.args.flatMap((arg) => {
    if (arg.type === 'Word') return expandWord(arg, state, reader);
    const value = assignmentWords(arg, state, reader);
    const text = value.words.map((w) => w.text).join(' ');
    return [
      {
        text: `${arg.name}=${text}`,
        glob: false,
        quoted: false,
        origins: joinOrigins(...value.words.map((w) => w.origins)),
      },
    ];
  });
}

/** Variables whose commands the shell itself runs, without another command. */
const PROMPTS = /^(PROMPT_COMMAND|PS[0-4])$/;

function runAssignments(
  assignments: readonly Assignment[],
  node: Command,
  state: State,
  reader: Reader,
): Flow {
  for (const a of assignments) assign(a, state, reader);
  const judged = assignments.filter((a) => JUDGED_ALONE.test(a.name));
  if (judged.length > 0)
    recordCommand(
      { ...emptyCommand([], undefined, state), assignments: judged.map((a) => assignmentOf(a, state)) },
      reader,
    );
  for (const a of assignments.filter((a) => PROMPTS.test(a.name))) {
    const words = state.vars.get(a.name)?.words ?? [];
    for (const value of atMost(words, 8, reader))
      readEmbeddedSources(
        { ...emptyCommand([], undefined, state), name: a.name, assignments: [{ name: a.name, value }] },
        state,
        reader,
      );
  }
  const redirects = readRedirects(node.redirects, state, reader);
  // `$(<file)` prints the file.
  const out = assignments.length === 0 && redirects.stdin ? redirects.stdin : flow('');
  return redirects.list.length > 0 ? applyRedirects(redirects, out, state, reader) : flow('');
}

export function assign(node: Assignment, state: State, reader: Reader): void {
  const value = assignmentWords(node, state, reader);
  const name = resolveNameref(node.name, state);
  const before = state.vars.get(name);
  if (node.index) {
    const words = [...(before?.words ?? [])];
    const key = expandOne(node.index, state, reader).text;
    const n = Number(key);
    const counts = Number.isInteger(n) && n >= 0 && n < 256;
    const given = value.words[0] as Word;
    words[counts ? n : words.length] = counts ? given : { ...given, text: `[${key}]=${given.text}` };
    state.vars.set(name, {
      words: Array.from(words, (w) => w ?? { text: '', glob: false, quoted: true, origins: [] }),
      array: true,
    });
  } else if (!node.append || !before) state.vars.set(name, value);
  else if (value.array || before.array)
    state.vars.set(name, { words: [...before.words, ...value.words], array: true });
  else {
    const [a, b] = [before.words[0] as Word, value.words[0] as Word];
    state.vars.set(name, scalar({ ...a, text: a.text + b.text, origins: joinOrigins(a.origins, b.origins) }));
  }
}

function assignmentWords(node: Assignment, state: State, reader: Reader) {
  if (node.value.type === 'ArrayValue')
    return { words: node.value.elements.flatMap((e) => expandWord(e, state, reader)), array: true };
  return scalar(expandOne(node.value, state, reader));
}

/** Limits `sudo env sudo env …`, because each wrapper reads all words that follow. */
const MAX_WRAPPERS = 64;

/** Runs a command whose words are expanded. Wrappers call this again with the command inside them. */
export function runCommand(command: ShellCommand, state: State, reader: Reader): Flow {
  if (!takeStep(reader, state)) return flow(undefined);
  if (command.via.length > MAX_WRAPPERS) {
    reader.notes.add('too-deep');
    return flow(undefined);
  }
  const first = command.words[0];
  if (!first) return flow('');
  return (
    runTyped(command, state, reader) ??
    runWrittenFile(command, state, reader) ??
    runAlias(command, state, reader) ??
    runFunction(command, state, reader) ??
    runBuiltin(command, state, reader) ??
    readTasks(command, state, reader) ??
    unwrap(command, state, reader) ??
    runShell(command, state, reader) ??
    runInterpreter(command, state, reader) ??
    runFile(command, state, reader) ??
    runLeaf(command, state, reader)
  );
}

const COMMAND_LINE = /^[\w./-]+\s+[-~/\w]/;

/** `!rm -rf x`, `:!rm -rf x`: a line for a pager, an editor or a client that gives it to a shell. No program has such a name. */
function runTyped(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const first = command.words[0] as Word;
  // `'rm -rf x'` as one word: no program has a blank in its name either, but clients take the whole word as a command.
  const line = command.words.length === 1 ? commandLineIn(first.text, reader) : undefined;
  if (line !== undefined) return readSource(line, fork(state), reader);
  const text = /^:?!([^!=].*)/s.exec(first.text)?.[1];
  if (text === undefined) return undefined;
  const words = [{ ...first, text }, ...command.words.slice(1)];
  return runCommand({ ...command, name: commandName(words[0]), words }, state, reader);
}

/** The text as source, if it is a command line. In `~/bin/tool` only the home directory may have a blank: `/my home`. */
function commandLineIn(text: string, { world }: Reader): string | undefined {
  const home = text.startsWith(`${world.home}/`) ? world.home : '';
  const rest = text.slice(home.length);
  return COMMAND_LINE.test(rest) ? (home && singleQuoted(home)) + rest : undefined;
}

function runAlias(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const name = command.words[0]?.text ?? '';
  const text = state.aliases.get(name);
  if (text === undefined || command.words[0]?.quoted) return undefined;
  // If an alias ends with a blank, the next word may be an alias too: `alias sudo='sudo '`.
  const next = text.endsWith(' ') ? state.aliases.get(command.words[1]?.text ?? '') : undefined;
  const rest = command.words.slice(next === undefined ? 1 : 2);
  const before = { positional: state.positional, stdin: state.stdin, aliases: state.aliases };
  const aliases = new Map(state.aliases);
  aliases.delete(name);
  Object.assign(state, { positional: rest, stdin: command.stdin, aliases });
  const source = text + (next ?? '');
  const out = readSource(rest.length > 0 ? `${source} "$@"` : source, state, reader);
  Object.assign(state, before);
  return out;
}

function runFunction(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const node = state.functions.get(command.words[0]?.text ?? '');
  if (!node || command.via.length > state.via.length) return undefined;
  const before = { positional: state.positional, stdin: state.stdin };
  Object.assign(state, { positional: command.words.slice(1), stdin: command.stdin });
  const out = reader.walk.call(node, state, reader);
  Object.assign(state, before);
  // If the function may be undefined, the program of that name may run instead.
  return state.maybeDefined?.has(command.words[0]?.text ?? '') ? undefined : out;
}

/** `curl -o bash URL && ./bash` runs the file that was written, not the program of that name. */
const runWrittenFile = (command: ShellCommand, state: State, reader: Reader): Flow | undefined =>
  state.files.size > 0 && state.files.has(pathOf(command) ?? '')
    ? runFile(command, state, reader)
    : undefined;

function pathOf(command: ShellCommand): string | undefined {
  const first = command.words[0]?.text ?? '';
  if (!first.includes('/') || first.includes(HOLE) || !command.cwd) return undefined;
  return first.startsWith('/') ? first : `${command.cwd}/${first.replace(/^\.\//, '')}`;
}

/** Whether a text was encoded or encrypted, so that nobody can read it in the command. */
function isFromCode({ kind, name }: Origin, command: ShellCommand): boolean {
  const program = programNamed(name.split(/[ .]/, 1)[0] ?? '', command);
  return kind === 'decoded' && (hasTrait(program, 'encodes') || hasTrait(program, 'decrypts'));
}

/** Runs a script such as `./x.sh` if its text is known: written by this source, or read by the caller. */
function runFile(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const path = pathOf(command);
  if (!path) return undefined;
  const content = fileFlow(path, state, reader);
  const unread = content.origins.some((o) => o.kind === 'network' || isFromCode(o, command));
  const script = content.text?.startsWith('#!') || state.files.has(path) || /\.(ba|z|k)?sh$/.test(path);
  if (!unread && (content.text === undefined || !script)) return undefined;
  const shebang = /^#!\s*\S*?(?:env\s+(?:-S\s+)?)?([^\s/]+)(?:\s|$)/.exec(content.text ?? '')?.[1] ?? 'bash';
  const words = [
    { text: shebang, glob: false, quoted: false, origins: [] },
    { ...(command.words[0] as Word), text: path },
  ];
  return runCommand(
    { ...command, name: shebang.replace(/[\d.]+$/, ''), words: [...words, ...command.words.slice(1)] },
    state,
    reader,
  );
}
