// Calls that read, write, delete, move or open files, such as `os.remove(path)`. In comes a call, out goes the shell
// command that does the same (`rm path`), run for every path that the argument may be.
import { HOLE, word } from '../../base/words.ts';
import { runAsCommand } from '../../state/run-as-command.ts';
import { atMost, flow, fork, readSource, type State } from '../../state/state.ts';
import type { Word } from '../../types.ts';
import { type Action, type CodeContext, isJudged, isReadJudged, wordsFor } from '../code-context.ts';
import type { TokenLanguage } from '../lexical-rules.ts';
import { type Call, firstText, methodName, textsOf, type Value } from '../value.ts';
import { keepWrittenData } from '../written-files.ts';
import { runProcess } from './processes.ts';

/** The arguments that are paths. */
function pathArguments(call: Call, language: TokenLanguage): readonly Value[] {
  const { callee, self, args, named } = call;
  if (/^array_(?:map|walk)$/.test(methodName(callee))) return mappedPaths(call);
  if (self?.path) return [self];
  // `Bun.file(path).delete()`: the origins of the object are the files it was made for.
  if (/^Bun\.file\(\)/.test(callee))
    return (self?.origins ?? []).map(({ name }) => ({ texts: [name], origins: [] }));
  // Functions of these languages take any number of paths: `File.delete(a, b)`, `unlink $a, $b`.
  const takesManyPaths = /^(?:ruby|perl|r)$/.test(language) && args.length > 0;
  const path = args[0] ?? named.get('path') ?? named.get('file') ?? named.get('atPath') ?? named.get('x');
  const values = takesManyPaths ? args : path ? [path] : [];
  // An object without a text holds options: `fs.rm(path, { recursive: true })`.
  return values.flatMap((value) => value.items ?? [value]).filter((value) => !value.fields || value.texts);
}

/** `array_map('unlink', $paths)` of PHP deletes all paths of the list. */
function mappedPaths({ args }: Call): readonly Value[] {
  const deletes = args.some((arg) => /^(?:unlink|rmdir)$/.test(firstText(arg)));
  return deletes ? args.slice(1) : [];
}

export const runDelete: Action = (call, context, command) => {
  const { state, reader, language } = context;
  for (const path of pathArguments(call, language))
    for (const target of wordsFor(path).map((target) => globForUnknownName(target, state)))
      if (isJudged(target.text, context)) runAsCommand([...command.split(' '), target], state, reader);
};

/** An absolute path whose last part is not known: `"/x/$file"`. */
const ENDS_WITH_HOLE = new RegExp(`^[/~].*/${HOLE}$`);

/**
 * A path whose last part is computed stands for every file of its folder, because such code deletes one after the other:
 * `"/x/$file"` becomes `/x/*`. A path below the working directory is left as it is.
 */
const globForUnknownName = (path: Word, { cwd = '/' }: State): Word =>
  ENDS_WITH_HOLE.test(path.text) && !path.text.startsWith(`${cwd}/`)
    ? { ...path, text: `${path.text.slice(0, -HOLE.length)}*`, glob: true }
    : path;

/** How many paths of a call are read; the rest is noted as not read. */
const MAX_READ_PATHS = 64;

export const runReadOrWrite: Action = (call, context, command) => {
  const { state, reader, language } = context;
  const reads = command === 'cat';
  // `fileinput.input(path, inplace=True)`
  if (reads && call.named.has('inplace')) return runReadOrWrite(call, context, 'tee');
  const paths = pathArguments(call, language);
  // A call that writes has one path; its other arguments are the data.
  const targets = reads ? atMost(paths, MAX_READ_PATHS, reader) : paths.slice(0, 1);
  for (const target of targets.flatMap(wordsFor))
    if (isJudgedFile(target.text, context) && (!reads || isReadJudged(target.text, context)))
      runAsCommand([command, target], state, reader);
  if (!reads && paths[0]) keepWrittenData(call, firstText(paths[0]), state);
};

const isJudgedFile = (path: string, context: CodeContext): boolean =>
  path !== HOLE && isJudged(path, context) && !/^https?:/.test(path);

