// Command lines of hosted databases, queues and search engines.
import { deletesOnPlatform, withAccess } from '../common-rules.ts';
import type { EffectRule, ProgramSpec } from '../spec.ts';

const deletes = (when: string, safer: string, why = 'Deletes, stops or resets something that holds data.') =>
  deletesOnPlatform(when, safer, why);

const overwrites = (when: string, safer: string, why: string): EffectRule => ({
  code: 'db-overwrite',
  when,
  kind: 'data',
  why,
  safer,
});

const printsKeys = (when: string, safer: string): EffectRule => ({
  code: 'secret-read',
  when,
  kind: 'read',
  why: 'Prints keys into the conversation.',
  safer,
});

const opens = (when: string, safer: string): EffectRule => ({
  code: 'cloud-access',
  when,
  kind: 'escalate',
  why: 'Changes who may reach the data.',
  safer,
});

export const programs: readonly ProgramSpec[] = withAccess([
  {
    names: 'neonctl neon',
    about: 'Operates Postgres databases on Neon.',
    options: {
      '--project-id --org-id --branch --branch-id --role-name --database-name -o --output --config-dir --context-file --name --parent --region-id --endpoint-type':
        'text',
      '--api-key': 'login',
      '--api-host': 'host',
      '--pooled --prisma --psql --no-analytics --force --all': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletes(
        'projects|project|branches|branch|databases|database|db|roles|role|operations|vpc delete|remove|reset',
        'neonctl branches list',
      ),
      overwrites(
        'branches|branch reset|restore|set-default',
        'neonctl branches list',
        'Replaces the data of a branch with another state.',
      ),
      printsKeys('connection-string|cs', 'neonctl branches list'),
      opens('ip-allow|ip add|remove|reset', 'neonctl ip-allow list'),
    ],
    examples: [
      { command: 'neonctl branches list', expect: 'pass' },
      { command: 'neon branches reset preview --parent', expect: 'ask' },
      { command: 'neonctl projects delete p', expect: 'ask' },
      { command: 'neonctl connection-string', expect: 'ask' },
      {
        command: 'DATABASE_URL="$(neonctl connection-string)" npm test',
        expect: 'pass',
        title: 'A connection string that is used, not shown',
      },
    ],
  },
  {
    names: 'pscale planetscale',
    about: 'Operates MySQL databases on PlanetScale.',
    options: {
      '--org --config -f --format --branch --from --region --role --ttl --remote-addr --execute-protocol --host --port':
        'text',
      '--api-token --service-token --service-token-id': 'login',
      '--api-url': 'host',
      '--output': 'writes',
      '--dir': 'reads',
      '--force --debug --wait --no-color --web': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletes(
        'database|branch|backup|password|service-token|deploy-request|workflow delete|destroy|cancel|close|demote|revert|delete-access',
        'pscale branch list DATABASE',
      ),
      deletes(
        'branch safe-migrations|vtctld disable',
        'pscale branch list DATABASE',
        'Switches the protection of the branch off.',
      ),
      overwrites(
        'backup|database restore|restore-dump',
        'pscale backup list DATABASE BRANCH',
        'Restores a backup into the database.',
      ),
      printsKeys('password|service-token create|renew', 'pscale password list DATABASE BRANCH'),
      {
        code: 'deploy',
        when: 'deploy-request|branch deploy|apply|promote|skip-revert',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes the schema of the database.',
      },
    ],
    behaviours: ['sqlArguments', 'clientShellEscapes'],
    examples: [
      { command: 'pscale branch list app', expect: 'pass' },
      { command: 'pscale database delete app', expect: 'ask' },
      { command: 'pscale deploy-request deploy app 1', expect: 'pass' },
      { command: 'pscale deploy-request deploy app-prod 1', expect: 'ask' },
      { command: 'pscale password create app main me', expect: 'ask' },
      { command: 'pscale database dump app main --output ~/.ssh', expect: 'deny' },
    ],
  },
  {
    names: 'turso',
    about: 'Operates SQLite databases on Turso.',
    options: {
      '-c --config-path --group --location --instance --from-file --from-csv --expiration --type --timestamp':
        'text',
      '--from-dump': 'reads',
      '-y --yes --wait --schema --read-only': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletes('db|group|org destroy|delete|unarchive|archive|remove', 'turso db list'),
      deletes(
        'db|group|org replicas|locations|members|tokens|config destroy|remove|rm|invalidate|rotate|revoke',
        'turso db list',
      ),
      printsKeys('db|group tokens create|mint', 'turso db list'),
      printsKeys('auth token', 'turso auth whoami'),
      printsKeys('auth api-tokens mint', 'turso auth api-tokens list'),
    ],
    behaviours: ['sqlClient', 'clientShellEscapes', 'clientFiles'],
    examples: [
      { command: 'turso db list', expect: 'pass' },
      { command: "turso db shell app 'SELECT 1'", expect: 'pass' },
      { command: "turso db shell app 'DROP TABLE users'", expect: 'deny' },
      { command: 'turso db destroy app', expect: 'ask' },
      { command: 'turso db tokens create app', expect: 'ask' },
    ],
  },
  {
    names: 'atlas',
    about: 'Migrates database schemas with Atlas, or operates MongoDB Atlas: two programs of the same name.',
    options: {
      '--env --config -c --schema -s --exclude --dir --dir-format --dev-url --format --lock-name --lock-timeout --tx-mode --revisions-schema --baseline --to-version --to-tag --projectId --orgId -P --profile -o --output --clusterName --clusterId':
        'text',
      '-u --url --to --from -f --file': 'text',
      '--auto-approve --allow-dirty --web -w --force --watch': 'flag',
      '--dry-run': 'dry',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'db-reset',
        when: 'schema clean',
        kind: 'data',
        why: 'Drops everything in the database.',
        safer: 'atlas schema inspect',
      },
      {
        code: 'db-reset',
        when: 'migrate down|set|rm',
        kind: 'data',
        why: 'Rolls the schema back, or rewrites the record of migrations.',
        safer: 'atlas migrate status',
      },
      {
        code: 'db-reset',
        when: 'schema apply',
        flags: '--auto-approve',
        kind: 'data',
        why: 'Changes the schema without asking; dropped columns lose their data.',
        safer: 'atlas schema apply --dry-run',
      },
      deletes(
        'clusters|cluster|projects|project|organizations|org|dbusers|deployments|customdbroles|networking|datafederation|search|streams|teams|users|alerts|backups|serverless|apikeys delete|remove|pause|failover|reset',
        'atlas clusters list',
      ),
      deletes(
        'clusters|networking|backups|projects|organizations|search|security|streams * delete|remove|disable',
        'atlas clusters list',
      ),
      overwrites(
        'backups restores start',
        'atlas backups snapshots list CLUSTER',
        'Replaces the data with the content of the snapshot.',
      ),
      opens('accesslists|accesslist create', 'atlas accessLists list'),
      printsKeys('clusters connectionstrings describe', 'atlas clusters describe CLUSTER'),
    ],
    examples: [
      { command: 'atlas clusters describe app', expect: 'pass' },
      { command: 'atlas clusters delete app', expect: 'ask' },
      { command: 'atlas migrate status --env local', expect: 'pass' },
      { command: 'atlas migrate apply --env local', expect: 'pass' },
      { command: 'atlas migrate down --env local', expect: 'ask' },
      { command: 'atlas schema clean -u sqlite://app.db', expect: 'ask' },
      { command: 'atlas schema apply --auto-approve --env local', expect: 'ask' },
      { command: 'atlas accessLists create 0.0.0.0/0', expect: 'ask' },
    ],
  },
  {
    names: 'mongocli',
    about: 'Operates MongoDB Atlas, Cloud Manager and Ops Manager.',
    options: { '--projectId --orgId -P --profile -o --output --clusterName': 'text', '--force': 'flag' },
    kind: 'infrastructure',
    effects: [
      deletes('** delete|remove|shutdown|restart|unmanage|pause|reset', 'mongocli atlas clusters list'),
      overwrites(
        '** restores start',
        'mongocli atlas backups snapshots list CLUSTER',
        'Replaces the data with the content of the snapshot.',
      ),
      opens('** accesslists create', 'mongocli atlas accessLists list'),
    ],
    examples: [
      { command: 'mongocli atlas clusters list', expect: 'pass' },
      { command: 'mongocli atlas clusters delete app', expect: 'ask' },
    ],
  },
  {
    names: 'upstash',
    about: 'Operates Redis and Kafka on Upstash.',
    options: { '--db-id --id --name --region --member-email --team-id': 'text', '--json': 'flag' },
    subcommands: { redis: { behaviours: ['redis'] } },
    kind: 'infrastructure',
    effects: [
      deletes(
        'redis|team|kafka|vector|qstash delete|remove-member|reset-password|disable-multizone|reset',
        'upstash redis list',
      ),
      printsKeys('redis|kafka get|create', 'upstash redis list'),
    ],
    examples: [
      { command: 'upstash redis list', expect: 'pass' },
      { command: 'upstash redis delete --db-id abc', expect: 'ask' },
      { command: 'upstash redis get --id abc', expect: 'ask' },
    ],
  },
  {
    names: 'confluent',
    about: 'Operates Kafka and Flink on Confluent.',
    options: {
      '--environment --cluster --context -o --output --url --topic --resource --cloud --region --partitions --config':
        'text',
      '--api-secret --ca-location': 'login',
      '--force -v --verbose --prefix --permanent': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletes('** delete|destroy|stop|pause|undelete|revoke', 'confluent kafka topic list'),
      printsKeys('api-key create|store', 'confluent api-key list'),
      opens('kafka acl|quota create|update', 'confluent kafka acl list'),
      opens('iam rbac|user role-binding|invitation create', 'confluent iam rbac role-binding list'),
    ],
    examples: [
      { command: 'confluent kafka topic list', expect: 'pass' },
      { command: 'confluent kafka topic delete orders', expect: 'ask' },
      { command: 'confluent api-key create --resource r', expect: 'ask' },
      { command: 'confluent kafka acl create --allow', expect: 'ask' },
    ],
  },
  {
    names: 'influx',
    about: 'Queries and operates InfluxDB.',
    syntax: { singleDash: true },
    options: {
      '-execute --execute': 'sql',
      '-host --host -socket': 'host',
      '-t --token -password --password': 'login',
      '-o --org --org-id -n --name -b --bucket --bucket-id -i --id -c --active-config -database -username -port -precision -format --start --stop -p --predicate --retention':
        'text',
      '-f --file -path': 'reads',
      '--full --compression -import --skip-verify --json --hide-headers': 'flag',
    },
    subcommands: { backup: { operands: 'writes' } },
    kind: 'infrastructure',
    effects: [
      deletes('delete', 'influx bucket list', 'Deletes points of a bucket.'),
      deletes(
        'bucket|org|user|auth|task|telegrafs|v1|dashboards|secret|remote|replication|stacks|template delete|remove|rm|inactive',
        'influx bucket list',
      ),
      overwrites('restore', 'influx backup DIRECTORY', 'Replaces the data with the content of the backup.'),
      printsKeys('auth create|list|ls|find', 'influx bucket list'),
    ],
    behaviours: ['sqlClient', 'clientShellEscapes', 'clientFiles'],
    examples: [
      { command: 'influx bucket list', expect: 'pass' },
      { command: "influx -execute 'SHOW DATABASES'", expect: 'pass' },
      { command: "influx -execute 'DROP DATABASE x'", expect: 'deny' },
      { command: 'influx bucket delete -n app', expect: 'ask' },
      { command: 'influx restore backup/ --full', expect: 'ask' },
      { command: 'influx backup ~/.ssh', expect: 'deny' },
    ],
  },
  {
    names: 'rabbitmqadmin',
    about: 'Operates the message broker RabbitMQ.',
    options: {
      '-H --host': 'host',
      '-u --username -V --vhost -P --port -N --node -f --format -S --sort -d --depth -c --config --path-prefix':
        'text',
      '-p --password --ssl-cert-file --ssl-key-file': 'login',
      '-s --ssl -q --quiet -k --ssl-insecure': 'flag',
    },
    subcommands: { export: { operands: 'writes' }, import: { operands: 'reads' } },
    kind: 'data',
    effects: [
      {
        code: 'queue-delete',
        when: 'delete|purge|close',
        why: 'Deletes or empties queues, or closes connections.',
        safer: 'rabbitmqadmin list queues',
      },
      {
        code: 'queue-delete',
        when: 'import',
        why: 'Replaces users, queues and access rights with those of the file.',
        safer: 'rabbitmqadmin export backup.json',
      },
    ],
    examples: [
      { command: 'rabbitmqadmin list queues', expect: 'pass' },
      { command: 'rabbitmqadmin -V / delete queue name=orders', expect: 'ask' },
      { command: 'rabbitmqadmin purge queue name=orders', expect: 'ask' },
      { command: 'rabbitmqadmin export backup.json', expect: 'pass' },
      { command: 'rabbitmqadmin export ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'meilisearch',
    about: 'Starts the search engine Meilisearch.',
    options: {
      '--master-key --ssl-key-path --ssl-cert-path': 'login',
      '--db-path --dump-dir --snapshot-dir': 'writes',
      '--import-dump --import-snapshot --config-file-path': 'reads',
      '--http-addr --env --log-level --max-indexing-memory': 'text',
      '--no-analytics --ignore-missing-dump --schedule-snapshot': 'flag',
    },
    examples: [
      { command: 'meilisearch --db-path data.ms', expect: 'pass' },
      { command: 'meilisearch --db-path ~/.ssh', expect: 'deny' },
    ],
  },
]);
