// Runs the builtins of the shell that change what later commands mean: cd, export, read, eval, alias …
import { resolve } from '../base/paths.ts';
import { HOLE, joinOrigins, unknownWord, word } from '../base/words.ts';
import { firstValue } from '../programs/args.ts';
import { readArgs } from '../programs/read-args.ts';
import { isDescribed, programNamed } from '../programs/registry.ts';
import type { CommandSpec } from '../programs/spec.ts';
import {
  fileFlow,
  flow,
  fork,
  knownInput,
  type Reader,
  readSource,
  recordCommand,
  runCommand,
  type State,
  scalar,
} from '../state/state.ts';
import type { Flow, ShellCommand } from '../types.ts';
import { runLeaf } from './leaf.ts';
import { fieldSeparators, splitFields } from './pieces.ts';
import { runSourced } from './shells.ts';

type Builtin = (command: ShellCommand, state: State, reader: Reader) => Flow | undefined;

/** Runs a builtin. Undefined for other commands, and for builtins that are read like any command as well (`set`, `unset`). */
export function runBuiltin(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const builtin = Object.hasOwn(BUILTINS, command.name) ? BUILTINS[command.name] : undefined;
  return builtin?.(command, state, reader);
}

/** `ls() { …; }; export -f ls`: from now on other shells call the function where they mean the program. */
function callExported(command: ShellCommand, state: State, reader: Reader): void {
  const letters = command.words.map((w) => /^-(\w+)$/.exec(w.text)?.[1] ?? '').join('');
  if (!letters.includes('f') || (command.name !== 'export' && !letters.includes('x'))) return;
  for (const { text } of command.words.slice(1)) {
    const node = state.functions.get(text);
    if (node && (text.includes('/') || isDescribed(programNamed(text, command))))
      reader.walk.call(node, fork(state, { positional: [unknownWord()] }), reader);
  }
}

const declare: Builtin = (command, state, reader) => {
  callExported(command, state, reader);
  const refers = command.words.some((w) => /^-\w*n/.test(w.text)) && command.name !== 'export';
  const functionLocals = state.locals && isLocal(command) ? state.locals : undefined;
  for (const w of command.words.slice(1)) {
    const m = /^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(w.text);
    const name = m?.[1] ?? w.text;
    if (functionLocals && !functionLocals.has(name)) functionLocals.set(name, state.vars.get(name));
    if (!m) continue;
    // `declare -n a=b` makes `a` a nameref of `b`.
    if (refers) {
      state.namerefs = new Map(state.namerefs).set(m[1] as string, m[3] as string);
      continue;
    }
    const before = m[2] ? (state.vars.get(m[1] as string)?.words[0]?.text ?? '') : '';
    state.vars.set(m[1] as string, scalar({ ...w, text: inCase(before + m[3], command) }));
  }
  return runLeaf(command, state, reader);
};

/** `declare -l x=RM` stores `rm`, and `declare -u` capitals. */
function inCase(value: string, { name, words }: ShellCommand): string {
  if (name === 'export' || name === 'readonly') return value;
  if (words.some((w) => /^-\w*l/.test(w.text))) return value.toLowerCase();
  return words.some((w) => /^-\w*u/.test(w.text)) ? value.toUpperCase() : value;
}

/** Whether the command declares local variables if it is in a function. */
const isLocal = ({ name, words }: ShellCommand) =>
  name === 'local' || (/^(declare|typeset)$/.test(name) && !words.some((w) => /^-\w*g/.test(w.text)));

const cd: Builtin = (command, state, reader) => {
  const operand = command.words.slice(1).find((w) => w.text === '-' || !w.text.startsWith('-'));
  // The source assigned PWD itself: whether `cd` replaces that value depends on whether it succeeds.
  if (state.vars.has('PWD')) state.vars.set('PWD', scalar(unknownWord()));
  const before = state.cwd;
  const back = state.vars.get('OLDPWD')?.words[0]?.text;
  const named = operand?.text === '-' ? (back ?? HOLE) : operand?.text;
  // `CDPATH=/home; cd me`
  const path = state.vars.get('CDPATH')?.words[0]?.text.split(':')[0];
  const folder = named && path?.startsWith('/') && !/^[./~]/.test(named) ? `${path}/${named}` : named;
  if (folder === undefined) state.cwd = reader.world.home;
  else state.cwd = folder.includes(HOLE) ? undefined : resolve(folder, state.cwd);
  state.vars.set('OLDPWD', scalar(before === undefined ? unknownWord() : word(before)));
  return runLeaf(command, state, reader);
};

