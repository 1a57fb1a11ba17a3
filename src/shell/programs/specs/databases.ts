import type { EffectRule, ProgramSpec } from '../spec.ts';

const DATABASES_5_0: readonly EffectRule[] = [
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
  { code: 'db-overwrite', when: '*:backup:restore', why: 'Replaces everything by what the backup holds.' },
  { code: 'db-reset', when: 'db downgrade', why: 'Rolls the schema back.' },
  { code: 'db-reset', when: 'migrate zero', why: 'Unapplies every migration.' },
  { code: 'db-reset', when: 'migrate * zero', why: 'Unapplies every migration.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'dropdb dropuser pg_dropcluster pg_resetwal',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    kind: 'data',
    effects: [
      {
        code: 'db-drop',
        weight: 'irreversible',
        why: 'Drops a database, a role or a cluster.',
        safer: 'pg_dump NAME > backup.sql',
      },
    ],
  },
  {
    names: 'mysqladmin mariadb-admin',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    kind: 'data',
    effects: [
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
  },
  {
    names: 'pg_restore mongorestore',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
      '--dryRun': 'dry',
    },
    kind: 'data',
    effects: [
      {
        code: 'db-overwrite',
        flags: '-c --clean --drop --create -C',
        why: 'Drops what is there before it restores.',
        safer: 'restore into a new database',
      },
    ],
  },
  {
    names: 'pg_dump pg_dumpall',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db -F --format -f --file -t --table -n -j -Z':
        'text',
    },
    kind: 'data',
    effects: [
      {
        code: 'db-overwrite',
        flags: '-c --clean',
        why: 'The dump begins with drops: wherever it is restored, what is there goes first.',
        safer: 'pg_dump NAME > backup.sql',
      },
    ],
  },
  {
    names: 'pg_ctl pg_ctlcluster nodetool',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    kind: 'data',
    effects: [
      {
        code: 'db-stop',
        when: '** stop|decommission|drain|removenode|assassinate|clearsnapshot|disable*|stopdaemon',
        why: 'Stops the server or takes a node out.',
      },
      { code: 'db-stop', when: '* * stop', why: 'Stops the server.' },
    ],
  },
  {
    names: 'prisma',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    kind: 'data',
    effects: DATABASES_5_0,
    behaviours: ['sqlWords', 'clientShell'],
  },
  {
    names:
      'drizzle-kit typeorm sequelize sequelize-cli knex mikro-orm alembic flyway liquibase dbmate diesel sqlx django flask symfony typeorm-ts-node-commonjs console medusa gitlab-rake',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    kind: 'data',
    effects: DATABASES_5_0,
  },
  {
    names: 'mix',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db --manifest-path --package --token --registry -r --repository -k --key':
        'text',
      '-n': 'dry',
    },
    kind: 'data',
    effects: [
      ...DATABASES_5_0,
      {
        code: 'publish',
        when: 'publish|upload|deploy|release|release:perform|push|pub:publish|hex.publish|testflight|deliver|pilot|supply|publishplugins|publishtosonatype|publishtomavencentral|publishallpublications*|publishandrelease*|uploadarchives|closeandrelease*',
        why: 'Publishes a package; a published version cannot be taken back.',
        safer: 'cargo publish --dry-run',
        kind: 'publish',
      },
      {
        code: 'publish',
        when: 'nuget|pub|trunk|package|artifacts|ios|android push|publish|upload|deploy|release|beta',
        why: 'Publishes a package.',
        safer: 'build it without publishing',
        kind: 'publish',
      },
      {
        code: 'unpublish',
        when: 'yank|unpublish|hex.retire',
        why: 'Takes a package or an owner away.',
        kind: 'publish',
      },
      {
        code: 'unpublish',
        when: 'nuget|trunk|pub delete|remove-owner|deprecate',
        why: 'Takes a package away from its users.',
        kind: 'publish',
      },
    ],
  },
  {
    names: 'rails',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    subcommands: {
      'runner|r': { options: { '-e --environment': 'text' }, operands: 'code', language: 'ruby' },
    },
    kind: 'data',
    effects: DATABASES_5_0,
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'artisan',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
      '--execute': 'code',
    },
    language: 'php',
    kind: 'data',
    effects: DATABASES_5_0,
  },
  {
    names: 'wp',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    subcommands: { eval: { operands: 'code', language: 'php' } },
    kind: 'data',
    effects: DATABASES_5_0,
  },
  {
    names: 'drush',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    subcommands: { 'eval|ev|php-eval|php:eval': { operands: 'code', language: 'php' } },
    kind: 'data',
    effects: DATABASES_5_0,
  },
  {
    names: 'django-admin manage.py',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
      '-c --command': 'code',
    },
    language: 'python',
    kind: 'data',
    effects: DATABASES_5_0,
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'goose migrate',
    about: '',
    syntax: { singleDash: true },
    options: { '-path -database -source -dir -table -lock-timeout -prefetch': 'text' },
    kind: 'data',
    effects: [
      {
        code: 'db-reset',
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
  },
  {
    names:
      'kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-delete-records kafka-delete-records.sh kafka-streams-application-reset kafka-reassign-partitions kafka-reassign-partitions.sh kafka-storage kafka-storage.sh rpk',
    about: '',
    options: { '--bootstrap-server --zookeeper --topic --group --entity-type --entity-name': 'text' },
    kind: 'data',
    effects: [
      {
        code: 'queue-delete',
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
  },
  {
    names: 'rabbitmqctl rabbitmq-plugins rabbitmq-queues nsq_stat pulsar-admin activemq',
    about: '',
    options: { '-p --vhost -n --node -s --server': 'text' },
    kind: 'data',
    effects: [
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
  },
  {
    names: 'neo4j-admin couchbase-cli arangosh',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    kind: 'data',
    effects: [
      {
        code: 'db-drop',
        when: '** delete|drop|restore|load|bucket-delete|bucket-flush|server-remove',
        why: 'Drops or overwrites a database.',
      },
    ],
  },
  {
    names: 'snow',
    about: '',
    options: { '-c --connection --database --role --warehouse --format': 'text', '-q --query': 'sql' },
    kind: 'data',
    effects: [
      {
        code: 'db-drop',
        when: '** drop|remove|teardown|purge',
        why: 'Drops or empties what is stored there.',
      },
    ],
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'cbt',
    about: '',
    syntax: { singleDash: true },
    options: { '-instance -project -creds -data-endpoint -admin-endpoint': 'text' },
    kind: 'data',
    effects: [
      {
        code: 'db-drop',
        when: 'deletetable|deleteallrows|deletefamily|deleteinstance|deletecluster',
        why: 'Drops or empties tables.',
        safer: 'cbt ls',
      },
    ],
  },
  {
    names: 'hdfs hadoop hbase',
    about: '',
    syntax: { singleDash: true },
    options: {
      '-h --host -p --port -U --username -u --user -d --database --schema --config --url --driver --env -e -m --maintenance-db':
        'text',
    },
    kind: 'data',
    effects: [{ code: 'db-drop', flags: '-rm -rmr -rmdir -expunge', why: 'Deletes files of the cluster.' }],
  },
  {
    names: 'psql usql',
    about: '',
    options: {
      '-c --command': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'mysql mariadb cqlsh cockroach mycli',
    about: '',
    options: {
      '-e --execute': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'sqlite3 sqlite',
    about: '',
    syntax: { singleDash: true },
    options: {
      '-cmd': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator -init -nullvalue':
        'text',
    },
    operands: 'first',
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'mongo mongosh',
    about: '',
    options: {
      '--eval': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['runsJavaScript', 'sqlClient', 'clientShell'],
  },
  {
    names: 'mongos',
    about: '',
    options: {
      '--eval': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'clickhouse-client clickhouse snowsql',
    about: '',
    options: {
      '-q --query': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'duckdb',
    about: '',
    options: {
      '-c -s': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'sqlcmd',
    about: '',
    syntax: { singleDash: true },
    options: {
      '-Q -q': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'osql',
    about: '',
    options: {
      '-Q -q': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'pgcli edgedb',
    about: '',
    options: {
      '-c': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'litecli hive beeline spark-sql',
    about: '',
    options: {
      '-e': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'sqlplus',
    about: '',
    options: {
      '-S': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'isql db2 surreal execute-sql cypher-shell osqueryi',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'trino presto',
    about: '',
    options: {
      '--execute': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'redis-cli',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    traits: ['sends'],
    behaviours: ['redis', 'clientShell'],
  },
  {
    names: 'valkey-cli keydb-cli',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['redis', 'clientShell'],
  },
  {
    names: 'dolt',
    about: '',
    options: {
      '-q': 'sql',
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'gitlab-rails',
    about: '',
    options: {
      '-h --host -p --port -U --username -u --user -d --dbname --database -P -v --set -f --file -o --output -n -a --pass --cacert -S --server -F -separator':
        'text',
    },
    subcommands: {
      'runner|r': { options: { '-e --environment': 'text' }, operands: 'code', language: 'ruby' },
    },
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'sqlcipher',
    about: '',
    syntax: { singleDash: true },
    options: { '-cmd': 'sql', '-init -separator -nullvalue': 'text' },
    operands: 'first',
    behaviours: ['sqlClient', 'clientShell'],
  },
];
