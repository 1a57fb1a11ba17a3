// Git, and what each subcommand does to the working tree, the history and remotes.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

/** Values of settings that name a program outside the system's directories, or a piece of shell. */
const FOREIGN =
  '/tmp/*|/var/tmp/*|/dev/shm/*|/private/tmp/*|/home/*|/users/*|~*|./*|../*|*;*|*&*|*$(*|*`*|nohup*|*curl*|*wget*|*proxycommand*|*/dev/tcp*|!f*|!/*|!sh*|!bash*|!nc*|!cat*|!tee*|!python*|!node*|!perl*';

/** Settings with which git runs other programs, or talks to other servers, from now on. */
const HIJACKS: readonly EffectRule[] = [
  {
    code: 'tool-config',
    when: 'config ** url.*.insteadof|url.*.pushinsteadof *',
    except:
      '…|url.git@*|url.ssh://*|url.https://.insteadof|url.https://github.com*|url.https://gitlab.com*|url.https://bitbucket.org*|url.https://oauth2*|url.https://x-access-token*',
    unless: '--get --get-all --get-regexp --unset --list',
    kind: 'system',
    why: 'Makes git fetch from or push to another server than the address says.',
    safer: 'git remote -v',
  },
  {
    code: 'tool-config',
    when: `config ** core.fsmonitor|core.askpass|core.gitproxy|http.proxy|http.*.proxy|https.proxy|core.editor|core.sshcommand|core.pager|core.hookspath|diff.external|gpg.program|gpg.*.program|init.templatedir|include.path|includeif.*.path|sequence.editor|credential.helper|credential.*.helper|uploadpack.packobjectshook|filter.*.clean|filter.*.smudge|filter.*.process|merge.*.driver|diff.*.textconv|diff.*.command ${FOREIGN}`,
    unless: '--get --get-all --get-regexp --unset --list',
    kind: 'system',
    why: 'Makes git run another program from now on.',
    safer: 'git config --list --show-origin',
  },
  {
    code: 'tool-config',
    when: 'config ** http.sslverify|http.*.sslverify false|0|no|off',
    kind: 'system',
    why: 'Makes git trust any server.',
    safer: 'git config --get http.sslVerify',
  },
  {
    code: 'tool-config',
    when: 'config ** protocol.ext.allow|protocol.allow always|user',
    kind: 'system',
    why: 'Lets an address run any program from now on.',
    safer: 'git clone with an https address',
  },
  {
    code: 'tool-config',
    flags: '-c=protocol.ext.allow',
    kind: 'system',
    why: 'Lets an address run any program.',
    safer: 'git clone with an https address',
  },
];

