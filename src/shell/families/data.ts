import type { Family } from '../rules.ts';

interface Tool {
  names: string;
  rules: Family['rules'];
  values?: string;
  singleDash?: boolean;
  dry?: string;
}

const DB_VALUES =
  '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db';

const tool = ({ names, rules, values, singleDash, dry }: Tool): Family => ({
  names,
  kind: 'data',
  values: values ?? DB_VALUES,
  singleDash: singleDash ?? false,
  dry,
  rules,
});

export const databases: readonly Family[] = [
  tool({
    names: 'dropdb dropuser pg_dropcluster pg_resetwal',
    rules: () => [
      {
        code: 'db-drop',
        when: '',
        weight: 'irreversible',
        why: 'Drops a database, a role or a cluster.',
        safer: 'pg_dump NAME > backup.sql',
      },
    ],
  }),
  tool({
    names: 'mysqladmin mariadb-admin',
    rules: () => [
      {
        code: 'db-drop',
        when: '** drop',
        weight: 'irreversible',
        why: 'Drops the database.',
        safer: 'mysqldump NAME > backup.sql',
      },
      {
        code: 'db-stop',
        when: '** shutdown|kill|flush-*|stop-*|reset-*|password',
        why: 'Stops or resets the server.',
      },
    ],
  }),
  tool({
    names: 'pg_restore mongorestore',
    dry: '--dryRun',
    rules: () => [
      {
        code: 'db-overwrite',
        when: '',
        flags: '-c --clean --drop --create -C',
        why: 'Drops what is there before it restores.',
        safer: 'restore into a new database',
      },
    ],
  }),
  tool({
    names: 'pg_dump pg_dumpall',
    values: `${DB_VALUES} -F --format -f --file -t --table -n --schema -j -Z`,
    rules: () => [
      {
        code: 'db-overwrite',
        when: '',
        flags: '-c --clean',
        why: 'The dump begins with drops: wherever it is restored, what is there goes first.',
        safer: 'pg_dump NAME > backup.sql',
      },
    ],
  }),
  tool({
    names: 'pg_ctl pg_ctlcluster nodetool',
    rules: () => [
      {
        code: 'db-stop',
        when: '** stop|decommission|drain|removenode|assassinate|clearsnapshot|disable*|stopdaemon',
        why: 'Stops the server or takes a node out.',
      },
      { code: 'db-stop', when: '* * stop', why: 'Stops the server.' },
    ],
  }),
  tool({
    names:
      'prisma drizzle-kit typeorm sequelize sequelize-cli knex mikro-orm alembic flyway liquibase dbmate diesel sqlx atlas supabase mix rake rails artisan wp drush django-admin django manage.py flask symfony typeorm-ts-node-commonjs console medusa gitlab-rake',
    rules: () => [
      {
        code: 'db-reset',
        when: 'migrate reset',
        why: 'Drops the database and builds it again, empty.',
        safer: 'prisma migrate dev',
      },
      {
        code: 'db-reset',
        when: 'db push|seed',
        flags: '--force-reset --accept-data-loss --reset',
        why: 'Throws data away to fit the schema.',
      },
      { code: 'db-reset', when: 'db execute', why: 'Runs SQL on the database.' },
      {
        code: 'db-reset',
        when: 'drop|clean|wipe|reset|nuke|dropall|drop-all|flush|reset_db|sql-drop|sql-sync|site-install',
        why: 'Drops or empties the database.',
        safer: 'back the database up first',
      },
      {
        code: 'db-reset',
        // Several tasks may stand in a row.
        when: '** schema:drop|db:drop|db:drop:*|db:wipe|db:reset|db:reset:*|db:purge|db:purge:*|db:test:purge|db:truncate*|db:schema:load|db:fixtures:load|db:seed:replant|db:rollback|db:migrate:reset|db:setup|ecto.drop|ecto.reset|ecto.rollback|migrate:fresh|migrate:reset|migrate:refresh|migrate:rollback|db:migrate:undo:all|sql:drop|doctrine:database:drop|doctrine:schema:drop|migration:revert|migrate:down',
        why: 'Drops or empties the database.',
        safer: 'back the database up first',
      },
      {
        code: 'db-reset',
        when: 'db|database|schema|migration|site|plugin|option|post|user reset|drop|clean|delete|empty|revert|rollback',
        why: 'Drops or empties the database.',
      },
      {
        code: 'db-reset',
        when: 'downgrade|down|redo|down-to',
        why: 'Rolls the schema back; dropped columns lose their data.',
      },
      { code: 'db-reset', when: 'migrate:rollback', flags: '--all', why: 'Rolls every migration back.' },
      {
        code: 'db-overwrite',
        when: '*:backup:restore',
        why: 'Replaces everything by what the backup holds.',
      },
      { code: 'db-reset', when: 'db downgrade', why: 'Rolls the schema back.' },
      { code: 'db-reset', when: 'migrate zero', why: 'Unapplies every migration.' },
      { code: 'db-reset', when: 'migrate * zero', why: 'Unapplies every migration.' },
    ],
  }),
  tool({
    names: 'goose migrate',
    values: '-path -database -source -dir -table -lock-timeout -prefetch',
    singleDash: true,
    rules: () => [
      {
        code: 'db-reset',
        // The driver and where the database is stand before it.
        when: '** drop|reset',
        why: 'Drops or empties the database.',
        safer: 'back the database up first',
      },
      {
        code: 'db-reset',
        when: '** down|redo|down-to',
        why: 'Rolls the schema back; dropped columns lose their data.',
      },
    ],
  }),
  tool({
    names:
      'kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-delete-records kafka-delete-records.sh kafka-streams-application-reset kafka-reassign-partitions kafka-reassign-partitions.sh kafka-storage kafka-storage.sh rpk kcat',
    values: '--bootstrap-server --zookeeper --topic --group --entity-type --entity-name',
    rules: () => [
      {
        code: 'queue-delete',
        when: '',
        flags:
          '--delete --remove --execute --reset-offsets --delete-config --offset-json-file --delete-offsets',
        why: 'Deletes topics, groups or records.',
        safer: 'the same command with --describe',
      },
      { code: 'queue-delete', when: 'format', why: 'Formats the storage of the broker.' },
      {
        code: 'queue-delete',
        when: 'topic|group|cluster delete|trim-prefix|offset-delete',
        why: 'Deletes topics or groups.',
      },
    ],
  }),
  tool({
    names: 'rabbitmqctl rabbitmqadmin rabbitmq-plugins rabbitmq-queues nats nsq_stat pulsar-admin activemq',
    values: '-p --vhost -n --node -s --server',
    rules: () => [
      {
        code: 'queue-delete',
        when: 'delete*|purge*|reset|force_reset|stop*|forget_cluster_node|clear_*|delete|close*|disable|set_permissions|change_password|eval|shutdown',
        why: 'Deletes queues or stops the broker.',
        safer: 'rabbitmqctl list_queues',
      },
      {
        code: 'queue-delete',
        when: 'stream|consumer|kv|object|account|topics|namespaces|tenants|subscriptions rm|del|delete|purge|unload|clear-backlog|seal|edit|unsubscribe',
        why: 'Deletes streams, consumers or keys.',
      },
    ],
  }),
  tool({
    names: 'neo4j-admin couchbase-cli arangosh',
    rules: () => [
      {
        code: 'db-drop',
        when: '** delete|drop|restore|load|bucket-delete|bucket-flush|server-remove',
        why: 'Drops or overwrites a database.',
      },
    ],
  }),
  tool({
    names: 'snow',
    values: '-c --connection --database --role --warehouse --format',
    rules: () => [
      {
        code: 'db-drop',
        when: '** drop|remove|teardown|purge',
        why: 'Drops or empties what is stored there.',
      },
    ],
  }),
  tool({
    names: 'cbt',
    values: '-instance -project -creds -data-endpoint -admin-endpoint',
    singleDash: true,
    rules: () => [
      {
        code: 'db-drop',
        when: 'deletetable|deleteallrows|deletefamily|deleteinstance|deletecluster',
        why: 'Drops or empties tables.',
        safer: 'cbt ls',
      },
    ],
  }),
  tool({
    names: 'hdfs hadoop hbase',
    singleDash: true,
    rules: () => [
      { code: 'db-drop', when: '', flags: '-rm -rmr -rmdir -expunge', why: 'Deletes files of the cluster.' },
    ],
  }),
];

