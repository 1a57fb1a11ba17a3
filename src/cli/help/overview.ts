// The source of completions and the man page: the table of commands with their options.
import type { Command, Option } from '../command.ts';

export interface CommandOverview {
  name: string;
  group: string;
  about: string;
  usage: string;
  details: string;
  options: Record<string, Option>;
  /** The subcommands: `new` and `test` of `pawl policies`. */
  words: string[];
}

export function overviewOf(group: string, name: string, about: string, command: Command): CommandOverview {
  const { usage = '', details = '', options = {} } = command;
  return { group, name, about, usage, details, options, words: wordsOf(usage) };
}

/** Words of a usage that stand for something else. */
const placeholders = ['id', 'tool_use_id', 'session', 'conversation', 'role', 'file', 'name', 'event'];

/** The subcommands in a usage such as `[new <id> | test [<id>]]`: without placeholders, quoted texts and options. */
function wordsOf(usage: string): string[] {
  const literal = usage.replace(/<(?![a-z-]+\|)[^>]*>|["'][^"']*["']|--.*/g, ' _');
  return literal
    .split('|')
    .flatMap((part) => /^[\s[<(]*([a-z][a-z_-]*)(?![a-z_…-])/.exec(part)?.[1] ?? [])
    .filter((word) => !placeholders.includes(word));
}