/** Effects that follow from a subcommand and its options alone; the behaviour `git` looks at refspecs and paths. */
const EFFECTS: readonly EffectRule[] = [
  {
    code: 'tool-config',
    kind: 'system',
    flags: '--exec-path=.|/tmp|/var/tmp|/dev/shm',
    why: 'Makes git run programs from another folder.',
    safer: 'git without --exec-path',
  },
  {
    code: 'tool-config',
    kind: 'system',
    when: 'clone|init',
    flags:
      '-c=core.hookspath|core.fsmonitor|core.sshcommand|core.gitproxy|protocol.ext --config=core.hookspath|core.fsmonitor|core.sshcommand|core.gitproxy|protocol.ext --template=/tmp|/var/tmp|/dev/shm',
    why: 'Makes git run other programs in the new repository.',
    safer: 'git clone without these settings',
  },
  {
    code: 'unseen-code',
    kind: 'unknown-code',
    when: 'clone|submodule ** ext::*',
    why: 'An address of this kind is a command that git runs.',
    safer: 'git clone with an https address',
  },
  {
    code: 'overwrite-unknown',
    kind: 'overwrite',
    when: 'apply',
    flags: '--unsafe-paths',
    why: 'Writes files wherever the patch says, also outside this folder.',
    safer: 'git apply --check PATCH',
  },
  {
    code: 'secret-read',
    when: 'credential|credential-store|credential-cache|credential-osxkeychain|credential-manager fill|get',
    kind: 'read',
    why: 'Prints the password of a remote.',
  },
  {
    code: 'git-reset-hard',
    when: 'reset',
    flags: '--hard --merge',
    weight: 'irreversible',
    why: 'Discards all uncommitted changes.',
    safer: 'git stash push -u',
  },
  {
    code: 'git-clean',
    when: 'clean',
    flags: '-f --force',
    weight: 'irreversible',
    why: "Deletes untracked files, which can't be recovered.",
    safer: 'git clean -nd',
  },
  {
    code: 'git-clean',
    when: 'clean',
    flags: '-i --interactive',
    why: 'Deletes untracked files.',
    safer: 'git clean -nd',
  },
  {
    code: 'git-stash-drop',
    when: 'stash drop|clear',
    weight: 'irreversible',
    why: 'Deletes stashed work.',
    safer: 'git stash list',
  },
  {
    code: 'git-branch-delete',
    when: 'branch',
    kind: 'history',
    flags: '-D',
    why: 'Deletes a branch even if it is not merged.',
    safer: 'git branch -d NAME',
  },
  {
    code: 'git-branch-move',
    when: 'branch * *',
    kind: 'history',
    flags: '-M -C',
    why: 'Overwrites a branch of that name, if there is one.',
    safer: 'git branch -m OLD NEW',
  },
  {
    code: 'git-branch-move',
    when: 'fetch * *:*',
    except: '*:refs/remotes/*|*:refs/tags/*',
    kind: 'history',
    flags: '-f --force',
    why: 'Overwrites a branch of this repository.',
    safer: 'git fetch origin',
  },
  {
    code: 'git-branch-move',
    when: 'fetch ** +*:*',
    except: '*:refs/remotes/*|*:refs/tags/*',
    kind: 'history',
    why: 'Overwrites a branch of this repository.',
    safer: 'git fetch origin',
  },
  {
    code: 'git-tag-delete',
    when: 'tag *',
    kind: 'history',
    flags: '-f --force',
    why: 'Moves a tag; nothing else may point to the commit that it marked.',
    safer: 'git tag -l',
  },
  {
    code: 'git-tag-delete',
    when: 'tag',
    kind: 'history',
    flags: '-d --delete',
    why: 'Deletes a tag; nothing else may point to its commit.',
    safer: 'git tag -l',
  },
  {
    code: 'git-remote-remove',
    when: 'remote remove|rm',
    kind: 'history',
    why: 'Removes a remote with all its branches and settings.',
    safer: 'git remote -v',
  },
  {
    code: 'git-no-verify',
    when: 'commit|push|merge|rebase|am|cherry-pick',
    kind: 'history',
    flags: '--no-verify',
    why: 'Skips the checks that the project runs before a commit or a push.',
    safer: 'git commit, and fix what the hook complains about',
  },
  {
    code: 'git-no-verify',
    when: 'commit|push|merge|rebase|am|cherry-pick|pull|checkout|switch',
    kind: 'history',
    flags: '-c=core.hookspath=',
    why: 'Replaces the hooks of the project, or switches them off.',
    safer: 'git commit, and fix what the hook complains about',
  },
  {
    code: 'git-discard',
    when: 'switch',
    flags: '-f --force --discard-changes',
    weight: 'irreversible',
    why: 'Discards uncommitted changes.',
    safer: 'git stash push -u',
  },
  {
    code: 'git-discard',
    when: 'checkout',
    flags: '-f --force --pathspec-from-file --overlay --no-overlay',
    weight: 'irreversible',
    why: 'Discards uncommitted changes.',
    safer: 'git stash push -u',
  },
  {
    code: 'git-branch-move',
    when: 'switch',
    kind: 'history',
    flags: '-C --force-create',
    why: 'Moves an existing branch; its commits may be lost.',
    safer: 'git switch -c NEW',
  },
  {
    code: 'git-branch-move',
    when: 'checkout',
    kind: 'history',
    flags: '-B',
    why: 'Moves an existing branch; its commits may be lost.',
    safer: 'git checkout -b NEW',
  },
  {
    code: 'git-rewrite',
    when: 'filter-branch|filter-repo',
    kind: 'history',
    weight: 'irreversible',
    why: 'Rewrites the whole history.',
    safer: 'git branch backup',
  },
  {
    code: 'git-reflog',
    when: 'reflog expire|delete|drop',
    kind: 'history',
    weight: 'irreversible',
    why: 'Deletes the reflog, the last way back to lost commits.',
    safer: 'git reflog',
  },
  {
    code: 'git-gc',
    when: 'gc',
    kind: 'history',
    flags: '--prune=',
    unless: '--prune=never|~day|~week|~month|~year',
    weight: 'irreversible',
    why: 'Deletes commits that nothing points to.',
    safer: 'git gc',
  },
  {
    code: 'git-gc',
    when: 'gc',
    kind: 'history',
    flags: '-c=gc.pruneexpire=now|gc.pruneexpire=all|gc.pruneexpire=0',
    unless: '--no-prune',
    weight: 'irreversible',
    why: 'Deletes commits that nothing points to.',
    safer: 'git gc',
  },
  {
    code: 'git-gc',
    when: 'prune',
    kind: 'history',
    unless: '-n --dry-run --expire=never|~day|~week|~month|~year',
    why: 'Deletes commits that nothing points to.',
    safer: 'git prune -n',
  },
  {
    code: 'git-gc',
    when: 'repack',
    kind: 'history',
    flags: '-d -a --unpack-unreachable',
    weight: 'plain',
    why: 'Packs objects again.',
  },
  {
    code: 'git-worktree-remove',
    when: 'worktree remove',
    flags: '-f --force',
    why: 'Removes a working tree with its uncommitted changes.',
    safer: 'git worktree remove PATH',
  },
  {
    code: 'git-update-ref',
    when: 'update-ref',
    kind: 'history',
    flags: '-d --stdin',
    why: 'Deletes references.',
    safer: 'git branch -d NAME',
  },
  {
    code: 'git-update-ref',
    when: 'symbolic-ref',
    kind: 'history',
    flags: '-d --delete',
    why: 'Deletes a reference.',
  },
  {
    code: 'git-submodule-deinit',
    when: 'submodule deinit',
    flags: '-f --force --all',
    why: 'Removes submodules with their changes.',
  },
  {
    code: 'git-read-tree',
    when: 'read-tree',
    flags: '--reset -u',
    why: 'Overwrites the working tree.',
    safer: 'git stash push -u',
  },
  {
    code: 'git-read-tree',
    when: 'checkout-index',
    flags: '-f --force',
    why: 'Overwrites files in the working tree.',
    safer: 'git stash push -u',
  },
  {
    code: 'git-rm',
    when: 'rm',
    kind: 'delete',
    flags: '-f --force',
    unless: '--cached',
    why: 'Deletes files with their uncommitted changes.',
    safer: 'git rm --cached PATH',
  },
  {
    code: 'git-bundle',
    when: 'replace|notes',
    kind: 'history',
    flags: '-d --delete -f --force',
    why: 'Changes how history is shown.',
  },
  {
    code: 'git-lfs-prune',
    when: 'lfs prune|migrate|dedup',
    except: 'info',
    kind: 'history',
    flags: '--force -f --everything --yes',
    why: 'Rewrites or removes large files of the history.',
  },
  {
    code: 'git-push-force',
    when: 'push',
    kind: 'history',
    flags: '-f --force',
    weight: 'irreversible',
    why: 'Overwrites the history on the server: the commits of others are lost.',
    safer: 'git push --force-with-lease',
  },
  {
    code: 'git-push-mirror',
    when: 'push',
    kind: 'history',
    flags: '--mirror -c=~.mirror --config-env=~.mirror',
    unless: '-c=~.mirror=false|~.mirror=no|~.mirror=off|~.mirror=0',
    weight: 'irreversible',
    why: 'Makes the server equal to this clone, which deletes all its other branches.',
    safer: 'git push',
  },
  {
    code: 'git-push-mirror',
    when: 'remote add',
    kind: 'history',
    flags: '--mirror=push',
    why: 'Every push to this remote will make it equal to this clone, which deletes all its other branches.',
    safer: 'git remote add NAME URL',
  },
  {
    code: 'git-push-force',
    when: 'push',
    kind: 'history',
    flags: '-c=~.push=+',
    weight: 'irreversible',
    why: 'Overwrites the history on the server: the commits of others are lost.',
    safer: 'git push --force-with-lease',
  },
  {
    code: 'git-push-force',
    when: 'config ** *.push +*',
    kind: 'history',
    why: 'Every push without a branch will overwrite the history on the server.',
    safer: 'git push --force-with-lease',
  },
  ...HIJACKS,
  {
    code: 'git-gc',
    when: 'config ** *.pruneexpire now|all|0',
    kind: 'history',
    why: 'Every gc, also one that git starts by itself, will delete commits that nothing points to.',
    safer: 'git gc',
  },
  {
    code: 'git-push-delete',
    when: 'push',
    kind: 'history',
    flags: '-d --delete --prune',
    why: 'Deletes branches or tags on the server.',
    safer: 'git branch -d NAME',
  },
  {
    code: 'git-svn',
    when: 'svn dcommit|reset',
    kind: 'history',
    weight: 'plain',
    why: 'Pushes to Subversion.',
  },
  {
    code: 'git-amend',
    when: 'commit',
    kind: 'history',
    flags: '--amend',
    weight: 'plain',
    why: 'Rewrites the last commit.',
    safer: 'git commit --fixup HEAD',
  },
  {
    code: 'git-rebase',
    when: 'rebase',
    kind: 'history',
    unless: '--abort --continue --skip --quit --show-current-patch --edit-todo',
    weight: 'plain',
    why: 'Rewrites commits.',
    safer: 'git merge',
  },
  {
    code: 'deploy',
    kind: 'deploy',
    weight: 'plain',
    when: 'push',
    why: 'Pushes; a protected branch deploys.',
  },
];

