// Command lines of build servers and their agents.
import { deletesOnPlatform } from '../common-rules.ts';
import type { ProgramSpec } from '../spec.ts';

const deletes = (when: string, safer: string, why = 'Deletes or stops something on the server.') =>
  deletesOnPlatform(when, safer, why);

export const programs: readonly ProgramSpec[] = [
  {
    names: 'circleci',
    about: 'Checks the configuration of CircleCI, and operates it.',
    options: {
      '--token': 'login',
      '--host --endpoint': 'host',
      '-c --config': 'reads',
      '--org-slug --org-id --pipeline-parameters --job --branch --repo-url --revision': 'text',
      '--skip-update-check --debug --no-prompt': 'flag',
    },
    subcommands: {
      config: {
        subcommands: {
          'validate|process': {
            options: { '-o --org-slug --org-id': 'text' },
            operands: 'reads',
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      deletes(
        'context delete|remove-secret|rm|restrict',
        'circleci context list',
        'Deletes secrets that builds use.',
      ),
      deletes(
        'runner|dlc|namespace|policy|project|orb|trigger delete|delete-alias|purge|unlist|remove-category|disable|unlist-orb',
        'circleci runner resource-class list',
      ),
      deletes('runner resource-class|token|instance delete', 'circleci runner resource-class list'),
      {
        code: 'secret-write',
        when: 'context store-secret|create-secret',
        why: 'Changes a secret that builds use.',
        safer: 'circleci context show',
      },
      {
        code: 'publish',
        when: 'orb publish',
        kind: 'publish',
        why: 'Publishes an orb; a published version cannot be taken back.',
        safer: 'circleci orb validate FILE',
      },
      {
        code: 'deploy',
        when: 'pipeline|policy run|push',
        kind: 'deploy',
        weight: 'plain',
        why: 'Starts a pipeline that may deploy.',
      },
    ],
    examples: [
      { command: 'circleci config validate .circleci/config.yml', expect: 'pass' },
      { command: 'circleci context delete github org ctx', expect: 'ask' },
      { command: 'circleci context remove-secret github org ctx KEY', expect: 'ask' },
      { command: 'circleci orb publish orb.yml me/x@1.0.0', expect: 'ask' },
      { command: 'circleci orb unlist acme/tool true', expect: 'ask' },
      { command: 'circleci runner token delete 12', expect: 'ask' },
      { command: 'circleci context store-secret github acme ctx KEY', expect: 'ask' },
    ],
  },
  {
    names: 'jenkins-cli',
    about: 'Operates a Jenkins server.',
    syntax: { singleDash: true },
    options: {
      '-s': 'host',
      '-auth -i': 'login',
      '-p -user -logger': 'text',
      '-ssh -http -webSocket -noKeyAuth -noCertificateCheck -f -v': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletes(
        'delete-*|disable-*|clear-queue|offline-node|disconnect-node|stop-builds|remove-*',
        'jenkins-cli list-jobs',
      ),
      deletes(
        'safe-restart|safe-shutdown|restart|shutdown|quiet-down|reload-configuration',
        'jenkins-cli version',
        'Stops or restarts the server for everybody.',
      ),
      deletes(
        'update-job|update-node|update-view|import-credentials*|create-credentials*|update-credentials*',
        'jenkins-cli get-job NAME',
        'Changes what the server runs.',
      ),
      {
        code: 'cloud-run-command',
        when: 'groovy|groovysh',
        why: 'Runs code on the server.',
        safer: 'jenkins-cli list-jobs',
      },
      {
        code: 'deploy',
        when: 'build|replay-pipeline|restart-from-stage',
        kind: 'deploy',
        weight: 'plain',
        why: 'Starts a build that may deploy.',
      },
    ],
    examples: [
      { command: 'jenkins-cli -s https://ci.example list-jobs', expect: 'pass' },
      { command: 'jenkins-cli delete-job web', expect: 'ask' },
      { command: 'jenkins-cli safe-restart', expect: 'ask' },
      { command: 'jenkins-cli groovy =', expect: 'ask' },
      { command: 'jenkins-cli build web-prod', expect: 'ask' },
      { command: 'jenkins-cli update-job build', expect: 'ask' },
    ],
  },
  {
    names: 'gitlab-runner',
    about: 'Runs the jobs of GitLab pipelines on this machine.',
    options: {
      '-c --config -n --name --executor --docker-image --service --working-directory --user -d': 'text',
      '-u --url': 'host',
      '-r --registration-token -t --token': 'login',
      '--all-runners --non-interactive --delete --debug': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletes(
        'unregister|uninstall|stop|restart|reset-token',
        'gitlab-runner list',
        'Removes a runner that projects use.',
      ),
      {
        code: 'cloud-access',
        when: 'register',
        kind: 'escalate',
        why: 'Lets the pipelines of a server run commands on this machine.',
        safer: 'gitlab-runner list',
      },
      {
        code: 'platform-delete',
        when: 'verify',
        flags: '--delete',
        why: 'Removes runners that the server does not know.',
        safer: 'gitlab-runner verify',
      },
    ],
    examples: [
      { command: 'gitlab-runner list', expect: 'pass' },
      { command: 'gitlab-runner verify', expect: 'pass' },
      { command: 'gitlab-runner unregister --all-runners', expect: 'ask' },
      { command: 'gitlab-runner verify --delete', expect: 'ask' },
      { command: 'gitlab-runner register --url https://git.example', expect: 'ask' },
    ],
  },
  {
    names: 'bk',
    about: 'Operates Buildkite.',
    options: {
      '-p --pipeline -b --branch -c --commit -m --message -o --output -e --env --org': 'text',
      '-y --yes -w --web': 'flag',
    },
    subcommands: { artifacts: { subcommands: { download: { options: { '-d': 'writes' } } } } },
    kind: 'infrastructure',
    effects: [
      deletes('build|job|agent|cluster|package|pipeline cancel|stop|delete|archive|pause', 'bk build list'),
      {
        code: 'deploy',
        when: 'build|job new|create|rebuild|retry|unblock',
        kind: 'deploy',
        weight: 'plain',
        why: 'Starts a build that may deploy.',
      },
    ],
    examples: [
      { command: 'bk build view 12', expect: 'pass' },
      { command: 'bk build cancel 12', expect: 'ask' },
      { command: 'bk agent stop 1', expect: 'ask' },
      { command: 'bk build new -p web-prod', expect: 'ask' },
    ],
  },
  {
    names: 'buildkite-agent',
    about: 'Runs the jobs of Buildkite pipelines on this machine.',
    options: {
      '--token --agent-access-token': 'login',
      '--config --build-path --hooks-path --plugins-path --queue --tags --job --step --build --endpoint --name --priority':
        'text',
      '--debug --no-color --literal --glob-resolve-follow-symlinks': 'flag',
      '--dry-run': 'dry',
    },
    subcommands: {
      artifact: { subcommands: { upload: { operands: 'reads' }, download: { operands: 'copies' } } },
      pipeline: { subcommands: { upload: { operands: 'reads' } } },
    },
    kind: 'infrastructure',
    effects: [
      deletes('stop|pause', 'buildkite-agent --version', 'Stops an agent that pipelines use.'),
      deletes(
        'step|build|job cancel|update',
        'buildkite-agent --version',
        'Cancels or changes a running build.',
      ),
      {
        code: 'secret-read',
        when: 'secret get',
        kind: 'read',
        why: 'Prints a secret into the conversation.',
      },
      {
        code: 'secret-read',
        when: 'oidc request-token',
        kind: 'read',
        why: 'Prints a token into the conversation.',
      },
      {
        code: 'secret-read',
        when: 'env dump|get',
        kind: 'read',
        why: 'Prints variables of the job, which may hold secrets.',
      },
      {
        code: 'deploy',
        when: 'pipeline upload',
        kind: 'deploy',
        weight: 'plain',
        why: 'Adds steps to a running build.',
      },
    ],
    examples: [
      { command: 'buildkite-agent artifact upload dist.zip', expect: 'pass' },
      { command: 'buildkite-agent artifact upload .env', expect: 'deny' },
      { command: 'buildkite-agent secret get KEY', expect: 'ask' },
      { command: 'buildkite-agent stop', expect: 'ask' },
      { command: 'buildkite-agent step cancel', expect: 'ask' },
      { command: 'buildkite-agent oidc request-token', expect: 'ask' },
      { command: 'buildkite-agent env dump', expect: 'ask' },
    ],
  },
  {
    names: 'rundeck',
    about: 'Runs jobs on many machines; the program starts and stops the server.',
    kind: 'infrastructure',
    effects: [
      {
        code: 'cloud-stop',
        when: 'stop|restart',
        why: 'Stops the server for everybody.',
        safer: 'rundeck status',
      },
    ],
    examples: [
      { command: 'rundeck status', expect: 'pass' },
      { command: 'rundeck stop', expect: 'ask' },
    ],
  },
];
