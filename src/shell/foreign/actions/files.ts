// Calls that read, write, delete, move or open files.
import { HOLE, word } from '../../base/words.ts';
import { atMost, flow, fork, readSource, type State } from '../../state/state.ts';
import type { Word } from '../../types.ts';
import type { TokenLanguage } from '../lexis.ts';
import { runAsCommand } from '../run-as-command.ts';
import { type Action, counts, type Running, readCounts, wordsFor } from '../running.ts';
import { type Call, firstText, textsOf, type Value } from '../value.ts';
import { keepContent } from '../written-files.ts';
import { runProcess } from './processes.ts';

/** The path arguments: one, or in languages with list functions all of them. */
function pathsOf({ callee, self, args, named }: Call, language: TokenLanguage): readonly Value[] {
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  if (name === 'array_map' || name === 'array_walk')
    return firstText(args.find((arg) => /^(?:unlink|rmdir)$/.test(firstText(arg)))) === HOLE
      ? []
      : args.slice(1);
  if (self?.path) return [self];
  const first = args[0] ?? named.get('path') ?? named.get('file') ?? named.get('atPath') ?? named.get('x');
  if (/^Bun\.file\(\)/.test(callee))
    return (self?.origins ?? []).map(({ name }) => ({ texts: [name], origins: [] }));
  const all = /^(?:ruby|perl|r)$/.test(language) && args.length > 0 ? args : first ? [first] : [];
  return all.flatMap((value) => value.items ?? [value]).filter((value) => !value.fields || value.texts);
}

export const runDelete: Action = (call, running, kind) => {
  const { state, reader, language } = running;
  for (const path of pathsOf(call, language))
    for (const target of wordsFor(path).map((given) => anyFile(given, state)))
      if (counts(target.text, running)) runAsCommand([...kind.split(' '), target], state, reader);
};

/** `unlink "$folder/$file"`: code that computes the name deletes one file after the other. */
const anyFile = (path: Word, { cwd = '/' }: State): Word =>
  /^[/~].*\/\u0000$/.test(path.text) && !path.text.startsWith(`${cwd}/`)
    ? { ...path, text: path.text.replace(/\u0000$/, '*'), glob: true }
    : path;

export const runReadOrWrite: Action = (call, running, kind) => {
  const { state, reader, language } = running;
  // `fileinput.input(path, inplace=True)`
  if (kind === 'cat' && call.named.has('inplace')) return runReadOrWrite(call, running, 'tee');
  for (const path of pathsOf(call, language).slice(0, kind === 'cat' ? 4 : 1))
    for (const target of wordsFor(path))
      if (target.text !== HOLE && counts(target.text, running) && !/^https?:/.test(target.text))
        if (kind !== 'cat' || readCounts(target.text, running)) runAsCommand([kind, target], state, reader);
  if (kind === 'tee')
    for (const path of pathsOf(call, language).slice(0, 1)) keepContent(call, firstText(path), state);
};

/** Opens a file for reading, or for writing if the mode says so; in Perl and Ruby it may be a command. */
export const runOpen: Action = (call, running) => {
  const { self, args, named } = call;
  const offset = running.language === 'perl' ? 1 : 0;
  const path = self?.path ? self : (args[offset] ?? named.get('file') ?? named.get('path'));
  const mode = self?.path ? args[0] : (args[offset + 1] ?? named.get('mode') ?? named.get('flags'));
  const perlMode =
    running.language === 'perl'
      ? /^\s*(\+?[<>]{1,2}|\|-|-\|)\s*(?::\w+(?:\([\w-]+\))?)?\s*$/.exec(firstText(path))?.[1]
      : undefined;
  if (perlMode !== undefined) return openPerl(perlMode, args.slice(2), running);
  const opened = firstText(path);
  if (/^\s*\||\|\s*$/.test(opened) && /^(?:perl|ruby)$/.test(running.language))
    return runPipe(opened, running);
  const [, sign = '', file = ''] = /^\s*(\+?[<>]*)\s*([\s\S]*)$/.exec(opened) ?? [];
  const writes =
    sign.includes('>') ||
    /^[rb]*[wax]|\+|O_(?:WRONLY|RDWR|CREAT|TRUNC)/.test(mode?.texts?.[0] ?? mode?.ref ?? '');
  for (const text of offset ? [file] : textsOf(path))
    openFile(
      word(text, path?.glob && writes ? { glob: true } : {}),
      writes,
      /^a/.test(mode?.texts?.[0] ?? '') || sign === '>>',
      running,
    );
};

function openFile(path: Word, writes: boolean, appends: boolean, running: Running): void {
  if (path.text === HOLE || !counts(path.text, running)) return;
  if (!writes && !readCounts(path.text, running)) return;
  runAsCommand(
    [...(appends ? ['tee', '-a'] : [writes ? 'tee' : 'cat']), path],
    running.state,
    running.reader,
  );
}

function openPerl(mode: string, rest: readonly Value[], running: Running): void {
  if (/\|/.test(mode))
    runProcess({ callee: 'open', self: undefined, args: rest, named: new Map() }, running, 'process');
  else openFile(word(firstText(rest[0])), mode.includes('>'), mode === '>>', running);
}

/** `open(P, "cmd |")` in Perl runs a command. */
function runPipe(file: string, { state, reader }: Running): void {
  const stdin = /^\s*\|/.test(file) ? flow(undefined, [{ kind: 'command', name: 'perl' }]) : state.stdin;
  readSource(file.replace(/^\s*\||\|\s*$/g, ''), fork(state, { stdin }), reader);
}

/** `stat.S_IRWXU | stat.S_IRWXO`: a mode of constants counts only if it gives others rights or sets the user id. */
function modeOf({ ref = '' }: Value): string | undefined {
  if (/\bS_IS[UG]ID\b/.test(ref)) return '4755';
  return /\bS_I(?:RWXO|WOTH)\b/.test(ref) ? '777' : undefined;
}

export const runChmod: Action = ({ self, args }, running) => {
  const all = [...(self?.path ? [self] : []), ...args.flatMap((arg) => arg.items ?? [arg])].map(
    (value) => modeOf(value) ?? firstText(value),
  );
  const mode = all.find((text) => /^0?o?[0-7]{3,4}$/.test(text))?.replace(/^0?o/, '');
  const path = all.find((text) => /[/~.]|^[a-z]/i.test(text) && !/^0?o?[0-7]{3,4}$/.test(text));
  if (mode && path && counts(path, running))
    runAsCommand(['chmod', mode, path], running.state, running.reader);
};

export const runCopy: Action = ({ self, args, named }, running, kind) => {
  const from = self?.path ? self : (named.get('src') ?? args[0]);
  const to = named.get('dst') ?? named.get('target') ?? (self?.path ? args[0] : args[1]);
  if (!from || !to || (running.isProgram && firstText(to).startsWith(HOLE))) return;
  for (const source of atMost(wordsFor(from), 4, running.reader))
    for (const destination of atMost(wordsFor(to), 4, running.reader))
      runAsCommand(
        kind === 'ln' ? ['ln', '-s', source, destination] : [kind, source, destination],
        running.state,
        running.reader,
      );
};
