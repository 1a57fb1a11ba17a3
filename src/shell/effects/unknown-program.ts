// Looks at the arguments of unknown programs, which may be a command that they run.
import { word } from '../base/words.ts';
import { DESTRUCTIVE, SHELL_NAME, SHELL_WITH_CODE } from '../programs/names.ts';
import { hasTrait, specOf } from '../programs/registry.ts';
import type { ShellCommand, Word } from '../types.ts';

const MAX_NESTED = 12;

/** The commands that the arguments of an unknown program may be: `rm -rf /` in `tool rm -rf /`. */
export function embeddedCommands(command: ShellCommand): ShellCommand[] {
  if (isUnderstood(command.name) || command.via.length > MAX_NESTED) return [];
  return command.words.slice(1, -1).flatMap((w, i) => {
    const name = w.text.toLowerCase().replace(/^.*\//, '');
    return DESTRUCTIVE.test(name) ? [commandAt(command, command.words.slice(i + 1), name)] : [];
  });
}

/** Whether the spec says what the program does with its arguments. */
function isUnderstood(name: string): boolean {
  const spec = specOf(name);
  if (!spec || spec.onlyAdds) return false;
  return (
    hasTrait(name, 'words') ||
    spec.effects !== undefined ||
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

/** `tool "bash -c '…'"`: source that an unknown program may pass to a shell. */
export function shellSources({ name, words }: ShellCommand): string[] {
  if (name === '') return codeOfUnknown(words);
  const sources = words.slice(1).flatMap((w) => (SHELL_WITH_CODE.test(w.text) ? [w.text] : []));
  const later = [findAction(words), shellWithCode(words)].filter((at) => at > 0);
  if (sources.length === 0 && later.length === 0) return [];
  if (isUnderstood(name)) return [];
  return [...sources, ...later.map((at) => words.slice(at).map(quoted).join(' '))];
}

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

/** The index of `sh` in `tool sh -c '…'`, or -1. */
const shellWithCode = (words: readonly Word[]) =>
  words.findIndex((w, i) => i > 0 && SHELL_NAME.test(w.text) && /^-\w*c$/.test(words[i + 1]?.text ?? ''));

const quoted = (w: Word) => `'${w.text.replaceAll("'", "'\\''")}'`;