/** Opens a file for reading, or for writing if the mode says so. In Perl and Ruby the path may be a command. */
export const runOpen: Action = (call, context) => {
  const { self, args, named } = call;
  const isPerl = context.language === 'perl';
  // In Perl the first argument is the file handle.
  const pathIndex = isPerl ? 1 : 0;
  const path = self?.path ? self : (args[pathIndex] ?? named.get('file') ?? named.get('path'));
  const mode = self?.path ? args[0] : (args[pathIndex + 1] ?? named.get('mode') ?? named.get('flags'));
  const opened = firstText(path);
  // `open(F, '<', $path)`: with three arguments, the second one is the mode.
  const perlMode = isPerl ? PERL_MODE.exec(opened)?.[1] : undefined;
  if (perlMode !== undefined) return openWithPerlMode(perlMode, args.slice(2), context);
  if (/^\s*\||\|\s*$/.test(opened) && /^(?:perl|ruby)$/.test(context.language))
    return runPipedCommand(opened, context);
  // `open(F, ">>$path")`: with two arguments, the mode stands before the path.
  const [, sign = '', pathAfterSign = ''] = /^\s*(\+?[<>]*)\s*([\s\S]*)$/.exec(opened) ?? [];
  const writes = sign.includes('>') || WRITES.test(mode?.texts?.[0] ?? mode?.fullName ?? '');
  const appends = sign === '>>' || /^a/.test(mode?.texts?.[0] ?? '');
  for (const text of isPerl ? [pathAfterSign] : textsOf(path))
    openFile(word(text, path?.glob && writes ? { glob: true } : {}), writes, appends, context);
};

/** `<`, `>>`, `-|`, `<:encoding(UTF-8)`. */
const PERL_MODE = /^\s*(\+?[<>]{1,2}|\|-|-\|)\s*(?::\w+(?:\([\w-]+\))?)?\s*$/;

/** `w`, `rb+`, `O_CREAT`. */
const WRITES = /^[rb]*[wax]|\+|O_(?:WRONLY|RDWR|CREAT|TRUNC)/;

function openFile(path: Word, writes: boolean, appends: boolean, context: CodeContext): void {
  if (path.text === HOLE || !isJudged(path.text, context)) return;
  if (!writes && !isReadJudged(path.text, context)) return;
  const command = appends ? ['tee', '-a'] : [writes ? 'tee' : 'cat'];
  runAsCommand([...command, path], context.state, context.reader);
}

/** `open(F, '>', $path)` opens a file, `open(P, '-|', @command)` runs a command. */
function openWithPerlMode(mode: string, rest: readonly Value[], context: CodeContext): void {
  if (/\|/.test(mode))
    runProcess({ callee: 'open', self: undefined, args: rest, named: new Map() }, context, 'process');
  else openFile(word(firstText(rest[0])), mode.includes('>'), mode === '>>', context);
}

/** `open(P, "command |")` and `open(P, "| command")` run a command. */
function runPipedCommand(source: string, { state, reader }: CodeContext): void {
  const readsFromCode = /^\s*\|/.test(source);
  const stdin = readsFromCode ? flow(undefined, [{ kind: 'command', name: 'perl' }]) : state.stdin;
  readSource(source.replace(/^\s*\||\|\s*$/g, ''), fork(state, { stdin }), reader);
}

const IS_OCTAL_MODE = /^0?o?[0-7]{3,4}$/;

export const runChmod: Action = ({ self, args }, context) => {
  const texts = [...(self?.path ? [self] : []), ...args.flatMap((arg) => arg.items ?? [arg])].map(
    (value) => modeFromConstants(value) ?? firstText(value),
  );
  const mode = texts.find((text) => IS_OCTAL_MODE.test(text))?.replace(/^0?o/, '');
  const path = texts.find((text) => /[/~.]|^[a-z]/i.test(text) && !IS_OCTAL_MODE.test(text));
  if (mode && path && isJudged(path, context))
    runAsCommand(['chmod', mode, path], context.state, context.reader);
};

/** `stat.S_IRWXU | stat.S_IRWXO`: constants matter only if they give others rights or set the user id. */
function modeFromConstants({ fullName = '' }: Value): string | undefined {
  if (/\bS_IS[UG]ID\b/.test(fullName)) return '4755';
  return /\bS_I(?:RWXO|WOTH)\b/.test(fullName) ? '777' : undefined;
}

/** How many paths an argument may stand for; more are noted as not read. */
const MAX_COPIED_PATHS = 4;

export const runCopy: Action = ({ self, args, named }, context, command) => {
  const { isProgram, state, reader } = context;
  const from = self?.path ? self : (named.get('src') ?? args[0]);
  const to = named.get('dst') ?? named.get('target') ?? (self?.path ? args[0] : args[1]);
  if (!from || !to || (isProgram && firstText(to).startsWith(HOLE))) return;
  const name = command === 'ln' ? ['ln', '-s'] : [command];
  for (const source of atMost(wordsFor(from), MAX_COPIED_PATHS, reader))
    for (const destination of atMost(wordsFor(to), MAX_COPIED_PATHS, reader))
      runAsCommand([...name, source, destination], state, reader);
};