/** Options with which only names and numbers are shown, not the differences. */
const NAMES_ONLY =
  '--stat --numstat --shortstat --name-only --name-status --no-patch --summary -s -q --quiet';

/** Options that all commands which show differences share. */
const DIFF: CommandSpec['options'] = {
  [NAMES_ONLY]: 'names-only',
  '--raw --minimal --patience --histogram --color --no-color --word-diff --check --full-index --abbrev -w -b --ignore-all-space --ignore-space-change --no-renames -M --find-renames --text -R --exit-code -z --no-prefix':
    'flag',
  '-U --unified --inter-hunk-context -S -G -O --diff-filter --ws-error-highlight --src-prefix --dst-prefix -l --relative':
    'text',
  '--output': 'writes',
};

/** Options with which the differences are shown, whatever the other options say. */
const PATCH: CommandSpec['options'] = { '-p -u --patch --binary': 'flag' };

const LOG: CommandSpec['options'] = {
  ...DIFF,
  '--oneline --graph --all --decorate --no-decorate --merges --no-merges --first-parent --reverse --follow --no-pager --branches --tags --remotes --left-right --cherry-pick --abbrev-commit --no-abbrev-commit --source --relative-date -i -E -F --walk-reflogs -g --show-signature':
    'flag',
  '-n --max-count --skip --since --after --until --before --author --committer --grep --format --pretty --date':
    'text',
};

