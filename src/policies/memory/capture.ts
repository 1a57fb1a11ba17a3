import { stop } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { readReflection } from '../../domain/checkpoint/checkpoint.ts';
import { definePolicy, tell } from '../../index.ts';

/** The problem types under which lessons are indexed. */
const problemTypes = [
  'race-condition',
  'config-mismatch',
  'api-change',
  'import-resolution',
  'state-management',
  'crash-safety',
  'data-integrity',
  'performance',
  'tooling',
  'dependency-management',
];

function entitiesOf(
  terms: readonly string[],
  paths: readonly string[],
  problem: string | undefined,
): string[] {
  const files = paths.slice(0, 5).flatMap((path) => {
    const parts = path.toLowerCase().split('/');
    return [parts.at(-1)!, parts.slice(-2).join('/')];
  });
  return [...new Set([...terms.slice(0, 7), ...files, ...(problem ? [problem] : [])])];
}

const reflection = {
  what_was_done: 'Moved the CORS headers from the application to nginx',
  key_insight: 'The proxy strips the Origin header, so headers that the application sets are never seen.',
  search_terms: ['cors', 'nginx'],
};

export default definePolicy({
  id: 'memory/capture',
  summary: 'Save the lesson of a session that stops with a checkpoint',
  why: 'The checkpoint asks for what was learnt. Saved with the names of the changed files, the lesson is found again when they matter. The same lesson is saved once, and only if the stop is not blocked.',
  on: 'Stop',
  level: 'warn',
  onError: 'pass',
  options: { announce: { default: false, about: 'Tell the person what was saved.' } },
  examples: [
    { event: stop(), expect: 'pass', title: 'A session without a checkpoint' },
    {
      event: stop(),
      expect: 'tell',
      title: 'The lesson is saved, and the person is told',
      options: { announce: true },
      given: { work: { checkpoint: { body: { reflection }, state: 'mine' } } },
      says: 'strips the Origin',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The lesson is saved without a message',
      given: { work: { checkpoint: { body: { reflection }, state: 'mine' } } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The checkpoint of another session',
      options: { announce: true },
      given: { work: { checkpoint: { body: { reflection }, state: 'foreign' } } },
    },
  ],
  check(_event, { work, memory, options }) {
    const changes = work.changes(nonCodePaths);
    const checkpoint = work.checkpoint(changes);
    const lesson = checkpoint && checkpoint.state !== 'foreign' ? readReflection(checkpoint.body) : undefined;
    if (!lesson) return undefined;
    const { insight, done, terms, category, helped } = lesson;
    const problem = problemTypes.find((type) => type === lesson.problem);
    const content = `LESSON: ${insight}${done ? `\nDONE: ${done.slice(0, 200)}` : ''}`;
    const entities = entitiesOf(
      terms,
      changes.map(({ path }) => path),
      problem,
    );
    memory.save({ content, category, entities, ...(problem && { problem }) }, helped);
    return options.announce ? tell(`Saved for later sessions: ${insight}`, { again: false }) : undefined;
  },
});
