// Tools that change the schema of a database, migration by migration.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const BACKUP = 'back the database up first';

const rollsBack = (when: string, safer: string): EffectRule => ({
  code: 'db-reset',
  when,
  why: 'Rolls the schema back; dropped columns lose their data.',
  safer,
});

const drops = (when: string): EffectRule => ({
  code: 'db-reset',
  when,
  why: 'Drops or empties the database.',
  safer: BACKUP,
});

export const programs: readonly ProgramSpec[] = [
  {
    names: 'prisma',
    about: 'Manages the schema and the client of Prisma.',
    options: {
      '--schema --config --file': 'reads',
      '--url': 'host',
      '-n --name --shadow-database-url': 'text',
    },
    subcommands: {
      'generate|validate|format|version': {
        options: {
          '--schema --config': 'reads',
          '--generator': 'text',
          '--no-engine --no-hints --sql --check --json': 'flag',
        },
        plain: true,
      },
      migrate: {
        subcommands: {
          diff: {
            options: {
              '-o --output': 'writes',
              '--from-schema-datamodel --to-schema-datamodel --from-schema --to-schema --from-migrations --to-migrations':
                'reads',
              '--from-url --to-url': 'host',
              '--from-empty --to-empty --script --exit-code': 'flag',
            },
          },
        },
      },
    },
    kind: 'data',
    effects: [
      {
        code: 'db-reset',
        when: 'migrate reset',
        why: 'Drops the database and builds it again, empty.',
        safer: 'prisma migrate dev',
      },
      {
        code: 'db-reset',
        when: 'db push',
        flags: '--force-reset --accept-data-loss',
        why: 'Discards data that does not fit the schema.',
        safer: 'prisma db push',
      },
      {
        code: 'db-reset',
        when: 'db execute',
        unless: '--stdin',
        why: 'Runs SQL on the database.',
        safer: 'prisma migrate diff --from-empty --to-schema-datamodel schema.prisma --script',
      },
    ],
    behaviours: ['sqlClient', 'clientShellEscapes'],
    examples: [
      { command: 'prisma generate', expect: 'pass' },
      { command: 'prisma migrate dev --name add_users', expect: 'pass' },
      {
        command: 'prisma migrate dev --name reset',
        expect: 'pass',
        title: 'A migration that is only named “reset”',
      },
      { command: 'prisma db push', expect: 'pass' },
      { command: 'prisma migrate reset --force', expect: 'ask' },
      { command: 'prisma db push --accept-data-loss', expect: 'ask' },
      { command: 'prisma db execute --file drop.sql', expect: 'ask' },
      { command: "prisma db execute --stdin <<< 'SELECT COUNT(*) FROM users'", expect: 'pass' },
      { command: "prisma db execute --stdin <<< 'DROP TABLE users'", expect: 'deny' },
      { command: 'npx prisma migrate reset', expect: 'ask' },
    ],
  },
  {
    names: 'drizzle-kit',
    about: 'Manages the schema of Drizzle.',
    options: { '--config --schema': 'reads', '--out': 'writes', '--dialect --url --name --prefix': 'text' },
    subcommands: {
      'check|generate': { options: { '--config --schema': 'reads', '--name': 'text' }, plain: true },
    },
    kind: 'data',
    effects: [
      { code: 'db-reset', when: 'drop', why: 'Deletes a migration.', safer: 'drizzle-kit check' },
      {
        code: 'db-reset',
        when: 'push',
        flags: '--force',
        why: 'Discards data that does not fit the schema, without asking.',
        safer: 'drizzle-kit generate',
      },
    ],
    examples: [
      { command: 'drizzle-kit generate --name users', expect: 'pass' },
      { command: 'drizzle-kit migrate', expect: 'pass' },
      { command: 'drizzle-kit push --force', expect: 'ask' },
      { command: 'drizzle-kit drop', expect: 'ask' },
    ],
  },
  {
    names: 'typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm',
    about: 'Manages the schema of TypeORM.',
    options: { '-d --dataSource -f --config': 'reads', '-c --connection -n --name -t --transaction': 'text' },
    kind: 'data',
    effects: [drops('schema:drop'), rollsBack('migration:revert', 'typeorm migration:show -d FILE')],
    behaviours: ['sqlArguments'],
    examples: [
      { command: 'typeorm migration:run -d src/data-source.ts', expect: 'pass' },
      { command: 'typeorm schema:drop -d src/data-source.ts', expect: 'ask' },
      { command: 'typeorm migration:revert -d src/data-source.ts', expect: 'ask' },
      { command: 'typeorm query "DROP TABLE users" -d src/data-source.ts', expect: 'deny' },
    ],
  },
  {
    names: 'sequelize sequelize-cli',
    about: 'Manages the schema of Sequelize.',
    options: {
      '--config --options-path': 'reads',
      '--env --url --migrations-path --seeders-path --models-path --name --to --from --seed': 'text',
      '--debug': 'flag',
    },
    kind: 'data',
    effects: [
      drops('db:drop'),
      rollsBack('db:migrate:undo:all', 'sequelize-cli db:migrate:status'),
      { code: 'db-reset', when: 'db:seed:undo:all', why: 'Deletes all seeded rows.', safer: BACKUP },
    ],
    examples: [
      { command: 'sequelize-cli db:migrate --env test', expect: 'pass' },
      { command: 'sequelize-cli db:drop', expect: 'ask' },
      { command: 'sequelize db:migrate:undo:all', expect: 'ask' },
      { command: 'sequelize db:seed:undo:all', expect: 'ask' },
    ],
  },
  {
    names: 'knex',
    about: 'Manages the schema of Knex.',
    options: {
      '--knexfile': 'reads',
      '--cwd': 'cwd',
      '--env --client --connection --migrations-directory --migrations-table-name --timestamp-filename-prefix -x':
        'text',
      '--esm --verbose --debug': 'flag',
    },
    kind: 'data',
    effects: [rollsBack('migrate:rollback|migrate:down', 'knex migrate:status')],
    examples: [
      { command: 'knex migrate:latest --env test', expect: 'pass' },
      {
        command: 'knex migrate:make rollback',
        expect: 'pass',
        title: 'A migration that is only named “rollback”',
      },
      { command: 'knex migrate:rollback --all', expect: 'ask' },
    ],
  },
  {
    names: 'mikro-orm',
    about: 'Manages the schema of MikroORM.',
    options: { '--config': 'reads', '--contextName': 'text' },
    kind: 'data',
    effects: [
      {
        code: 'db-reset',
        when: 'schema:drop|schema:fresh|migration:fresh',
        unless: '-d --dump',
        why: 'Drops or empties the database.',
        safer: 'mikro-orm schema:drop --dump',
      },
      rollsBack('migration:down', 'mikro-orm migration:list'),
    ],
    examples: [
      { command: 'mikro-orm migration:up', expect: 'pass' },
      { command: 'mikro-orm schema:drop --dump', expect: 'pass', title: 'Only prints the SQL' },
      { command: 'mikro-orm schema:fresh --run', expect: 'ask' },
      { command: 'mikro-orm migration:down', expect: 'ask' },
    ],
  },
  {
    names: 'alembic',
    about: 'Manages the schema of SQLAlchemy.',
    options: { '-c --config': 'reads', '-n --name -x -m --message -r --rev-range': 'text' },
    subcommands: {
      'history|current|heads|branches|check': {
        options: {
          '-v --verbose -i --indicate-current --resolve-dependencies': 'flag',
          '-r --rev-range': 'text',
        },
        plain: true,
      },
    },
    kind: 'data',
    effects: [
      {
        code: 'db-reset',
        when: 'downgrade',
        unless: '--sql',
        why: 'Rolls the schema back; dropped columns lose their data.',
        safer: 'alembic downgrade -1 --sql',
      },
    ],
    examples: [
      { command: 'alembic upgrade head', expect: 'pass' },
      { command: 'alembic history -v', expect: 'pass' },
      {
        command: 'alembic revision -m downgrade',
        expect: 'pass',
        title: 'A migration whose message says “downgrade”',
      },
      { command: 'alembic downgrade -1 --sql', expect: 'pass', title: 'Only prints the SQL' },
      { command: 'alembic -c db/alembic.ini downgrade base', expect: 'ask' },
    ],
  },
  {
    names: 'flyway',
    about: 'Runs the migrations of Flyway.',
    syntax: { singleDash: true },
    options: {
      '-configFiles': 'reads',
      '-url -user -password -schemas -locations -table -target -baselineVersion -environment -token': 'text',
      '-X -q -outputType': 'flag',
    },
    kind: 'data',
    effects: [drops('** clean'), rollsBack('** undo', 'flyway info')],
    examples: [
      { command: 'flyway -url=jdbc:h2:mem:test migrate', expect: 'pass' },
      { command: 'flyway info', expect: 'pass' },
      { command: 'flyway -url=jdbc:postgresql://db/app clean', expect: 'ask' },
      { command: 'flyway undo', expect: 'ask' },
    ],
  },
  {
    names: 'liquibase',
    about: 'Runs the changes of Liquibase.',
    options: {
      '--changelog-file --changeLogFile --defaults-file --defaultsFile --sql-file': 'reads',
      '--output-file --outputFile --log-file': 'writes',
      '--classpath': 'loads',
      '--sql': 'sql',
      '--url --username --password --driver --contexts --labels --tag --count --date --default-schema-name':
        'text',
    },
    kind: 'data',
    effects: [
      drops('** drop-all|dropall'),
      rollsBack(
        '** rollback|rollback-count|rollbackcount|rollback-to-date|rollbacktodate|rollback-one-changeset|rollback-one-update',
        'liquibase rollback-sql --tag=NAME',
      ),
    ],
    behaviours: ['sqlArguments'],
    examples: [
      { command: 'liquibase --changelog-file=db/changelog.xml update', expect: 'pass' },
      { command: 'liquibase rollback-sql --tag=v1', expect: 'pass', title: 'Only prints the SQL' },
      { command: 'liquibase drop-all', expect: 'ask' },
      { command: 'liquibase rollback-count --count=3', expect: 'ask' },
      { command: 'liquibase execute-sql --sql="DROP TABLE users"', expect: 'deny' },
    ],
  },
  {
    names: 'dbmate',
    about: 'Runs migrations in plain SQL.',
    options: {
      '-u --url -e --env --env-file -d --migrations-dir --migrations-table --wait-timeout': 'text',
      '-s --schema-file': 'writes',
    },
    kind: 'data',
    effects: [drops('drop'), rollsBack('down|rollback', 'dbmate status')],
    examples: [
      { command: 'dbmate up', expect: 'pass' },
      { command: 'dbmate new drop_users', expect: 'pass', title: 'A migration that is only named “drop”' },
      { command: 'dbmate drop', expect: 'ask' },
      { command: 'dbmate rollback', expect: 'ask' },
    ],
  },
  {
    names: 'diesel',
    about: 'Manages the schema of Diesel.',
    options: { '--config-file': 'reads', '--database-url --migration-dir -n --number': 'text' },
    kind: 'data',
    effects: [
      drops('database|db reset|drop'),
      rollsBack('migration|migrations revert|redo', 'diesel migration list'),
    ],
    examples: [
      { command: 'diesel migration run', expect: 'pass' },
      { command: 'diesel database reset', expect: 'ask' },
      { command: 'diesel migration redo', expect: 'ask' },
    ],
  },
  {
    names: 'sqlx',
    about: 'Manages the schema of SQLx.',
    options: { '-D --database-url --source --target-version': 'text', '-y -f --force': 'flag' },
    kind: 'data',
    effects: [drops('database|db drop|reset'), rollsBack('migrate|mig revert', 'sqlx migrate info')],
    examples: [
      { command: 'sqlx migrate run', expect: 'pass' },
      { command: 'sqlx database drop -y', expect: 'ask' },
      { command: 'sqlx migrate revert', expect: 'ask' },
    ],
  },
  {
    names: 'goose',
    about: 'Runs the migrations of goose.',
    syntax: { singleDash: true },
    options: {
      '-dir -table -s -certfile -ssl-cert -timeout': 'text',
      '-env': 'text',
      '-v -allow-missing': 'flag',
    },
    kind: 'data',
    effects: [drops('** reset'), rollsBack('** down|redo|down-to', 'goose status')],
    examples: [
      { command: 'goose -dir migrations postgres "user=app" up', expect: 'pass' },
      { command: 'goose -dir migrations postgres "user=app" down', expect: 'ask' },
      { command: 'goose reset', expect: 'ask' },
    ],
  },
  {
    names: 'migrate',
    about: 'Runs the migrations of golang-migrate.',
    syntax: { singleDash: true },
    options: { '-path -database -source -lock-timeout -prefetch -ext -dir': 'text', '-verbose -seq': 'flag' },
    kind: 'data',
    effects: [drops('** drop'), rollsBack('** down', 'migrate -path DIR -database URL version')],
    examples: [
      { command: 'migrate -path db -database "$DATABASE_URL" up', expect: 'pass' },
      { command: 'migrate create -ext sql -dir db users', expect: 'pass' },
      { command: 'migrate -path db -database "$DATABASE_URL" down 1', expect: 'ask' },
      { command: 'migrate -path db -database "$DATABASE_URL" drop -f', expect: 'ask' },
    ],
  },
];