const subcommands: Readonly<Record<string, CommandSpec>> = {
  'add|stage': {
    options: {
      '-A --all -u --update -v --verbose -N --intent-to-add --refresh --renormalize -f --force --ignore-errors -p --patch -i --interactive -e --edit':
        'flag',
      '-n --dry-run': 'dry',
      '--pathspec-from-file': 'reads',
      '--chmod': 'text',
    },
    operands: 'reads',
    plain: true,
  },
  am: { options: { '-C -p --directory --exclude --include --patch-format': 'text', '-n': 'flag' } },
  bisect: { options: {} },
  'blame|annotate': {
    options: {
      '-L --since --ignore-rev --date --abbrev -S': 'text',
      '--ignore-revs-file --contents': 'reads',
    },
  },
  branch: {
    options: {
      '-a --all -r --remotes -v -vv --verbose --show-current --list -l --no-color --color -i --ignore-case --column':
        'flag',
      '--contains --no-contains --merged --no-merged --sort --format --points-at -u --set-upstream-to':
        'text',
    },
    plain: true,
    operands: 'text',
  },
  checkout: {
    options: {
      '-b -B --orphan --conflict -U --unified --inter-hunk-context': 'text',
      '--pathspec-from-file': 'reads',
      '-f --force -p --patch': 'flag',
    },
  },
  'checkout-index': { options: { '--prefix --stage': 'text' } },
  'cherry-pick|revert': { options: { '-m --mainline --strategy -X': 'text', '-n --no-commit': 'flag' } },
  clean: { options: { '-e --exclude': 'text', '-n --dry-run': 'dry' } },
  clone: {
    options: {
      '-b --branch --depth -o --origin --reference --shallow-since --shallow-exclude -j --jobs --filter --server-option --template --separate-git-dir':
        'text',
      '-c --config': 'text',
      '-u --upload-pack': 'runs',
    },
  },
  commit: {
    options: {
      '-m --message --author --date --trailer --fixup --squash --cleanup -C -c --reuse-message --reedit-message -t --template':
        'text',
      '-F --file --pathspec-from-file': 'reads',
      '-a --all -q --quiet -v --verbose -s --signoff -S --gpg-sign -e --edit -p --patch --allow-empty --no-edit':
        'flag',
      '--dry-run': 'dry',
      '-am': 'text',
    },
    operands: 'reads',
    plain: true,
  },
  config: {
    options: {
      '-f --file --blob': 'reads',
      '--type --default --comment': 'text',
      '--global --system --local --worktree --add --replace-all --bool --int --path --show-origin --show-scope -z --null':
        'flag',
    },
  },
  'credential|credential-store|credential-cache|credential-osxkeychain|credential-manager': {},
  diff: {
    options: { ...DIFF, '--cached --staged --merge-base --no-index': 'flag' },
    operands: 'reads',
    plain: true,
  },
  'send-email': { options: { '--sendmail-cmd --to-cmd --cc-cmd --header-cmd': 'runs' } },
  instaweb: { options: { '-d --httpd -b --browser': 'runs', '-p --port -m --module-path': 'text' } },
  difftool: { options: { '-x --extcmd': 'runs', '-t --tool': 'text' } },
  fetch: {
    options: {
      '--all --prune -p --tags -t --no-tags -v --verbose -q --quiet -f --force --dry-run --unshallow --progress --no-progress':
        'flag',
      '--depth --deepen -j --jobs --shallow-since --filter --refmap': 'text',
      '--upload-pack': 'runs',
    },
    operands: 'text',
    // Without refspecs.
    plainPattern: '^[^+:]*$',
    plain: true,
  },
  'filter-branch': {
    options: {
      '--tree-filter --index-filter --msg-filter --env-filter --parent-filter --commit-filter --tag-name-filter':
        'runs',
      '-d --subdirectory-filter --original': 'text',
    },
  },
  'filter-repo': { options: { '--replace-text --mailmap --path --path-glob --refs': 'text' } },
  'gc|prune|repack': { options: { '--expire': 'text', '-n --dry-run': 'dry' } },
  grep: {
    options: {
      '-e -f --and --or --not -A -B -C -m --max-count --max-depth --threads': 'text',
      '-n -i -l -L -c -w -v -E -F -P -o -q -h -H -r --cached --untracked --no-index --name-only --files-with-matches --count --line-number --ignore-case':
        'flag',
      '-O --open-files-in-pager': { kind: 'runs', attached: true },
    },
  },
  log: { syntax: { counts: true }, options: { ...LOG, [NAMES_ONLY]: 'flag' }, plain: true, operands: 'text' },
  'ls-files': {
    options: {
      '-x --exclude -X --exclude-from --format': 'text',
      '-o -m -d -c -s -i -z --others --cached --modified --deleted --ignored --exclude-standard': 'flag',
    },
    operands: 'text',
    plain: true,
  },
  'ls-remote|fetch-pack': { options: { '--upload-pack --exec': 'runs', '--sort': 'text' } },
  merge: {
    options: { '-m -F --file -s --strategy -X --into-name': 'text', '-n --no-stat --no-verify': 'flag' },
  },
  pull: { options: { '--upload-pack': 'runs', '-s --strategy -X --depth -j': 'text', '-n': 'flag' } },
  push: {
    options: {
      '-o --push-option --repo --recurse-submodules': 'text',
      '--receive-pack --exec': 'runs',
      '-n --dry-run': 'dry',
    },
  },
  rebase: {
    options: {
      '-x --exec': 'runs',
      '--onto -s --strategy -X --whitespace -C': 'text',
      '-n --no-stat': 'flag',
    },
  },
  remote: {
    options: { '-v --verbose': 'flag', '-t -m --mirror': { kind: 'text', attached: true } },
    plain: true,
  },
  reset: { options: { '--pathspec-from-file': 'reads', '-N -q -p': 'flag' } },
  restore: {
    options: { '-s --source --conflict': 'text', '--pathspec-from-file': 'reads', '-p -S -W': 'flag' },
  },
  'rev-parse': {
    options: {
      '--short --abbrev-ref --show-toplevel --git-dir --show-prefix --show-cdup --is-inside-work-tree --verify -q --quiet --absolute-git-dir --git-common-dir --symbolic-full-name':
        'flag',
    },
    operands: 'text',
    plain: true,
  },
  rm: {
    options: { '-n --dry-run': 'dry', '-r -f --force -q --cached': 'flag', '--pathspec-from-file': 'reads' },
  },
  show: { options: { ...LOG, ...PATCH, '-L': 'text' } },
  'cat-file': {
    options: { '-p -t -s -e': 'flag', '--batch --batch-check': { kind: 'text', attached: true } },
  },
  stash: {
    options: { '-m --message': 'text', '--pathspec-from-file': 'reads', '-u -k -p -q -a -S': 'flag' },
  },
  status: {
    options: {
      '-s --short -b --branch --porcelain -u --untracked-files --ignored --long -v --verbose --ahead-behind --no-ahead-behind --show-stash -z --no-renames':
        'flag',
      '-sb': 'flag',
    },
    operands: 'text',
    plain: true,
  },
  submodule: { options: { '-b --branch --depth --reference --name -j': 'text' } },
  switch: { options: { '-c --create -C --force-create --orphan --conflict': 'text', '-f --force': 'flag' } },
  tag: {
    options: {
      '-l --list --sort --format --contains --no-contains --merged --no-merged --points-at': 'text',
      '-m --message -F --file -u --local-user': 'text',
      '-f --force -d --delete -a -s -v -n': 'flag',
    },
  },
  worktree: { options: { '-b -B --reason': 'text', '-n --dry-run': 'dry', '-f --force': 'flag' } },
  archive: {
    options: {
      '-o --output': 'writes',
      '--exec': 'runs',
      '--remote --format --prefix': 'text',
      '--add-file': 'reads',
    },
  },
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'git hub',
    about: 'The version control system.',
    syntax: { globalFirst: true },
    options: {
      '-C': 'cwd',
      '-c --config-env --git-dir --work-tree --namespace --exec-path --super-prefix': 'text',
      '-p --paginate -P --no-pager --no-optional-locks --bare --literal-pathspecs': 'flag',
    },
    subcommands,
    kind: 'worktree',
    effects: EFFECTS,
    traits: ['only-looks', 'network'],
    behaviours: ['git'],
    examples: [
      { command: 'git --exec-path=. x', expect: 'ask' },
      { command: 'git --exec-path', expect: 'pass' },
      { command: 'git apply --unsafe-paths --directory / x.patch', expect: 'ask' },
      { command: 'git apply x.patch', expect: 'pass' },
      { command: 'git config --local filter.x.clean /tmp/x', expect: 'ask' },
      {
        command: 'git $options commit -m x',
        expect: 'pass',
        title: 'The unknown word can only be an option',
      },
      { command: 'git $options push --force origin main', expect: 'deny' },
      { command: 'git log --oneline -$n', expect: 'pass' },
      { command: 'git clone -c core.hooksPath=/tmp/h https://github.com/a/b', expect: 'ask' },
      { command: 'git clone -c core.autocrlf=false https://github.com/a/b', expect: 'pass' },
      { command: "git clone 'ext::sh -c touch% /tmp/x'", expect: 'ask' },
      {
        command: 'git config --global url.https://evil.example/.insteadOf https://github.com/',
        expect: 'ask',
      },
      { command: 'git config --global credential.helper /tmp/steal.sh', expect: 'ask' },
      { command: "git config --global credential.helper '!gh auth git-credential'", expect: 'pass' },
      { command: 'git config --global core.fsmonitor /tmp/x.sh', expect: 'ask' },
      { command: 'git config core.fsmonitor true', expect: 'pass' },
      { command: 'git config --global core.editor "code --wait"', expect: 'pass' },
      { command: 'git config --global url."git@github.com:".insteadOf https://github.com/', expect: 'pass' },
      { command: 'git status --short', expect: 'pass' },
      { command: 'git log -n 5 --oneline', expect: 'pass' },
      { command: 'git -C packages/a diff --stat', expect: 'pass' },
      {
        command: 'git commit -m "rm -rf /"',
        expect: 'pass',
        title: 'A message that only mentions a command',
      },
      { command: 'git push --force origin main', expect: 'deny' },
      { command: 'git push origin +main', expect: 'deny' },
      { command: 'git reset --hard', expect: 'deny' },
      { command: 'git clean -nd', expect: 'pass' },
      { command: 'git clean -fd', expect: 'deny' },
      { command: "git -c core.pager='rm -rf ~' log", expect: 'deny' },
      { command: "git rebase -x 'rm -rf ~' main", expect: 'deny' },
      { command: 'git config protocol.ext.allow always', expect: 'ask' },
      { command: "GIT_ALLOW_PROTOCOL=ext git clone 'ext::sh -c id' x", expect: 'ask' },
      { command: 'git --exec-path=/tmp/x status', expect: 'ask' },
      { command: 'git --exec-path', expect: 'pass', title: 'Only shows the folder of Git’s programs' },
      { command: 'git clone --template=/tmp/x a b', expect: 'ask' },
      { command: "git send-email --sendmail-cmd='rm -rf ~' HEAD", expect: 'deny' },
      { command: 'GIT_EXEC_PATH=/tmp/x git status', expect: 'ask' },
      { command: 'GIT_CONFIG_GLOBAL=/dev/null git status', expect: 'pass' },
      { command: "git grep -O'rm -rf ~' x", expect: 'deny' },
      { command: 'git show HEAD:.env', expect: 'deny' },
      { command: 'git stash drop stash@{1}', expect: 'deny' },
      { command: 'git switch --discard-changes main', expect: 'deny' },
      { command: 'git checkout -f', expect: 'deny' },
      { command: "git filter-branch --index-filter 'git rm --cached secrets.txt' HEAD", expect: 'deny' },
      { command: 'git reflog expire --expire=now --all', expect: 'deny' },
      { command: 'git gc --prune=now', expect: 'deny' },
      { command: 'git -c gc.pruneExpire=now gc', expect: 'deny' },
      { command: 'git push --mirror backup', expect: 'deny' },
      { command: 'git -c remote.origin.push=+refs/heads/*:refs/heads/* push', expect: 'deny' },
      { command: 'git clean -i', expect: 'ask' },
      { command: 'git branch -D old-feature', expect: 'ask' },
      { command: 'git branch -M old main', expect: 'ask' },
      { command: 'git tag -f v1.0', expect: 'ask' },
      { command: 'git tag -d v1.0', expect: 'ask' },
      { command: 'git remote remove origin', expect: 'ask' },
      { command: 'git commit --no-verify -m wip', expect: 'ask' },
      { command: 'git -c core.hooksPath=/dev/null commit -m wip', expect: 'ask' },
      { command: 'git switch -C main origin/main', expect: 'ask' },
      { command: 'git checkout -B main origin/main', expect: 'ask' },
      { command: 'git prune', expect: 'ask' },
      { command: 'git worktree remove --force ../other', expect: 'ask' },
      { command: 'git update-ref -d refs/heads/main', expect: 'ask' },
      { command: 'git symbolic-ref -d HEAD', expect: 'ask' },
      { command: 'git submodule deinit -f --all', expect: 'ask' },
      { command: 'git read-tree --reset -u HEAD', expect: 'ask' },
      { command: 'git checkout-index -f -a', expect: 'ask' },
      { command: 'git rm -f src/app.ts', expect: 'ask' },
      { command: 'git replace -d 3f78685', expect: 'ask' },
      { command: 'git lfs prune --force', expect: 'ask' },
      { command: 'git remote add --mirror=push backup git@example.com:acme/app.git', expect: 'ask' },
      { command: 'git config remote.origin.push +refs/heads/main', expect: 'ask' },
      { command: 'git config --global http.sslVerify false', expect: 'ask' },
      { command: 'git -c protocol.ext.allow=always fetch', expect: 'ask' },
      { command: 'git fetch origin main:main', expect: 'pass' },
      { command: 'git fetch origin +main:main', expect: 'ask' },
      { command: 'git fetch --force origin topic:main', expect: 'ask' },
      { command: "git fetch origin '+refs/heads/*:refs/remotes/origin/*'", expect: 'pass' },
      { command: 'git config gc.pruneExpire now', expect: 'ask' },
      { command: 'git push origin --delete feature', expect: 'ask' },
      { command: 'git credential fill', expect: 'ask' },
    ],
  },
  {
    names:
      'git-reset git-clean git-checkout git-restore git-switch git-push git-branch git-stash git-rm git-reflog git-gc git-prune git-tag git-rebase git-worktree git-update-ref git-filter-branch git-remote git-config',
    about: 'Git subcommands that are called as programs: `git-reset` is `git reset`.',
    behaviours: ['runsGitSubcommand'],
    examples: [
      { command: 'git prune-packed && git lfs migrate info --everything', expect: 'pass' },
      { command: 'git lfs migrate import --everything', expect: 'ask' },
      { command: 'git prune -n', expect: 'pass' },
      { command: '/usr/lib/git-core/git-reset --hard', expect: 'deny' },
    ],
  },
];
