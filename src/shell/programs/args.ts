// The arguments of a command, split into options and operands (read-args.ts), and questions about them.
import type { Word } from '../types.ts';
import type { CommandSpec, OptionKind } from './spec.ts';

export interface Option {
  name: string;
  value: Word | undefined;
  /** Undefined for an option that the spec does not list. */
  kind: OptionKind | undefined;
  /** How many subcommands stand before it. */
  depth: number;
}

export interface Args {
  options: readonly Option[];
  /** The words that are not options; these include the subcommands. */
  operands: readonly Word[];
  /** How many of the operands are known subcommands. */
  depth: number;
  /** The spec of the innermost subcommand, or of the program itself. */
  spec: CommandSpec;
  /** Indexes of operands that may instead be the value of the unknown option before them. */
  possibleValues: readonly number[];
  /** An option is not known before the command runs (`$flags`), so it may be any option. */
  unclear: boolean;
  /** Options before the subcommand do not belong to the subcommand. */
  globalFirst: boolean;
}

/** Whether one of `names` (separated by blanks) is given, and not as `=false`. Long options may be abbreviated. */
export function has(args: Args, names: string): boolean {
  return names.split(' ').some((name) => {
    // `--x --x=false`: the last one wins.
    const last = args.options.findLast((option) => isOption(option, name) && isOwn(option, args));
    return last !== undefined && last.value?.text !== 'false';
  });
}

/** Whether an option belongs to the subcommand: in `git -p checkout`, `-p` belongs to git. */
const isOwn = ({ depth }: Option, args: Args) => !args.globalFirst || depth >= args.depth;

/** Compares names. Long options may be abbreviated, unless the short form is an option itself. */
function isOption({ name: given, kind }: Option, name: string): boolean {
  if (given === name) return true;
  if (kind !== undefined || !name.startsWith('--')) return false;
  return given.length > 2 && given.startsWith('--') && name.startsWith(given);
}

export function firstValue(args: Args, names: string): Word | undefined {
  return valuesOf(args, names)[0];
}

export function valuesOf(args: Args, names: string): Word[] {
  const wanted = names.split(' ');
  return args.options.flatMap((o) => (o.value && wanted.some((n) => isOption(o, n)) ? [o.value] : []));
}

export const hasKind = (args: Args, kind: OptionKind): boolean =>
  args.options.some((option) => option.kind === kind);

/** The values of all options of a kind. */
export const ofKind = (args: Args, ...kinds: OptionKind[]): Word[] =>
  args.options.flatMap((o) => (o.value && o.kind && kinds.includes(o.kind) ? [o.value] : []));

/** Whether `--help` or `--version` is given, which makes any command harmless. */
export function onlyPrintsHelp(args: Args): boolean {
  const isGiven = (name: string) => {
    const last = args.options.findLast((option) => option.name === name);
    return last !== undefined && last.value === undefined;
  };
  return isGiven('--help') || isGiven('-help') || (isGiven('--version') && args.operands.length === 0);
}
