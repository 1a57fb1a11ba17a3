// Finds the spec of a program and reads a command's arguments by it.
import type { ShellCommand, Word } from '../types.ts';
import type { Args } from './args.ts';
import { argsByGrammar } from './by-grammar.ts';
import { type CommandGrammar, grammarOf } from './grammar/grammar.ts';
import { groupOf, groups } from './index.generated.ts';
import { cloudCmdlet, withoutRelease } from './names.ts';
import { type Grammar, readArgs } from './read-args.ts';
import type { CommandSpec, ProgramSpec, Trait } from './spec.ts';

const UNKNOWN: CommandSpec = {};

/** Programs from the config, by name. */
let configPrograms: ReadonlyMap<string, ProgramSpec> = new Map();

/** Sets the programs of the config, for all commands that are read afterwards. */
export function setConfigPrograms(programs: readonly ProgramSpec[]): void {
  if (programs.length === 0 && configPrograms.size === 0) return;
  const specs = new Map<string, ProgramSpec>();
  for (const spec of programs)
    for (const name of spec.names.split(' ')) {
      const before = specs.get(name) ?? builtInSpec(name);
      specs.set(name, before ? withAdditions(before, spec) : spec);
    }
  configPrograms = specs;
}

/** Adds what a config says about a program that Pawl knows. A config can't change or remove built-in knowledge. */
const withAdditions = (known: ProgramSpec, more: ProgramSpec): ProgramSpec => ({
  ...known,
  options: { ...more.options, ...known.options },
  subcommands: { ...more.subcommands, ...known.subcommands },
  effects: [
    ...(known.effects ?? []),
    ...(more.effects ?? []).map((rule) => (more.kind ? { kind: more.kind, ...rule } : rule)),
  ],
});

/** Where the knowledge about a program comes from; `group` is the page under docs/programs. */
export interface Knowledge {
  from: 'built-in' | 'config' | 'grammar' | 'nowhere';
  group?: string;
}

export function knowledgeOf(name: string, programs: readonly ProgramSpec[]): Knowledge {
  const spec = builtInSpec(name);
  const group = spec && groupOf(spec.names.split(' ')[0]!);
  const page = group && { group };
  if (programs.some(({ names }) => names.split(' ').includes(name))) return { from: 'config', ...page };
  if (spec) return { from: 'built-in', ...page };
  return { from: grammarOf(name) ? 'grammar' : 'nowhere' };
}

const known = new Map<string, ProgramSpec | undefined>();

/** The spec of a program by its name, or by its name without a version and a platform: `python3.11` is `python`. */
export function specOf(name: string): ProgramSpec | undefined {
  const own = configPrograms.get(name);
  if (own) return own;
  return builtInSpec(name);
}

function builtInSpec(name: string): ProgramSpec | undefined {
  if (known.has(name)) return known.get(name);
  const found =
    builtIn(name) ??
    builtIn(name.replace(/[\d.]+$/, '')) ??
    builtIn(cloudCmdlet(name) ?? name.replace(/[._-].*$/, '.*')) ??
    builtIn(withoutRelease(name));
  known.set(name, found);
  return found;
}

function builtIn(name: string): ProgramSpec | undefined {
  const group = groupOf(name);
  return group && groups[group]().find((spec) => spec.names.split(' ').includes(name));
}

/** Whether a spec says what the program does. One of a project that nobody trusts may only add effects. */
export function isDescribed(name: string): boolean {
  const spec = specOf(name);
  return spec !== undefined && spec.onlyAdds !== true;
}

export const programOf = (command: ShellCommand): CommandSpec => specOf(command.name) ?? UNKNOWN;

/** Whether a program puts its input into the words of another command, as `xargs` does. */
export const fillsWords = (name: string): boolean =>
  specOf(name)?.behaviours?.some((one) => one === 'runsForEachWord' || one === 'runsInParallel') === true;

export const hasTrait = (name: string, trait: Trait): boolean =>
  specOf(name)?.traits?.includes(trait) === true;

/** Looks up in the grammar table whether an option takes a value, given the subcommands read so far. */
const grammarFor =
  (name: string): Grammar =>
  (operands, option) => {
    let at: CommandGrammar | undefined = grammarOf(name);
    for (const { text } of operands) at = at?.subcommands.get(text)?.() ?? at;
    const found = at?.options.get(option) ?? at?.sharedOptions.get(option);
    return found && found.values.length > 0 && !found.attachedOnly && found.values[0]?.optional !== true;
  };

function readWords(name: string, words: readonly Word[]): Args {
  const spec = specOf(name);
  const grammar = spec || words.length === 0 || !isName(name) ? undefined : grammarOf(name);
  return grammar ? argsByGrammar(words, grammar) : readArgs(words, spec ?? UNKNOWN, grammarFor(name));
}

/** False for keywords of the shell, and for findings that are not commands, such as `(fork-bomb)`. */
const isName = (name: string) => /^[a-z][\w.+-]*$/.test(name) && !KEYWORDS.test(name);
const KEYWORDS = /^(if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|coproc)$/;

/** The arguments of commands that were read before, because several parts ask for them. */
const readings = new WeakMap<readonly unknown[], { name: string; args: Args }>();

/** The arguments of a command, read by the spec of its program. */
export function argsOf(command: ShellCommand): Args {
  const before = readings.get(command.words);
  if (before?.name === command.name) return before.args;
  const args = readWords(command.name, command.words.slice(1));
  readings.set(command.words, { name: command.name, args });
  return args;
}
