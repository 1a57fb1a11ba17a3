// Finds the words of a command that no spec explains: all words of a program without a spec, and the values of options
// that a spec does not list. Policies judge the paths and commands in them.

import { pattern } from '../base/pattern.ts';
import type { ShellCommand, Word } from '../types.ts';
import { hasKind } from './args.ts';
import { argsOf, hasTrait, specOf } from './registry.ts';
import type { ProgramSpec } from './spec.ts';

/** Options whose value is prose or a pattern, whatever the program: a message may mention any file or command. */
const PROSE = pattern(
  String.raw`
  ^--?(m|message|title|body|description|desc|subject|comment|note|notes|text|prompt|query|search|grep|
  filter|match|pattern|regex(p)?|name|label|author|(exclude|ignore|skip|include)(-\w+)*)$
`,
  'i',
);

/** The words whose meaning no spec gives. Empty for programs whose spec says what their words are. */
export function unexplainedWords(command: ShellCommand): readonly Word[] {
  const { name, words } = command;
  if (!/^[\w.]/.test(name) || command.remote || hasTrait(command, 'words')) return [];
  const spec = specOf(command);
  if (!spec || hasUnreadCode(command)) return withoutProse(words.slice(1));
  return isReadElsewhere(spec) ? [] : unlistedWords(command);
}

/** Whether words and input are code that Pawl does not read, but searches for paths and commands. */
export function hasUnreadCode(command: ShellCommand): boolean {
  const { traits, language } = argsOf(command).spec;
  return (
    hasTrait(command, 'unread-code') ||
    traits?.includes('unread-code') === true ||
    (language !== undefined && /^(other|lisp)$/.test(language))
  );
}

/** Shells, interpreters and wrappers: the walk reads their code and the commands they run. */
const isReadElsewhere = ({ traits, language, runs }: ProgramSpec) =>
  language !== undefined || runs !== undefined || traits?.includes('shell') === true;

/** Leaves out values of options for messages and patterns, `tool --message "rm -rf /"`, unless the value is one path. */
const withoutProse = (words: readonly Word[]): readonly Word[] =>
  words.filter((w, i) => {
    if (PROSE.test(words[i - 1]?.text ?? '') && !/^[~/]\S*$/.test(w.text)) return false;
    const equals = w.text.startsWith('-') ? w.text.indexOf('=') : -1;
    return equals < 0 || !PROSE.test(w.text.slice(0, equals));
  });

/** The values of options that the spec does not list, and operands that it says nothing about. */
function unlistedWords(command: ShellCommand): readonly Word[] {
  const args = argsOf(command);
  if (hasKind(args, 'asks') || hasKind(args, 'dry')) return [];
  const values = args.options.flatMap(({ name, value, kind }) =>
    kind === undefined && value && !PROSE.test(name) ? [value] : [],
  );
  return [...values, ...args.possibleValues.flatMap((at) => args.operands[at] ?? [])];
}
