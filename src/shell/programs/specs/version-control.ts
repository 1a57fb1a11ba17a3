// Version control other than git.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const DISCARDS = 'Discards uncommitted changes.';

const discards = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'git-discard',
  weight: 'irreversible',
  why: DISCARDS,
  ...rule,
});

const rewrites = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'git-rewrite',
  kind: 'history',
  why: 'Removes commits from the history.',
  ...rule,
});

/** A subcommand that only looks at the repository, with options that change nothing. */
const looks = (flags: string, values: string): CommandSpec => ({
  options: { [flags]: 'flag', [values]: 'text' },
  operands: 'text',
  plain: true,
});

/** Mercurial, and Sapling which comes from it. */
const MERCURIAL: CommandSpec = {
  options: {
    '-R --repository': 'cwd',
    '--cwd': 'cwd',
    '--config': {
      kind: 'runs',
      only: '^(alias|hooks|ui\\.editor|ui\\.ssh|extdiff|merge-tools)[.\\w-]*=!?',
      strip: '^[^=]*=!?',
    },
    '-e --ssh': 'runs',
    '--remotecmd --color --pager --encoding': 'text',
    '-m --message -u --user -d --date -r --rev -b --branch -B --bookmark -I --include -X --exclude -T --template':
      'text',
    '-l --logfile': 'reads',
    '-q --quiet -v --verbose -y --noninteractive --debug': 'flag',
  },
  subcommands: {
    'status|st|summary|sum|branches|tags|heads|paths|identify|id|log|bookmarks': looks(
      '-q --quiet -v --verbose -m -a -r -d -u -n -i -A --all -G --graph -p --patch --stat --short',
      '-l --limit -T --template',
    ),
  },
  kind: 'worktree',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'hg',
    about: 'Mercurial, a version control system.',
    ...MERCURIAL,
    effects: [
      discards({ when: 'revert', flags: '-a --all -C --no-backup', safer: 'hg shelve' }),
      discards({ when: 'update|up|checkout|co|merge', flags: '-C --clean', safer: 'hg shelve' }),
      {
        code: 'git-clean',
        when: 'purge|clean',
        unless: '-p --print',
        why: 'Deletes untracked files.',
        safer: 'hg purge --print',
      },
      discards({
        when: 'shelve',
        flags: '-d --delete --cleanup',
        why: 'Deletes shelved work.',
        safer: 'hg shelve --list',
      }),
      rewrites({
        when: 'strip|rollback|prune|histedit|uncommit|evolve|obliterate|debugstrip',
        safer: 'hg log -G',
      }),
      rewrites({
        when: 'push',
        flags: '-f --force',
        why: 'Makes new heads on the server.',
        safer: 'hg outgoing',
      }),
    ],
    examples: [
      { command: 'hg status', expect: 'pass' },
      { command: 'hg revert src/a.py', expect: 'pass', title: 'The old content stays in a copy' },
      {
        command: 'hg commit -m "revert --all"',
        expect: 'pass',
        title: 'A message that only mentions a command',
      },
      { command: 'hg revert --all --no-backup', expect: 'deny' },
      { command: 'hg update -C default', expect: 'deny' },
      { command: 'hg purge', expect: 'ask' },
      { command: 'hg strip 42', expect: 'ask' },
      { command: "hg --config alias.x='!rm -rf ~' x", expect: 'deny' },
      { command: "hg pull -e 'rm -rf ~'", expect: 'deny' },
      { command: 'hg shelve --delete work', expect: 'deny' },
      { command: 'hg push -f', expect: 'ask' },
    ],
  },
  {
    names: 'sl',
    about: 'Sapling, a version control system.',
    ...MERCURIAL,
    effects: [
      discards({ when: 'revert', flags: '-a --all --no-backup', safer: 'sl shelve' }),
      discards({ when: 'goto|go|update|up|merge|checkout|co', flags: '-C --clean', safer: 'sl shelve' }),
      {
        code: 'git-clean',
        when: 'purge|clean',
        unless: '-p --print',
        why: 'Deletes untracked files.',
        safer: 'sl purge --print',
      },
      rewrites({ when: 'hide|strip|prune|histedit|uncommit|undo', safer: 'sl log' }),
      rewrites({
        when: 'push',
        flags: '-f --force',
        why: 'Overwrites the history on the server.',
        safer: 'sl log',
      }),
    ],
    examples: [
      { command: 'sl status', expect: 'pass' },
      { command: 'sl goto main', expect: 'pass' },
      { command: 'sl goto --clean main', expect: 'deny' },
      { command: 'sl hide 42', expect: 'ask' },
      { command: 'sl revert --all', expect: 'deny' },
      { command: 'sl clean', expect: 'ask' },
      { command: 'sl push --force', expect: 'ask' },
    ],
  },
  {
    names: 'svn',
    about: 'Subversion, a version control system.',
    options: {
      '-F --file --targets': 'reads',
      '--diff-cmd --editor-cmd --diff3-cmd': 'runs',
      '--config-option': { kind: 'runs', only: '^config:(tunnels|helpers):[^=]*=', strip: '^[^=]*=' },
      '-m --message -r --revision -c --change --username --password -l --limit --depth --set-depth --config-dir --changelist --accept --encoding -x --extensions --with-revprop':
        'text',
      '-q --quiet -v --verbose -u --show-updates --non-interactive --no-auth-cache --trust-server-cert -g':
        'flag',
    },
    subcommands: {
      'status|st|stat|info|log|list|ls|blame|praise': looks(
        '-q --quiet -v --verbose -u --show-updates --stop-on-copy',
        '-r --revision -l --limit --depth',
      ),
    },
    kind: 'worktree',
    effects: [
      discards({ when: 'revert', flags: '-R --recursive --depth', safer: 'svn diff > work.patch' }),
      {
        code: 'git-clean',
        when: 'cleanup',
        flags: '--remove-unversioned --remove-ignored',
        weight: 'irreversible',
        why: 'Deletes unversioned files.',
        safer: 'svn status',
      },
      rewrites({
        when: 'delete|del|remove|rm ** *://*',
        why: 'Deletes at once on the server.',
        safer: 'svn list URL',
      }),
      rewrites({
        when: 'propset|propdel|propedit|ps|pd|pe',
        flags: '--revprop',
        why: 'Changes the history without leaving a record of the change.',
        safer: 'svn proplist --revprop -r REV',
      }),
    ],
    examples: [
      { command: 'svn status', expect: 'pass' },
      {
        command: 'svn commit -m "revert -R"',
        expect: 'pass',
        title: 'A message that only mentions a command',
      },
      { command: 'svn revert src/a.c', expect: 'pass' },
      { command: 'svn revert -R .', expect: 'deny' },
      { command: 'svn cleanup --remove-unversioned', expect: 'deny' },
      { command: 'svn rm https://svn.example.com/trunk -m gone', expect: 'ask' },
      { command: "svn diff --diff-cmd 'rm -rf ~'", expect: 'deny' },
      { command: 'svn propset --revprop -r 5 svn:log text', expect: 'ask' },
    ],
  },
  {
    names: 'jj',
    about: 'Jujutsu, a version control system.',
    options: {
      '-R --repository': 'cwd',
      '--config-file': 'reads',
      '--config --at-operation --at-op --color -r --revisions --revision -m --message -T --template -b --bookmark -d --destination -s --source -A -B --remote --tool':
        'text',
      '--ignore-working-copy --no-pager --quiet --debug': 'flag',
    },
    subcommands: {
      'status|st|log|diff|show|evolog': looks(
        '-s --summary --stat --git --no-graph -p --patch --name-only',
        '-r --revisions -n --limit -T --template',
      ),
    },
    kind: 'worktree',
    effects: [
      discards({ when: 'restore|undo', flags: '-a --all', safer: 'jj op log' }),
      rewrites({
        when: 'op|operation restore|abandon|undo|revert',
        why: 'Restores the whole repository to an older state.',
        safer: 'jj op log',
      }),
      rewrites({
        when: 'git push',
        flags: '--deleted --allow-new --all',
        why: 'Changes branches on the server.',
        safer: 'jj git push --dry-run',
      }),
      {
        code: 'git-gc',
        kind: 'history',
        when: 'util gc',
        flags: '--expire',
        why: 'Deletes commits that nothing points to.',
        safer: 'jj op log',
      },
    ],
    examples: [
      { command: 'jj st', expect: 'pass' },
      { command: 'jj undo', expect: 'pass', title: 'An undo that can itself be undone' },
      {
        command: 'jj describe -m "op restore"',
        expect: 'pass',
        title: 'A message that only mentions a command',
      },
      { command: 'jj op restore abc', expect: 'ask' },
      { command: 'jj op abandon ..abc', expect: 'ask' },
      { command: 'jj util gc --expire now', expect: 'ask' },
      { command: 'jj git push --deleted', expect: 'ask' },
    ],
  },
  {
    names: 'bfg',
    about: 'Rewrites the history of a git repository.',
    options: {
      '--replace-text -rt --strip-blobs-with-ids -bi': 'reads',
      '-b --strip-blobs-bigger-than -B --strip-biggest-blobs -D --delete-files --delete-folders -p --protect-blobs-from -fi --filter-content-including -fe --filter-content-excluding':
        'text',
      '--no-blob-protection --private': 'flag',
    },
    kind: 'history',
    effects: [
      rewrites({
        flags:
          '-D --delete-files --delete-folders -b --strip-blobs-bigger-than -B --strip-biggest-blobs -rt --replace-text -bi --strip-blobs-with-ids --convert-to-git-lfs',
        weight: 'irreversible',
        why: 'Rewrites the whole history.',
        safer: 'git clone --mirror URL backup.git',
      }),
    ],
    examples: [
      { command: 'bfg --version', expect: 'pass' },
      { command: 'bfg --delete-files id_rsa repo.git', expect: 'deny' },
      { command: 'bfg -b 10M', expect: 'deny' },
    ],
  },
  {
    names: 'fossil',
    about: 'Fossil, a version control system.',
    options: {
      '-R --repository -m --comment --branch --user --tag': 'text',
      '-M --message-file': 'reads',
      '--chdir': 'cwd',
      '--force --quiet -v --verbose --dry-run': 'flag',
    },
    kind: 'worktree',
    effects: [
      {
        code: 'git-clean',
        when: 'clean',
        unless: '-n --dry-run',
        why: 'Deletes untracked files.',
        safer: 'fossil clean --dry-run',
      },
      { code: 'git-discard', when: 'revert $', why: DISCARDS, safer: 'fossil stash save' },
      {
        code: 'git-stash-drop',
        when: 'stash drop|rm',
        weight: 'irreversible',
        why: 'Deletes stashed work.',
        safer: 'fossil stash list',
      },
      rewrites({ when: 'purge|scrub|shun|deconstruct|amend|undo', safer: 'fossil timeline' }),
    ],
    examples: [
      { command: 'fossil status', expect: 'pass' },
      { command: 'fossil clean --dry-run', expect: 'pass' },
      { command: 'fossil clean --force', expect: 'ask' },
      { command: 'fossil revert', expect: 'ask' },
      { command: 'fossil stash drop 1', expect: 'deny' },
      { command: 'fossil purge checkins abc', expect: 'ask' },
    ],
  },
  {
    names: 'darcs',
    about: 'Darcs, a version control system.',
    options: {
      '--repodir': 'cwd',
      '-m --name -A --author -p --patches -t --tags': 'text',
      '-o --output': 'writes',
      '--posthook --prehook': 'runs',
      '-a --all -v --verbose -q --quiet': 'flag',
      '--dry-run': 'dry',
    },
    kind: 'worktree',
    effects: [
      discards({ when: 'revert', flags: '-a --all', safer: 'darcs whatsnew' }),
      {
        code: 'git-clean',
        when: 'clean',
        why: 'Deletes untracked files.',
        safer: 'darcs whatsnew -l',
      },
      rewrites({ when: 'obliterate|unpull|unrecord|amend|rebase|rollback', safer: 'darcs log' }),
    ],
    examples: [
      { command: 'darcs whatsnew', expect: 'pass' },
      { command: 'darcs revert -a', expect: 'deny' },
      { command: 'darcs obliterate --last 3', expect: 'ask' },
      { command: "darcs record --posthook='rm -rf ~'", expect: 'deny' },
      { command: 'darcs clean', expect: 'ask' },
    ],
  },
  {
    names: 'p4',
    about: 'Perforce, a version control system.',
    options: {
      '-d': 'cwd',
      '-p --port': 'host',
      '-c -u -P -H -C -Q -z -L': 'text',
      '-x': 'reads',
      '-s -I -q -G -Mj -n': 'flag',
    },
    kind: 'worktree',
    effects: [
      { code: 'git-discard', when: 'revert', why: DISCARDS, unless: '-a -n', safer: 'p4 diff' },
      {
        code: 'git-clean',
        when: 'clean',
        unless: '-n',
        why: 'Deletes untracked files, and discards changes.',
        safer: 'p4 clean -n',
      },
      rewrites({
        when: 'obliterate',
        flags: '-y',
        weight: 'irreversible',
        why: 'Deletes files with their whole history, for everybody.',
        safer: 'p4 obliterate FILE',
      }),
      rewrites({ when: 'archive|prune|unsubmit', safer: 'p4 changes' }),
      {
        code: 'git-stash-drop',
        when: 'shelve',
        flags: '-d',
        weight: 'irreversible',
        why: 'Deletes shelved work.',
        safer: 'p4 describe -S CHANGE',
      },
    ],
    examples: [
      { command: 'p4 opened', expect: 'pass' },
      { command: 'p4 clean -n', expect: 'pass' },
      { command: 'p4 revert //...', expect: 'ask' },
      { command: 'p4 obliterate -y //depot/a', expect: 'deny' },
      { command: 'p4 shelve -d -c 42', expect: 'deny' },
      { command: 'p4 clean', expect: 'ask' },
      { command: 'p4 unsubmit @100', expect: 'ask' },
    ],
  },
  {
    names: 'bzr brz',
    about: 'Bazaar and Breezy, version control systems.',
    options: {
      '-F --file': 'reads',
      '-m --message -r --revision -d --directory --fixes --author': 'text',
      '--dry-run': 'dry',
      '-q --quiet -v --verbose': 'flag',
    },
    kind: 'worktree',
    effects: [
      discards({ when: 'revert', flags: '--no-backup', safer: 'bzr shelve --all' }),
      {
        code: 'git-clean',
        when: 'clean-tree|clean|purge',
        why: 'Deletes untracked files.',
        safer: 'bzr clean-tree --dry-run',
      },
      rewrites({ when: 'uncommit|rebase|rollback', safer: 'bzr log' }),
      rewrites({
        when: 'push',
        flags: '--overwrite',
        weight: 'irreversible',
        why: 'Overwrites the history on the server.',
        safer: 'bzr missing',
      }),
    ],
    examples: [
      { command: 'bzr status', expect: 'pass' },
      { command: 'bzr clean-tree --dry-run', expect: 'pass' },
      { command: 'bzr revert --no-backup', expect: 'deny' },
      { command: 'bzr uncommit', expect: 'ask' },
      { command: 'bzr push --overwrite', expect: 'deny' },
      { command: 'bzr clean-tree', expect: 'ask' },
    ],
  },
];
