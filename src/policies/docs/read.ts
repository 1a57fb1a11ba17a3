import { prompt, sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';

/** CLAUDE.md is not in the list, because the client gives it to every session, even after a compaction. */
const defaultDocuments = [
  '.claude/MEMORIES.md',
  'docs/index.md',
  'docs/TECHNICAL_OVERVIEW.md',
  'docs/README.md',
];

export default definePolicy({
  id: 'docs/read',
  summary: 'Point a session to the project’s documentation',
  why: 'A session that has read how the project works asks less and breaks less. Only existing documents are named; after a compaction the request is firmer, because what was read is gone.',
  on: ['SessionStart', 'UserPromptSubmit'],
  level: 'warn',
  onError: 'pass',
  options: { files: { default: defaultDocuments, about: 'Documents, in reading order.' } },
  examples: [
    { event: sessionStart(), expect: 'pass', title: 'The project has no documentation' },
    {
      event: sessionStart(),
      expect: 'pass',
      given: { files: { 'CLAUDE.md': '#' } },
      title: 'The client itself gives CLAUDE.md to every session',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      given: { files: { 'docs/index.md': '#' } },
      says: '1. docs/index.md',
    },
    {
      event: sessionStart('compact'),
      expect: 'inject',
      given: { files: { 'docs/index.md': '#' } },
      says: 'summary does not replace',
    },
    {
      event: prompt('read the docs and add the endpoint'),
      expect: 'inject',
      given: { files: { 'docs/index.md': '#' } },
    },
    {
      event: prompt('I have read the docs; add the endpoint'),
      expect: 'pass',
      given: { files: { 'docs/index.md': '#' } },
    },
    { event: prompt('add the endpoint'), expect: 'pass', given: { files: { 'docs/index.md': '#' } } },
  ],
  check(event, { files, project, options }) {
    const asked = event.hook_event_name === 'UserPromptSubmit';
    if (
      asked &&
      !/(?<!(have|had|already|i)\s)\bread (the|all|our|these) (project )?docs\b/i.test(event.prompt)
    )
      return undefined;
    const existing = options.files.filter((file) => files.exists(`${project.root}/${file}`));
    if (existing.length === 0) return undefined;
    const list = existing.map((file, index) => `${index + 1}. ${file}`).join('\n');
    if (asked)
      return inject(
        `The prompt asks you to read the documentation first:\n${list}\nFollow its links as far as this task needs, and keep to what it says.`,
        { again: true },
      );
    if (event.source === 'compact')
      return inject(
        `The context was compacted; a summary does not replace these documents. Read them again with the Read tool before you continue:\n${list}`,
      );
    return inject(
      `Before the first task, read the project’s documentation with the Read tool, in this order:\n${list}`,
    );
  },
});
