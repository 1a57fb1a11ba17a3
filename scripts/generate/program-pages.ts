// Generates docs/programs: a page for each group of programs, and their index.
import { plural } from '../../src/core/text.ts';
import { displayText } from '../../src/shell/base/words.ts';
import {
  type CommandSpec,
  type EffectRule,
  type OptionSpec,
  operandKinds,
  optionKinds,
  type ProgramSpec,
  type Runs,
  type Syntax,
  traits,
} from '../../src/shell/programs/spec.ts';
import type { Group } from './programs.ts';

/** The page of a group: what Pawl knows about each of its programs. */
export function programsPage({ name, about, programs }: Group, head: string): string {
  return `<!-- ${head} -->

# ${titleOf(name)}

${about} [How to read this page](README.md).

${programs.map(programSection).join('\n')}`;
}

/** Words that are written like this anywhere in a title. Others begin with a capital letter only if they come first. */
const SPELLINGS: Readonly<Record<string, string>> = {
  aws: 'AWS',
  dns: 'DNS',
  github: 'GitHub',
  google: 'Google',
  cloud: 'Cloud',
  http: 'HTTP',
  javascript: 'JavaScript',
  macos: 'macOS',
  powershell: 'PowerShell',
  sql: 'SQL',
};

function titleOf(group: string): string {
  const [first = '', ...rest] = group.split('-');
  const begin = SPELLINGS[first] ?? first.replace(/^\w/, (letter) => letter.toUpperCase());
  return [begin, ...rest.map((word) => SPELLINGS[word] ?? word)].join(' ');
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

/** A program or one of its subcommands, with the words that lead to it. */
type Level = readonly [path: string, spec: CommandSpec];

const levelsOf = (spec: CommandSpec, path: readonly string[] = []): Level[] => [
  [path.join(' '), spec],
  ...Object.entries(spec.subcommands ?? {}).flatMap(([names, sub]) =>
    levelsOf(sub, [...path, names.replaceAll('|', '/')]),
  ),
];

/** The facts that get a line each on a program's page, and how each is read from the spec. */
const facts: readonly [title: string, read: (spec: CommandSpec) => string | undefined][] = [
  ['Operands', ({ operands }) => operands],
  ['Runs', ({ runs }) => runs && runsText(runs)],
  ['Language of the code that it runs', ({ language }) => language],
  ['Runs tasks of the project', ({ tasks }) => tasks],
  ['Runs code of the project', ({ projectCode }) => projectCode && codeText(projectCode)],
  ['Spelling of options', ({ syntax }) => syntax && syntaxText(syntax)],
  ['Traits', (spec) => spec.traits?.join(', ')],
  ['Read by code as well', (spec) => spec.behaviours?.map((name) => `\`${name}\``).join(', ')],
];

function factsOf(spec: ProgramSpec): string {
  const levels = levelsOf(spec);
  const lines = [
    ...facts.map(([title, read]) => factLine(title, levels, read)),
    spec.onlyAdds && 'Only its effects are known, because other programs have the same name.',
    plainOf(spec),
  ].filter(Boolean);
  return lines.length > 0 ? `${lines.map((line) => `- ${line}`).join('\n')}\n` : '';
}

/** `Operands: reads; \`env\`, \`list/doc\`: text.` */
function factLine(title: string, levels: readonly Level[], read: (spec: CommandSpec) => string | undefined) {
  const found = levels.flatMap(([path, spec]) => {
    const fact = read(spec);
    return fact ? [{ path, fact }] : [];
  });
  const parts = [...Map.groupBy(found, ({ fact }) => fact)].map(([fact, places]) => {
    const paths = places.filter(({ path }) => path !== '').map(({ path }) => `\`${path}\``);
    const everywhere = places.length > paths.length ? [fact] : [];
    return [...everywhere, ...(paths.length > 0 ? [`${paths.join(', ')}: ${fact}`] : [])].join('; ');
  });
  return parts.length > 0 ? `${title}: ${parts.join('; ')}.` : undefined;
}

const runsTexts: Record<NonNullable<Runs['operands']>, string> = {
  words: 'the command in its arguments',
  source: 'its arguments as shell source',
  each: 'each of its arguments as shell source',
  none: 'the command in an option',
};

const runsText = ({ operands = 'words', skip, after, assignments, versioned, remote, feeds }: Runs) =>
  [
    runsTexts[operands],
    skip && `after ${plural(skip, 'other argument')}`,
    after && `after ${after.split(' ').map(code).join(' or ')}`,
    assignments && 'after variables that it sets',
    versioned && 'in the version that its name may end with',
    remote && 'on another machine or in a container',
    feeds && 'or else its input',
  ]
    .filter(Boolean)
    .join(', ');

const codeText = ({ files, language }: NonNullable<CommandSpec['projectCode']>) =>
  `${files.split(' ').map(code).join(' ')} (${language})`;

const spellings: Record<keyof Syntax, string> = {
  singleDash: 'whole words after one dash',
  anyCase: 'in any case',
  slash: 'after a slash',
  optionsFirst: 'before the first operand only',
  counts: '`-5` is a number',
  globalFirst: 'its own before the subcommand only',
  bareLetters: 'letters without a dash',
  assignments: '`name=value`',
};

const syntaxText = (syntax: Syntax) =>
  Object.entries(spellings)
    .filter(([key]) => key in syntax)
    .map(([key, said]) => (syntax[key as keyof Syntax] ? said : `not ${said}`))
    .join(', ');

const plainTexts = {
  true: 'unless an option is not listed here or may do harm',
  any: 'with any option',
  alone: 'without arguments',
  module: 'if the module that it runs takes it',
};

function plainOf(spec: ProgramSpec): string | undefined {
  const own = spec.plain ? plainTexts[`${spec.plain}`] : undefined;
  const subs = plainPaths(spec, []).map(code).join(', ');
  if (!own && !subs) return undefined;
  return subs ? `Takes the fast path: ${own ? `${own}; ` : ''}${subs}.` : `Takes the fast path ${own}.`;
}

const plainPaths = (spec: CommandSpec, path: readonly string[]): string[] =>
  Object.entries(spec.subcommands ?? {}).flatMap(([names, sub]) => [
    ...(sub.plain ? [[...path, names.replaceAll('|', '/')].join(' ')] : []),
    ...plainPaths(sub, [...path, names.split('|')[0] as string]),
  ]);

function optionTable(spec: ProgramSpec): string {
  const rows = levelsOf(spec).flatMap(optionRows);
  return rows.length > 0 ? `| options | kind |\n|---|---|\n${rows.join('\n')}\n` : '';
}

const optionRows = ([path, spec]: Level): string[] =>
  Object.entries(spec.options ?? {}).map(([names, option]) => {
    const shown = names.split(' ').map(code).join(' ');
    return `| ${path && `${path}: `}${shown} | ${typeof option === 'string' ? option : detailed(option)} |`;
  });

const detailed = ({ kind, words, attached, only, strip }: OptionSpec) =>
  [
    kind,
    words && `the last of ${words} words`,
    attached && 'attached only',
    only && `if it matches ${code(cell(only))}`,
    strip && `without ${code(cell(strip))}`,
  ]
    .filter(Boolean)
    .join(', ');

const code = (text: string) => `\`${text}\``;

const cell = (text: string) => displayText(text).replaceAll('|', '\\|');

function effectTable(spec: ProgramSpec): string {
  const rows = levelsOf(spec).flatMap(([path, { effects = [], kind }]) =>
    effects.map((rule) => {
      const { code: name, why, weight = 'risky', safer = '' } = rule;
      const cells = [
        conditionOf(path, rule),
        cell(why),
        weight,
        rule.kind ?? kind ?? '',
        cell(safer),
        `[${name}](../guard-codes.md)`,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  return rows.length > 0
    ? `| when | what happens | weight | kind | safer | code |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
    : '';
}

function conditionOf(path: string, { when, harmless, flags, unless, except }: EffectRule): string {
  const words = [path, when].filter(Boolean).join(' ');
  const conditions = [
    words && code(cell(words)),
    harmless && `with a word other than ${code(cell(harmless))}`,
    flags && `with ${code(cell(flags))}`,
    except && `not for ${code(cell(except))}`,
    unless && `not with ${code(cell(unless))}`,
  ];
  return conditions.filter(Boolean).join(' ') || 'always';
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

How to read the page of a program:

- *Operands* says what its arguments are ([kinds](#kinds-of-operands)), the first table what each option is ([kinds](#kinds-of-options)), *Traits* what else it is known for ([list](#traits)).
- The table with *what happens* lists what a policy may object to. The *weight* decides: an \`irreversible\` effect is refused, a \`risky\` one put to a person, a \`plain\` one only noted for policies that ask for it. The *kind* says [which policy of the guard](../guard.md#teach-it-a-program) judges it.
- What is said of a subcommand begins with its words. A \`…\` stands for what is not known before the command runs.
- *Read by code as well* names functions in \`src/shell/programs/behaviours\` that read what the tables can't express.
- A command *takes the fast path* if it is so harmless that the guard need not be loaded.

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
