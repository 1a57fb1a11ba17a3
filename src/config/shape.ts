// The schema of a config file, as data. Validation, defaults, `pawl config` and the published JSON schema use it.
import { eventNames } from '../core/channels.ts';
import { packNames, packs } from '../core/pack.ts';
import { levels, type Option, type Policy } from '../core/policy.ts';
import { contextDefaults, retentionDefaults } from './defaults.ts';
import { exportShape } from './export.ts';
import { programShape } from './programs.ts';

export type Shape = {
  /** The value is never shown in a message. */
  secret?: boolean;
} & (
  | {
      type: 'boolean' | 'number' | 'string';
      about?: string;
      default?: unknown;
      values?: readonly unknown[];
      min?: number;
    }
  | { type: 'list'; of: Shape; about?: string; default?: unknown }
  | { type: 'record'; of: Shape; about?: string; default?: unknown }
  | {
      type: 'object';
      keys: Record<string, Shape>;
      required?: readonly string[];
      open?: boolean;
      about?: string;
      default?: unknown;
    }
  | { type: 'either'; of: readonly Shape[]; about?: string; default?: unknown }
  | { type: 'any'; about?: string; default?: unknown }
);

const text = (about: string, values?: readonly string[]): Shape => ({
  type: 'string',
  about,
  ...(values && { values }),
});
const texts = (about: string): Shape => ({
  type: 'either',
  about,
  of: [{ type: 'string' }, { type: 'list', of: { type: 'string' } }],
});
const number = (about: string, value: number, min = 0): Shape => ({
  type: 'number',
  about,
  default: value,
  min,
});
const flag = (about: string, value: boolean): Shape => ({ type: 'boolean', about, default: value });
const eventShape: Shape = {
  type: 'either',
  of: [
    { type: 'string', values: eventNames },
    { type: 'list', of: { type: 'string', values: eventNames } },
  ],
};

const toolAbout =
  'Tool names, in any case: `Bash`, `Edit|Write`, `mcp__github__*`. `*` matches anything. Default: every tool.';

const ruleShape: Shape = {
  type: 'object',
  required: ['id', 'action', 'message'],
  keys: {
    id: text('A name of your choice; the rule appears as the policy rules/<id>.'),
    on: {
      ...eventShape,
      about: 'Events the rule applies to. Default: PreToolUse, or UserPromptSubmit if `prompt` is set.',
    },
    tool: texts(toolAbout),
    command: texts(
      'Pattern of a shell command, word by word: `git push * --force`. `*` alone matches any number of words, inside a word any part of it; more words may follow.',
    ),
    path: texts(
      'Globs for the paths in the call, relative to the project’s root or absolute: `**/migrations/**`, `~/notes/**`.',
    ),
    prompt: texts('Text that the prompt must contain, as whole words.'),
    action: text('What the rule does when it matches.', ['deny', 'ask', 'warn', 'block', 'inject', 'tell']),
    message: text('The text that the agent or the person reads.'),
    instead: text('A safer alternative to suggest.'),
    level: text('Level of the rule, as for policies.', levels),
  },
};

const externalShape: Shape = {
  type: 'object',
  required: ['id', 'on', 'command'],
  keys: {
    id: text('A name of your choice; the script appears as the policy external/<id>.'),
    on: { ...eventShape, about: 'Events that are passed to the script.' },
    tool: texts(toolAbout),
    command: texts(
      'The program with its arguments. A list, or a text of plain words, is run without a shell; a text with shell syntax by /bin/sh.',
    ),
    timeout: number('Seconds the script may take.', 5),
    onError: text(
      'How to decide a tool call if the script crashes, times out or answers with something unreadable.',
      ['pass', 'ask', 'deny'],
    ),
    level: text('Level of the script, as for policies.', levels),
  },
};

