// What follows from the specs of programs: the index by name, the table of the fast path, and a page for each group.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PlainCommand } from '../../src/shell/plain/table.ts';
import {
  type CommandSpec,
  type OptionKind,
  operandKinds,
  optionKinds,
  type ProgramSpec,
  traits,
} from '../../src/shell/programs/spec.ts';

const specs = join(import.meta.dir, '../../src/shell/programs/specs');

export interface Group {
  name: string;
  about: string;
  programs: readonly ProgramSpec[];
}

export async function readGroups(): Promise<Group[]> {
  const names = readdirSync(specs)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort();
  return Promise.all(names.map(readGroup));
}

async function readGroup(name: string): Promise<Group> {
  const { programs } = (await import(join(specs, `${name}.ts`))) as { programs: readonly ProgramSpec[] };
  const first = (await Bun.file(join(specs, `${name}.ts`)).text()).split('\n', 1)[0] ?? '';
  return { name, about: first.startsWith('// ') ? first.slice(3) : '', programs };
}

const key = (name: string) => (/^[a-z]+$/i.test(name) ? name : `'${name}'`);
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Which file of specs/ knows which program. */
export function indexFile(groups: readonly Group[], head: string): string {
  const seen = new Map<string, string>();
  for (const { name: group, programs } of groups)
    for (const name of programs.flatMap((spec) => spec.names.split(' '))) {
      if (seen.has(name)) throw new Error(`${name} has two specs: ${seen.get(name)} and ${group}`);
      seen.set(name, group);
    }
  const names = (group: string) => [...seen].filter(([, of]) => of === group).map(([name]) => name);
  const file = (name: string) => `./specs/${name}.ts`;
  return `// ${head}
// Which file of specs/ knows which program. A file is loaded when one of its programs is asked for.
import { oneOf } from '../base/words.ts';
import type { ProgramSpec } from './spec.ts';

export const groups = {
${groups.map(({ name }) => `  ${key(name)}: () => (require('${file(name)}') as typeof import('${file(name)}')).programs,`).join('\n')}
} satisfies Record<string, () => readonly ProgramSpec[]>;

type GroupName = keyof typeof groups;

const NAMES: Readonly<Record<GroupName, string>> = {
${groups.map(({ name }) => `  ${key(name)}:\n    ${quoted(names(name).sort().join(' '))},`).join('\n')}
};

export function groupOf(name: string): GroupName | undefined {
  for (const group in NAMES)
    if (oneOf(NAMES[group as GroupName], name)) return group as GroupName;
  return undefined;
}
`;
}

