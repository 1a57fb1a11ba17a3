// Generates the table of the fast path (src/shell/plain) from the program specs.
import type { PlainCommand } from '../../src/shell/plain/table.ts';
import type { CommandSpec, OptionKind, ProgramSpec } from '../../src/shell/programs/spec.ts';
import { matchToken } from '../../src/shell/programs/word-patterns.ts';
import { quoted } from './code.ts';
import type { Group } from './programs.ts';

/** The table of the fast path: subcommands that are plain, with the options that are harmless. */
export function plainFile(groups: readonly Group[], head: string): string {
  const programs = groups.flatMap((group) => group.programs);
  const rows = programs.flatMap((spec) => {
    const plain = plainCommand(spec, spec, []);
    return plain ? spec.names.split(' ').map((name) => [name, plain] as const) : [];
  });
  const versioned = programs
    .filter((spec) => spec.language !== undefined || plainCommand(spec, spec, []) !== undefined)
    .filter((spec) => !spec.behaviours?.some((name) => /^(echoes|printsFormatted)$/.test(name)))
    .flatMap((spec) => spec.names.split(' '))
    .sort();
  const lines = byContent(rows)
    .map(([names, text]) => `\\t${names.sort().join('\\t')}\\t${inTemplate(text)}`)
    .sort();
  return `// ${head}

/** Programs that only print their version with \`--version\`. */
export const VERSIONED =
  ${quoted(versioned.join(' '))};

/**
 * A line for each group of programs: their names between tabs, then their \`PlainCommand\` as JSON. One text, because
 * an event uses one or two of these lines, and an object would be built with all of them every time.
 */
export const PLAIN = \`
${lines.join('\n')}
\`;
`;
}

/** The names that stand for equal values, with the value as JSON. */
function byContent<T>(rows: readonly (readonly [string, T])[]): [string[], string][] {
  const found = new Map<string, string[]>();
  for (const [name, value] of rows) {
    const text = JSON.stringify(value);
    const names = found.get(text);
    if (names) names.push(name);
    else found.set(text, [name]);
  }
  return [...found].map(([text, names]) => [names, text]);
}

