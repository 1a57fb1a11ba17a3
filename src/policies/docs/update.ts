import { prompt, stop } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { pathMatcher } from '../../domain/checkpoint/work.ts';
import { definePolicy, inject } from '../../index.ts';

export default definePolicy({
  id: 'docs/update',
  summary: 'Remind of documents after development work that touched none',
  why: 'Documents grow old one change at a time. After a turn that changed code and no document, the session is reminded with the next prompt, once; nothing is held up.',
  on: ['Stop', 'SessionStart', 'UserPromptSubmit'],
  level: 'warn',
  onError: 'pass',
  options: {
    docs: { default: ['docs/', '*.md', '*.mdx', '*.rst'], about: 'What counts as a document, as globs.' },
  },
  examples: [
    { event: stop(), expect: 'pass', title: 'Nothing changed' },
    { event: prompt('go'), expect: 'pass', title: 'Only remembers the tree' },
    {
      event: stop(),
      expect: 'inject',
      given: { files: { 'docs/index.md': '#' }, work: { changes: ['src/app.ts'] } },
      says: 'src/app.ts',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Documents were changed as well',
      given: { files: { 'docs/index.md': '#' }, work: { changes: ['src/app.ts', 'docs/index.md'] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A project without documents',
      given: { work: { changes: ['src/app.ts'] } },
    },
  ],
  check(event, { work, files, project, options }) {
    if (event.hook_event_name !== 'Stop') {
      work.snapshot();
      return undefined;
    }
    const isDocument = pathMatcher(options.docs);
    const changes = work.changes([]);
    const code = changes.filter(({ path }) => !pathMatcher(nonCodePaths)(path) && !isDocument(path));
    if (code.length === 0 || changes.some(({ path }) => isDocument(path) && !path.startsWith('.claude/')))
      return undefined;
    const there = ['docs', 'README.md'].filter((name) => files.exists(`${project.root}/${name}`));
    if (there.length === 0) return undefined;
    const names = code
      .slice(0, 5)
      .map(({ path }) => path)
      .join(', ');
    return inject(
      `This session changed ${names}${code.length > 5 ? ` and ${code.length - 5} more` : ''} and no document. If ${there.join(' or ')} describe what changed, update them.`,
    );
  },
});
