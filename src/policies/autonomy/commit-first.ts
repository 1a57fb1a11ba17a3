import { prompt, sessionStart, stop } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { block, definePolicy } from '../../index.ts';
import { describeGrantAndGiver } from './shared/grant.ts';

const granted = { grants: [{ id: 'g1' }] };
const dirty = { work: { changes: ['src/app.ts'] } };

export default definePolicy({
  id: 'autonomy/commit-first',
  summary: 'Have a session that works alone commit before it stops',
  why: 'Uncommitted work that nobody watches is lost with the next checkout, and a tested version can only be named once it is committed. Changes from before the session, or by someone else, are not its to commit.',
  on: ['SessionStart', 'UserPromptSubmit', 'CwdChanged', 'Stop'],
  level: 'deny',
  onError: 'pass',
  options: {
    ignore: {
      default: nonCodePaths,
      weaker: 'more items',
      about: 'Globs of paths that may stay uncommitted.',
    },
  },
  examples: () => [
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'The start of a session only records the state of the tree',
    },
    { event: prompt('go on'), expect: 'pass' },
    {
      event: stop(),
      expect: 'pass',
      title: 'A session without a grant, which a person watches',
      given: dirty,
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Uncommitted changes',
      given: { ...granted, ...dirty },
      says: 'src/app.ts',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Everything is committed',
      given: { ...granted, work: { changes: [{ path: 'src/app.ts', content: 'x', where: 'commit' }] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The file was changed in an earlier turn; this turn only answered a question',
      given: { ...granted, work: { changes: ['src/app.ts'], in_turn: false } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Only documentation changed',
      given: { ...granted, work: { changes: ['README.md'] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Outside git nothing can be committed',
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
    // A turn that only answers a question is not blocked because of the work of an earlier one.
    if (work.changesInTurn(options.ignore).length === 0) return undefined;
    const open = work.changes(options.ignore).filter(({ where }) => where === 'tree');
    if (open.length === 0) return undefined;
    const paths = open.slice(0, 5).map(({ path }) => path);
    const more = open.length > 5 ? ` and ${open.length - 5} more` : '';
    return block(
      `This session works alone under ${describeGrantAndGiver(grant)} and has uncommitted changes in ${paths.join(', ')}${more}`,
      {
        instead:
          'commit them on your branch, then stop; if they are not ready, commit them on a separate branch and say so in the message',
      },
    );
  },
});
