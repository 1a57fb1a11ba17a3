// What a workflow in a config file may hold; checked with the same words as the rest of the config.
import type { Shape } from '../../config/shape.ts';

const text = (about: string, values?: readonly string[]): Shape => ({
  type: 'string',
  about,
  ...(values && { values }),
});
const flag = (about: string): Shape => ({ type: 'boolean', about });
const texts = (about: string): Shape => ({ type: 'list', of: { type: 'string' }, about });
const named = (of: Shape, about: string): Shape => ({ type: 'record', of, about });
const results = ['failing', 'passing'];

const startShape: Shape = {
  type: 'object',
  about: 'What starts it.',
  keys: {
    commands: texts('Slash commands, without the slash.'),
    skills: texts('Skills the agent calls.'),
    prompts: texts('Beginnings of a prompt.'),
  },
};

const checkKeys: Record<string, Shape> = {
  file: text('A file that must exist: a pattern, or the name of a place.'),
  front_matter: named({ type: 'string' }, 'Values in its front matter; `*` is any.'),
  marker: named({ type: 'string' }, 'Agents that signed it in the front matter, and really ran.'),
  self_attested: flag('Believe the marker without looking who ran.'),
  sections: texts('Headings or words that must be in it.'),
  min_length: { type: 'number', min: 0, about: 'Characters it must have, without the front matter.' },
  committed: flag('It must be committed.'),
  clean: texts('Globs below which nothing may be uncommitted.'),
  agent: text('An agent that must have delivered.'),
  phase: text('A phase that must be reached: `commit`, or `code.commit` of another workflow.'),
  tests: text('How the last test run must have ended.', results),
  message: text('What to do about it; `{place}` becomes its path.'),
};

const alternative: Shape = { type: 'object', keys: checkKeys };
const checkShape: Shape = {
  type: 'object',
  keys: { ...checkKeys, any: { type: 'list', of: alternative, about: 'One of these is enough.' } },
};
const checks = (about: string): Shape => ({ type: 'list', of: checkShape, about });

const agentShape: Shape = {
  type: 'object',
  keys: {
    about: text('What it is for.'),
    requires: checks('Before it may start.'),
    outside: checks('Before it may start while the workflow is not running.'),
    delivers: checks('Before it may stop.'),
  },
};

const moveShape: Shape = {
  type: 'object',
  required: ['when', 'to'],
  keys: {
    when: {
      type: 'object',
      about: 'What was seen.',
      keys: {
        tests: text('A test run with this result.', results),
        times: { type: 'number', min: 1, about: 'So many of them.' },
        committed: flag('A commit that left no code uncommitted.'),
        clean: flag('Nothing at all is uncommitted.'),
        released: flag('An agent was let go without its deliverables.'),
      },
    },
    to: text('The phase that follows, or `end`.'),
  },
};

const phaseKeys: Record<string, Shape> = {
  about: text('What it is for.'),
  start: startShape,
  runs: text('Another workflow that makes up this phase.'),
  requires: checks('Before the phase may begin.'),
  agents: named(agentShape, 'Agents by name.'),
  main_only: flag('Agents that could edit files are refused: the main conversation does this itself.'),
  allows: texts('Agents that may start all the same.'),
  moves: { type: 'list', of: moveShape, about: 'When the phase is left.' },
  message: text('Said when it begins.'),
  next: text('The phase after it, or `end`.'),
};

export const workflowShape: Shape = {
  type: 'object',
  keys: {
    about: text('What it is for.'),
    start: startShape,
    requires: checks('Before it may start.'),
    phases: named({ type: 'object', keys: phaseKeys }, 'Phases by name, in order.'),
    agents: named(agentShape, 'Agents, when there is only one phase.'),
    places: named({ type: 'string' }, 'Names for file patterns.'),
    paths: texts('What counts as code here.'),
    self_attested: flag('Believe markers without looking who ran.'),
    next: text('The workflow after this one.'),
    end: text('Said when it ends.'),
  },
};

export const placesShape: Shape = named({ type: 'string' }, 'File patterns by name.');
