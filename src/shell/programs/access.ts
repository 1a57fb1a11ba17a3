// Finds the files that the options and operands of a command name, by their kinds.
import { resolve, target } from '../base/paths.ts';
import type { ShellCommand, ShellWorld, Word } from '../types.ts';
import { type Args, hasKind, ofKind } from './args.ts';
import type { FileAccess } from './behaviour.ts';

export function namedFiles(given: ShellCommand, args: Args, world: ShellWorld): FileAccess[] {
  const command = withCwdOption(given, args);
  const operands = args.operands.slice(args.depth);
  return [
    ...optionFiles(command, args),
    ...urlFiles(command, args),
    ...operandFiles(command, args, operands),
    ...copiesIntoDirectory(command, args, operands, world),
  ];
}

/** `aws … --policy file://p.json`, `sqlite3 'file:app.db?mode=ro'`: a path in the form of an address. */
const urlFiles = (command: ShellCommand, args: Args): FileAccess[] =>
  [...args.options.flatMap(({ value }) => value ?? []), ...args.operands].flatMap((w) => {
    const path = /^fileb?:(?:\/\/(?:localhost)?)?([~/][^?#]*)/i.exec(w.text)?.[1];
    return path ? [access('read', { ...w, text: path }, command)] : [];
  });

/** `make -C dir`, `git -C dir`: the paths of the command are relative to that directory. */
export function withCwdOption(command: ShellCommand, args: Args): ShellCommand {
  const folder = ofKind(args, 'cwd').at(-1);
  return folder ? { ...command, cwd: resolve(folder.text, command.cwd) } : command;
}

export const access = (kind: FileAccess['kind'], w: Word, command: ShellCommand): FileAccess => ({
  kind,
  target: target(w, command.cwd),
});

const accessAll = (kind: FileAccess['kind'], words: readonly Word[], command: ShellCommand) =>
  words.map((w) => access(kind, w, command));

/** `-` stands for the input or the output, not for a file. */
const isFile = (w: Word) => w.text !== '-';

export const optionFiles = (command: ShellCommand, args: Args): FileAccess[] => [
  ...accessAll(
    'read',
    ofKind(args, 'reads', 'loads', 'tasks', 'pattern-file', 'sends-file').filter(isFile),
    command,
  ),
  ...accessAll('write', ofKind(args, 'writes', 'into').filter(isFile), command),
  ...accessAll('delete', ofKind(args, 'deletes'), command),
];

/** A word of the form `host:path` is a path on another machine or in a container. */
const isRemote = (w: Word) => /^[^/\s]+:/.test(w.text) && !/^[A-Za-z]:[\\/]/.test(w.text);

/** If an option of one of these kinds is given, the first operand is not the pattern but a file. */
const PATTERNS = ['pattern', 'pattern-file', 'code'] as const;

function operandFiles(command: ShellCommand, args: Args, all: readonly Word[]): FileAccess[] {
  const accesses = (kind: FileAccess['kind'], words: readonly Word[]) => accessAll(kind, words, command);
  const isNamed = PATTERNS.some((kind) => hasKind(args, kind));
  const pattern = args.spec.operands === 'pattern' && !isNamed;
  const files = pattern ? all.slice(1) : all;
  if (hasKind(args, 'in-place')) return accesses('write', files);
  if (hasKind(args, 'names-only')) return [];
  switch (args.spec.operands) {
    case 'reads':
    case 'pattern':
      return [...accesses('read', files), ...accesses('read', argumentFiles(files))];
    case 'first':
      return accesses('read', all.slice(0, 1));
    case 'output':
      return accesses('write', all.slice(0, 1));
    case 'archive':
      return [...accesses('write', all.slice(0, 1)), ...accesses('read', all.slice(1))];
    case 'second':
      return [...accesses('read', all.slice(0, 1)), ...accesses('write', all.slice(1, 2))];
    case 'writes':
      return accesses('write', all);
    case 'deletes':
      return accesses('delete', all);
    case 'copies':
      return copied(command, args, all, 'read');
    case 'moves':
      return copied(command, args, all, 'delete');
    default:
      return [];
  }
}

/** `gcc @args`: many programs take more arguments from a file. */
const argumentFiles = (words: readonly Word[]) =>
  words.filter((w) => /^@[/~.\w]/.test(w.text)).map((w) => ({ ...w, text: w.text.slice(1) }));

function copied(
  command: ShellCommand,
  args: Args,
  all: readonly Word[],
  kind: 'read' | 'delete',
): FileAccess[] {
  const onlySources = hasKind(args, 'into') || (all.length < 2 && kind === 'read') || hasKind(args, 'dry');
  const sources = onlySources ? all : all.slice(0, -1);
  const destinations = onlySources ? [] : all.slice(-1);
  return [...accessAll(kind, sources, command), ...accessAll('write', destinations, command)].filter(
    ({ target: { text } }) => !isRemote({ text } as Word),
  );
}

/** `cp .zshrc ~/` writes `~/.zshrc`: a file that is copied into a directory keeps its name. */
function copiesIntoDirectory(
  command: ShellCommand,
  args: Args,
  operands: readonly Word[],
  { home }: ShellWorld,
): FileAccess[] {
  const into = operands.at(-1);
  const copies = args.spec.operands === 'copies' || args.spec.operands === 'moves';
  if (!into || !copies || hasKind(args, 'dry')) return [];
  if (!into.text.endsWith('/') && into.text !== home) return [];
  return operands.slice(0, -1).flatMap((w) => {
    const name = w.text.slice(w.text.lastIndexOf('/') + 1);
    const text = `${into.text.replace(/\/+$/, '')}/${name}`;
    return /^\.?$/.test(name) ? [] : [access('write', { ...into, text, glob: w.glob }, command)];
  });
}
