// Programs that a config teaches Pawl, in the words of the specs it is built with (docs/programs).
import { isObject } from '../core/json.ts';
import { operandKinds, optionKinds, traits } from '../shell/programs/spec.ts';
import type { Shape } from './shape.ts';
import { type Problem, validate } from './validate.ts';

const weights = ['irreversible', 'risky', 'plain'];

/** Kinds of effects that a policy of the guard judges. */
const effectKinds = [
  'delete',
  'overwrite',
  'permissions',
  'disk',
  'worktree',
  'history',
  'kill',
  'escalate',
  'publish',
  'deploy',
  'infrastructure',
  'containers',
  'data',
  'system',
  'traces',
  'fetch-and-run',
  'unknown-code',
  'message',
];

const text = (about: string): Shape => ({ type: 'string', about });
const flag = (about: string): Shape => ({ type: 'boolean', about });

const effectShape: Shape = {
  type: 'object',
  required: ['code', 'why'],
  keys: {
    code: text('A name of your own for the effect, as `acme-delete`.'),
    when: text(
      'Words from the first operand on: `a|b` either, `del*` a beginning, `*` any one, `**` any number, `$` no more.',
    ),
    flags: text('At least one of these options is given.'),
    unless: text('Any of these options makes it harmless.'),
    except: text('A word that makes it harmless.'),
    weight: {
      type: 'string',
      values: weights,
      default: 'risky',
      about: '`irreversible` is refused, `risky` is asked about.',
    },
    kind: { type: 'string', values: effectKinds, about: 'Which policy of the guard judges it.' },
    why: text('What happens, in a sentence.'),
    safer: text('A command to suggest instead.'),
  },
};

const optionShape: Shape = {
  type: 'either',
  of: [
    { type: 'string', values: Object.keys(optionKinds) },
    {
      type: 'object',
      required: ['kind'],
      keys: {
        kind: { type: 'string', values: Object.keys(optionKinds) },
        words: { type: 'number', min: 1 },
        attached: { type: 'boolean' },
        only: text('Only values that match this pattern.'),
        strip: text('A pattern for what to take off the front of the value.'),
      },
    },
  ],
};

const commandKeys: Record<string, Shape> = {
  options: {
    type: 'record',
    of: optionShape,
    about: 'Every spelling of an option, and what kind its value is: `"-o --output": "writes"`.',
  },
  operands: { type: 'string', values: Object.keys(operandKinds), about: 'What the other words are.' },
  // Checked by hand, because they hold each other.
  subcommands: {
    type: 'record',
    of: { type: 'any' },
    about: 'The same for each subcommand: `"add|new": { … }`.',
  },
  runs: {
    type: 'object',
    about: 'Runs the command that its words name.',
    keys: {
      operands: { type: 'string', values: ['words', 'source', 'each', 'none'] },
      skip: { type: 'number', min: 0 },
      assignments: flag('`NAME=value` may stand before the command.'),
      after: text('The command comes after this word.'),
      remote: flag('It runs on another machine: paths are not ours.'),
      versioned: flag('The command may carry a version.'),
      feeds: flag('Without a command its input is run by a shell.'),
    },
  },
  language: text('Runs code of this language: python, node, ruby, perl, php …'),
  kind: { type: 'string', values: effectKinds, about: 'The kind of its effects, unless one says otherwise.' },
  effects: { type: 'list', of: effectShape, about: 'What it may do that somebody could want to refuse.' },
  traits: {
    type: 'list',
    of: { type: 'string', values: Object.keys(traits) },
    about: 'What it is, for the parts of the guard that ask.',
  },
  syntax: {
    type: 'object',
    keys: {
      singleDash: flag('`-name` is one option, not a cluster of letters.'),
      anyCase: flag('Options are written in any case.'),
      optionsFirst: flag('Everything from the first operand on belongs to another command.'),
      globalFirst: flag('Options of the program only stand before its subcommand.'),
    },
  },
};

export const programShape: Shape = {
  type: 'object',
  required: ['names'],
  keys: {
    names: text('Every name it is run by, separated by blanks.'),
    about: text('What it is, in one line.'),
    ...commandKeys,
  },
};

const subcommandShape: Shape = { type: 'object', keys: commandKeys };

/** What a shape can't say: subcommands, names, patterns. */
export function programProblems(list: unknown, path: (string | number)[]): Problem[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one, i) => (isObject(one) ? oneProgram(one, [...path, i]) : []));
}

function oneProgram(spec: Record<string, unknown>, path: (string | number)[]): Problem[] {
  const names = typeof spec.names === 'string' ? spec.names : '';
  const bad = names.split(' ').find((name) => !/^[\w.+-]+$/.test(name));
  const wrong: Problem[] =
    bad === undefined
      ? []
      : [{ path: [...path, 'names'], message: `"${bad}" is no name of a program`, severity: 'error' }];
  return [...wrong, ...inCommand(spec, path)];
}

function inCommand(spec: Record<string, unknown>, path: (string | number)[]): Problem[] {
  const subs = isObject(spec.subcommands) ? Object.entries(spec.subcommands) : [];
  return [
    ...patternProblems(spec.options, [...path, 'options']),
    ...optionNames(spec.options, [...path, 'options']),
    ...subs.flatMap(([name, sub]) => {
      const at = [...path, 'subcommands', name];
      return [...validate(sub, subcommandShape, at), ...(isObject(sub) ? inCommand(sub, at) : [])];
    }),
  ];
}

function optionNames(options: unknown, path: (string | number)[]): Problem[] {
  const keys = isObject(options) ? Object.keys(options) : [];
  return keys.flatMap((key) => {
    const bad = key.split(' ').find((name) => !/^[-+/]\S|=$/.test(name));
    if (bad === undefined) return [];
    const message = `"${bad}" is no option; did you mean "--${bad}"?`;
    return [{ path: [...path, key], message, severity: 'error' as const }];
  });
}

function patternProblems(options: unknown, path: (string | number)[]): Problem[] {
  if (!isObject(options)) return [];
  return Object.entries(options).flatMap(([key, option]) =>
    isObject(option)
      ? (['only', 'strip'] as const).flatMap((name) => {
          const pattern = option[name];
          return typeof pattern === 'string' && !compiles(pattern)
            ? [
                {
                  path: [...path, key, name],
                  message: 'the pattern does not compile',
                  severity: 'error' as const,
                },
              ]
            : [];
        })
      : [],
  );
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