export const publishing: readonly Family[] = [
  {
    names: 'mvn mvnw gradle gradlew sbt lein setup.py',
    kind: 'publish',
    rules: () => [
      { code: 'publish', when: '** deploy|publish|upload|release:perform', why: 'Publishes a package.' },
    ],
  },
  {
    names: 'cargo gem',
    kind: 'publish',
    rules: () => [
      {
        code: 'publish-access',
        when: 'owner',
        flags: '-a --add -r --remove',
        why: 'Changes who may publish.',
      },
    ],
  },
  {
    names: 'dotnet',
    kind: 'publish',
    rules: () => [
      { code: 'publish', when: 'nuget push', why: 'Publishes a package.', safer: 'dotnet pack' },
      { code: 'unpublish', when: 'nuget delete', why: 'Takes a package away from its users.' },
      { code: 'db-reset', kind: 'data', when: 'ef database drop', why: 'Drops the database.' },
    ],
  },
  {
    names: 'semantic-release np release-it',
    kind: 'publish',
    dry: '--preview --no-publish --ci=false',
    rules: () => [
      { code: 'publish', when: '', why: 'Publishes a package; a published version cannot be taken back.' },
    ],
  },
  {
    names: 'npm pnpm yarn bun lerna changeset jsr deno vsce ovsx',
    kind: 'publish',
    values: '--prefix -w --workspace --filter --tag --access --otp --registry --cwd -C',
    rules: () => [
      {
        code: 'publish',
        when: 'publish|release',
        unless: '--list',
        why: 'Publishes a package; a published version cannot be taken back.',
        safer: 'npm publish --dry-run',
      },
      {
        code: 'unpublish',
        when: 'unpublish|deprecate|undeprecate|unpublish-all',
        weight: 'irreversible',
        why: 'Takes a package away from everybody who uses it.',
      },
      {
        code: 'publish-access',
        when: 'owner|author|access|dist-tag|token|team|org|hook|profile add|rm|remove|set|grant|revoke|create|delete|destroy|disable-2fa',
        why: 'Changes who may publish, or what users get.',
      },
      {
        code: 'publish-access',
        when: 'adduser|login',
        flags: '--auth-type',
        why: 'Logs in to the registry.',
      },
      {
        code: 'secret-read',
        when: 'config|c get //*|_auth*',
        kind: 'read',
        why: 'Prints the token of a registry.',
        safer: 'npm whoami',
      },
      { code: 'publish', when: 'npm publish', why: 'Publishes a package.' },
      {
        code: 'unpublish',
        when: 'npm unpublish',
        weight: 'irreversible',
        why: 'Takes a package away from everybody who uses it.',
      },
      { code: 'publish', when: 'workspaces foreach publish', why: 'Publishes packages.' },
    ],
  },
  {
    names:
      'cargo twine poetry flit hatch pdm uv gem mvn mvnw gradle gradlew nuget goreleaser pod dart flutter mix stack cabal snapcraft fastlane crane skopeo oras conan lein sbt setup.py maturin luarocks anaconda conda clojars helm opam cpan-upload dub raco altool',
    kind: 'publish',
    values: '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key',
    dry: '-n',
    rules: () => [
      {
        code: 'publish',
        when: 'publish|upload|deploy|release|release:perform|push|pub:publish|hex.publish|testflight|deliver|pilot|supply|publishplugins|publishtosonatype|publishtomavencentral|publishallpublications*|publishandrelease*|uploadarchives|closeandrelease*',
        why: 'Publishes a package; a published version cannot be taken back.',
        safer: 'cargo publish --dry-run',
      },
      {
        code: 'publish',
        when: 'nuget|pub|trunk|package|artifacts|ios|android push|publish|upload|deploy|release|beta',
        why: 'Publishes a package.',
        safer: 'build it without publishing',
      },

      {
        code: 'unpublish',
        when: 'yank|unpublish|hex.retire',
        why: 'Takes a package or an owner away.',
      },
      {
        code: 'unpublish',
        when: 'nuget|trunk|pub delete|remove-owner|deprecate',
        why: 'Takes a package away from its users.',
      },
    ],
  },
];
