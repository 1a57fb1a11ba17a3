import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'hg svn jj bfg sl fossil darcs p4 bzr',
    about: '',
    options: { '-R --repository -m --message': 'text' },
    kind: 'worktree',
    effects: [
      {
        code: 'git-discard',
        when: 'revert|restore|undo',
        flags: '-a --all -R --recursive -C --no-backup --clean',
        weight: 'irreversible',
        why: 'Throws away uncommitted changes.',
      },
      {
        code: 'git-discard',
        when: 'update|up|checkout|co|goto|merge',
        flags: '-C --clean',
        weight: 'irreversible',
        why: 'Throws away uncommitted changes.',
      },
      { code: 'git-clean', when: 'purge|clean', why: 'Deletes files the tool does not know.' },
      {
        code: 'git-clean',
        when: 'cleanup',
        flags: '--remove-unversioned --remove-ignored',
        weight: 'irreversible',
        why: 'Deletes files the tool does not know.',
      },
      {
        code: 'git-rewrite',
        when: 'strip|obliterate|rollback|prune|histedit|uncommit',
        kind: 'history',
        why: 'Removes commits from the history.',
      },
      {
        code: 'git-rewrite',
        when: 'op|operation restore|abandon|undo',
        kind: 'history',
        why: 'Sets the whole repository back.',
      },
      {
        code: 'git-rewrite',
        kind: 'history',
        flags:
          '--delete-files --delete-folders --strip-blobs-bigger-than --replace-text --strip-blobs-with-ids',
        weight: 'irreversible',
        why: 'Rewrites the whole history.',
      },
    ],
  },
];
