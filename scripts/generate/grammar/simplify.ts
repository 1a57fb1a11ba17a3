// Reduces the specs of the package to what matters for reading a command line, and corrects mistakes that many of them
// have in common.
import { optionCode, valueCode } from './codes.ts';
import { operandKind, valueKind } from './kinds.ts';
import { type FigArgument, type FigCommand, type FigOption, listed, referenceOf } from './specs.ts';

export interface PlainCommand {
  readonly names: readonly string[];
  readonly dangerous: boolean;
  /** The line that describes the command; then all other keys are absent. */
  readonly reference?: string;
  /** The codes of the options by their names. */
  readonly options: ReadonlyMap<string, string>;
  /** The codes of the operands. */
  readonly operands: readonly string[];
  readonly subcommands: readonly PlainCommand[];
  readonly singleDash: boolean;
  readonly optionsFirst: boolean;
}

export function simplify(command: FigCommand): PlainCommand {
  const subcommands = (command.subcommands ?? []).filter((subcommand) => !isOption(subcommand));
  const options = new Map<string, string>();
  collectOptions(command, options);
  return {
    names: namesOf(command.name),
    dangerous: command.isDangerous === true,
    reference: referenceOf(command),
    options,
    operands: operandsOf(command),
    subcommands: subcommands.map(simplify).filter(({ names }) => names.length > 0),
    singleDash: command.parserDirectives?.flagsArePosixNoncompliant === true,
    optionsFirst: command.parserDirectives?.optionsMustPrecedeArguments === true,
  };
}

/** The names as they are typed. Names that are not plain words are left out, because no command line contains them. */
function namesOf(names: FigCommand['name']): string[] {
  const trimmed = listed(names).map((name) => String(name).trim());
  return [...new Set(trimmed)].filter((name) => /^[\x21-\x7e]+$/.test(name) && !/[|!]/.test(name));
}

/** `gpg --export` is listed as a subcommand, but it is an option, and so are its own options. */
function isOption(command: FigCommand): boolean {
  const names = namesOf(command.name);
  return names.length > 0 && names.every((name) => name.startsWith('-')) && !command.subcommands?.length;
}

/** Of several options with the same name the first counts. */
function collectOptions(command: FigCommand, codes: Map<string, string>): void {
  const misplaced = (command.subcommands ?? []).filter(isOption);
  for (const option of [...(command.options ?? []), ...(misplaced as FigOption[])])
    for (const written of listed(option.name)) {
      const name = optionName(written);
      if (isOptionName(name) && !codes.has(name)) codes.set(name, codeOf(option));
    }
  for (const option of misplaced) collectOptions(option, codes);
}

/** `--post-file=FILE` is `--post-file`, `--id,` is `--id`, and a long dash is a hyphen. */
const optionName = (written: string) =>
  /[\s–=,[]/.test(written)
    ? written
        .trim()
        .replace(/^–-/, '--')
        .replace(/(?<=.)[=,[].*$/, '')
    : written;

const isOptionName = (name: string) => /^[-+][\x21-\x7e]+$/.test(name) && name !== '--';

function codeOf(option: FigOption): string {
  const values = valuesOf(option);
  const { requiresSeparator = option.requiresEquals, isPersistent, isDangerous } = option;
  return optionCode({
    values,
    attachedOnly: values.length > 0 && Boolean(requiresSeparator),
    persistent: isPersistent === true,
    dangerous: isDangerous === true,
  });
}

/** No option takes this many values: such a list holds the possible values of a single one. */
const tooManyValues = 5;

function valuesOf(option: FigOption) {
  const names = listed(option.name);
  const args = listed(option.args);
  // `--post-file=FILE`, with nothing else said about the value.
  const placeholder = names.find((name) => /^-.*=/.test(name))?.replace(/^.*?=/, '');
  const unnamed = placeholder === undefined ? [] : [{ name: placeholder }];
  const used = args.length === 0 ? unnamed : args.length >= tooManyValues ? args.slice(0, 1) : args;
  return used.map((argument: FigArgument) => ({
    kind: valueKind(argument, names.map(optionName)),
    optional: argument.isOptional === true || isBoolean(argument),
    variadic: argument.isVariadic === true,
    dangerous: argument.isDangerous === true,
  }));
}

/** An option that takes `true` or `false` usually means `true` on its own, so its value is optional. */
const isBoolean = ({ name = '' }: FigArgument) => /^\W*(?:bool(?:ean)?|true or false)\W*$/i.test(name);

/** Whether an operand is optional does not matter for reading those that are given. */
function operandsOf(command: FigCommand): string[] {
  const args = [...listed(command.args), ...outfiles(command)];
  return args.map((argument: FigArgument) =>
    valueCode({
      kind: operandKind(argument),
      optional: false,
      variadic: argument.isVariadic === true,
      dangerous: argument.isDangerous === true,
    }),
  );
}

/** The operand of `aws s3api get-object` is listed among the options, without a dash. */
const outfiles = ({ options = [] }: FigCommand): FigArgument[] =>
  options.filter(({ name }) => name === 'outfile').map(() => ({ name: 'outfile' }));
