// Judges the words that no spec explains: they may be a command that the program runs, or name a file that it reads or
// writes.
import { effect } from '../base/effect.ts';
import { lossEffects } from '../base/loss.ts';
import { resolve } from '../base/paths.ts';
import { HOLE, singleQuoted, word } from '../base/words.ts';
import {
  DELETING_WORD,
  EMBEDDED,
  INTERPRETER,
  PIPED_TO_SHELL,
  SHELL_NAME,
  SHELL_WITH_CODE,
  TYPED_COMMAND,
  WHOLE_COMMAND,
} from '../programs/names.ts';
import { argsOf, hasTrait, isDescribed, specOf } from '../programs/registry.ts';
import { hasUnreadCode, unexplainedWords } from '../programs/unexplained.ts';
import { matchToken } from '../programs/word-patterns.ts';
import type { Effect, ShellCommand, ShellWorld, Target, Word } from '../types.ts';

const MAX_NESTED = 12;

/** The commands that the arguments of an unknown program may be: `rm -rf /` in `tool rm -rf /`. */
export function embeddedCommands(command: ShellCommand): ShellCommand[] {
  if (isUnderstood(command) || command.via.length > MAX_NESTED) return [];
  const { words } = command;
  // `aws s3 cp`: where a spec says what some words do, they are no command unless an option says so.
  const isKnown = isDescribed(command) && specOf(command)?.effects !== undefined;
  const explained = isKnown ? explainedValues(command) : [];
  const found = words.findIndex(
    (w, i) =>
      i > 0 &&
      i < words.length - 1 &&
      (EMBEDDED.test(baseName(w)) || hasEffectAfter(w.text, words[i + 1]?.text ?? '')) &&
      (!isKnown || (RUNS_NEXT.test(words[i - 1]?.text ?? '') && !explained.includes(w))),
  );
  const first = words[found];
  return first ? [commandAt(command, words.slice(found), baseName(first))] : [];
}

/** `tool helm uninstall x`: a program whose spec has an effect that begins with the next word. */
function hasEffectAfter(name: string, next: string): boolean {
  const rules = /^[a-z][\w-]+$/.test(name) ? (specOf({ name })?.effects ?? []) : [];
  return rules.some(({ when = '*' }) => !when.startsWith('*') && matchToken(when.split(' ', 1)[0]!, next));
}

/** The values of options that the spec lists: `tool -e prod` where `-e` names an environment. */
const explainedValues = (command: ShellCommand): Word[] =>
  argsOf(command).options.flatMap(({ kind, value }) => (kind !== undefined && value ? [value] : []));

/** Words after which programs expect a command: `kitty -e cmd`, `tool start -- cmd`. */
const RUNS_NEXT = /^(--|-[ex]|--?exec(ute)?|--command|--run)$/;