/** The table of the fast path: subcommands that are plain, with the options that are harmless. */
export function plainFile(groups: readonly Group[], head: string): string {
  const rows = groups
    .flatMap(({ programs }) => programs)
    .flatMap((spec) => {
      const plain = plainCommand(spec, spec, []);
      return plain ? spec.names.split(' ').map((name) => [name, plain] as const) : [];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const versioned = groups
    .flatMap(({ programs }) => programs)
    .filter((spec) => spec.language !== undefined || plainCommand(spec, spec, []) !== undefined)
    .filter((spec) => !spec.behaviours?.some((name) => /^(echoes|printsFormatted)$/.test(name)))
    .flatMap((spec) => spec.names.split(' '))
    .sort();
  const literals = new Literals();
  for (const [, plain] of rows) literals.count(plain);
  const lines = rows.map(([name, plain]) => `  ${key(name)}: ${literals.write(plain)},`);
  return `// ${head}
import type { PlainCommand } from './table.ts';

/** Programs that only print their version with \`--version\`. */
export const VERSIONED =
  ${quoted(versioned.join(' '))};

${literals.head}

export const PLAIN: Readonly<Record<string, PlainCommand>> = {
${lines.join('\n')}
};
`;
}

/** Writes a value as code; texts and objects that occur more than once become constants, which keeps the table small. */
class Literals {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private readonly constants: string[] = [];

  count(value: unknown): void {
    if (!isShared(value)) return;
    const key = JSON.stringify(value);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    if (typeof value === 'object') for (const inner of Object.values(value)) this.count(inner);
  }

  write(value: unknown): string {
    if (!isShared(value)) return typeof value === 'string' ? quoted(value) : String(value);
    const id = JSON.stringify(value);
    if ((this.counts.get(id) ?? 0) < 2) return this.whole(value);
    const known = this.names.get(id);
    if (known) return known;
    const text = this.whole(value);
    const name = `${typeof value === 'string' ? 'T' : 'C'}${this.names.size}`;
    this.names.set(id, name);
    this.constants.push(`const ${name}${typeof value === 'string' ? '' : ': PlainCommand'} = ${text};`);
    return name;
  }

  /** The constants, in the order in which they need each other. */
  get head(): string {
    return this.constants.join('\n');
  }

  private whole(value: object | string): string {
    if (typeof value === 'string') return quoted(value);
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return `{ ${entries.map(([name, inner]) => `${key(name)}: ${this.subs(name, inner)}`).join(', ')} }`;
  }

  /** A table of subcommands is no command of its own. */
  private subs(name: string, inner: unknown): string {
    if (name !== 'subs') return this.write(inner);
    const subs = Object.entries(inner as object);
    return `{ ${subs.map(([sub, command]) => `${key(sub)}: ${this.write(command)}`).join(', ')} }`;
  }
}

/** Objects, and texts that are longer than the name of a constant. */
const isShared = (value: unknown): value is object | string =>
  (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.length > 12);

const OPERANDS: Partial<Record<NonNullable<CommandSpec['operands']>, PlainCommand['operands']>> = {
  text: 'text',
  host: undefined,
  reads: 'reads',
  writes: 'writes',
  pattern: 'pattern',
};

/** What is plain of a command; undefined when nothing is. */
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
  return { ...own, ...(subs.length > 0 && { subs: Object.fromEntries(subs) }) };
}

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
  return {
    flags: ofKinds('flag', 'dry') ?? '',
    names: ofKinds('names-only'),
    values: ofKinds('text'),
    reads: ofKinds('reads'),
    writes: ofKinds('writes'),
    patterns: ofKinds('pattern'),
    module: ofKinds('module'),
    operands,
    pattern: operands === 'pattern' ? spec.plainPattern : undefined,
    singleDash: (spec.syntax ?? program.syntax)?.singleDash ? true : undefined,
    counts: spec.syntax?.counts ? true : undefined,
    runs: spec.runs ? (spec.runs.skip ?? 0) : undefined,
  };
}

/** Options with one value, or none; `attached` ones are left to the reader. */
const optionsOf = (spec: CommandSpec): [string, OptionKind][] =>
  Object.entries(spec.options ?? {}).flatMap(([names, option]) => {
    const details = typeof option === 'string' ? { kind: option } : option;
    if ('words' in details || 'attached' in details || 'only' in details) return [];
    return names.split(' ').map((name): [string, OptionKind] => [name, details.kind]);
  });

