// Generates docs/programs: a page for each group of programs, and their index.
import {
  type CommandSpec,
  operandKinds,
  optionKinds,
  type ProgramSpec,
  traits,
} from '../../src/shell/programs/spec.ts';
import type { Group } from './programs.ts';

/** The page of a group: what Pawl knows about each of its programs. */
export function programsPage({ name, about, programs }: Group, head: string): string {
  const title = name.replaceAll('-', ' ').replace(/^\w/, (letter) => letter.toUpperCase());
  return `<!-- ${head} -->

# ${title}

${about} [How to read this page](README.md).

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
    spec.runs && 'Runs the command in its arguments.',
    spec.language && `Runs code (language: ${spec.language}).`,
    spec.traits && `Traits: ${spec.traits.join(', ')}.`,
    spec.behaviours && `Read by code as well: ${spec.behaviours.map((name) => `\`${name}\``).join(', ')}.`,
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
    ({ code, when, harmless, flags, weight, why, safer }) =>
      `| ${[when && `\`${cell(when)}\``, harmless && 'with any verb that is not known to be harmless', flags && `with \`${cell(flags)}\``].filter(Boolean).join(' ') || 'always'} | ${cell(why)} | ${weight ?? 'risky'} | ${safer ? cell(safer) : ''} | [${code}](../guard-codes.md) |`,
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

# What Pawl knows about each program

There are ${count} specs in \`src/shell/programs/specs\`, one per program. The command reader, the fast path, these pages and many tests are derived from them. To describe a program of your own, use \`programs\` in the config; its entries have the same form.

On the page of a program, *operands* says what its arguments are, the first table gives the kind of each option, and the second table lists what the program may do that the guard refuses or puts to a person. *Read by code as well* names functions in \`src/shell/programs/behaviours\` that read what the tables can't express. A command *takes the fast path* if it is so harmless that the guard need not be loaded.

| group | what they do | programs |
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
