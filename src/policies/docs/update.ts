import { prompt, stop } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { pathMatcher } from '../../domain/checkpoint/work.ts';
import { definePolicy, inject } from '../../index.ts';

const memoryFile = '.claude/MEMORIES.md';
const isMemoryFile = ({ path }: { path: string }) => path === memoryFile;
const aboutMemories = `If later sessions must know something that was decided or learnt here, put it into ${memoryFile} and remove what it replaces. What was done is in git already.`;

export default definePolicy({
  id: 'docs/update',
  summary: 'Remind a session to update the documentation after it changed code',
  why: 'Documentation gets outdated one change at a time. After a turn that changed code and no document, the session is reminded once, with the next prompt; nothing is blocked.',
  on: ['Stop', 'SessionStart', 'UserPromptSubmit'],
  level: 'warn',
  onError: 'pass',
  options: {
    docs: {
      default: ['docs/', '*.md', '*.mdx', '*.rst'],
      about: 'Globs of files that count as documentation.',
    },
  },
  examples: [
    { event: stop(), expect: 'pass', title: 'A session that changed nothing' },
    { event: prompt('go'), expect: 'pass', title: 'A prompt only records the state of the tree' },
    {
      event: stop(),
      expect: 'inject',
      title: 'Code was changed, and no documentation',
      given: { files: { 'docs/index.md': '#' }, work: { changes: ['src/app.ts'] } },
      says: 'src/app.ts',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The documentation was changed too',
      given: { files: { 'docs/index.md': '#' }, work: { changes: ['src/app.ts', 'docs/index.md'] } },
    },
    {
      event: stop(),
      expect: 'inject',
      title: 'A project that has a memory file, and no other documentation',
      given: { files: { '.claude/MEMORIES.md': '## Gotchas' }, work: { changes: ['src/app.ts'] } },
      says: 'put it into .claude/MEMORIES.md',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The memory file was updated',
      given: {
        files: { '.claude/MEMORIES.md': '## Gotchas' },
        work: { changes: ['src/app.ts', '.claude/MEMORIES.md'] },
      },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A project without documentation',
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
    const mentionMemories = files.exists(`${project.root}/${memoryFile}`) && !changes.some(isMemoryFile);
    const existing = ['docs/', 'README.md'].filter((name) =>
      files.exists(`${project.root}/${name.replace('/', '')}`),
    );
    if (existing.length === 0) return mentionMemories ? inject(aboutMemories) : undefined;
    const names = code
      .slice(0, 5)
      .map(({ path }) => path)
      .join(', ');
    return inject(
      `This session changed ${names}${code.length > 5 ? ` and ${code.length - 5} more` : ''} but no documentation. If ${existing.join(' or ')} describes what changed, update it.${mentionMemories ? ` ${aboutMemories}` : ''}`,
    );
  },
});
