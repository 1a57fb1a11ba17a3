// Programs that run tasks which a project defines in a file.
import type { EffectRule, ProgramSpec } from '../spec.ts';

/** A task is called what its project wants; these names mean a deployment nearly everywhere. */
const DEPLOY_TASK: EffectRule = {
  code: 'deploy',
  when: 'deploy|deploy:*|deploy-*|deploy_*|*:deploy|ship|release:prod*',
  kind: 'deploy',
  weight: 'plain',
  why: 'Runs a task that deploys.',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'just',
    tasks: 'justfile',
    about: 'Runs the recipes of a justfile.',
    options: {
      '-f --justfile': 'tasks',
      '--dotenv-path': 'reads',
      '-d --working-directory': 'cwd',
      '--set': { kind: 'text', words: 2 },
      '--shell --chooser -c --command': 'runs',
      '--shell-arg -s --show --color --dotenv-filename --list-heading --list-prefix --dump-format --timestamp-format --usage':
        'text',
      '-n --dry-run': 'dry',
      '-l --list --summary -q --quiet -v --verbose -u --unsorted --evaluate --variables --dump --yes --check --unstable --no-deps --choose -g --global-justfile':
        'flag',
    },
    effects: [DEPLOY_TASK],
    examples: [
      { command: 'just --list', expect: 'pass' },
      { command: 'just test', expect: 'pass' },
      { command: 'just deploy', expect: 'pass' },
      { command: 'just deploy production', expect: 'ask' },
      { command: 'just -n deploy production', expect: 'pass' },
      { command: "just --command 'rm -rf ~'", expect: 'deny' },
      { command: "just --shell 'rm -rf ~' build", expect: 'deny' },
    ],
  },
  {
    names: 'task go-task',
    tasks: 'taskfile',
    about: 'Runs the tasks of a Taskfile; also the name of Taskwarrior.',
    subcommands: { 'execute|exec': { runs: {} } },
    options: {
      '-t --taskfile': 'tasks',
      '-d --dir': 'cwd',
      '-o --output -C --concurrency -I --interval --sort --timeout --expiry': 'text',
      '-n --dry': 'dry',
      '-l --list -a --list-all -f --force -p --parallel -s --silent -v --verbose -w --watch -y --yes -g --global -x --exit-code --status --summary -j --json':
        'flag',
    },
    effects: [DEPLOY_TASK],
    examples: [
      { command: 'task --list', expect: 'pass' },
      { command: 'task test', expect: 'pass' },
      { command: 'task deploy ENV=production', expect: 'ask' },
      {
        command: 'task execute rm -rf ~',
        expect: 'deny',
        title: '`task execute` of Taskwarrior runs a command',
      },
      { command: 'task -d ~ -n deploy ENV=production', expect: 'pass' },
    ],
  },
  {
    names: 'mage',
    about: 'Runs tasks that are written in Go.',
    syntax: { singleDash: true },
    options: {
      '-d -w': 'cwd',
      '-compile': 'writes',
      '-gocmd': 'runs',
      '-t -goarch -goos -ldflags': 'text',
      '-l -f -v -debug -keep -h -clean -init': 'flag',
    },
    effects: [DEPLOY_TASK],
    examples: [
      { command: 'mage -l', expect: 'pass' },
      { command: 'mage build', expect: 'pass' },
      { command: 'mage deploy prod', expect: 'ask' },
      { command: 'mage -compile ~/.bashrc', expect: 'ask' },
      { command: "mage -gocmd 'rm -rf ~' build", expect: 'deny' },
    ],
  },
  {
    names: 'nox',
    about: 'Runs sessions that are written in Python.',
    projectCode: { files: 'noxfile.py', language: 'python' },
    options: {
      '-s -e -t -k -p --session --sessions --tags --keywords --python --default-venv-backend': 'text',
      '-f --noxfile': 'loads',
      '-l -r -R --list --reuse-existing-virtualenvs --no-install --stop-on-first-error': 'flag',
    },
    operands: 'text',
    examples: [
      { command: 'nox -s tests', expect: 'pass' },
      {
        command: `echo 'import shutil; shutil.rmtree("/home")' > noxfile.py && nox`,
        expect: 'deny',
        title: 'The sessions of nox are code',
      },
    ],
  },
  {
    names: 'fab',
    about: 'Runs tasks on this machine and on others, which are written in Python.',
    projectCode: { files: 'fabfile.py', language: 'python' },
    options: {
      '-H -i -c --hosts --identity --collection --prompt-for-login-password': 'text',
      '-l --list': 'flag',
    },
    operands: 'text',
    effects: [DEPLOY_TASK],
    examples: [
      { command: 'fab --list', expect: 'pass' },
      { command: 'fab deploy production', expect: 'ask' },
      {
        command: `echo 'def x(c): c.run("rm -rf /home")' > fabfile.py && fab x`,
        expect: 'deny',
        title: 'The tasks of fab are code',
      },
    ],
  },
  {
    names: 'invoke inv',
    about: 'Runs tasks that are written in Python.',
    projectCode: { files: 'tasks.py', language: 'python' },
    options: {
      '-c --collection': 'text',
      '-r --search-root': 'text',
      '-f --config': 'reads',
      '-F --list-format -D --list-depth -T --command-timeout --prompt-for-sudo-password': 'text',
      '-R --dry': 'dry',
      '-l --list -e --echo -p --pty -w --warn-only -d --debug --no-dedupe': 'flag',
    },
    effects: [DEPLOY_TASK],
    examples: [
      { command: 'inv --list', expect: 'pass' },
      { command: 'invoke test', expect: 'pass' },
      { command: 'inv deploy production', expect: 'ask' },
      { command: 'inv -R deploy production', expect: 'pass' },
      { command: `echo 'def x(c): c.run("rm -rf /home")' > tasks.py && inv x`, expect: 'deny' },
    ],
  },
  {
    names: 'turbo',
    about: 'Runs the scripts of many packages of one repository.',
    options: {
      '--cwd': 'cwd',
      '-F --filter --concurrency --output-logs --log-order --log-prefix --team --scope --env-mode --framework-inference --ui --verbosity --cache --cache-workers --since':
        'text',
      '--token --remote-cache-signature-key': 'login',
      '--api --login': 'host',
      '--cache-dir --profile --anon-profile --out-dir': 'writes',
      '--graph': { kind: 'writes', attached: true },
      '--dry --dry-run': 'dry',
      '--parallel --force --no-cache --no-daemon --only --continue --summarize --affected --preflight --remote-only --color --no-color':
        'flag',
    },
    effects: [
      DEPLOY_TASK,
      {
        code: 'deploy',
        when: 'run deploy|deploy:*|deploy-*|*:deploy|ship|release:prod*',
        kind: 'deploy',
        weight: 'plain',
        why: 'Runs a script that deploys.',
      },
    ],
    examples: [
      { command: 'turbo run build --filter=web', expect: 'pass' },
      { command: 'turbo run deploy --filter=web', expect: 'pass' },
      { command: 'turbo run deploy --filter=prod', expect: 'ask' },
      { command: 'turbo run deploy --filter=prod --dry-run', expect: 'pass' },
      { command: 'turbo run build --profile ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'rake',
    about: 'Runs tasks that are written in Ruby.',
    projectCode: { files: 'Rakefile rakefile Rakefile.rb', language: 'ruby' },
    language: 'ruby',
    options: {
      '-f --rakefile -r --require -R --rakelibdir': 'loads',
      '-I --libdir -j --jobs': 'text',
      '-C --directory': 'cwd',
      '-e --execute -p --execute-print -E --execute-continue': 'code',
      '-n --dry-run': 'dry',
      '-T --tasks -D --describe -P --prereqs -W --where -A --all -s --silent -q --quiet -t --trace -m --multitask -v --verbose -N --no-search -g --system':
        'flag',
    },
    operands: 'text',
    effects: [
      {
        code: 'db-reset',
        when: '** db:drop|db:drop:*|db:reset|db:reset:*|db:purge|db:purge:*|db:truncate*|db:schema:load|db:schema:load:*|db:fixtures:load|db:seed:replant|db:migrate:reset|db:setup|db:test:purge|db:structure:load|ecto.drop',
        kind: 'data',
        why: 'Drops or empties the database.',
        safer: 'rake db:migrate:status',
      },
      {
        code: 'db-reset',
        when: '** db:rollback|db:migrate:down|db:migrate:redo',
        kind: 'data',
        why: 'Rolls the schema back; dropped columns lose their data.',
        safer: 'rake db:migrate:status',
      },
      DEPLOY_TASK,
    ],
    examples: [
      { command: 'rake test', expect: 'pass' },
      { command: 'rake -T', expect: 'pass' },
      { command: 'rake db:migrate', expect: 'pass' },
      { command: 'rake db:drop:all', expect: 'ask' },
      {
        command: 'echo \'system("rm -rf ~")\' > Rakefile; rake',
        expect: 'deny',
        title: 'A Rakefile is code',
      },
      { command: 'rake db:rollback', expect: 'ask' },
      { command: 'rake -p \'system("rm -rf ~")\'', expect: 'deny' },
      { command: "rake -e '`rm -rf ~`'", expect: 'deny' },
      { command: 'rake deploy RAILS_ENV=production', expect: 'ask' },
    ],
  },
  {
    names: 'cap',
    about: 'Deploys to servers with Capistrano.',
    language: 'ruby',
    options: {
      '-f --rakefile -r --require -R --rakelibdir': 'loads',
      '-I --libdir -j --jobs -l --logger -z --hosts --roles -C': 'text',
      '-e --execute -p --execute-print -E --execute-continue': 'code',
      '-n --dry-run': 'dry',
      '-T --tasks -D --describe -P --prereqs -A --all -q --quiet -t --trace -v --verbose': 'flag',
    },
    operands: 'text',
    effects: [
      {
        code: 'deploy',
        when: '* deploy|deploy:*|rollback|*:restart|*:deploy',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes the software that runs on the servers.',
      },
      DEPLOY_TASK,
    ],
    examples: [
      { command: 'cap -T', expect: 'pass' },
      { command: 'cap staging deploy', expect: 'pass' },
      { command: 'cap production deploy', expect: 'ask' },
      { command: 'cap -n production deploy', expect: 'pass' },
    ],
  },
];
