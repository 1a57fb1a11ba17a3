import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { lookUpPaths } from './shared/absent-paths.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { judgeByEvidence } from './shared/evidence.ts';
import { lookUpLoss } from './shared/lost-work.ts';

export default definePolicy({
  id: 'guard/delete',
  summary: 'Stop deletions outside of the project',
  why: '`rm` does not ask and keeps no copy. A wrong variable or a stray slash can cost a home directory.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['delete', 'overwrite'],
  level: 'deny',
  onError: 'deny',
  passesIf: 'there is nothing at the paths that it would delete or overwrite',
  options: acceptOption,
  examples: () => [
    { event: bash('rm -rf /'), expect: 'deny' },
    { event: bash('rm -rf ~'), expect: 'deny' },
    { event: bash('rm -rf "$HOME"/'), expect: 'deny' },
    { event: bash('cd / && rm -rf *'), expect: 'deny' },
    { event: bash('x=rm; $x -rf /'), expect: 'deny' },
    { event: bash('$(echo rm) -rf /'), expect: 'deny' },
    { event: bash('for d in /etc /usr; do rm -rf $d; done'), expect: 'deny' },
    { event: bash('bash -c "rm -rf /"'), expect: 'deny' },
    { event: bash('python3 -c "import shutil; shutil.rmtree(\'/\')"'), expect: 'deny' },
    { event: bash("ssh host 'rm -rf /'"), expect: 'deny' },
    { event: bash("tmux send-keys -t 0 'rm -rf ~' Enter"), expect: 'deny' },
    { event: bash('rm -rf .git'), expect: 'deny' },
    { event: bash('rm -rf .'), expect: 'deny' },
    { event: bash('find / -name "*.log" -delete'), expect: 'deny' },
    { event: bash('echo /etc/passwd | xargs rm -rf'), expect: 'deny' },
    { event: bash('rm -rf "$DIR"'), expect: 'ask' },
    {
      event: bash('rm -rf "$TMP_DIR"'),
      expect: 'pass',
      title: 'A variable that holds a temporary folder, by its name',
    },
    {
      event: bash('rm -rf "$TMP_DIR"/*'),
      expect: 'ask',
      title: 'Deletes the root if the variable is not set',
    },
    { event: bash('rm -rf ~/Documents'), expect: 'ask' },
    { event: bash('rm -rf ../other'), expect: 'ask' },
    {
      event: bash('rm -rf ../old ~/scratch'),
      expect: 'pass',
      title: 'Paths that do not exist',
      given: { absent: ['/home/me/old', '/home/me/scratch'] },
    },
    { event: bash('rm -rf ~'), expect: 'deny', given: { absent: ['/home/me'] } },
    { event: bash('rm -rf ~/Documents'), expect: 'ask', given: { absent: ['/home/me/Documents'] } },
    {
      event: bash('mv ~/Documents ~/scratch; rm -rf ~/scratch'),
      expect: 'ask',
      title: 'The folder does not exist now, but the same command moves files there first',
      given: { absent: ['/home/me/scratch'] },
    },
    {
      event: bash('./clean.sh'),
      expect: 'ask',
      title: 'A script that is not committed, with a path that it computes',
      given: { files: { 'clean.sh': '#!/bin/sh\nrm -rf "$DIR"' }, git: { changed: ['clean.sh'] } },
    },
    {
      event: bash('./clean.sh'),
      expect: 'pass',
      title: 'A committed script may compute its paths',
      given: { files: { 'clean.sh': '#!/bin/sh\nrm -rf "$DIR"' } },
    },
    {
      event: bash('sometool rm -rf ~/Documents'),
      expect: 'ask',
      title: 'A command behind a program that Pawl does not know',
    },
    { event: bash(`sometool --eval 'run("rm -rf ~/Documents")'`), expect: 'ask' },
    {
      event: bash('sometool --message "do not rm -rf /"'),
      expect: 'pass',
      title: 'A message about a delete',
    },
    {
      event: bash('./clean.sh'),
      expect: 'ask',
      title: 'A committed script with a path outside the project',
      given: { files: { 'clean.sh': '#!/bin/sh\nrm -rf ~/Documents' } },
    },
    {
      event: bash('./clean.sh'),
      expect: 'deny',
      title: 'A committed script that deletes the home directory',
      given: { files: { 'clean.sh': '#!/bin/sh\nrm -rf ~' } },
    },
    { event: bash('git rm -rf src'), expect: 'ask' },
    { event: bash('git rm -rf src'), expect: 'pass', given: { lostWork: { changes: [] } } },
    {
      event: bash('git rm -rf src'),
      expect: 'ask',
      given: { lostWork: { changes: ['src/a.ts'] } },
      says: 'src/a.ts',
    },
    { event: bash('rm -rf node_modules dist'), expect: 'pass' },
    { event: bash('rm -rf /tmp/build-1'), expect: 'pass' },
    {
      event: bash(`trap 'rm -rf "$work"' EXIT; work=$(mktemp -d)`),
      expect: 'pass',
      title: 'A trap that runs at the end, when the variable is set',
    },
    { event: bash('rsync -a --delete src/ dist/'), expect: 'pass' },
    {
      event: bash('rsync -a --delete assets/ copy/'),
      expect: 'pass',
      title: 'Deletes in a folder of the project, as `rm` may',
    },
    { event: bash('rsync -a --delete assets/ ~/notes/'), expect: 'ask' },
    {
      event: bash('rsync -a --remove-source-files /tmp/a/ host:/srv/b'),
      expect: 'ask',
      says: 'Deletes the source files after copying them.',
    },
    { event: bash(`tclsh <<< 'file delete -force /home'`), expect: 'deny' },
    { event: bash(`emacs --batch --eval '(delete-directory "/usr" t)'`), expect: 'deny' },
    { event: bash('rm src/old.ts'), expect: 'pass' },
    { event: bash('find . -name "*.pyc" -delete'), expect: 'pass' },
    { event: bash('git commit -m "rm -rf /"'), expect: 'pass' },
    { event: bash("cat <<'EOF'\nrm -rf /\nEOF"), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeByEvidence(context, ['delete', 'overwrite'], context.options.accept, (effect) =>
      effect.code === 'git-rm' ? lookUpLoss(effect, context) : lookUpPaths(effect, context),
    );
  },
});
