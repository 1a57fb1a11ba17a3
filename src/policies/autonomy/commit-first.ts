import { prompt, sessionStart, stop } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { block, definePolicy } from '../../index.ts';
import { inWords } from './shared/under-grant.ts';

const granted = { grants: [{ id: 'g1' }] };
const dirty = { work: { changes: ['src/app.ts'] } };

export default definePolicy({
  id: 'autonomy/commit-first',
  summary: 'A session that works alone commits before it stops',
  why: 'Work that lies in the tree when nobody watches is lost by the next checkout, and a version that tests ran at can only be named when it is committed. What was there before the session, or was changed by somebody else, is not its to commit.',
  on: ['SessionStart', 'UserPromptSubmit', 'CwdChanged', 'Stop'],
  level: 'deny',
  onError: 'pass',
  options: { ignore: { default: nonCodePaths, about: 'Paths that may stay uncommitted, as globs.' } },
  examples: () => [
    { event: sessionStart(), expect: 'pass', title: 'The tree is remembered as it is' },
    { event: prompt('go on'), expect: 'pass' },
    { event: stop(), expect: 'pass', title: 'A person is there', given: dirty },
    { event: stop(), expect: 'block', given: { ...granted, ...dirty }, says: 'src/app.ts' },
    {
      event: stop(),
      expect: 'pass',
      title: 'All is committed',
      given: { ...granted, work: { changes: [{ path: 'src/app.ts', content: 'x', where: 'commit' }] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Only notes',
      given: { ...granted, work: { changes: ['README.md'] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Nothing can be committed outside git',
      given: { ...granted, ...dirty, git: { repository: false } },
    },
  ],
  check(event, { work, grants, git, options }) {
    if (event.hook_event_name !== 'Stop') {
      work.snapshot();
      return undefined;
    }
    const [grant] = grants.current();
    if (!grant || !git.repository()) return undefined;
    const open = work.changes(options.ignore).filter(({ where }) => where === 'tree');
    if (open.length === 0) return undefined;
    const paths = open.slice(0, 5).map(({ path }) => path);
    const more = open.length > 5 ? ` and ${open.length - 5} more` : '';
    return block(
      `This session works alone under ${inWords(grant)} and has not committed ${paths.join(', ')}${more}`,
      {
        instead:
          'commit it on the branch you work on, then stop; if it is not fit to be committed, say so in a commit on a branch of its own',
      },
    );
  },
});
