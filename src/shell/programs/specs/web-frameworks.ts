// Command lines of web frameworks and content management systems.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const BACKUP = 'back the database up first';

const drops = (when: string): EffectRule => ({
  code: 'db-reset',
  when,
  why: 'Drops or empties the database.',
  safer: BACKUP,
});

const rollsBack = (when: string, safer: string): EffectRule => ({
  code: 'db-reset',
  when,
  why: 'Rolls the schema back; dropped columns lose their data.',
  safer,
});

/** Tasks that Active Record brings. */
const ACTIVE_RECORD: readonly EffectRule[] = [
  drops(
    '** db:drop|db:drop:*|db:reset|db:reset:*|db:purge|db:purge:*|db:test:purge|db:truncate*|db:schema:load|db:fixtures:load|db:seed:replant|db:migrate:reset|db:setup',
  ),
  rollsBack('** db:rollback|db:rollback:*|db:migrate:down|db:migrate:redo', 'rails db:migrate:status'),
];

const RUNNER: CommandSpec = {
  options: { '-e --environment': 'text' },
  operands: 'code',
  language: 'ruby',
};

const DOCTRINE: readonly EffectRule[] = [
  drops('** doctrine:database:drop|doctrine:schema:drop|doctrine:mongodb:schema:drop'),
  {
    code: 'db-reset',
    when: '** doctrine:fixtures:load',
    unless: '--append',
    why: 'Empties the database before it loads the fixtures.',
    safer: 'bin/console doctrine:fixtures:load --append',
  },
  rollsBack('** doctrine:migrations:migrate first|prev', 'bin/console doctrine:migrations:status'),
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'rails',
    about: 'The command line of Ruby on Rails.',
    options: { '-e --environment -b --binding -p --port -d --database': 'text' },
    subcommands: {
      'runner|r': RUNNER,
      'test|t': {
        options: {
          '-v --verbose -d --defer-output -f --fail-fast -b --backtrace': 'flag',
          '-n --name -s --seed -e': 'text',
        },
        operands: 'reads',
        plain: true,
      },
      'routes|about|stats|zeitwerk:check|db:migrate:status|db:version': {
        options: { '-E --expanded': 'flag', '-g --grep -c --controller': 'text' },
        plain: true,
      },
    },
    kind: 'data',
    effects: ACTIVE_RECORD,
    behaviours: ['sqlClient', 'clientShellEscapes', 'clientFiles'],
    examples: [
      { command: 'rails test test/models', expect: 'pass' },
      { command: 'bin/rails db:migrate', expect: 'pass' },
      {
        command: 'rails generate migration drop_users',
        expect: 'pass',
        title: 'A migration that is only named “drop”',
      },
      { command: 'rails db:drop db:create', expect: 'ask' },
      { command: 'RAILS_ENV=staging bin/rails db:rollback STEP=3', expect: 'ask' },
      { command: `rails runner 'system("rm -rf ~")'`, expect: 'deny' },
      { command: 'echo "DROP TABLE users" | rails dbconsole', expect: 'deny' },
    ],
  },
  {
    names: 'gitlab-rails',
    about: 'Runs Rails inside an installation of GitLab.',
    subcommands: { 'runner|r': RUNNER },
    behaviours: ['sqlClient', 'clientShellEscapes', 'clientFiles'],
    examples: [
      { command: 'gitlab-rails runner "puts User.count"', expect: 'pass' },
      { command: `gitlab-rails runner 'system("rm -rf ~")'`, expect: 'deny' },
    ],
  },
  {
    names: 'gitlab-rake',
    about: 'Runs tasks of an installation of GitLab.',
    kind: 'data',
    effects: [
      ...ACTIVE_RECORD,
      drops('gitlab:setup'),
      {
        code: 'db-overwrite',
        when: '*:backup:restore',
        why: 'Replaces everything with the content of the backup.',
        safer: 'gitlab-rake gitlab:check',
      },
    ],
    examples: [
      { command: 'gitlab-rake gitlab:check', expect: 'pass' },
      { command: 'gitlab-rake gitlab:backup:restore BACKUP=1', expect: 'ask' },
      { command: 'gitlab-rake gitlab:setup', expect: 'ask' },
      { command: 'gitlab-rake db:drop', expect: 'ask' },
      { command: 'gitlab-rake db:rollback', expect: 'ask' },
    ],
  },
  {
    names: 'django-admin manage.py django',
    about: 'The command line of Django.',
    options: {
      '-c --command': 'code',
      '--settings --pythonpath --database -v --verbosity -i --interface -a --addport': 'text',
      '--noinput --no-input --no-color --traceback --force-color': 'flag',
    },
    subcommands: {
      dumpdata: { options: { '-o --output': 'writes', '-e --exclude --format --indent --pks': 'text' } },
      loaddata: { operands: 'reads' },
    },
    language: 'python',
    kind: 'data',
    effects: [
      drops('flush|reset_db|reset_schema'),
      {
        code: 'db-reset',
        when: 'migrate ** zero',
        unless: '--plan',
        why: 'Unapplies every migration.',
        safer: 'manage.py showmigrations',
      },
      {
        code: 'db-reset',
        when: 'sqlflush|sqlclear',
        weight: 'plain',
        why: 'Prints the SQL that would empty the database.',
      },
    ],
    behaviours: ['sqlClient', 'clientShellEscapes', 'clientFiles'],
    examples: [
      { command: 'python manage.py migrate', expect: 'pass' },
      { command: './manage.py test app.tests', expect: 'pass' },
      { command: 'python manage.py sqlflush', expect: 'pass', title: 'Only prints the SQL' },
      { command: 'python manage.py flush --noinput', expect: 'ask' },
      { command: 'python -m django reset_db', expect: 'ask' },
      { command: 'python manage.py migrate app zero', expect: 'ask' },
      { command: `python manage.py shell -c "import os; os.system('rm -rf ~')"`, expect: 'deny' },
      { command: 'echo "DROP TABLE users" | ./manage.py dbshell', expect: 'deny' },
    ],
  },
  {
    names: 'flask',
    about: 'The command line of Flask, with the commands that extensions add.',
    options: { '-A --app -e --env-file -h --host -p --port -d --directory -m --message': 'text' },
    subcommands: { routes: { options: { '--sort': 'text', '--all-methods': 'flag' }, plain: true } },
    kind: 'data',
    effects: [rollsBack('db downgrade', 'flask db history'), drops('drop|drop-db|drop_db|reset-db|reset_db')],
    examples: [
      { command: 'flask --app shop db upgrade', expect: 'pass' },
      { command: 'flask routes', expect: 'pass' },
      { command: 'flask --app shop db downgrade', expect: 'ask' },
      { command: 'flask drop-db', expect: 'ask' },
    ],
  },
  {
    names: 'artisan',
    about: 'The command line of Laravel.',
    options: {
      '--execute': 'code',
      '--env --database --path --step --class --seeder --host --port --filter': 'text',
      '--seed --pretend --realpath -q --quiet -n --no-interaction --ansi --no-ansi': 'flag',
    },
    language: 'php',
    kind: 'data',
    effects: [
      drops('migrate:fresh|migrate:reset|migrate:refresh|db:wipe'),
      {
        code: 'db-reset',
        when: 'migrate:rollback',
        unless: '--pretend',
        why: 'Rolls the schema back; dropped columns lose their data.',
        safer: 'php artisan migrate:rollback --pretend',
      },
      {
        code: 'queue-delete',
        when: 'queue:clear|queue:flush|horizon:clear',
        why: 'Deletes waiting or failed jobs.',
        safer: 'php artisan queue:failed',
      },
      {
        code: 'service-stop',
        when: 'down',
        kind: 'system',
        why: 'Puts the application into maintenance mode, so that nobody can use it.',
        safer: 'php artisan about',
      },
    ],
    examples: [
      { command: 'php artisan migrate', expect: 'pass' },
      { command: 'php artisan migrate:rollback --pretend', expect: 'pass', title: 'Only prints the SQL' },
      {
        command: 'php artisan make:migration drop_users',
        expect: 'pass',
        title: 'A migration that is only named “drop”',
      },
      { command: 'php artisan migrate:fresh --seed', expect: 'ask' },
      { command: 'php artisan db:wipe', expect: 'ask' },
      { command: 'php artisan queue:clear', expect: 'ask' },
      { command: 'php artisan down', expect: 'ask' },
      { command: `php artisan tinker --execute="system('rm -rf ~');"`, expect: 'deny' },
      { command: 'artisan migrate:rollback', expect: 'ask' },
    ],
  },
  {
    names: 'console',
    about: 'The command line of a Symfony project, usually bin/console.',
    options: {
      '-e --env --em --connection --configuration': 'text',
      '-q --quiet -n --no-interaction -f --force --no-debug --append': 'flag',
    },
    kind: 'data',
    effects: DOCTRINE,
    behaviours: ['sqlArguments'],
    examples: [
      { command: 'bin/console cache:clear', expect: 'pass' },
      { command: 'bin/console doctrine:fixtures:load --append', expect: 'pass' },
      { command: 'php bin/console doctrine:database:drop --force', expect: 'ask' },
      { command: 'bin/console doctrine:fixtures:load -n', expect: 'ask' },
      { command: 'bin/console dbal:run-sql "DROP TABLE users"', expect: 'deny' },
      { command: 'console doctrine:migrations:migrate first', expect: 'ask' },
    ],
  },
  {
    names: 'symfony',
    about: 'The command line of Symfony.',
    options: { '--dir': 'cwd', '--env --app -p --project -e --environment': 'text' },
    subcommands: { run: { options: { '-d --daemon': 'flag', '--watch': 'text' }, runs: {} } },
    kind: 'data',
    effects: [
      ...DOCTRINE,
      {
        code: 'platform-delete',
        when: '*:delete|*:environment:delete',
        kind: 'infrastructure',
        why: 'Deletes something on the platform.',
      },
    ],
    behaviours: ['sqlArguments'],
    examples: [
      { command: 'symfony console debug:router', expect: 'pass' },
      { command: 'symfony console doctrine:schema:drop --force', expect: 'ask' },
      { command: 'symfony run rm -rf ~', expect: 'deny' },
      { command: 'symfony cloud:environment:delete main', expect: 'ask' },
      { command: 'symfony console doctrine:fixtures:load', expect: 'ask' },
    ],
  },
  {
    names: 'wp',
    about: 'The command line of WordPress.',
    options: {
      '--exec': 'code',
      '--require': 'loads',
      '--path': 'cwd',
      '--url --user --ssh --http --context --format --fields --field': 'text',
      '--allow-root --quiet --skip-plugins --skip-themes --yes': 'flag',
    },
    language: 'php',
    subcommands: {
      eval: { operands: 'code', language: 'php' },
      'eval-file': { operands: 'script', language: 'php' },
    },
    kind: 'data',
    effects: [
      {
        code: 'db-reset',
        when: 'db reset|drop|clean',
        why: 'Drops or empties the database.',
        safer: 'wp db export backup.sql',
      },
      {
        code: 'db-overwrite',
        when: 'db import',
        why: 'Replaces stored data with the content of the file.',
        safer: 'wp db export backup.sql',
      },
      {
        code: 'db-reset',
        when: 'site|plugin|theme|option|post|user|comment|term|media|menu delete|empty|reset|uninstall',
        why: 'Deletes content or settings of the site.',
        safer: 'wp db export backup.sql',
      },
      {
        code: 'secret-read',
        when: 'config get|list',
        kind: 'read',
        why: 'Prints the password of the database and the keys of the site.',
        safer: 'wp config path',
      },
    ],
    behaviours: ['sqlArguments'],
    examples: [
      { command: 'wp plugin list', expect: 'pass' },
      { command: 'wp db export backup.sql', expect: 'pass' },
      { command: 'wp db query "SELECT 1"', expect: 'pass' },
      { command: 'wp db reset --yes', expect: 'ask' },
      { command: 'wp db import backup.sql', expect: 'ask' },
      { command: 'wp post delete 12 --force', expect: 'ask' },
      { command: 'wp config get DB_PASSWORD', expect: 'ask' },
      { command: 'wp db query "DROP TABLE wp_users"', expect: 'deny' },
      { command: `wp eval 'system("rm -rf ~");'`, expect: 'deny' },
      { command: `wp --exec='system("rm -rf ~");' plugin list`, expect: 'deny' },
    ],
  },
  {
    names: 'drush',
    about: 'The command line of Drupal.',
    options: {
      '-r --root': 'cwd',
      '-l --uri --format --fields --database --target': 'text',
      '-y --yes -n --no -q --quiet -v -d': 'flag',
    },
    subcommands: {
      'eval|ev|php-eval|php:eval': { operands: 'code', language: 'php' },
      'core-execute|exec|core:execute': { runs: {} },
    },
    kind: 'data',
    effects: [
      {
        code: 'db-reset',
        when: 'sql-drop|sql:drop|sql-sync|sql:sync|site-install|site:install|si|sql-create|sql:create',
        why: 'Drops or replaces the database.',
        safer: 'drush sql:dump --result-file=backup.sql',
      },
      {
        code: 'db-reset',
        when: 'entity:delete|user:cancel|config:delete|pm:uninstall|pm-uninstall|pmu',
        why: 'Deletes content or settings of the site.',
        safer: 'drush sql:dump --result-file=backup.sql',
      },
      {
        code: 'log-wipe',
        when: 'watchdog:delete|watchdog-delete|wd-del',
        kind: 'traces',
        why: 'Deletes the log of the site.',
        safer: 'drush watchdog:show',
      },
    ],
    behaviours: ['sqlArguments'],
    examples: [
      { command: 'drush cache:rebuild', expect: 'pass' },
      { command: 'drush sql:dump --result-file=backup.sql', expect: 'pass' },
      { command: 'drush sql:drop -y', expect: 'ask' },
      { command: 'drush user:cancel bob', expect: 'ask' },
      { command: 'drush watchdog:delete all', expect: 'ask' },
      { command: 'drush sql:query "DROP TABLE users"', expect: 'deny' },
      { command: `drush php:eval 'system("rm -rf ~");'`, expect: 'deny' },
      { command: 'drush exec rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'medusa',
    about: 'The command line of Medusa shops.',
    options: { '--directory': 'cwd', '--modules -e --email -p --password -f --seed-file': 'text' },
    kind: 'data',
    effects: [
      rollsBack('db:rollback', 'medusa db:generate'),
      rollsBack('migrations revert', 'medusa migrations show'),
    ],
    examples: [
      { command: 'medusa db:migrate', expect: 'pass' },
      { command: 'medusa db:rollback product', expect: 'ask' },
    ],
  },
];