/** The input of `read` and `mapfile`: the file descriptor of `-u 3`, otherwise stdin. */
function inputOf(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const at = command.words.findIndex((w) => /^-[a-z]*u\d*$/.test(w.text));
  const fd = /\d+$/.exec(command.words[at]?.text ?? '')?.[0] ?? command.words[at + 1]?.text;
  return at > 0 && fd
    ? fileFlow(state.descriptors?.get(fd) ?? `/dev/fd/${fd}`, state, reader)
    : command.stdin;
}

const READ: CommandSpec = { options: { '-a -d -i -n -N -p -t -u': 'text' } };

/** `find ~/x -name '*.md' | while read f`: each line is a path whose beginning is known. */
const foundFiles = (input: Flow | undefined): string | undefined =>
  input?.kind === 'pipe' && /^\/\w[^\n]*[*\u0000]/.test(input.text ?? '') ? input.text : undefined;

const read: Builtin = (command, state, reader) => {
  const args = readArgs(command.words.slice(1), READ);
  const array = firstValue(args, '-a');
  const names = [...(array ? [array] : []), ...args.operands].filter((w) => /^[A-Za-z_]\w*$/.test(w.text));
  const input = inputOf(command, state, reader);
  const given = knownInput(input) ?? foundFiles(input);
  const line =
    firstValue(args, '-d') && !given?.includes(HOLE) ? given?.replace(/\n$/, '') : given?.split('\n')[0];
  const value =
    line === undefined
      ? unknownWord(input?.origins)
      : word(line, { origins: input?.origins ?? [], glob: /[*?[]/.test(line) });
  const ifs = fieldSeparators(state, reader);
  const fields = line === undefined ? [] : splitFields(line.trim(), ifs).filter((f) => f !== '');
  if (array && line !== undefined)
    state.vars.set(array.text, { words: fields.map((text) => ({ ...value, text })), array: true });
  else
    names.forEach((name, i) => {
      const last = i === names.length - 1;
      const text = last ? fields.slice(i).join(ifs.slice(0, 1)) : (fields[i] ?? '');
      const given = scalar(names.length > 1 && line !== undefined ? { ...value, text } : value);
      state.vars.set(name.text, { ...given, fromGlob: given.words[0]?.glob === true });
    });
  if (names.length === 0) state.vars.set('REPLY', scalar(value));
  return flow('');
};

const mapfile: Builtin = (command, state, reader) => {
  const callback = command.words[command.words.findIndex((w) => /^-\w*C$/.test(w.text)) + 1];
  if (callback && callback !== command.words[0]) readSource(callback.text, fork(state), reader);
  const name = command.words.slice(1).findLast((w) => /^[A-Za-z_]\w*$/.test(w.text))?.text ?? 'MAPFILE';
  const input = inputOf(command, state, reader);
  const text = knownInput(input);
  const origins = input?.origins ?? [];
  const lines = text?.split('\n').map((line) => word(line, { origins })) ?? [unknownWord(origins)];
  state.vars.set(name, { words: lines, array: true });
  return flow('');
};

const set: Builtin = (command, state) => {
  const dashes = command.words.findIndex((w) => w.text === '--');
  // `set a b`: the first word that is neither an option nor the value of `-o`.
  const first = command.words.findIndex(
    (w, i) => i > 0 && !/^[-+]./.test(w.text) && !/^[-+]\w*o$/.test(command.words[i - 1]?.text ?? ''),
  );
  if (dashes > 0) state.positional = command.words.slice(dashes + 1);
  else if (first > 0) state.positional = command.words.slice(first);
  return undefined;
};

/** `hash -p /bin/rm x`: from now on `x` runs `/bin/rm`. */
const hash: Builtin = (command, state) => {
  const [, option, path, name] = command.words;
  // The shell never looks up the path of its own builtins, so they can't be redefined this way.
  const isBuiltin = /^(echo|printf|test|\[|true|false|:|pwd|kill|type|cd|read|exit)$/.test(name?.text ?? '');
  if (option?.text === '-p' && path && name && !isBuiltin) state.aliases.set(name.text, path.text);
  return undefined;
};

const evaluate: Builtin = (command, state, reader) => {
  const words = command.words.slice(command.words[1]?.text === '--' ? 2 : 1);
  const origins = joinOrigins(...words.map((w) => w.origins));
  const source = words.map((w) => w.text).join(' ');
  recordCommand({ ...command, code: flow(source, origins, 'heredoc') }, reader);
  return readSource(source, state, reader);
};

const trap: Builtin = (command, state, reader) => {
  const [action, ...signals] = command.words.slice(1).filter((w) => !/^-./.test(w.text));
  if (!action || signals.length === 0 || action.text === '-') return flow('');
  if (action.text.startsWith(HOLE) || action.origins.some((o) => o.kind === 'command'))
    recordCommand({ ...command, code: flow(action.text, action.origins, 'heredoc') }, reader);
  // These traps run in the shell itself and can change its variables.
  const inShell = signals.some((w) => /^(DEBUG|ERR|RETURN)$/.test(w.text));
  const run = () => readSource(action.text, inShell ? state : fork(state), reader);
  // EXIT traps run last, because the variables in them may be set later.
  if (signals.every((w) => /^(EXIT|0)$/.test(w.text))) reader.exitTraps = [...(reader.exitTraps ?? []), run];
  else run();
  return flow('');
};

const alias: Builtin = (command, state, reader) => {
  for (const w of command.words.slice(1)) {
    const m = /^([^=]+)=([\s\S]*)$/.exec(w.text);
    if (m) state.aliases.set(m[1] as string, m[2] as string);
  }
  return runLeaf(command, state, reader);
};

/** `printf -v name …`, `printf -vname …`. */
const printf: Builtin = (command, state, reader) => {
  const [first, option, ...given] = command.words;
  if (!first || !option?.text.startsWith('-v')) return undefined;
  const name = option.text.slice(2) || given.shift()?.text;
  if (!name) return undefined;
  const out = runCommand({ ...command, words: [first, ...given] }, state, reader);
  state.vars.set(name, scalar(word(out.text ?? HOLE, { origins: out.origins })));
  return flow('');
};

const unset: Builtin = (command, state) => {
  for (const w of command.words.slice(1)) {
    state.vars.delete(w.text);
    state.functions.delete(w.text);
  }
  return undefined;
};

const shift: Builtin = (command, state) => {
  state.positional = state.positional.slice(Number(command.words[1]?.text ?? 1) || 1);
  return flow('');
};

/** `command export x=y`, `builtin command cd /`: runs the builtin in this shell. */
const runNamedBuiltin: Builtin = (command, state, reader) => {
  const at = command.words.findIndex((w, i) => i > 0 && !/^(-p|--|command|builtin)$/.test(w.text));
  const name = command.words[at]?.text ?? '';
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  const via = [...command.via, command.name];
  return builtin?.({ ...command, name, words: command.words.slice(at), via }, state, reader);
};

const BUILTINS: Record<string, Builtin> = {
  builtin: runNamedBuiltin,
  command: runNamedBuiltin,
  cd,
  pushd: cd,
  popd: (command, state, reader) => {
    state.cwd = undefined;
    return runLeaf(command, state, reader);
  },
  'set-location': cd,
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  read,
  mapfile,
  readarray: mapfile,
  set,
  hash,
  shift,
  eval: evaluate,
  trap,
  alias,
  unset,
  printf,
  source: runSourced,
  '.': runSourced,
};
