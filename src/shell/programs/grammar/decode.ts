// Decodes a line of the grammar table. Subcommands are decoded only when they are needed.
import type {
  CommandGrammar,
  EncodedCommand,
  EncodedOptions,
  OptionGrammar,
  Options,
  Value,
} from './types.ts';

const KINDS: Readonly<Record<string, Value['kind']>> = {
  t: 'text',
  p: 'path',
  c: 'command',
  s: 'script',
  m: 'module',
  h: 'host',
  u: 'url',
};

/** Opens another line of the table, for subcommands that refer to one. */
export type OpenLine = (name: string) => CommandGrammar | undefined;

export function decodeProgram(name: string, encoded: EncodedCommand, open: OpenLine): CommandGrammar {
  return decodeCommand([name], encoded, { shared: decodeOptions(encoded.all), singleDash: false, open });
}

/** The properties that a command inherits from its line and from the commands above it. */
interface Surrounding {
  readonly shared: Options;
  readonly singleDash: boolean;
  readonly open: OpenLine;
}

function decodeCommand(
  [first = '', ...aliases]: readonly string[],
  encoded: EncodedCommand,
  outer: Surrounding,
): CommandGrammar {
  const inner = { ...outer, singleDash: outer.singleDash || encoded.singleDash === 1 };
  return {
    names: [first.replace('!', ''), ...aliases],
    dangerous: first.startsWith('!'),
    options: decodeOptions(encoded.options),
    sharedOptions: inner.shared,
    operands: decodeValues(encoded.operands ?? ''),
    subcommands: decodeSubcommands(encoded, inner),
    singleDash: inner.singleDash,
    optionsFirst: encoded.optionsFirst === 1,
  };
}

function decodeSubcommands(encoded: EncodedCommand, inner: Surrounding): Map<string, () => CommandGrammar> {
  const found = new Map<string, () => CommandGrammar>();
  const add = (key: string, command: EncodedCommand | string) => {
    const names = key.split('|');
    let decoded: CommandGrammar | undefined;
    const open = () => {
      decoded ??= openSubcommand(names, command, inner);
      return decoded;
    };
    for (const name of names) found.set(name.replace(/^!/, ''), open);
  };
  for (const [key, command] of Object.entries(encoded.subs ?? {})) add(key, command);
  if (encoded.leaves) for (const key of encoded.leaves.split(' ')) add(key, {});
  return found;
}

function openSubcommand(
  names: readonly string[],
  command: EncodedCommand | string,
  inner: Surrounding,
): CommandGrammar {
  if (typeof command !== 'string') return decodeCommand(names, command, inner);
  const withoutLine = decodeCommand(names, {}, inner);
  const line = inner.open(command);
  return line ? { ...line, names: withoutLine.names, dangerous: withoutLine.dangerous } : withoutLine;
}

function decodeOptions(encoded: EncodedOptions = {}): Options {
  const options = new Map<string, OptionGrammar>();
  for (const [code, names] of Object.entries(encoded)) {
    const form = decodeOption(code);
    for (const name of names.split(' ')) options.set(name, form);
  }
  return options;
}

function decodeOption(code: string): OptionGrammar {
  const marks = /^[\^!=]*/.exec(code)![0];
  return {
    values: decodeValues(code.slice(marks.length)),
    attachedOnly: marks.includes('='),
    persistent: marks.includes('^'),
    dangerous: marks.includes('!'),
  };
}

function decodeValues(codes: string): Value[] {
  return (codes.match(/[a-z][?*!]*/g) ?? []).map((code) => ({
    kind: KINDS[code[0]!] ?? 'text',
    optional: code.includes('?'),
    variadic: code.includes('*'),
    dangerous: code.includes('!'),
  }));
}
