// The type of a command, and the parser of its arguments. The hook does not load this.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../core/text.ts';
import { UserError } from '../system/errors.ts';

export interface Option {
  type: 'boolean' | 'string';
  about: string;
  short?: string;
  /** The placeholder in the help: `--since <30d>`. */
  value?: string;
  multiple?: boolean;
  /** The subcommands that take this option (`''`: without one); absent: all of them. */
  of?: readonly string[];
  /** The only options that may be given beside this one, besides `json`; absent: all of them. */
  alone?: readonly string[];
}

export interface ParsedArgs {
  options: Record<string, string | boolean | string[] | undefined>;
  /** The arguments that are not options. */
  rest: string[];
  json: boolean;
}

export interface Command {
  summary: string;
  /**
   * The arguments in the help: `[tool_use_id]`. If absent, arguments are an error; if empty, the command itself checks
   * them.
   */
  usage?: string;
  /** The words that may come first (`''`: none is needed), each with the number of arguments that it takes at most. */
  subcommands?: Record<string, number>;
  /** A hint for an unknown option that was probably meant as an argument. */
  unknownOptionHint?: string;
  /** The long text of `--help`: details, exit codes, examples. */
  details?: string;
  options?: Record<string, Option>;
  /** Returns the exit code: 0 done, 1 found something or refused, 2 wrong usage. */
  run(args: ParsedArgs): Promise<number> | number;
}

const commonOptions: Record<string, Option> = {
  help: { type: 'boolean', short: 'h', about: 'Show this help' },
};

export async function runCommand(name: string, command: Command, args: readonly string[]): Promise<number> {
  const known = { ...command.options, ...commonOptions };
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...args],
      options: known as unknown as ParseArgsConfig['options'],
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const problem = (error as Error).message
      .replace(/\.(\s+(To specify|Did you forget)).*$/s, '')
      .replace(/option '(\w)'$/, "option '-$1'");
    const hint =
      optionHint(problem, known, args) ?? (command.unknownOptionHint ? ` ${command.unknownOptionHint}` : '');
    throw new UserError(`${problem}.${hint} See \`pawl ${name} --help\`.`);
  }
  if (parsed.values.help) return printCommandHelp(name, command, known);
  const [stray] = parsed.positionals;
  if (stray !== undefined && command.usage === undefined)
    throw new UserError(`\`pawl ${name}\` takes only options, not "${stray}". See \`pawl ${name} --help\`.`);
  const options = parsed.values as ParsedArgs['options'];
  checkSubcommand(name, command, parsed.positionals);
  checkOptions(name, command, options, parsed.positionals[0] ?? '');
  return command.run({ options, rest: parsed.positionals, json: options.json === true });
}

function checkSubcommand(name: string, { subcommands }: Command, [word = '', ...rest]: string[]): void {
  if (!subcommands) return;
  const max = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  if (max === undefined) throw noSubcommand(name, word, Object.keys(subcommands));
  const stray = rest[max];
  if (stray === undefined) return;
  const takes = max === 0 ? 'no argument' : max === 1 ? 'one argument' : `${max} arguments`;
  throw new UserError(`\`pawl ${name} ${word}\` takes ${takes}; "${stray}" is too much.`);
}

function noSubcommand(name: string, word: string, known: readonly string[]): UserError {
  const list = orList(known.filter(Boolean));
  if (word === '') return new UserError(`${commandOf(name, '')} needs a word: ${list}.`);
  const alone = known.includes('') ? `${commandOf(name, '')} alone, or ` : '';
  return new UserError(`There is no ${commandOf(name, word)}. Use ${alone}${list}.`);
}

const orList = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : words.join();

/** An option without effect would be misleading: nobody expects that `--dry-run` is ignored. */
function checkOptions(
  name: string,
  { options: known = {} }: Command,
  options: ParsedArgs['options'],
  word: string,
): void {
  const given = Object.keys(options).filter((option) => option !== 'json');
  for (const option of given) {
    const { type, of, alone } = known[option]!;
    if (type === 'string' && [options[option]].flat().includes(''))
      throw new UserError(`--${option} needs a value; an empty text was given.`);
    if (of && !of.includes(word))
      throw new UserError(
        `${commandOf(name, word)} does not take --${option}; it is for ${orList(of.map((other) => commandOf(name, other)))}.`,
      );
    const other = alone && given.find((other) => other !== option && !alone.includes(other));
    if (other) throw new UserError(`--${option} can’t be combined with --${other}.`);
  }
}

