// Programs that deploy apps, and take them offline.
import { deletesOnPlatform, printsSecrets, withAccess } from '../common-rules.ts';
import type { EffectRule, ProgramSpec } from '../spec.ts';

const deploys = (when: string): EffectRule => ({
  code: 'deploy',
  when,
  kind: 'deploy',
  weight: 'plain',
  why: 'Changes the public site.',
});

/** Values of a variable that lead an app to another database. */
const DATABASE = 'database_|pg|postgres|mysql|redis|mongo';

export const programs: readonly ProgramSpec[] = withAccess([
  {
    names: 'vercel now vc',
    about: 'Deploys web apps to Vercel.',
    options: {
      '-A --local-config -Q --global-config -S --scope --team -b --build-env -e --env -m --meta --target --regions --archive -n --name --environment --git-branch -L --limit -N --next --since --until':
        'text',
      '--cwd': 'cwd',
      '-t --token': 'login',
      '--output': 'writes',
      '-f --force -y --yes -d --debug --prod --production --prebuilt --no-wait --skip-domain --logs -l --public -c --confirm --safe --follow --json':
        'flag',
    },
    subcommands: {
      env: {
        subcommands: {
          pull: { operands: 'text' },
          run: { options: { '-e --environment --git-branch': 'text' }, runs: { after: '--' } },
        },
      },
      'build|pull': {
        options: { '--output': 'writes', '--environment --git-branch': 'text', '--prod -y --yes': 'flag' },
      },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform('remove|rm|rollback', 'vercel ls', 'Takes a deployment offline.'),
      deletesOnPlatform(
        'project|projects|domains|dns|certs|alias|env|secrets|teams|integration|blob|webhooks|redirects rm|remove|del|delete|transfer-in|move|disable',
        'vercel ls',
      ),
      deletesOnPlatform('cache purge|invalidate|dangerously-delete', 'vercel ls', 'Empties the cache.'),
      printsSecrets('env pull', 'vercel env ls', 'Downloads secrets into a file.'),
      deploys('deploy|redeploy|promote|rollback'),
      {
        code: 'deploy',
        // Without one of these subcommands, `vercel` deploys the folder.
        except:
          'list|ls|inspect|logs|log|status|env|build|pull|dev|info|project|projects|alias|aliases|domains|domain|dns|certs|secrets|teams|team|switch|link|login|logout|whoami|init|help|bisect|telemetry|integration|blob|webhooks|redirects|target|targets|curl|cache|git|open|install|remove|rm|rollback|microfrontends|mf|api|guidance|flags|mcp|agent|usage|metrics|upgrade',
        unless: '-h --help -v --version',
        kind: 'deploy',
        weight: 'plain',
        why: 'Deploys the app.',
      },
    ],
    examples: [
      { command: 'vercel ls --prod', expect: 'pass' },
      { command: 'vercel logs', expect: 'pass' },
      { command: 'vercel inspect "$URL"', expect: 'pass' },
      { command: 'vercel deploy', expect: 'pass' },
      { command: 'vercel build --prod', expect: 'pass' },
      { command: 'vercel', expect: 'pass', title: 'Deploys a preview; a subagent is refused' },
      { command: 'vercel --prod', expect: 'ask' },
      { command: 'vercel deploy --prod --cwd web', expect: 'ask' },
      { command: 'vercel rm app --yes', expect: 'ask' },
      { command: 'vercel domains rm example.com', expect: 'ask' },
      { command: 'vercel env ls', expect: 'pass' },
      { command: 'vercel env pull .env.local', expect: 'ask' },
    ],
  },
  {
    names: 'netlify ntl',
    about: 'Deploys web apps to Netlify.',
    options: {
      '-s --site -m --message -a --alias --context --filter --branch --scope --timeout': 'text',
      '--cwd': 'cwd',
      '--auth': 'login',
      '-d --dir -f --functions': 'text',
      '--data': 'sends',
      '-p --prod --prod-if-unlocked -o --open -b --build --json --force --debug --trigger': 'flag',
    },
    subcommands: {
      'dev:exec': { options: { '--context': 'text' }, runs: {} },
      'status|build|dev|serve|open|watch|sites:list|env:list|functions:list': {},
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        'sites:delete|env:unset|blobs:delete|logs:delete|unlink:site|db:delete',
        'netlify sites:list',
      ),
      deletesOnPlatform('env:clone', 'netlify env:list', 'Overwrites the settings of another site.'),
      printsSecrets('env:get', 'netlify env:list', 'Prints a variable of the site, which may hold a secret.'),
      printsSecrets(
        'env:export',
        'netlify env:list',
        'Prints variables of the site, which may hold secrets.',
      ),
      {
        code: 'http-delete',
        when: 'api delete*|remove*|cancel*|purge*|unlink*',
        kind: 'data',
        why: 'Asks Netlify to delete something.',
        safer: 'netlify api --list',
      },
      deploys('deploy|deploy:*'),
    ],
    examples: [
      { command: 'netlify status', expect: 'pass' },
      { command: 'netlify deploy', expect: 'pass' },
      { command: 'netlify deploy --prod', expect: 'ask' },
      { command: 'netlify sites:delete', expect: 'ask' },
      { command: 'netlify env:get DB_URL', expect: 'ask' },
      { command: 'netlify api deleteSite', expect: 'ask' },
      { command: 'netlify dev:exec npm test', expect: 'pass' },
      { command: 'netlify dev:exec rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'heroku',
    about: 'Deploys and operates apps on Heroku.',
    options: {
      '-a --app -r --remote -t --team -s --size --space -p --process-type -d --dyno -n --num --source -e --env --name --as --follow --fork --confirm --region --buildpack -b':
        'text',
      '-c --command': 'sql',
      '--json -j --shell --wait --tail -x --exit-code --no-tty -f --force': 'flag',
    },
    subcommands: {
      run: {
        options: {
          '-a --app -r --remote -s --size -e --env --type': 'text',
          '-x --exit-code --no-tty --no-launcher': 'flag',
        },
        runs: { operands: 'source', remote: true },
      },
      'run:detached': {
        options: { '-a --app -r --remote -s --size -e --env --type': 'text', '-t --tail': 'flag' },
        runs: { operands: 'source', remote: true },
      },
      'ps:exec': {
        options: { '-a --app -r --remote -d --dyno': 'text', '--status': 'flag' },
        runs: { operands: 'source', remote: true },
      },
      'local:run': { options: { '-e --env -p --port': 'text' }, runs: {} },
      'pg:backups:download': { options: { '-o --output': 'writes', '-a --app': 'text' } },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        '*:destroy|*:delete|*:remove|*:rm|*:reset|*:unset|*:rollback|*:revoke|*:purge|*:clear|*:disable|*:detach|*:cancel|*:stop|*:downgrade|*:scale',
        'heroku apps:info',
        'Deletes or resets a part of the app.',
      ),
      deletesOnPlatform(
        'rollback|destroy|restart|stop|kill|scale',
        'heroku releases',
        'Changes or stops the running app.',
      ),
      deletesOnPlatform(
        'maintenance:on|ps:kill|ps:restart|pg:kill*|pg:promote|apps:rename|apps:leave|apps:transfer',
        'heroku ps',
        'Takes the app offline.',
      ),
      {
        code: 'cloud-access',
        when: 'access:update|access:add|clients:update|clients:rotate|authorizations:create|keys:add',
        kind: 'escalate',
        why: 'Changes access rights.',
        safer: 'heroku access',
      },
      {
        code: 'db-overwrite',
        when: 'pg:copy|pg:backups:restore|pg:push',
        kind: 'data',
        why: 'Replaces the database with another one.',
        safer: 'heroku pg:backups:capture',
      },
      printsSecrets(
        'config:get database_url|secret*|aws_*|redis_url|*_key|*_token|*password*',
        'heroku config:set, and let the app read it',
        'Prints a secret of the app.',
      ),
      printsSecrets(
        'auth:token|pg:credentials*|redis:credentials|authorizations:info',
        'heroku auth:whoami',
        'Prints credentials into the conversation.',
      ),
      deploys('container:release|pipelines:promote|releases:rollback|builds:create|slugs:*'),
      deploys('deploy|deploy:*'),
    ],
    behaviours: ['sqlClient', 'clientShellEscapes', 'clientFiles'],
    examples: [
      { command: 'heroku ps', expect: 'pass' },
      { command: 'heroku logs --tail', expect: 'pass' },
      { command: 'heroku config:get PORT', expect: 'pass' },
      { command: 'heroku config:get DATABASE_URL', expect: 'ask' },
      { command: 'heroku auth:token', expect: 'ask' },
      { command: 'heroku apps:destroy app', expect: 'ask' },
      { command: 'heroku maintenance:on -a app', expect: 'ask' },
      { command: 'heroku pg:reset DATABASE', expect: 'ask' },
      { command: 'heroku pg:copy SRC_DB DATABASE_URL --confirm app', expect: 'ask' },
      { command: "heroku pg:psql -c 'DROP TABLE users'", expect: 'deny' },
      { command: 'heroku run console', expect: 'pass' },
      { command: 'heroku run -a app rm -rf /', expect: 'deny' },
      { command: 'heroku local:run rm -rf ~', expect: 'deny' },
      { command: 'heroku pg:backups:download -o ~/.bashrc', expect: 'ask' },
      { command: 'heroku pipelines:promote -a shop-prod', expect: 'ask' },
      { command: 'heroku clients:rotate api', expect: 'ask' },
    ],
  },
  {
    names: 'fly flyctl',
    about: 'Deploys and operates apps on Fly.io.',
    options: {
      '-a --app -r --region -o --org -c --config -i --image --image-label --strategy --vm-size --vm-memory --process-group -e --env -n --name --count --build-arg --dockerfile --build-target --machine --wait-timeout':
        'text',
      '-t --access-token': 'login',
      '-y --yes -j --json --verbose --remote-only --local-only --now --detach --no-cache --ha --push --build-only':
        'flag',
    },
    subcommands: {
      ssh: {
        subcommands: {
          console: {
            options: {
              '-C --command': 'runs',
              '-a --app -r --region -u --user --machine -g --process-group --container': 'text',
              '-s --select --pty': 'flag',
            },
            runs: { operands: 'none', remote: true },
          },
          sftp: { subcommands: { get: { operands: 'copies' }, put: { operands: 'reads' } } },
        },
      },
      sftp: { subcommands: { get: { operands: 'copies' }, put: { operands: 'reads' } } },
      'machine|machines|m': {
        subcommands: {
          exec: {
            options: { '-a --app --timeout': 'text' },
            runs: { operands: 'source', skip: 1, remote: true },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform('destroy', 'fly status', 'Deletes the app with everything in it.'),
      deletesOnPlatform(
        '* destroy|delete|remove|rm|stop|kill|restart|detach|unset|revoke|release|reset|suspend|cordon|rollback|restore|failover',
        'fly status',
        'Deletes, stops or resets a part of the app.',
      ),
      deletesOnPlatform('* * delete|destroy|remove|revoke|unset|detach', 'fly status'),
      deletesOnPlatform('suspend|restart', 'fly status', 'Stops or restarts the app.'),
      // Concourse has a program of the same name.
      deletesOnPlatform(
        'destroy-*|dp|set-team|st|rename-*|expose-*|prune-worker|clear-*|abort-build|intercept|hijack|i',
        'fly -t TARGET pipelines',
        'Deletes or changes a part of the build server, or opens a shell in it.',
      ),
      {
        code: 'cloud-run-command',
        when: 'execute|e|set-pipeline|sp',
        flags: '-p --privileged -n --non-interactive',
        why: 'Runs something on the build server before anybody has seen it.',
        safer: 'fly -t TARGET set-pipeline without --non-interactive',
      },
      {
        code: 'cloud-access',
        when: 'orgs invite',
        kind: 'escalate',
        why: 'Gives somebody access that stays.',
        safer: 'fly orgs show',
      },
      deletesOnPlatform('scale count 0', 'fly scale show', 'Stops every copy of the app.'),
      {
        code: 'secret-write',
        when: 'secrets set|import|deploy',
        why: 'Changes secrets of the app, and restarts it.',
        safer: 'fly secrets list',
      },
      printsSecrets('auth token', 'fly auth whoami', 'Prints a token into the conversation.'),
      printsSecrets('tokens create|attenuate', 'fly tokens list', 'Prints a token into the conversation.'),
      deploys('deploy|launch'),
      deploys('apps|machine|machines|m|scale restart|update|run|count|vm'),
    ],
    examples: [
      { command: 'fly status', expect: 'pass' },
      { command: 'fly status "$APP"', expect: 'pass' },
      { command: 'fly deploy', expect: 'pass' },
      { command: 'fly deploy --app prod-app', expect: 'ask' },
      { command: 'fly apps destroy app', expect: 'ask' },
      { command: 'fly machine stop 1', expect: 'ask' },
      { command: 'fly auth token', expect: 'ask' },
      { command: 'fly -t ci pipelines', expect: 'pass', title: '`fly` of Concourse, not of Fly.io' },
      { command: 'fly -t ci destroy-pipeline -p shop', expect: 'ask' },
      { command: 'fly -t ci intercept -j shop/test', expect: 'ask' },
      { command: 'fly -t ci execute --privileged -c task.yml', expect: 'ask' },
      { command: 'fly secrets list', expect: 'pass', title: 'Lists the names of secrets, not their values' },
      { command: 'fly secrets set A=b', expect: 'ask' },
      { command: "fly ssh console -C 'ls'", expect: 'pass' },
      { command: "fly ssh console -C 'rm -rf /'", expect: 'deny' },
      { command: 'fly ssh sftp get /x ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'firebase',
    about: 'Deploys and operates apps on Firebase.',
    options: {
      '-P --project --account --only --except -m --message --config -c --instance --database -d --data --collection-group --site -e --expires --export-path --inspect-functions':
        'text',
      '--token': 'login',
      '--export-on-exit': { kind: 'writes', attached: true },
      '--import': 'reads',
      '-y --yes -f --force --debug --json --interactive --non-interactive --all-collections -r --recursive --shallow':
        'flag',
    },
    subcommands: {
      'emulators:exec': {
        options: { '--only --import --ui': 'text', '--export-on-exit': 'writes' },
        runs: { operands: 'source' },
      },
      'emulators:start|serve|projects:list|apps:list|login:list|hosting:sites:list': {},
      'database:get|auth:export': { options: { '-o --output': 'writes', '--format': 'text' } },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        '*:delete|*:destroy|*:remove|*:disable|*:prune|*:rollback|*:undeploy|*:cancel',
        'firebase projects:list',
      ),
      {
        code: 'db-overwrite',
        when: 'database:set|database:import|firestore:databases:restore|auth:import',
        kind: 'data',
        why: 'Replaces everything below that path.',
        safer: 'firebase database:get PATH --shallow',
      },
      printsSecrets(
        'functions:secrets:access|login:ci|apphosting:secrets:describe',
        'firebase functions:secrets:get NAME',
      ),
      printsSecrets(
        'functions:config:get|functions:config:export',
        'firebase functions:list',
        'Prints settings of the functions, which may hold secrets.',
      ),
      {
        code: 'secret-write',
        when: 'functions:secrets:set|functions:config:set|functions:config:unset',
        why: 'Changes secrets that functions use.',
        safer: 'firebase functions:list',
      },
      deploys('deploy|hosting:clone|apphosting:rollouts:create|hosting:channel:deploy'),
    ],
    examples: [
      { command: 'firebase projects:list', expect: 'pass' },
      { command: 'firebase emulators:start', expect: 'pass' },
      { command: "firebase emulators:exec 'npm test'", expect: 'pass' },
      { command: "firebase emulators:exec 'rm -rf ~'", expect: 'deny' },
      { command: 'firebase deploy --only hosting', expect: 'pass' },
      { command: 'firebase deploy -P app-prod', expect: 'ask' },
      { command: 'firebase firestore:delete --all-collections', expect: 'ask' },
      { command: 'firebase database:set /orders orders.json', expect: 'ask' },
      { command: 'firebase functions:secrets:access KEY', expect: 'ask' },
      { command: 'firebase auth:export users.json', expect: 'pass' },
    ],
  },
  {
    names: 'railway',
    about: 'Deploys and operates apps on Railway.',
    options: {
      '-s --service -e --environment -p --project -d --database -n --lines --path-as-root -m --message --set':
        'text',
      '-c --ci -j --json -k --kv -y --yes --detach --verbose --remove --delete': 'flag',
    },
    subcommands: {
      run: { options: { '-s --service -e --environment -p --project': 'text' }, runs: {} },
      ssh: {
        options: { '-s --service -e --environment -p --project --session': 'text' },
        runs: { operands: 'source', remote: true },
      },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform('down|delete', 'railway status', 'Takes the app offline.'),
      deletesOnPlatform(
        'environment|volume|service|domain|functions|project delete|remove|rm|detach',
        'railway status',
      ),
      {
        code: 'platform-delete',
        when: 'variables|variable|vars|var',
        flags: '--remove --delete',
        why: 'Deletes a variable that the app uses.',
        safer: 'railway status',
      },
      {
        code: 'platform-delete',
        when: 'variables|variable|vars|var',
        flags: `--set=${DATABASE}`,
        why: 'Connects the service to another database.',
        safer: 'railway status',
      },
      deletesOnPlatform(
        'variables|variable|vars|var set|upsert database_*|*database_url*|pg*|postgres*|mysql*|redis*|mongo*',
        'railway status',
        'Connects the service to another database.',
      ),
      {
        ...printsSecrets(
          'variables|variable|vars|var $',
          'railway status',
          'Prints every variable of the service, with its secrets.',
        ),
        unless: '--set --remove --delete --help',
      },
      deploys('up|redeploy|restart|deploy|promote'),
    ],
    examples: [
      { command: 'railway logs', expect: 'pass' },
      { command: 'railway variables --kv', expect: 'ask' },
      { command: 'railway up', expect: 'pass' },
      { command: 'railway up -e production', expect: 'ask' },
      { command: 'railway down', expect: 'ask' },
      { command: 'railway variables --set LOG_LEVEL=debug', expect: 'pass' },
      { command: 'railway variables --set PGHOST=db.example.com', expect: 'ask' },
      { command: 'railway variables --remove X', expect: 'ask' },
      { command: 'railway run npm test', expect: 'pass' },
      { command: 'railway run rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'render',
    about: 'Deploys and operates apps on Render.',
    options: {
      '-o --output --service-id --commit --image --confirm-name': 'text',
      '--confirm --wait': 'flag',
    },
    subcommands: {
      psql: { options: { '-c --command': 'sql' } },
      ssh: { runs: { operands: 'none', remote: true } },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        'services|service|env|jobs|deploys|databases|disks|projects delete|remove|suspend|cancel|restart|rollback',
        'render services',
      ),
      deletesOnPlatform('restart', 'render services', 'Restarts a service.'),
      deploys('deploys|deploy create|trigger'),
      deploys('deploy'),
    ],
    behaviours: ['sqlArguments'],
    examples: [
      { command: 'render services', expect: 'pass' },
      { command: 'render deploys create srv-1', expect: 'pass' },
      { command: 'render services delete srv-1', expect: 'ask' },
      { command: "render psql db -c 'DROP TABLE users'", expect: 'deny' },
    ],
  },
  {
    names: 'zappa chalice convox encore deployctl porter',
    about: 'Deploys apps to a cloud.',
    options: {
      '-s --stage -a --app --env -e --environment -p --project --profile -f --file -n --name': 'text',
      '--prod -y --yes --wait': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform('undeploy|delete|destroy|rollback', 'its status command'),
      deploys('deploy|update|apply|promote'),
    ],
    examples: [
      { command: 'zappa status dev', expect: 'pass' },
      { command: 'zappa deploy dev', expect: 'pass' },
      { command: 'zappa deploy production', expect: 'ask' },
      { command: 'chalice deploy --stage prod', expect: 'ask' },
      { command: 'zappa undeploy dev', expect: 'ask' },
      { command: 'encore app create', expect: 'pass' },
    ],
  },
  {
    names: 'surge',
    about: 'Publishes a folder as a web site.',
    options: { '-p --project': 'reads', '-d --domain -a --add -r --remove': 'text' },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform('teardown', 'surge list', 'Takes the site offline.'),
      printsSecrets('token', 'surge whoami', 'Prints a token into the conversation.'),
      {
        code: 'deploy',
        except: 'list|whoami|login|logout|token|teardown|plan|ssl|audit|files|dns|zone',
        kind: 'deploy',
        weight: 'plain',
        why: 'Publishes the site.',
      },
    ],
    examples: [
      { command: 'surge list', expect: 'pass' },
      { command: 'surge ./dist example.surge.sh', expect: 'pass' },
      { command: 'surge ./dist shop-prod.surge.sh', expect: 'ask' },
      { command: 'surge teardown example.surge.sh', expect: 'ask' },
      { command: 'surge token', expect: 'ask' },
    ],
  },
  {
    names: 'kamal',
    about: 'Deploys containers to servers of your own.',
    options: {
      '-c --config-file': 'reads',
      '-d --destination -h --hosts -r --roles --version -e --env -n --lines -s --since -g --grep -m --message':
        'text',
      '-P --skip-push -y --confirmed -q --quiet -v --verbose -p --primary -i --interactive --reuse -f --follow -H --skip-hooks':
        'flag',
    },
    subcommands: {
      app: {
        subcommands: {
          exec: {
            options: {
              '-d --destination -h --hosts -r --roles -e --env --version': 'text',
              '-i --interactive --reuse -p --primary -q --detach': 'flag',
            },
            runs: { operands: 'source', remote: true },
          },
        },
      },
      server: {
        subcommands: {
          exec: {
            options: {
              '-d --destination -h --hosts -r --roles': 'text',
              '-i --interactive -p --primary': 'flag',
            },
            runs: { operands: 'source', remote: true },
          },
        },
      },
      accessory: {
        subcommands: {
          exec: {
            options: { '-d --destination': 'text', '-i --interactive --reuse': 'flag' },
            runs: { operands: 'source', skip: 1, remote: true },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        'remove|prune',
        'kamal details',
        'Removes the app, its proxy and its accessories from the servers.',
      ),
      deletesOnPlatform(
        'app|accessory|proxy|traefik|registry|prune|lock|builder|build remove|stop|all|images|containers|release|reboot|remove_*',
        'kamal details',
        'Removes or stops something on the servers.',
      ),
      printsSecrets('secrets print|fetch|extract', 'kamal config'),
      deploys('deploy|redeploy|setup|rollback|upgrade'),
      deploys('app|accessory|proxy boot|start|reboot'),
    ],
    examples: [
      { command: 'kamal details', expect: 'pass' },
      { command: 'kamal deploy', expect: 'pass' },
      { command: 'kamal deploy -d production', expect: 'ask' },
      { command: 'kamal remove', expect: 'ask' },
      { command: 'kamal app stop', expect: 'ask' },
      { command: 'kamal secrets print', expect: 'ask' },
      { command: "kamal app exec 'bin/rails about'", expect: 'pass' },
      { command: "kamal server exec 'rm -rf /'", expect: 'deny' },
    ],
  },
  {
    names: 'dokku',
    about: 'Deploys and operates apps on a server of your own.',
    options: { '--app --remote': 'text', '--force -f --no-restart --quiet --trace': 'flag' },
    subcommands: {
      'run|run:detached': {
        options: { '-e --env': 'text', '--no-tty --force-tty --rm': 'flag' },
        runs: { skip: 1, remote: true },
      },
      enter: { runs: { skip: 2, remote: true } },
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        '*:destroy|*:delete|*:remove|*:reset|*:unset|*:clear|*:disable|*:unlink|*:stop|*:purge*|*:scale|*:revoke|*:unexpose|*:restart|*:rebuild|*:backup-unschedule',
        'dokku apps:list',
        'Deletes, stops or resets a part of an app.',
      ),
      deletesOnPlatform('cleanup', 'dokku apps:list', 'Removes containers and images that do not run.'),
      {
        code: 'db-overwrite',
        when: '*:import|*:restore',
        kind: 'data',
        why: 'Replaces the data of a service.',
        safer: 'dokku postgres:export NAME',
      },
      printsSecrets('config|config:show|config:get|config:export', 'dokku config:keys APP'),
      deploys('git:sync|git:from-image|git:from-archive|ps:rebuild|deploy|tags:deploy'),
    ],
    examples: [
      { command: 'dokku apps:list', expect: 'pass' },
      { command: 'dokku apps:destroy web --force', expect: 'ask' },
      { command: 'dokku postgres:unlink db web', expect: 'ask' },
      { command: 'dokku config:show web', expect: 'ask' },
      { command: 'dokku run web ls', expect: 'pass' },
      { command: "dokku run db psql -c 'DROP DATABASE app'", expect: 'deny' },
    ],
  },
  {
    names: 'caprover',
    about: 'Deploys and operates apps on CapRover.',
    options: {
      '-c --configFile -t --tarFile': 'reads',
      '-u --caproverUrl': 'host',
      '-p --caproverPassword --appToken': 'login',
      '-n --caproverName -a --caproverApp -b --branch -i --imageName -m --method -d --data': 'text',
      '--default': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deploys('deploy'),
      {
        code: 'platform-delete',
        when: 'api',
        flags: '-m=delete|post|put --method=delete|post|put',
        why: 'Sends a request that changes or deletes something.',
        safer: 'caprover api -m GET',
      },
    ],
    examples: [
      { command: 'caprover list', expect: 'pass' },
      { command: 'caprover deploy -a web', expect: 'pass' },
      { command: 'caprover deploy -a web-prod', expect: 'ask' },
      { command: 'caprover api -m POST --data x', expect: 'ask' },
    ],
  },
  {
    names: 'skaffold',
    about: 'Builds, tests and deploys apps to a Kubernetes cluster.',
    options: {
      '-f --filename -c --config': 'reads',
      '-p --profile -n --namespace --kube-context --kubeconfig -d --default-repo -t --tag -m --module -b --build-image --label -i --images --port-forward -v --verbosity --set':
        'text',
      '-a --build-artifacts': 'reads',
      '--file-output -o --output --event-log-file': 'writes',
      '--cache-artifacts --tail --watch --cleanup --auto-sync --push --skip-tests': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'delete',
        why: 'Removes the deployment from the cluster.',
        safer: 'skaffold render',
      },
      deploys('deploy|run|apply|dev|debug'),
    ],
    examples: [
      { command: 'skaffold build', expect: 'pass' },
      { command: 'skaffold run -p dev', expect: 'pass' },
      { command: 'skaffold run -p prod', expect: 'ask' },
      { command: 'skaffold delete', expect: 'ask' },
      { command: 'skaffold render -o ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'wrangler',
    about: 'Deploys and operates Cloudflare Workers and their data.',
    options: {
      '-c --config': 'reads',
      '-e --env --name --binding --namespace-id --preview-id --compatibility-date --var --define --alias --route --domain --tag --message --ip --port --local-protocol --branch --project-name --commit-hash --status --format --sampling-rate --search --ttl --prefix':
        'text',
      '--env-file': 'text',
      '--cwd': 'cwd',
      '--command': 'sql',
      '--outdir --output --outfile --persist-to': 'writes',
      '--file -f --path': 'reads',
      '--local --remote --preview -y --yes --skip-confirmation --minify --no-bundle --json --keep-vars':
        'flag',
      '--dry-run': 'dry',
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        'delete|rollback',
        'wrangler deployments list',
        'Takes a worker offline, or replaces it.',
      ),
      deletesOnPlatform('*:delete|*:destroy|*:remove', 'wrangler whoami'),
      deletesOnPlatform('* delete|remove|rm|purge|destroy|rollback|restore|disable', 'wrangler whoami'),
      deletesOnPlatform('* * delete|remove|rm|purge|destroy|clear|restore', 'wrangler whoami'),
      deletesOnPlatform('* * * delete|remove|clear|purge', 'wrangler whoami'),
      {
        code: 'secret-write',
        when: 'secret put|bulk',
        why: 'Changes a secret that the worker uses.',
        safer: 'wrangler secret list',
      },
      {
        code: 'db-overwrite',
        when: 'd1 time-travel restore',
        kind: 'data',
        why: 'Replaces the database with an older state.',
        safer: 'wrangler d1 time-travel info DATABASE',
      },
      deploys('deploy|publish'),
      deploys('versions|triggers|pages deploy|publish'),
    ],
    behaviours: ['sqlArguments', 'clientShellEscapes'],
    examples: [
      { command: 'wrangler dev', expect: 'pass' },
      { command: 'wrangler tail', expect: 'pass' },
      { command: 'wrangler deployments list', expect: 'pass' },
      { command: 'wrangler deploy', expect: 'pass' },
      { command: 'wrangler deploy --env production', expect: 'ask' },
      { command: 'wrangler deploy --env production --dry-run', expect: 'pass' },
      { command: 'wrangler rollback', expect: 'ask' },
      { command: 'wrangler kv namespace delete --namespace-id x', expect: 'ask' },
      { command: 'wrangler r2 bucket lifecycle remove b', expect: 'ask' },
      { command: "wrangler d1 execute db --command 'DROP TABLE x'", expect: 'deny' },
      { command: "wrangler d1 execute db --command 'SELECT 1'", expect: 'pass' },
      { command: 'wrangler d1 export db --output ~/.bashrc', expect: 'ask' },
      { command: 'wrangler secret put KEY', expect: 'ask' },
    ],
  },
  {
    names: 'eas',
    about: 'Builds and submits mobile apps with Expo.',
    options: {
      '-p --platform -e --profile --environment --branch --channel -m --message --id --limit --build-profile --submit-profile --scope --name --value':
        'text',
      '--output --path': 'writes',
      '--json --non-interactive --auto-submit --wait --no-wait --local --clear-cache --auto --latest': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      deletesOnPlatform(
        '*:delete|*:cancel|*:rollback|*:revert*|*:republish|*:disable|*:remove',
        'eas build:list',
        'Deletes, cancels or rolls back something.',
      ),
      printsSecrets(
        'env:get|env:list|env:pull|env:exec',
        'eas project:info',
        'Prints or downloads variables, which may hold secrets.',
      ),
      {
        code: 'publish',
        when: 'submit',
        kind: 'publish',
        why: 'Submits the app to an app store.',
        safer: 'eas build:list',
      },
      {
        code: 'publish',
        when: 'build',
        flags: '--auto-submit',
        kind: 'publish',
        why: 'Submits the app to an app store.',
        safer: 'eas build',
      },
      deploys('build|submit|update|deploy|channel:rollout|update:edit|workflow:run'),
    ],
    examples: [
      { command: 'eas build:list', expect: 'pass' },
      { command: 'eas build -p ios', expect: 'pass' },
      { command: 'eas build --profile production', expect: 'ask' },
      { command: 'eas submit -p ios', expect: 'ask' },
      { command: 'eas build --auto-submit', expect: 'ask' },
      { command: 'eas update --branch preview', expect: 'pass' },
      { command: 'eas update --branch production', expect: 'ask' },
      { command: 'eas channel:delete preview', expect: 'ask' },
    ],
  },
  {
    names: 'supabase',
    about: 'Develops and operates Postgres apps on Supabase.',
    options: {
      '--project-ref --workdir -o --output --schema -s --network-id --profile --dns-resolver --db-url --lang --version --status --target --tag --import-map --mode':
        'text',
      '-p --password': 'login',
      '-f --file': 'writes',
      '--env-file': 'text',
      '--dry-run': 'dry',
      '--linked --local --debug --yes --experimental --create-ticket --no-backup --include-all --include-seed --include-roles --no-verify-jwt --data-only --use-copy --backup --all':
        'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'db-reset',
        when: 'db reset',
        kind: 'data',
        why: 'Drops the database and builds it again.',
        safer: 'supabase db diff',
      },
      {
        code: 'db-overwrite',
        when: 'db|config push',
        kind: 'data',
        why: 'Changes the remote database.',
        safer: 'supabase db push --dry-run',
      },
      {
        code: 'db-overwrite',
        when: 'migration|migrations repair|squash|down',
        kind: 'data',
        why: 'Rolls the schema back, or rewrites the record of migrations.',
        safer: 'supabase migration list',
      },
      {
        code: 'db-overwrite',
        when: 'backups restore',
        kind: 'data',
        why: 'Replaces the database with the content of the backup.',
        safer: 'supabase backups list',
      },
      {
        code: 'db-reset',
        when: 'stop',
        flags: '--no-backup',
        kind: 'data',
        why: 'Discards the data of the local database.',
        safer: 'supabase stop',
      },
      deletesOnPlatform(
        'projects|branches|functions|orgs|sso|storage|domains|vanity-subdomains|snippets|encryption delete|remove|rm|disable|pause|update-root-key',
        'supabase projects list',
      ),
      {
        code: 'secret-write',
        when: 'secrets set|unset',
        why: 'Changes secrets that functions use.',
        safer: 'supabase secrets list',
      },
      printsSecrets('projects api-keys', 'supabase projects list', 'Prints the keys to the project.'),
      {
        code: 'cloud-access',
        when: 'network-restrictions|network-bans|ssl-enforcement|postgres-config update|remove|delete',
        kind: 'escalate',
        why: 'Changes who may reach the database.',
        safer: 'supabase network-restrictions get',
      },
      deploys('functions deploy'),
      deploys('db|config push'),
    ],
    behaviours: ['sqlArguments', 'clientShellEscapes'],
    examples: [
      { command: 'supabase start', expect: 'pass' },
      { command: 'supabase db diff', expect: 'pass' },
      { command: 'supabase gen types typescript --local', expect: 'pass' },
      { command: 'supabase migration new add_users', expect: 'pass' },
      { command: 'supabase migration up', expect: 'pass' },
      { command: 'supabase db reset', expect: 'ask' },
      { command: 'supabase db push', expect: 'ask' },
      { command: 'supabase db push --dry-run', expect: 'pass' },
      { command: 'supabase migration repair --status reverted 2024', expect: 'ask' },
      { command: 'supabase stop', expect: 'pass' },
      { command: 'supabase stop --no-backup', expect: 'ask' },
      { command: 'supabase projects delete x', expect: 'ask' },
      { command: 'supabase projects api-keys', expect: 'ask' },
      { command: 'supabase db dump -f dump.sql', expect: 'pass' },
      { command: 'supabase db dump -f ~/.bashrc', expect: 'ask' },
      { command: 'supabase network-restrictions update --db-allow-cidr 0.0.0.0/0', expect: 'ask' },
    ],
  },
]);