/** Options that some effect of the program depends on; throws when a plain subcommand has an effect of its own. */
function harmfulOptions(spec: CommandSpec, program: ProgramSpec, path: readonly string[]): Set<string> {
  const rules = (program.effects ?? []).filter((rule) => concerns(rule.when ?? '', path));
  // With more words of any kind, a rule that waits for them may fit.
  const open = spec.operands === 'text' && spec.plain === true;
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

/** A page for people: what Pawl knows of each program. */
export function programsPage({ name, about, programs }: Group, head: string): string {
  const title = name.replaceAll('-', ' ').replace(/^\w/, (letter) => letter.toUpperCase());
  return `<!-- ${head} -->

# ${title}

${about}

${programs.map(programSection).join('\n')}`;
}

function programSection(spec: ProgramSpec): string {
  const [first, ...others] = spec.names.split(' ');
  const parts = [
    `## ${first}\n`,
    `${spec.about}${others.length > 0 ? ` Also: ${others.map((name) => `\`${name}\``).join(', ')}.` : ''}\n`,
    factsOf(spec),
    optionTable(spec),
    effectTable(spec),
    exampleList(spec),
  ];
  return parts.filter(Boolean).join('\n');
}

function factsOf(spec: ProgramSpec): string {
  const facts = [
    spec.operands && `Operands: ${spec.operands}.`,
    spec.runs && 'Runs the command that its words name.',
    spec.language && `Runs code: ${spec.language}.`,
    spec.traits && `Traits: ${spec.traits.join(', ')}.`,
    spec.behaviours && `Behaviours: ${spec.behaviours.map((name) => `\`${name}\``).join(', ')}.`,
    plainOf(spec),
  ].filter(Boolean);
  return facts.length > 0 ? `${facts.map((fact) => `- ${fact}`).join('\n')}\n` : '';
}

function plainOf(spec: ProgramSpec): string | undefined {
  if (spec.plain) return 'Takes the fast path with the harmless options listed.';
  const subs = plainPaths(spec, []);
  return subs.length > 0
    ? `Takes the fast path: ${subs.map((path) => `\`${path}\``).join(', ')}.`
    : undefined;
}

const plainPaths = (spec: CommandSpec, path: readonly string[]): string[] =>
  Object.entries(spec.subcommands ?? {}).flatMap(([names, sub]) => [
    ...(sub.plain ? [[...path, names.replaceAll('|', '/')].join(' ')] : []),
    ...plainPaths(sub, [...path, names.split('|')[0] as string]),
  ]);

function optionTable(spec: ProgramSpec): string {
  const rows = [...optionRows(spec, []), ...subOptionRows(spec, [])];
  return rows.length > 0 ? `| options | kind |\n|---|---|\n${rows.join('\n')}\n` : '';
}

const optionRows = (spec: CommandSpec, path: readonly string[]): string[] =>
  Object.entries(spec.options ?? {}).map(([names, option]) => {
    const kind = typeof option === 'string' ? option : option.kind;
    const shown = names
      .split(' ')
      .map((name) => `\`${name}\``)
      .join(' ');
    return `| ${path.length > 0 ? `${path.join(' ')}: ` : ''}${shown} | ${kind} |`;
  });

const subOptionRows = (spec: CommandSpec, path: readonly string[]): string[] =>
  Object.entries(spec.subcommands ?? {}).flatMap(([names, sub]) => {
    const inner = [...path, names.replaceAll('|', '/')];
    return [...optionRows(sub, inner), ...subOptionRows(sub, inner)];
  });

const cell = (text: string) => text.replaceAll('|', '\\|');

function effectTable(spec: ProgramSpec): string {
  const rows = (spec.effects ?? []).map(
    ({ code, when, flags, weight, why, safer }) =>
      `| ${[when && `\`${cell(when)}\``, flags && `with \`${cell(flags)}\``].filter(Boolean).join(' ') || 'always'} | ${cell(why)} | ${weight ?? 'risky'} | ${safer ? cell(safer) : ''} | [${code}](../guard-codes.md) |`,
  );
  return rows.length > 0
    ? `| when | what happens | weight | safer | code |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
    : '';
}

function exampleList(spec: ProgramSpec): string {
  const lines = (spec.examples ?? []).map(
    ({ command, expect, title }) =>
      `- ${expect}: \`${command.replaceAll('\n', '\\n')}\`${title ? ` (${title})` : ''}`,
  );
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

const legend = (table: Readonly<Record<string, string>>) =>
  Object.entries(table)
    .map(([name, about]) => `| \`${name}\` | ${cell(about)} |`)
    .join('\n');

export function programsIndex(groups: readonly Group[], head: string): string {
  const count = groups.reduce((sum, { programs }) => sum + programs.length, 0);
  const rows = groups.map(
    ({ name, about, programs }) =>
      `| [${name}](${name}.md) | ${about} | ${programs
        .map((spec) => spec.names.split(' ')[0])
        .slice(0, 12)
        .join(', ')}${programs.length > 12 ? ' …' : ''} |`,
  );
  return `<!-- ${head} -->

# What Pawl knows of each program

${count} specs in \`src/shell/programs/specs\`. The reader, the fast path, these pages and the tests are derived from them. A program of your own: \`programs\` in the config, in the same words.

| group | | programs |
|---|---|---|
${rows.join('\n')}

## Kinds of options

| kind | what it means |
|---|---|
${legend(optionKinds)}

## Kinds of operands

| kind | what it means |
|---|---|
${legend(operandKinds)}

## Traits

| trait | what it means |
|---|---|
${legend(traits)}
`;
}