const commandOf = (name: string, word: string) => `\`${['pawl', name, word].filter(Boolean).join(' ')}\``;

/** Names the option that was probably meant, or says how to write a value that begins with a dash. */
function optionHint(
  problem: string,
  known: Record<string, Option>,
  args: readonly string[],
): string | undefined {
  const [, dashed] = /^Option '(?:-\w, )?(--[\w-]+).*is ambiguous$/.exec(problem) ?? [];
  if (dashed) return ` Write \`${dashed}=${args[args.indexOf(dashed) + 1]}\`.`;
  const [, word] = /^Unknown option '--([\w-]+)/.exec(problem) ?? [];
  const near = word && nearest(word, Object.keys(known));
  return near ? ` Did you mean --${near}?` : undefined;
}

/** `[options]` comes last, except where the usage is a command to run: `[options] -- <command …>`. */
function usageOf({ usage }: Command): string {
  if (!usage) return '[options]';
  return usage.startsWith('-- ') ? `[options] ${usage}` : `${usage} [options]`;
}

const flagOf = ([key, option]: [string, Option]) =>
  `${option.short ? `-${option.short}, ` : '    '}--${key}${option.type === 'string' ? ` <${option.value ?? 'text'}>` : ''}`;

/** Begins with the subcommands that take the option, if not all do. */
export function aboutOf({ of = [], about }: Option): string {
  const words = of.filter(Boolean);
  return words.length > 0 ? `${words.join(', ')}: ${about[0]!.toLowerCase()}${about.slice(1)}` : about;
}

async function printCommandHelp(
  name: string,
  command: Command,
  options: Record<string, Option>,
): Promise<number> {
  const { definitions, reflow } = await import('./help/layout.ts');
  const { hang, wrap } = await import('./support/terminal.ts');
  const flags = Object.entries(options).map((option) => [flagOf(option), aboutOf(option[1])] as const);
  const parts = [
    wrap(command.summary),
    hang(`Usage: pawl ${name} `, usageOf(command)),
    ...(command.details ? [reflow(command.details)] : []),
    `Options:\n${definitions(flags)}`,
  ];
  console.log(parts.join('\n\n'));
  return 0;
}

export async function printHelp(
  table: readonly (readonly [group: string, name: string, about: string, load: unknown])[],
  topics: readonly string[],
): Promise<number> {
  const { definitions } = await import('./help/layout.ts');
  const { wrap } = await import('./support/terminal.ts');
  const groups = [...new Set(table.map(([group]) => group))];
  const widest = Math.max(...table.map(([, name]) => name.length));
  const sections = groups.map((group) => {
    const rows = table
      .filter(([ofGroup]) => ofGroup === group)
      .map(([, name, about]) => [name, about] as const);
    return `${group}:\n${definitions(rows, widest)}`;
  });
  console.log(
    [
      'pawl: the one program that Claude Code’s hooks call',
      'Usage: pawl <command> [options]',
      ...sections,
      wrap(
        '`pawl <command> --help` shows the details of a command, `pawl help <topic>` prints a page of the documentation, and `pawl help --man` the man page.',
      ),
      wrap(`Topics: ${topics.join(', ')}, and the name of every policy`),
    ].join('\n\n'),
  );
  return 0;
}

/** Names the word that was probably meant; case does not matter. */
export function suggested(word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, known);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

export const jsonOption: Record<string, Option> = {
  json: { type: 'boolean', about: 'Print JSON and nothing else' },
};

/** A hundred years. A longer time is a slip, and later dates can't be shown. */
const maxDuration = 36_525 * 86_400_000;

/** Parses `90s`, `30m`, `8h` or `7d` to milliseconds. */
export function duration(text: string, option: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(s|m|h|d|w)$/.exec(text.trim());
  if (!match || Number(match[1]) === 0)
    throw new UserError(`--${option} takes a time like 30m, 8h or 7d, not "${text}".`);
  const unit = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[match[2] as 's'];
  const ms = Number(match[1]) * unit!;
  if (ms > maxDuration) throw new UserError(`--${option} takes a time of 100 years at most, not "${text}".`);
  return ms;
}

export function wholeNumber(text: string, option: string, min = 1): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < min)
    throw new UserError(`--${option} takes a whole number from ${min} on, not "${text}".`);
  return value;
}
