// Finds the spec of a program and reads a command's arguments by it.
import type { ConfigPrograms, ShellCommand } from '../types.ts';
import type { Args } from './args.ts';
import { argsByGrammar } from './by-grammar.ts';
import { type CommandGrammar, grammarOf } from './grammar/grammar.ts';
import { groupOf, groups } from './index.generated.ts';
import { cloudCmdlet, withoutRelease } from './names.ts';
import { type Grammar, readArgs } from './read-args.ts';
import type { CommandSpec, EffectRule, ProgramSpec, Trait } from './spec.ts';

const UNKNOWN: CommandSpec = {};

/** What the spec of a program is found by. A command has it all. */
export type Program = Pick<ShellCommand, 'name' | 'programs'>;

/** The program of another name, as the reading of this command knows it. */
export const programNamed = (name: string, { programs }: Pick<ShellCommand, 'programs'>): Program => ({
  name,
  ...(programs && { programs }),
});

/** What the config says about programs, by name. */
export function configPrograms(programs: readonly ProgramSpec[]): ConfigPrograms | undefined {
  if (programs.length === 0) return undefined;
  const described = new Map<string, ProgramSpec>();
  const added = new Map<string, readonly EffectRule[]>();
  for (const spec of programs)
    for (const name of spec.names.split(' ')) {
      const known = described.get(name) ?? builtInDescription(name);
      if (!spec.onlyAdds) described.set(name, known ? withMoreWords(known, spec) : spec);
      if (known || spec.onlyAdds) added.set(name, [...(added.get(name) ?? []), ...effectsOf(spec)]);
    }
  return { described, added };
}

/** Adds what a config says about a program that is described already. A config can't change or remove what is known. */
const withMoreWords = (known: ProgramSpec, more: ProgramSpec): ProgramSpec => ({
  ...known,
  options: { ...more.options, ...known.options },
  subcommands: { ...more.subcommands, ...known.subcommands },
});

const effectsOf = ({ kind, effects = [] }: ProgramSpec): readonly EffectRule[] =>
  kind ? effects.map((rule) => ({ kind, ...rule })) : effects;

/** Where the knowledge about a program comes from; `group` is the page under docs/programs. */
export interface Knowledge {
  from: 'built-in' | 'config' | 'grammar' | 'nowhere';
  group?: string;
}

export function knowledgeOf(name: string, programs: readonly ProgramSpec[]): Knowledge {
  const spec = builtInSpec(name);
  const group = spec && groupOf(spec.names.split(' ')[0]!);
  const page = group && { group };
  const describes = ({ names, onlyAdds }: ProgramSpec) => !onlyAdds && names.split(' ').includes(name);
  if (programs.some(describes)) return { from: 'config', ...page };
  if (spec) return { from: 'built-in', ...page };
  return { from: grammarOf(name) ? 'grammar' : 'nowhere' };
}

const known = new Map<string, ProgramSpec | undefined>();

/**
 * The spec that describes a program, found by its name, or by its name without a version and a platform: `python3.11` is
 * `python`. A spec that only adds effects describes nothing, so it can't make a command look harmless.
 */
export const specOf = ({ name, programs }: Program): ProgramSpec | undefined =>
  programs?.described.get(name) ?? builtInDescription(name);

function builtInDescription(name: string): ProgramSpec | undefined {
  const spec = builtInSpec(name);
  return spec?.onlyAdds ? undefined : spec;
}

function builtInSpec(name: string): ProgramSpec | undefined {
  if (known.has(name)) return known.get(name);
  const found =
    findInGroups(name) ??
    findInGroups(name.replace(/[\d.]+$/, '')) ??
    findInGroups(cloudCmdlet(name) ?? name.replace(/[._-].*$/, '.*')) ??
    findInGroups(withoutRelease(name));
  known.set(name, found);
  return found;
}

function findInGroups(name: string): ProgramSpec | undefined {
  const group = groupOf(name);
  return group && groups[group]().find((spec) => spec.names.split(' ').includes(name));
}

export const isDescribed = (program: Program): boolean => specOf(program) !== undefined;

export const programOf = (program: Program): CommandSpec => specOf(program) ?? UNKNOWN;

/** Whether a program puts its input into the words of another command, as `xargs` does. */
const fillsWords = (program: Program): boolean =>
  specOf(program)?.behaviours?.some(
    (behaviour) => behaviour === 'runsForEachWord' || behaviour === 'runsInParallel',
  ) === true;

/** Whether a program around this command fills in some of its words: `find … | xargs rm`. */
export const isFilledByWrapper = (command: ShellCommand): boolean =>
  command.via.some((name) => fillsWords(programNamed(name, command)));

export const hasTrait = (program: Program, trait: Trait): boolean =>
  specOf(program)?.traits?.includes(trait) === true;

/** Looks up in the grammar table whether an option takes a value, given the subcommands read so far. */
const grammarFor =
  (name: string): Grammar =>
  (operands, option) => {
    let at: CommandGrammar | undefined = grammarOf(name);
    for (const { text } of operands) at = at?.subcommands.get(text)?.() ?? at;
    const found = at?.options.get(option) ?? at?.sharedOptions.get(option);
    return found && found.values.length > 0 && !found.attachedOnly && found.values[0]?.optional !== true;
  };

function readWords(command: ShellCommand): Args {
  const { name } = command;
  const words = command.words.slice(1);
  const spec = specOf(command);
  const grammar = spec || words.length === 0 || !isName(name) ? undefined : grammarOf(name);
  return grammar ? argsByGrammar(words, grammar) : readArgs(words, spec ?? UNKNOWN, grammarFor(name));
}

/** False for keywords of the shell, and for text that no program is called, such as `db.dropdatabase()`. */
const isName = (name: string) => /^[a-z][\w.+-]*$/.test(name) && !KEYWORDS.test(name);
const KEYWORDS = /^(if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|coproc)$/;

/** Specs that only add effects to the program of a command, with its arguments as they are read for these effects. */
export function additionsTo(command: ShellCommand): readonly { spec: CommandSpec; args: Args }[] {
  const { name, programs } = command;
  const builtIn = builtInSpec(name);
  const effects = programs?.added.get(name);
  const spec = specOf(command);
  return [...(builtIn?.onlyAdds ? [builtIn] : []), ...(effects ? [{ effects }] : [])].map((added) => {
    const both = { ...added, ...spec, effects: [...(spec?.effects ?? []), ...(added.effects ?? [])] };
    return { spec: added, args: readArgs(command.words.slice(1), both, grammarFor(name)) };
  });
}

/** The arguments of commands that were read before, because several parts ask for them. */
const readings = new WeakMap<readonly unknown[], { name: string; args: Args }>();

/** The arguments of a command, read by the spec of its program. */
export function argsOf(command: ShellCommand): Args {
  const before = readings.get(command.words);
  if (before?.name === command.name) return before.args;
  const args = readWords(command);
  readings.set(command.words, { name: command.name, args });
  return args;
}
