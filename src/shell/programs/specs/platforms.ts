import type { EffectRule, ProgramSpec } from '../spec.ts';

const PLATFORMS_0_0: readonly EffectRule[] = [
  { code: 'secret-read', when: 'auth token', kind: 'read', why: 'Prints a token into the conversation.' },
  {
    code: 'platform-delete',
    when: 'delete|destroy|remove|rm|purge|down|erase|clear|reset|teardown|uninstall|unregister|clean|shutdown|prune|remove-secret',
    why: 'Deletes something on the platform.',
    safer: 'the matching list or info command',
  },
  {
    code: 'platform-delete',
    when: '*:delete|*:destroy|*:remove|*:rm|*:reset|*:unset|*:rollback|*:revoke|*:purge|*:clear|*:disable|*:detach|*:scale|*:cancel|*:stop|*:downgrade',
    why: 'Deletes or resets something on the platform.',
  },
  {
    code: 'platform-delete',
    when: '* delete|destroy|remove|rm|uninstall|rollback|remove-secret|unlist|roll|purge|reset|disable|archive|revoke|clear|unset|detach|restore|stop|cancel|refund|prune|close|del|edit-lock|erase|wipe|void|deactivate|suspend|transfer|reboot',
    why: 'Deletes or disables something on the platform.',
  },
  {
    code: 'platform-delete',
    when: '* * delete|destroy|remove|rm|purge|reset|revoke|unset|undeploy',
    why: 'Deletes something on the platform.',
  },
  {
    code: 'platform-delete',
    when: '* * * delete|destroy|remove|purge|revoke',
    why: 'Deletes something on the platform.',
  },
  {
    code: 'platform-delete',
    when: 'envs|apis|proxies undeploy',
    why: 'Takes something away from its users.',
  },
  {
    code: 'platform-delete',
    when: 'variables|variable',
    flags: '--remove --delete',
    why: 'Deletes something on the platform.',
  },
  { code: 'platform-delete', when: 'db|migration|migrations reset|down|delete', why: 'Resets the database.' },
  {
    code: 'platform-delete',
    when: 'delete-*|disable-*|destroy-*|safe-restart|safe-shutdown|restart|quiet-down|rollback|clear-task-cache',
    why: 'Deletes or stops something on the server.',
  },
  {
    code: 'platform-delete',
    when: 'variable|variables|vars|var set|upsert database_*|*database_url*|pg*|postgres*|mysql*|redis*|mongo*',
    why: 'Points the service to another database.',
  },
  {
    code: 'platform-delete',
    when: 'variable|variables|vars|var',
    flags: '--set=database_|pg|postgres|mysql|redis|mongo',
    why: 'Points the service to another database.',
  },
  {
    code: 'platform-delete',
    when: 'secret create',
    flags: '--force --overwrite',
    why: 'Replaces a secret that others use.',
  },
  { code: 'platform-delete', when: 'service version activate', why: 'Changes what everybody gets at once.' },
  { code: 'db-overwrite', when: 'database:set', kind: 'data', why: 'Replaces everything below that path.' },
  { code: 'platform-delete', when: 'env:clone', why: 'Overwrites the settings of another site.' },
  {
    code: 'platform-delete',
    when: 'sync|gateway',
    flags: '--select-tag',
    why: 'Deletes what does not carry the tag.',
    safer: 'deck diff',
  },
  { code: 'platform-delete', when: 'refunds|payouts|transfers|topups create', why: 'Moves real money.' },
  { code: 'secret-read', when: 'env pull', kind: 'read', why: 'Downloads secrets into a file.' },
];