const baseName = (w: Word) => w.text.toLowerCase().replace(/^.*\//, '');

/** Whether the spec says what the program does with its arguments. */
function isUnderstood(command: ShellCommand): boolean {
  const spec = specOf(command);
  if (!spec) return false;
  return (
    hasTrait(command, 'words') ||
    spec.operands !== undefined ||
    (spec.runs && spec.runs.operands !== 'none') === true
  );
}

/** The command that begins at some argument; `find x -delete` is read as `rm -r x`. */
function commandAt(command: ShellCommand, words: readonly Word[], name: string): ShellCommand {
  const via = [...command.via, command.name];
  const options = words.filter((w) => /^[-(!]/.test(w.text));
  if (name !== 'find' || options.length !== 1 || options[0]?.text !== '-delete')
    return { ...command, name, words, via };
  return { ...command, name: 'rm', words: [word('rm'), word('-r'), ...words.slice(1, -1)], via };
}

/** Source that an unknown program may pass to a shell: `tool "bash -c '…'"`, `tool python -c '…'`. */
export function shellSources(command: ShellCommand): string[] {
  const { name, words } = command;
  if (name === '') return codeOfUnknown(words);
  const typed = unexplainedWords(command).flatMap((w) => commandsIn(w.text));
  const sources = words.slice(1).flatMap((w) => (SHELL_WITH_CODE.test(w.text) ? [w.text] : []));
  typed.push(...unexplainedWords(command).flatMap((w) => (WHOLE_COMMAND.test(w.text) ? [w.text] : [])));
  const starts = [findAction(words), codeForInterpreter(words)].filter((at) => at > 0);
  if (sources.length === 0 && starts.length === 0) return typed;
  if (isUnderstood(command)) return typed;
  return [...typed, ...sources, ...starts.map((at) => words.slice(at).map(quoted).join(' '))];
}

/** The commands in a text that an unknown program gets: its input, or a file that was written before. */
export const commandsInText = (text: string | undefined): string[] =>
  text === undefined ? [] : commandsIn(text);

/** Whether another part of the reader handles the input of a program, or its spec says that the input does no harm. */
export const isInputRead = (command: ShellCommand) =>
  specOf(command) !== undefined && !hasUnreadCode(command);

const MAX_TYPED = 64;

/** Commands inside a longer text, such as `(term "rm -rf ~/Documents")`. */
function commandsIn(text: string): string[] {
  const joined = text.replace(LIST_SEPARATOR, ' ');
  if (!/\s/.test(joined)) return [];
  const lists = joined === text ? [] : [...joined.matchAll(TYPED_COMMAND)];
  return [...text.matchAll(TYPED_COMMAND), ...lists, ...text.matchAll(PIPED_TO_SHELL)]
    .slice(0, MAX_TYPED)
    .map(([found]) => found.replace(/\\$/, ''));
}

/** Between the words of a command that is written as a list: `["rm", "-rf", "x"]`, `start("rm", args: ["-rf"])`. */
const LIST_SEPARATOR = /(["'])\s*,\s*(?:\w+\s*[:=]\s*)?[[({]?\s*\1/g;

/** `$tool -c '…'`: whatever the program is, the value of `-c` is probably code. */
function codeOfUnknown(words: readonly Word[]): string[] {
  const at = words.findIndex((w, i) => i > 0 && /^-(\w?c|e|command)$/i.test(w.text));
  const code = at > 0 ? words[at + 1] : undefined;
  return code ? [code.text] : [];
}

/** The index of `find` in `tool find . -exec …`, or -1. */
function findAction(words: readonly Word[]): number {
  const find = words.findIndex((w, i) => i > 0 && w.text === 'find');
  return find > 0 && words.slice(find).some((w) => /^-exec(dir)?$/.test(w.text)) ? find : -1;
}

/** The index of `sh` in `tool sh -c '…'`, or of `python3` in `tool python3 -c '…'`, or -1. */
const codeForInterpreter = (words: readonly Word[]) =>
  words.findIndex((w, i) => {
    const option = words[i + 1]?.text ?? '';
    if (i === 0) return false;
    return (
      (SHELL_NAME.test(w.text) && /^-\w*c$/.test(option)) ||
      (INTERPRETER.test(w.text) && /^-[cer]$/.test(option))
    );
  });

const quoted = ({ text }: Word) => singleQuoted(text);

const MAX_NAMED = 500;
const MAX_INPUT = 200_000;

const tooMany = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'unknown-code',
    weight: 'risky',
    code: 'unreadable',
    reason: 'Names more files than can be checked.',
  });

/** A fact for the policies: the paths that unexplained words name, alone or inside a longer text. */
export function namedEffects(command: ShellCommand, world: ShellWorld): Effect[] {
  const words = unexplainedWords(command);
  const input = isInputRead(command) || command.name === '' ? [] : [command.stdin?.text ?? ''];
  const texts = [...words.map((w) => w.text), ...input.map((text) => text.slice(0, MAX_INPUT))];
  const named = texts.flatMap(pathsIn);
  const targets = named.slice(0, MAX_NAMED);
  if (targets.length === 0) return [];
  const isCut = named.length > MAX_NAMED || input.some((text) => text.length > MAX_INPUT);
  return [
    ...(isCut ? [tooMany(command)] : []),
    effect(command, {
      kind: 'names',
      weight: 'plain',
      code: 'names',
      reason: 'Names a file.',
      targets: targets.map((text) => namedTarget(text, command, world)),
    }),
  ];
}

/** `tool purge ~ --recursive`: an unknown program that is told to delete the home, the root or a folder of the system. */
export function unknownDeletes(command: ShellCommand, world: ShellWorld): Effect[] {
  if (isDescribed(command)) return [];
  const words = unexplainedWords(command);
  if (!words.some((w) => DELETING_WORD.test(w.text))) return [];
  return words
    .filter((w) => /^[~/]/.test(w.text))
    .flatMap((w) => lossEffects(command, w, true, world, 'delete'))
    .filter((e) => e.weight === 'irreversible')
    .map((e): Effect => ({ ...e, weight: 'risky' }));
}

/** Words or parts of words that look like a path or a file name. */
const pathsIn = (text: string): string[] =>
  text
    .split(/[\s"'`()<>{}[\],;|&=@?]+|:(?!\\)|(?<=^-\w)(?=[/~])/)
    .filter((part) => part.length > 2 && /[./~_]|^\w:\\/.test(part) && !/^[-+]|^\/\//.test(part));

function namedTarget(text: string, command: ShellCommand, world: ShellWorld): Target {
  const path = fromEmulator(text, world).replace(/^~(?=\/|$)/, world.home);
  return {
    text,
    path: path.startsWith(HOLE) ? undefined : resolve(path, command.cwd),
    glob: /[*?[]/.test(text),
  };
}

/** `c:\etc\shadow`: programs that imitate Windows call the root of this machine a drive. */
const fromEmulator = (text: string, { home }: ShellWorld) =>
  /^[A-Za-z]:\\/.test(text) && home.startsWith('/') && !/^\/?[A-Za-z]:/.test(home)
    ? text.slice(2).replaceAll('\\', '/')
    : text;
