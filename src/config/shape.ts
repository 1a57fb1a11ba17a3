// What a config file may hold, as data. Validation, defaults, `pawl config` and the JSON schema read it.
import { eventNames } from '../core/channels.ts';
import { packNames, packs } from '../core/pack.ts';
import { levels, type Option, type Policy } from '../core/policy.ts';
import { contextDefaults, retentionDefaults } from './defaults.ts';

export type Shape =
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
  | { type: 'any'; about?: string; default?: unknown };

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

const ruleShape: Shape = {
  type: 'object',
  required: ['id', 'action', 'message'],
  keys: {
    id: text('A name of your own; the rule is called rules/<id>.'),
    on: {
      ...eventShape,
      about: 'Events it looks at. Default: PreToolUse, or UserPromptSubmit for a rule about prompts.',
    },
    tool: texts('Tool names; `*` stands for anything. Default: every tool.'),
    command: texts(
      'Shape of a shell command, word by word: `git push * --force`. `*` alone stands for any words, in a word for a part of it; more words may follow.',
    ),
    path: texts(
      'Globs for the paths the call names, from the project’s root or absolute: `**/migrations/**`, `~/notes/**`.',
    ),
    prompt: texts('Words a prompt must contain, as whole words.'),
    action: text('What to do.', ['deny', 'ask', 'warn', 'block', 'inject', 'tell']),
    message: text('What the agent or person reads.'),
    instead: text('A safer way to suggest.'),
    level: text('As for policies.', levels),
  },
};

const externalShape: Shape = {
  type: 'object',
  required: ['id', 'on', 'command'],
  keys: {
    id: text('A name of your own; the script is called external/<id>.'),
    on: { ...eventShape, about: 'Events the script gets.' },
    tool: texts('Tool names; `*` stands for anything.'),
    command: { type: 'list', of: { type: 'string' }, about: 'Program and arguments; no shell in between.' },
    timeout: number('Seconds it may take.', 5),
    onError: text('What a crash, overrun or unreadable answer means for a tool call.', [
      'pass',
      'ask',
      'deny',
    ]),
    level: text('As for policies.', levels),
  },
};

/** The parts of the config that do not depend on which policies there are. */
export const baseShape: Record<string, Shape> = {
  packs: {
    type: 'object',
    about: 'Packs that are switched on.',
    keys: Object.fromEntries(packNames.map((name) => [name, flag(packs[name].about, packs[name].on)])),
  },
  rules: { type: 'list', of: ruleShape, about: 'Simple policies as data.', default: [] },
  external: {
    type: 'list',
    of: externalShape,
    about: 'Hook scripts of your own that Pawl runs as policies.',
    default: [],
  },
  workflows: { type: 'record', of: { type: 'any' }, about: 'Workflows by name.', default: {} },
  context: {
    type: 'object',
    about: 'What may be injected.',
    keys: { limit: number('Characters per answer, below the client’s 10,000.', contextDefaults.limit, 500) },
  },
  update: {
    ...text('What to do about a newer Pawl, once a day. Counts only in your own config.', [
      'check',
      'apply',
      'off',
    ]),
    default: 'check',
  },
  retention: {
    type: 'object',
    about: 'What is kept, and for how long.',
    keys: {
      events_days: number('Recorded events.', retentionDefaults.events_days),
      metrics_days: number('Daily figures.', retentionDefaults.metrics_days),
      memory_days: number('Lessons.', retentionDefaults.memory_days),
      memory_per_project: number('Lessons per project.', retentionDefaults.memory_per_project),
      tasks_days: number('Task lists, after their last change.', retentionDefaults.tasks_days),
      labels: flag('Keep a short label of each call (redacted).', retentionDefaults.labels),
      parameters: flag(
        'Keep the parameters of each call (redacted, shortened).',
        retentionDefaults.parameters,
      ),
      content: flag('Keep contents: prompts, tool results (redacted, shortened).', retentionDefaults.content),
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
    about: 'How far its word counts.',
  };
  return { type: 'object', about: policy.summary, keys: { level, ...Object.fromEntries(options) } };
}

export function configShape(policies: readonly Policy[]): Shape {
  const keys = Object.fromEntries(policies.map((policy) => [policy.id, policyShape(policy)]));
  // Own policies come and go with their files: unknown ids are looked at by `pawl config`, not refused here.
  const own: Shape = { type: 'object', about: 'Level and options by policy id.', keys, open: true };
  return { type: 'object', keys: { $schema: { type: 'string' }, ...baseShape, policies: own } };
}
