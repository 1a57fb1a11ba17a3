// Encodes a simplified command as a line of the grammar table; src/shell/programs/grammar/decode.ts decodes it.
import type { EncodedCommand, EncodedOptions } from '../../../src/shell/programs/grammar/types.ts';
import type { PlainCommand } from './simplify.ts';

type Codes = ReadonlyMap<string, string>;

/** The commands of one line; those that are described in another line are only named here. */
export function encodeProgram(root: PlainCommand): EncodedCommand | string {
  if (root.reference) return root.reference;
  const shared = sharedOptions(root);
  return withoutEmpty({
    all: grouped(shared),
    ...encodeCommand(root, { shared, inherited: new Map(), singleDash: false }),
  });
}

const everyCommand = (command: PlainCommand): PlainCommand[] =>
  command.reference ? [] : [command, ...command.subcommands.flatMap(everyCommand)];

const isGroup = (command: PlainCommand) => command.subcommands.length > 0;
const isShort = (name: string) => name.length === 2;
const withoutPersistent = (code: string) => (code[0] === '^' ? code.slice(1) : code);

/**
 * Options that are written once for all commands of a line: long options with the meaning they have in most commands, and
 * short ones that mean the same everywhere. Flags are listed only where a subcommand may follow.
 */
function sharedOptions(root: PlainCommand): Map<string, string> {
  const uses = new Map<string, string[]>();
  const beforeSubcommand = new Set<string>();
  for (const command of everyCommand(root))
    for (const [name, code] of command.options) {
      append(uses, name, withoutPersistent(code));
      if (isGroup(command)) beforeSubcommand.add(name);
    }
  const shared = new Map<string, string>();
  for (const [name, codes] of uses) {
    const code = mostFrequent(codes);
    const isWorthSaying = code !== '' || (!isShort(name) && beforeSubcommand.has(name));
    const isAgreed = !isShort(name) || (codes.length >= 3 && codes.every((other) => other === code));
    if (isWorthSaying && isAgreed) shared.set(name, code);
  }
  return shared;
}

function mostFrequent(codes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))[0]![0];
}

/** The options that a command shares with others. */
interface Surrounding {
  readonly shared: Codes;
  /** Persistent options of the commands above it. */
  readonly inherited: Codes;
  readonly singleDash: boolean;
}

function encodeCommand(command: PlainCommand, outer: Surrounding): EncodedCommand {
  const singleDash = outer.singleDash || command.singleDash;
  const own = [...command.options].filter(([name, code]) => {
    const common = outer.inherited.get(name) ?? outer.shared.get(name);
    if (common !== undefined) return withoutPersistent(code) !== withoutPersistent(common);
    return withoutPersistent(code) !== '' || isGroup(command) || (!singleDash && looksLikeCluster(name));
  });
  const persistent = own.filter(([, code]) => code.startsWith('^'));
  const inner = { ...outer, singleDash, inherited: new Map([...outer.inherited, ...persistent]) };
  const subcommands = command.subcommands.map((subcommand): [string, EncodedCommand | string] => [
    (subcommand.dangerous ? '!' : '') + subcommand.names.join('|'),
    subcommand.reference ?? encodeCommand(subcommand, inner),
  ]);
  return withoutEmpty({
    options: grouped(new Map(own)),
    operands: operandCodes(command),
    subs: Object.fromEntries(sorted(subcommands.filter(([, value]) => !isEmpty(value)))),
    leaves: sorted(subcommands.filter(([, value]) => isEmpty(value)))
      .map(([names]) => names)
      .join(' '),
    ...(command.singleDash && { singleDash: 1 as const }),
    ...(command.optionsFirst && { optionsFirst: 1 as const }),
  });
}

/** A flag such as `-verbose` has to be listed, or it would be read as `-v -e -r …`. */
const looksLikeCluster = (name: string) => /^-[^-]./.test(name);

/** Kinds of operands are listed only if one of them is not text, or if a subcommand could stand there. */
function operandCodes(command: PlainCommand): string {
  const codes = command.operands.join('');
  return isGroup(command) || /[^t*]/.test(codes) ? codes : '';
}

export function grouped(codes: Codes): EncodedOptions {
  const groups = new Map<string, string[]>();
  for (const [name, code] of codes) append(groups, code, name);
  return Object.fromEntries(sorted([...groups]).map(([code, names]) => [code, names.sort().join(' ')]));
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

export const sorted = <T>(entries: readonly [string, T][]) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

export const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmpty(part))) as T;