const SERVERS_0_1: readonly EffectRule[] = [
  {
    code: 'cloud-stop',
    when: 'stop|quit|restart|disable|offline',
    why: 'Stops or resets something that runs.',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'dnscontrol octodns-sync',
    about: '',
    options: { '--dry-run -n': 'dry' },
    kind: 'infrastructure',
    effects: [
      { code: 'dns-change', when: 'push', why: 'Changes DNS for everybody.', safer: 'dnscontrol preview' },
      { code: 'dns-change', flags: '--doit -k -y -g', why: 'Changes DNS for everybody.' },
    ],
  },
  {
    names: 'nsupdate',
    about: '',
    kind: 'infrastructure',
    effects: [{ code: 'dns-change', unless: '-V', why: 'Changes DNS for everybody.', safer: 'dig NAME' }],
  },
  {
    names:
      'cloudflared flarectl neonctl neon mongocli confluent cf stripe twilio sendgrid ldcli pagerduty newrelic algolia circleci jenkins-cli gitlab-runner grafana-cli appwrite convex sentry-cli planetscale square cloudflare bk buildkite-agent tailscale fastly traefik deck apigeecli unleash flipt datadog-ci pd auth0 northflank modal',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set':
        'text',
    },
    kind: 'infrastructure',
    effects: PLATFORMS_0_0,
  },
  {
    names: 'pscale',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set':
        'text',
    },
    kind: 'infrastructure',
    effects: PLATFORMS_0_0,
    behaviours: ['sqlWords', 'clientShell'],
  },
  {
    names: 'turso',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set':
        'text',
    },
    kind: 'infrastructure',
    effects: PLATFORMS_0_0,
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'atlas',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set -h --host --port -U --username -u --user -d --database --schema --url --driver --env -m --maintenance-db':
        'text',
    },
    kind: 'infrastructure',
    effects: [
      ...PLATFORMS_0_0,
      {
        code: 'db-reset',
        when: 'migrate reset',
        why: 'Drops the database and builds it again, empty.',
        safer: 'prisma migrate dev',
        kind: 'data',
      },
      {
        code: 'db-reset',
        when: 'db push|seed',
        flags: '--force-reset --accept-data-loss --reset',
        why: 'Throws data away to fit the schema.',
        kind: 'data',
      },
      { code: 'db-reset', when: 'db execute', why: 'Runs SQL on the database.', kind: 'data' },
      {
        code: 'db-reset',
        when: 'drop|clean|wipe|reset|nuke|dropall|drop-all|flush|reset_db|sql-drop|sql-sync|site-install',
        why: 'Drops or empties the database.',
        safer: 'back the database up first',
        kind: 'data',
      },
      {
        code: 'db-reset',
        when: '** schema:drop|db:drop|db:drop:*|db:wipe|db:reset|db:reset:*|db:purge|db:purge:*|db:test:purge|db:truncate*|db:schema:load|db:fixtures:load|db:seed:replant|db:rollback|db:migrate:reset|db:setup|ecto.drop|ecto.reset|ecto.rollback|migrate:fresh|migrate:reset|migrate:refresh|migrate:rollback|db:migrate:undo:all|sql:drop|doctrine:database:drop|doctrine:schema:drop|migration:revert|migrate:down',
        why: 'Drops or empties the database.',
        safer: 'back the database up first',
        kind: 'data',
      },
      {
        code: 'db-reset',
        when: 'db|database|schema|migration|site|plugin|option|post|user reset|drop|clean|delete|empty|revert|rollback',
        why: 'Drops or empties the database.',
        kind: 'data',
      },
      {
        code: 'db-reset',
        when: 'downgrade|down|redo|down-to',
        why: 'Rolls the schema back; dropped columns lose their data.',
        kind: 'data',
      },
      {
        code: 'db-reset',
        when: 'migrate:rollback',
        flags: '--all',
        why: 'Rolls every migration back.',
        kind: 'data',
      },
      {
        code: 'db-overwrite',
        when: '*:backup:restore',
        why: 'Replaces everything by what the backup holds.',
        kind: 'data',
      },
      { code: 'db-reset', when: 'db downgrade', why: 'Rolls the schema back.', kind: 'data' },
      { code: 'db-reset', when: 'migrate zero', why: 'Unapplies every migration.', kind: 'data' },
      { code: 'db-reset', when: 'migrate * zero', why: 'Unapplies every migration.', kind: 'data' },
    ],
  },
  {
    names: 'rabbitmqadmin',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set --vhost -n --node --server':
        'text',
    },
    kind: 'infrastructure',
    effects: [
      ...PLATFORMS_0_0,
      {
        code: 'queue-delete',
        when: 'delete*|purge*|reset|force_reset|stop*|forget_cluster_node|clear_*|delete|close*|disable|set_permissions|change_password|eval|shutdown',
        why: 'Deletes queues or stops the broker.',
        safer: 'rabbitmqctl list_queues',
        kind: 'data',
      },
      {
        code: 'queue-delete',
        when: 'stream|consumer|kv|object|account|topics|namespaces|tenants|subscriptions rm|del|delete|purge|unload|clear-backlog|seal|edit|unsubscribe',
        why: 'Deletes streams, consumers or keys.',
        kind: 'data',
      },
    ],
  },
  {
    names: 'splunk kong meilisearch',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set':
        'text',
    },
    kind: 'infrastructure',
    effects: [...PLATFORMS_0_0, ...SERVERS_0_1],
  },
  {
    names: 'influx',
    about: '',
    syntax: { singleDash: true },
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set':
        'text',
      '-execute --execute': 'sql',
    },
    kind: 'infrastructure',
    effects: PLATFORMS_0_0,
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'upstash',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set':
        'text',
    },
    subcommands: { redis: { behaviours: ['redis'] } },
    kind: 'infrastructure',
    effects: PLATFORMS_0_0,
  },
  { names: 'rundeck', about: '', kind: 'infrastructure', effects: SERVERS_0_1 },
  {
    names: 'acli jira',
    about: '',
    options: { '--key --body -b -k --project': 'text' },
    kind: 'message',
    effects: [
      {
        code: 'webhook',
        when: '** comment create|add|update|delete',
        why: 'Posts a message where people read it.',
        safer: 'show the person the text first',
      },
    ],
  },
];
