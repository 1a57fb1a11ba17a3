// The schema of `programs` in a config: specs of in-house programs, in the form of the built-in ones (docs/programs).
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
  'typing',
  'agent',
];

const text = (about: string): Shape => ({ type: 'string', about });
const flag = (about: string): Shape => ({ type: 'boolean', about });

const effectShape: Shape = {
  type: 'object',
  required: ['code', 'why'],
  keys: {
    code: text('A name of your choice for the effect, such as `acme-delete`.'),
    when: text(
      'A pattern for the operands, word by word: `a|b` one of these, `del*` a beginning, `*` any one word, `**` any number of words, `$` the end.',
    ),
    flags: text('At least one of these options must be given.'),
    unless: text('With any of these options the command does not have the effect.'),
    except: text(
      'If one of the first four operands matches this, the command does not have the effect. `^a`: only the first operand.',
    ),
    harmless: text(
      'If any operand matches this, the command does not have the effect: the verbs that a rule for all other verbs leaves out.',
    ),
    weight: {
      type: 'string',
      values: weights,
      default: 'risky',
      about: 'An `irreversible` effect is refused, a `risky` one is put to a person.',
    },
    kind: {
      type: 'string',
      values: effectKinds,
      about: 'The kind of the effect, which decides which policies of the guard judge it.',
    },
    why: text('One sentence that says what the command does.'),
    safer: text('A command to use instead.'),
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
        kind: {
          type: 'string',
          values: Object.keys(optionKinds),
          about: 'What the program does with the value of the option; docs/programs explains each kind.',
        },
        words: {
          type: 'number',
          min: 1,
          about: 'How many words the value consists of, if not one. The kind is about the last of them.',
        },
        attached: flag(
          'A value must be attached: `-i.bak`, `--color=always`. The next word is never the value.',
        ),
        only: text('The kind applies only to values that match this regular expression.'),
        strip: text('A regular expression for the part of the value to remove.'),
      },
    },
  ],
};

const commandKeys: Record<string, Shape> = {
  options: {
    type: 'record',
    of: optionShape,
    about: 'Options by all their spellings, with the kind of each: `"-o --output": "writes"`.',
  },
  operands: {
    type: 'string',
    values: Object.keys(operandKinds),
    about:
      'What the arguments are that are neither options nor subcommands; docs/programs explains each kind.',
  },
  // Validated by `programProblems`, because a subcommand can have subcommands.
  subcommands: {
    type: 'record',
    of: { type: 'any' },
    about: 'Subcommands by all their names, each with the same keys: `"add|new": { … }`.',
  },
  runs: {
    type: 'object',
    about: 'For programs that run the command in their arguments, as `timeout 5 ls` does.',
    keys: {
      operands: {
        type: 'string',
        values: ['words', 'source', 'each', 'none'],
        about:
          '`words` (the default): the operands are the words of one command. `source`: joined by blanks they are shell source. `each`: each of them is shell source. `none`: the command is only in options.',
      },
      skip: {
        type: 'number',
        min: 0,
        about: 'How many operands come before the command: the time of `timeout`, the host of `ssh`.',
      },
      assignments: flag('`NAME=value` may come before the command.'),
      after: text('Words, separated by blanks; if one of them is given, the command comes after it.'),
      remote: flag('The command runs on another machine, so its paths are not paths of this machine.'),
      versioned: flag('The command may name the version to fetch: `npx tool@3`.'),
      feeds: flag('Without a command, a shell runs the input.'),
    },
  },
  language: text('For interpreters, the language of the code: python, node, ruby, perl, php …'),
  kind: { type: 'string', values: effectKinds, about: 'The kind of all effects that don’t name one.' },
  effects: {
    type: 'list',
    of: effectShape,
    about: 'What the program may do that a person could want to prevent.',
  },
  traits: {
    type: 'list',
    of: { type: 'string', values: Object.keys(traits) },
    about: 'Properties that the guard asks about; docs/programs explains them.',
  },
  syntax: {
    type: 'object',
    about: 'How the options are written, where that differs from the usual `-abc --long=value`.',
    keys: {
      singleDash: flag('`-name` is one option, not the four options `-n -a -m -e`.'),
      anyCase: flag('Options may be in any case, and a value may follow a colon: `-Path:x`.'),
      optionsFirst: flag('Everything from the first operand on belongs to another command.'),
      globalFirst: flag('The program’s own options come only before the subcommand.'),
    },
  },
};

export const programShape: Shape = {
  type: 'object',
  required: ['names'],
  keys: {
    names: text('Every name that the program is called by, separated by blanks.'),
    about: text('One sentence that says what the program does.'),
    ...commandKeys,
  },
};

const subcommandShape: Shape = { type: 'object', keys: commandKeys };

/** Checks what a schema can't express: subcommands, names and regular expressions. */
export function programProblems(list: unknown, path: (string | number)[]): Problem[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((spec, i) => (isObject(spec) ? problemsOfProgram(spec, [...path, i]) : []));
}

function problemsOfProgram(spec: Record<string, unknown>, path: (string | number)[]): Problem[] {
  const names = typeof spec.names === 'string' ? spec.names : '';
  const invalidName = names.split(' ').find((name) => !/^[\w.+-]+$/.test(name));
  const nameProblems: Problem[] =
    invalidName === undefined
      ? []
      : [
          {
            path: [...path, 'names'],
            message: `"${invalidName}" is not a valid program name`,
            severity: 'error',
          },
        ];
  return [...nameProblems, ...problemsOfCommand(spec, path)];
}

function problemsOfCommand(spec: Record<string, unknown>, path: (string | number)[]): Problem[] {
  const subs = isObject(spec.subcommands) ? Object.entries(spec.subcommands) : [];
  return [
    ...patternProblems(spec.options, [...path, 'options']),
    ...optionNameProblems(spec.options, [...path, 'options']),
    ...subs.flatMap(([name, sub]) => {
      const at = [...path, 'subcommands', name];
      return [...validate(sub, subcommandShape, at), ...(isObject(sub) ? problemsOfCommand(sub, at) : [])];
    }),
  ];
}

function optionNameProblems(options: unknown, path: (string | number)[]): Problem[] {
  const keys = isObject(options) ? Object.keys(options) : [];
  return keys.flatMap((key) => {
    const invalidName = key.split(' ').find((name) => !/^[-+/]\S|=$/.test(name));
    if (invalidName === undefined) return [];
    const message = `"${invalidName}" is not an option; did you mean "--${invalidName}"?`;
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
                  message: 'is not a valid regular expression',
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