const inTemplate = (text: string) => text.replace(/[\\`]|\$\{/g, '\\$&');

const OPERANDS: Partial<Record<NonNullable<CommandSpec['operands']>, PlainCommand['operands']>> = {
  text: 'text',
  host: undefined,
  reads: 'reads',
  writes: 'writes',
  pattern: 'pattern',
};

/** The plain part of a command; undefined if nothing is plain. */
function plainCommand(
  spec: CommandSpec,
  program: ProgramSpec,
  path: readonly string[],
): PlainCommand | undefined {
  const subs = Object.entries(spec.subcommands ?? {}).flatMap(([names, sub]) =>
    names.split('|').flatMap((name) => {
      const plain = plainCommand(sub, program, [...path, name]);
      return plain ? [[name, plain] as const] : [];
    }),
  );
  const own = spec.plain ? plainOptions(spec, program, path) : undefined;
  if (!own && subs.length === 0) return undefined;
  return {
    ...own,
    ...(subs.length > 0 && { subs: groupSubcommands(subs) }),
    ...(path.length === 0 && program.tasks && { tasks: program.tasks }),
    ...(path.length === 0 && program.projectCode && { code: filesOf(program.projectCode.files) }),
  };
}

/** Subcommands with the same options share one key, with their names separated by blanks. */
const groupSubcommands = (subs: readonly (readonly [string, PlainCommand])[]): PlainCommand['subs'] =>
  Object.fromEntries(
    byContent(subs).map(([names, text]) => [names.join(' '), JSON.parse(text) as PlainCommand]),
  );

function plainOptions(spec: CommandSpec, program: ProgramSpec, path: readonly string[]): PlainCommand {
  const harmful = harmfulOptions(spec, program, path);
  if (spec.plain === 'alone') return { flags: '' };
  if (spec.plain === 'module') return { module: optionsOf(spec).find(([, kind]) => kind === 'module')?.[0] };
  if (spec.plain === 'any') return { flags: '*', operands: 'text' };
  const ofKinds = (...kinds: OptionKind[]) => {
    const names = optionsOf(spec)
      .filter(([name, kind]) => kinds.includes(kind) && !harmful.has(name))
      .map(([name]) => name);
    return names.length > 0 ? names.join(' ') : undefined;
  };
  const operands = spec.operands && OPERANDS[spec.operands];
  const only = onlyOptions(spec, harmful);
  return {
    flags: ofKinds('flag', 'dry') ?? '',
    names: ofKinds('names-only'),
    values: [ofKinds('text'), ...only.map(([name]) => name)].filter(Boolean).join(' ') || undefined,
    only: only.length > 0 ? Object.fromEntries(only) : undefined,
    reads: ofKinds('reads'),
    writes: ofKinds('writes'),
    patterns: ofKinds('pattern'),
    module: ofKinds('module'),
    operands,
    pattern: spec.plainPattern,
    singleDash: (spec.syntax ?? program.syntax)?.singleDash ? true : undefined,
    counts: spec.syntax?.counts ? true : undefined,
    runs: spec.runs ? (spec.runs.skip ?? 0) : undefined,
  };
}

/** Options that need no more than their kind. The others are left to the full reader. */
const optionsOf = (spec: CommandSpec): [string, OptionKind][] =>
  Object.entries(spec.options ?? {}).flatMap(([names, option]) => {
    const { kind, ...more } = typeof option === 'string' ? { kind: option } : option;
    return Object.keys(more).length > 0
      ? []
      : names.split(' ').map((name): [string, OptionKind] => [name, kind]);
  });

/** Options whose kind matters only for some values: the others are texts. */
const onlyOptions = (spec: CommandSpec, harmful: ReadonlySet<string>): [name: string, only: string][] =>
  Object.entries(spec.options ?? {}).flatMap(([names, option]) => {
    if (typeof option === 'string' || !option.only || option.words || option.attached) return [];
    return names
      .split(' ')
      .flatMap((name) => (harmful.has(name) ? [] : [[name, option.only!] as [string, string]]));
  });

/** Options on which an effect of the program depends. Throws if a plain subcommand itself has an effect. */
function harmfulOptions(spec: CommandSpec, program: ProgramSpec, path: readonly string[]): Set<string> {
  const rules = (program.effects ?? []).filter(
    ({ when = '', harmless }) =>
      concerns(when, path) && !path.some((word) => harmless !== undefined && matchToken(harmless, word)),
  );
  // Operands of any kind may complete a rule that needs more words.
  const open = spec.operands === 'text' && spec.plain === true && spec.plainPattern === undefined;
  const always = rules.find(
    (rule) => !rule.flags && rule.weight !== 'plain' && (open || !needsMore(rule.when ?? '', path)),
  );
  if (always)
    throw new Error(`${program.names} ${path.join(' ')} is marked plain, but has the effect ${always.code}`);
  return new Set(rules.flatMap((rule) => [...words(rule.flags), ...words(rule.unless)]));
}

const words = (list = '') => list.split(' ').map((flag) => flag.replace(/=.*/, ''));

/** Whether a rule can match a command that begins with these subcommands. */
function concerns(when: string, path: readonly string[]): boolean {
  const tokens = when === '' ? [] : when.split(' ');
  for (const [i, token] of tokens.entries()) {
    if (token === '**' || i >= path.length) return true;
    if (token !== '*' && !token.split('|').includes(path[i] as string)) return false;
  }
  return true;
}

/** Whether a rule needs more words than the subcommands. */
const needsMore = (when: string, path: readonly string[]) =>
  when.includes('**') || when.split(' ').filter(Boolean).length > path.length;

/** Names with `*` stand for files that the same command writes, and such a command is not plain. */
const filesOf = (names: string) =>
  names
    .split(' ')
    .filter((name) => !name.includes('*'))
    .join(' ');
