// The schema of workflows in a config file, in the same form as the rest of the config's schema.
import type { Shape } from '../../config/shape.ts';

const text = (about: string, values?: readonly string[]): Shape => ({
  type: 'string',
  about,
  ...(values && { values }),
});
const flag = (about: string): Shape => ({ type: 'boolean', about });
const textList = (about: string): Shape => ({ type: 'list', of: { type: 'string' }, about });
const recordOf = (of: Shape, about: string): Shape => ({ type: 'record', of, about });
const results = ['failing', 'passing'];

const startShape: Shape = {
  type: 'object',
  about: 'What triggers the start.',
  keys: {
    commands: textList('Slash commands, without the slash.'),
    skills: textList('Skills the agent calls; one of a plugin is named in full (`plugin:skill`).'),
    prompts: textList('Texts that a prompt starts with.'),
  },
};

const checkKeys: Record<string, Shape> = {
  file: text('A file that must exist: a glob pattern or the name of a place.'),
  by: text('The agent that writes the file; named if the file is missing.'),
  front_matter: recordOf({ type: 'string' }, 'Required values in its front matter; `*` means any.'),
  marker: recordOf(
    { type: 'string' },
    'Agents that signed it in the front matter; each must have run in this session.',
  ),
  self_attested: flag('Accept the marker without checking that the agent ran.'),
  sections: textList('Headings or words that it must contain.'),
  min_length: { type: 'number', min: 0, about: 'Minimum number of characters, without the front matter.' },
  committed: flag('The file must be committed.'),
  clean: textList('Globs of files that must have no uncommitted changes.'),
  agent: text('An agent that must have delivered its files.'),
  phase: text('A phase that must have been reached: `commit`, or `code.commit` in another workflow.'),
  tests: text(
    'The required result of the last test run; a run of only some tests does not count as passing.',
    results,
  ),
  new_test: flag('A test written in this phase must have been seen to fail.'),
  message: text('What to do if the check fails; `{place}` is replaced by its path.'),
};

const alternative: Shape = { type: 'object', keys: checkKeys };
const checkShape: Shape = {
  type: 'object',
  keys: {
    ...checkKeys,
    any: { type: 'list', of: alternative, about: 'At least one of these checks must hold.' },
  },
};
const checks = (about: string): Shape => ({ type: 'list', of: checkShape, about });

const agentShape: Shape = {
  type: 'object',
  keys: {
    about: text('What it is for.'),
    requires: checks('What must hold before it may start.'),
    outside: checks('What must hold before it may start while the workflow is not running.'),
    delivers: checks('What must hold before it may stop.'),
  },
};

const moveShape: Shape = {
  type: 'object',
  required: ['when', 'to'],
  keys: {
    when: {
      type: 'object',
      about: 'What must be observed.',
      keys: {
        tests: text(
          'A test run with this result; a run of only some tests does not count as passing.',
          results,
        ),
        new_test: flag('The failing test was written in this phase.'),
        times: { type: 'number', min: 1, about: 'Number of such test runs in this phase.' },
        committed: flag('A commit that leaves no code uncommitted.'),
        clean: flag('Nothing is uncommitted.'),
        released: flag('An agent stopped without its deliverables.'),
      },
    },
    to: text('The next phase, or `end`.'),
  },
};

const phaseKeys: Record<string, Shape> = {
  about: text('What it is for.'),
  start: startShape,
  runs: text('Another workflow that runs as this phase.'),
  requires: checks('What must hold before the phase may start.'),
  agents: recordOf(agentShape, 'Agents by name.'),
  main_only: flag('Agents that can edit files are refused: the main conversation does this work itself.'),
  allows: textList('Agents that may start anyway.'),
  test_first: flag('Only tests are written in this phase, no code, with whatever tool.'),
  moves: { type: 'list', of: moveShape, about: 'When the phase ends, and which one follows.' },
  message: text('Message for the agent when the phase starts.'),
  next: text('The phase after this one, or `end`.'),
};

export const workflowShape: Shape = {
  type: 'object',
  keys: {
    about: text('What it is for.'),
    start: startShape,
    requires: checks('What must hold before it may start.'),
    phases: recordOf({ type: 'object', keys: phaseKeys }, 'Phases by name, in order.'),
    agents: recordOf(agentShape, 'Agents, when there is only one phase.'),
    places: recordOf({ type: 'string' }, 'Names for file patterns.'),
    paths: textList('Globs of files that count as code.'),
    self_attested: flag('Accept markers without checking that the agent ran.'),
    next: text('The workflow after this one.'),
    end: text('Message for the agent when the workflow ends.'),
  },
};

export const placesShape: Shape = recordOf({ type: 'string' }, 'File patterns by name.');