/** The parts of the config that do not depend on which policies there are. */
export const baseShape: Record<string, Shape> = {
  packs: {
    type: 'object',
    about: 'Packs that are switched on.',
    keys: Object.fromEntries(packNames.map((name) => [name, flag(packs[name].about, packs[name].on)])),
  },
  rules: { type: 'list', of: ruleShape, about: 'Simple policies, written as data.', default: [] },
  external: {
    type: 'list',
    of: externalShape,
    about: 'Your own hook scripts, which Pawl runs as policies.',
    default: [],
  },
  programs: {
    type: 'list',
    of: programShape,
    about:
      'Programs of your own that the guard should know: their options, operands and effects (`pawl help guard`).',
    default: [],
  },
  workflows: { type: 'record', of: { type: 'any' }, about: 'Workflows by name.', default: {} },
  context: {
    type: 'object',
    about: 'Limits of the text that policies add to the model’s context.',
    keys: {
      limit: number(
        'Characters per answer; keep it below the client’s limit of 10,000.',
        contextDefaults.limit,
        500,
      ),
    },
  },
  export: exportShape,
  update: {
    ...text(
      'What to do, once a day, about a newer version of Pawl: `check` tells you about it, `apply` also fast-forwards the checkout that this program was built from (and builds nothing), `off` does not look. Only your own config may set it.',
      ['check', 'apply', 'off'],
    ),
    default: 'check',
  },
  team: {
    type: 'object',
    about:
      'The team store with which this machine shares what it records (`pawl help team`). Only your own config may set it; `pawl team join` does.',
    required: ['url'],
    keys: {
      url: text('The address of the PostgreSQL database, without the password.'),
      passwordCommand: {
        type: 'list',
        of: { type: 'string' },
        about:
          'A program with its arguments that prints the password. Default: the password that `pawl team join` stored.',
      },
      machine: text('The name of this machine on the fleet board. Default: its host name.'),
      repositories: {
        type: 'list',
        of: { type: 'string' },
        about: 'Globs of the repositories that are shared, for example `github.com/acme/*`.',
        default: ['**'],
      },
      labels: flag('Send labels and reasons. Only you, and people whom you allow, can read them.', true),
      content: flag('Send parameters, prompts and results too, as far as `retention` keeps them.', false),
      memory: flag('Share the lessons of a repository, and receive those of others.', true),
    },
  },
  retention: {
    type: 'object',
    about: 'What is kept, and for how long.',
    keys: {
      events_days: number('Days to keep recorded events.', retentionDefaults.events_days),
      metrics_days: number('Days to keep daily metrics.', retentionDefaults.metrics_days),
      memory_days: number('Days to keep memories.', retentionDefaults.memory_days),
      memory_per_project: number(
        'How many memories to keep per project.',
        retentionDefaults.memory_per_project,
      ),
      tasks_days: number('Days to keep task lists after their last change.', retentionDefaults.tasks_days),
      labels: flag('Keep a short label of each event (redacted).', retentionDefaults.labels),
      parameters: flag(
        'Keep the parameters of each call (redacted, shortened).',
        retentionDefaults.parameters,
      ),
      content: flag('Keep prompts and tool results (redacted, shortened).', retentionDefaults.content),
    },
  },
};

function optionShape(option: Option): Shape {
  const about = option.about;
  const value = option.default;
  if (Array.isArray(value)) return { type: 'list', of: { type: 'string' }, about, default: value };
  if (typeof value === 'object') return { type: 'record', of: { type: 'any' }, about, default: value };
  return {
    type: typeof value as 'string' | 'number' | 'boolean',
    about,
    default: value,
    ...(option.values && { values: option.values }),
  };
}

export function policyShape(policy: Policy): Shape {
  const options = Object.entries(policy.options ?? {}).map(([name, option]) => [name, optionShape(option)]);
  const level: Shape = {
    type: 'string',
    values: levels,
    default: policy.level,
    about: 'What the policy’s verdict does: off, observe (record only), warn, ask or deny.',
  };
  return { type: 'object', about: policy.summary, keys: { level, ...Object.fromEntries(options) } };
}

export function configShape(policies: readonly Policy[]): Shape {
  const keys = Object.fromEntries(policies.map((policy) => [policy.id, policyShape(policy)]));
  // An unknown id may belong to a user's policy file, so it is not an error here; `pawl config` checks it.
  const settings: Shape = { type: 'object', about: 'Level and options by policy id.', keys, open: true };
  return { type: 'object', keys: { $schema: { type: 'string' }, ...baseShape, policies: settings } };
}
