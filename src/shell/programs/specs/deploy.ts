import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const DEPLOYSCRIPTS_0_0: readonly EffectRule[] = [
  {
    code: 'deploy',
    when: 'run|run-script|run-many deploy*|ship|release:prod*',
    weight: 'plain',
    why: 'Deploys.',
  },
  {
    code: 'deploy',
    when: 'deploy|deploy:*|deploy-*|ship|container:release',
    weight: 'plain',
    why: 'Deploys.',
  },
  { code: 'deploy', when: 'production|prod|staging deploy*', weight: 'plain', why: 'Deploys.' },
];

const DEPLOYS_0_1: readonly EffectRule[] = [
  {
    code: 'deploy',
    when: 'deploy|deployment|redeploy|submit|rollout',
    weight: 'plain',
    except: 'list*|get*|show|describe*|batch-get*|status|history|what-if|validate|logs',
    why: 'Deploys.',
  },
  { code: 'deploy', when: 'build', weight: 'plain', flags: '--auto-submit', why: 'Deploys.' },
  { code: 'deploy', when: 'workflow run', weight: 'plain', why: 'Starts a workflow that may deploy.' },
  { code: 'deploy', when: 'apply|set', weight: 'plain', why: 'Changes a running cluster.' },
  { code: 'deploy', when: 'upgrade|install', weight: 'plain', why: 'Changes a running release.' },
  { code: 'deploy', when: 'push', weight: 'plain', why: 'Pushes; a protected branch deploys.' },
  {
    code: 'deploy',
    when: 'webapp|functionapp|staticwebapp|containerapp|acr deploy*|up|update|create|config-zip|build',
    weight: 'plain',
    why: 'Deploys to Azure.',
  },
  {
    code: 'deploy',
    when: 'app|run|functions|builds deploy|submit',
    weight: 'plain',
    why: 'Deploys to Google Cloud.',
  },
  {
    code: 'deploy',
    when: 'cloudformation|ecs|lambda|amplify|deploy|codepipeline|elasticbeanstalk|s3 deploy|update-service|update-function-code|create-deployment|start-deployment|start-pipeline-execution|update-stack|create-stack|update-environment|start-job',
    weight: 'plain',
    why: 'Deploys to AWS.',
  },
  {
    code: 'deploy',
    weight: 'plain',
    flags: '--prod --production',
    except: 'list|ls|inspect|logs|status|env|build|pull|dev|info',
    why: 'Deploys to production.',
  },
  {
    code: 'deploy',
    when: 'up|promote|rollback|release*|app sync',
    weight: 'plain',
    why: 'Changes what runs.',
  },
];

const DATABASES_5_2: readonly EffectRule[] = [
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
];

const PLATFORMS_0_3: readonly EffectRule[] = [
  { code: 'secret-read', when: 'auth token', kind: 'read', why: 'Prints a token into the conversation.' },
  {
    code: 'platform-delete',
    when: 'delete|destroy|remove|rm|purge|down|erase|clear|reset|teardown|uninstall|unregister|clean|shutdown|prune|remove-secret',
    why: 'Deletes something on the platform.',
    safer: 'the matching list or info command',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: '*:delete|*:destroy|*:remove|*:rm|*:reset|*:unset|*:rollback|*:revoke|*:purge|*:clear|*:disable|*:detach|*:scale|*:cancel|*:stop|*:downgrade',
    why: 'Deletes or resets something on the platform.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: '* delete|destroy|remove|rm|uninstall|rollback|remove-secret|unlist|roll|purge|reset|disable|archive|revoke|clear|unset|detach|restore|stop|cancel|refund|prune|close|del|edit-lock|erase|wipe|void|deactivate|suspend|transfer|reboot',
    why: 'Deletes or disables something on the platform.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: '* * delete|destroy|remove|rm|purge|reset|revoke|unset|undeploy',
    why: 'Deletes something on the platform.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: '* * * delete|destroy|remove|purge|revoke',
    why: 'Deletes something on the platform.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'envs|apis|proxies undeploy',
    why: 'Takes something away from its users.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'variables|variable',
    flags: '--remove --delete',
    why: 'Deletes something on the platform.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'db|migration|migrations reset|down|delete',
    why: 'Resets the database.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'delete-*|disable-*|destroy-*|safe-restart|safe-shutdown|restart|quiet-down|rollback|clear-task-cache',
    why: 'Deletes or stops something on the server.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'variable|variables|vars|var set|upsert database_*|*database_url*|pg*|postgres*|mysql*|redis*|mongo*',
    why: 'Points the service to another database.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'variable|variables|vars|var',
    flags: '--set=database_|pg|postgres|mysql|redis|mongo',
    why: 'Points the service to another database.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'secret create',
    flags: '--force --overwrite',
    why: 'Replaces a secret that others use.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'service version activate',
    why: 'Changes what everybody gets at once.',
    kind: 'infrastructure',
  },
  { code: 'db-overwrite', when: 'database:set', kind: 'data', why: 'Replaces everything below that path.' },
  {
    code: 'platform-delete',
    when: 'env:clone',
    why: 'Overwrites the settings of another site.',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'sync|gateway',
    flags: '--select-tag',
    why: 'Deletes what does not carry the tag.',
    safer: 'deck diff',
    kind: 'infrastructure',
  },
  {
    code: 'platform-delete',
    when: 'refunds|payouts|transfers|topups create',
    why: 'Moves real money.',
    kind: 'infrastructure',
  },
  { code: 'secret-read', when: 'env pull', kind: 'read', why: 'Downloads secrets into a file.' },
];

const CLOUDS_0_4: readonly EffectRule[] = [
  {
    code: 'cloud-delete',
    when: '** delete|destroy|purge|rm|remove|terminate|undelete|uninstall|untag|wipe|delete-*|remove-*|delete_*|*-delete|*-remove|*-rm',
    why: 'Deletes a cloud resource.',
    safer: 'the matching list or show command',
    kind: 'infrastructure',
  },
  {
    code: 'cloud-stop',
    when: '** stop|undeploy|deallocate|reset|disable|cancel|abandon|suspend|power-off|poweroff|shutdown|reboot|restart|reimage|redeploy|rebuild|failover|detach|drain|revoke|revoke-access|rollback|resize|seek|reset-all|clear|generalize|kill',
    why: 'Stops or resets something that runs.',
    kind: 'infrastructure',
  },
  {
    code: 'cloud-access',
    when: '** set-iam-policy|add-iam-policy-binding|set-policy|add-policy',
    kind: 'escalate',
    why: 'Changes who may do what.',
  },
  {
    code: 'cloud-access',
    when: 'role|ad assignment|sp|app create|delete|create-for-rbac|credential',
    kind: 'escalate',
    why: 'Changes who may do what.',
  },
  {
    code: 'cloud-access',
    when: 'iam service-accounts keys create',
    kind: 'escalate',
    why: 'Makes a new long-lived key.',
  },
  {
    code: 'cloud-change',
    when: 'deployment **',
    flags: '--mode=complete',
    why: 'Complete mode deletes what is not in the template.',
    kind: 'infrastructure',
  },
  {
    code: 'cloud-delete',
    when: 'storage rsync',
    flags: '--delete-unmatched-destination-objects',
    why: 'Deletes at one end what is not at the other.',
    safer: 'the same command with --dry-run',
    kind: 'infrastructure',
  },
  {
    code: 'cloud-delete',
    when: 'load|query',
    flags: '--replace',
    why: 'Overwrites a table.',
    kind: 'infrastructure',
  },
  {
    code: 'db-overwrite',
    when: 'sql backups|instances restore|restore-backup',
    kind: 'data',
    why: 'Replaces the database by what the backup holds.',
  },
  {
    code: 'cloud-delete',
    when: 'devops|rest **',
    flags: '--http-method=delete|put|patch|post --method=delete|put|patch',
    why: 'Sends a request that changes or deletes something.',
    safer: 'the same request with GET',
    kind: 'infrastructure',
  },
  {
    code: 'cloud-access',
    when: 'network nsg|firewall ** create|update',
    flags: '--source-address-prefixes=*|0.0.0.0|internet|any --source-address-prefix=*|0.0.0.0|internet|any',
    kind: 'escalate',
    why: 'Opens a port to the network.',
  },
  {
    code: 'cloud-delete',
    when: 'cp|rm|mk',
    flags: '-f --force -r',
    why: 'Removes or overwrites datasets.',
    kind: 'infrastructure',
  },
  {
    code: 'secret-read',
    when: 'auth print-access-token|print-identity-token|token',
    kind: 'read',
    why: 'Prints a token into the conversation.',
    safer: 'gcloud auth list',
  },
  {
    code: 'secret-read',
    when: 'acr login',
    flags: '--expose-token',
    kind: 'read',
    why: 'Prints a token into the conversation.',
  },
  {
    code: 'secret-read',
    when: 'kms decrypt|asymmetric-decrypt',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
  },
  {
    code: 'cloud-access',
    when: 'storage container set-permission',
    flags: '--public-access=blob|container',
    kind: 'escalate',
    why: 'Lets anybody read what is stored there.',
  },
  {
    code: 'cloud-access',
    when: '** keys|credential renew|revoke|regenerate|reset',
    kind: 'escalate',
    why: 'Replaces keys that others may use.',
  },
  {
    code: 'cloud-run-command',
    when: 'vm|vmss run-command invoke',
    why: 'Runs commands on other machines.',
    kind: 'infrastructure',
  },
  {
    code: 'cloud-access',
    when: '** regenerate-key|regenerate-keys|regenerate-credentials',
    kind: 'escalate',
    why: 'Replaces keys that others may use.',
  },
  {
    code: 'secret-read',
    when: '** secrets versions access',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
  },
  {
    code: 'secret-read',
    when: 'keyvault secret show|download',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
  },
];

const INFRASTRUCTURE_0_5: readonly EffectRule[] = [
  {
    code: 'iac-destroy',
    when: 'destroy|delete|remove|terminate|gc',
    weight: 'irreversible',
    why: 'Destroys the resources of the stack.',
    safer: 'pulumi preview, cdk diff',
    kind: 'infrastructure',
  },
  {
    code: 'iac-destroy',
    when: 'stack|env|svc|app|job|task rm|delete|remove',
    weight: 'irreversible',
    why: 'Deletes a stack and what it holds.',
    kind: 'infrastructure',
  },
  {
    code: 'iac-destroy',
    when: 'down|dn',
    weight: 'irreversible',
    why: 'Destroys the resources of the stack.',
    safer: 'pulumi preview',
    kind: 'infrastructure',
  },
  {
    code: 'iac-state',
    when: 'state delete|unprotect|rename|edit',
    why: 'Edits the state by hand.',
    kind: 'infrastructure',
  },
  {
    code: 'iac-state',
    when: 'cancel',
    why: 'Breaks off an update and may leave the stack half changed.',
    kind: 'infrastructure',
  },
  {
    code: 'iac-apply',
    when: 'up|update|refresh|deploy',
    flags: '-y --yes --skip-preview --require-approval=never --force',
    why: 'Changes real infrastructure without a look at the plan.',
    safer: 'pulumi preview',
    kind: 'infrastructure',
  },
];

const GH_LOOKS: CommandSpec = {
  options: {
    '--json --jq -q --limit -L --state -s --label -l --author --assignee --search -S --base -B --head -H --repo -R --job -j':
      'text',
    '--comments -c --name-only --patch --color --log --log-failed --exit-status -v --verbose': 'flag',
  },
  operands: 'text',
  plain: true,
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'now',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app -c --namespace --context --ref --repo -R -e --environment --project --region --resource-group -g --name --stage --profile -b --branch -m --message --env':
        'text',
      '-n --just-print --recon -p': 'dry',
    },
    kind: 'deploy',
    effects: [...DEPLOYSCRIPTS_0_0, ...DEPLOYS_0_1],
  },
  {
    names: 'vercel',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app -c --namespace --context --ref --repo -R -e --environment --project --region --resource-group -g --name --stage --profile -b --branch -m --message --env --team --org --scope -s --site --config --set':
        'text',
      '-n --just-print --recon -p': 'dry',
    },
    kind: 'deploy',
    effects: [...DEPLOYSCRIPTS_0_0, ...DEPLOYS_0_1, ...PLATFORMS_0_3],
  },
  {
    names: 'heroku',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app --namespace --context --ref --repo -R -e --environment --project --region --resource-group -g --name --stage --profile -b --branch -m --message --env -r --remote --team --org --scope -s --site --config --set':
        'text',
      '-n --just-print --recon -p': 'dry',
      '-c --command': 'sql',
    },
    subcommands: {
      run: {
        options: { '-a --app -r --remote -s --size': 'text' },
        runs: { operands: 'source', remote: true },
      },
    },
    kind: 'deploy',
    effects: [
      ...DEPLOYSCRIPTS_0_0,
      ...DEPLOYS_0_1,
      {
        code: 'platform-delete',
        when: 'maintenance:on|ps:kill|ps:restart|pg:kill*|pg:promote|apps:rename|apps:leave',
        why: 'Takes the app away from its users.',
        kind: 'infrastructure',
      },
      {
        code: 'cloud-access',
        when: 'access:update|clients:update|clients:rotate',
        kind: 'escalate',
        why: 'Changes who may do what.',
      },
      {
        code: 'db-overwrite',
        when: 'pg:copy|pg:backups:restore|pg:push',
        kind: 'data',
        why: 'Replaces the database by another one.',
        safer: 'heroku pg:backups:capture',
      },
      {
        code: 'secret-read',
        when: 'config:get database_url|secret*|aws_*|redis_url',
        kind: 'read',
        why: 'Prints a secret of the app.',
        safer: 'heroku config:set, and let the app read it',
      },
      {
        code: 'secret-read',
        when: 'auth:token|pg:credentials*|redis:credentials',
        kind: 'read',
        why: 'Prints credentials into the conversation.',
      },
      ...PLATFORMS_0_3,
    ],
    behaviours: ['sqlClient', 'clientShell'],
  },
  {
    names: 'eas netlify firebase railway kamal dokku render surge',
    about: '',
    options: {
      '-C -c -n --namespace --context -f --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p --team --org --scope -s --site --config --set':
        'text',
    },
    kind: 'deploy',
    effects: [...DEPLOYS_0_1, ...PLATFORMS_0_3],
  },
  {
    names: 'fly flyctl',
    about: '',
    options: {
      '-C -c -n --namespace --context -f --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p --team --org --scope -s --site --config --set --access-token':
        'text',
    },
    subcommands: {
      ssh: {
        subcommands: {
          console: {
            options: { '-C --command': 'runs', '-a --app': 'text' },
            runs: { operands: 'none', remote: true },
          },
        },
      },
    },
    kind: 'deploy',
    effects: [...DEPLOYS_0_1, ...PLATFORMS_0_3],
  },
  {
    names: 'wrangler',
    about: '',
    options: {
      '-C -c -n --namespace --context -f --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p --team --org --scope -s --site --config --set':
        'text',
      '--command': 'sql',
    },
    kind: 'deploy',
    effects: [...DEPLOYS_0_1, ...PLATFORMS_0_3],
    behaviours: ['sqlWords', 'clientShell'],
  },
  {
    names: 'supabase',
    about: '',
    options: {
      '-C -c -n --namespace --context -f --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p --team --org --scope -s --site --config --set --project-ref --workdir --db-url --password -h --host --port -U --username -u --user -d --database --schema --url --driver --maintenance-db':
        'text',
    },
    kind: 'deploy',
    effects: [
      ...DEPLOYS_0_1,
      ...PLATFORMS_0_3,
      {
        code: 'db-overwrite',
        when: 'db|config push',
        why: 'Changes the remote database.',
        safer: 'supabase db push --dry-run',
        kind: 'data',
      },
      {
        code: 'db-overwrite',
        when: 'migration repair|squash|down',
        why: 'Rewrites the record of migrations.',
        kind: 'data',
      },
      {
        code: 'cloud-access',
        when: 'network-restrictions update',
        kind: 'escalate',
        why: 'Changes who may reach the database.',
      },
      {
        code: 'db-reset',
        when: 'stop',
        flags: '--no-backup',
        why: 'Throws the data of the local database away.',
        kind: 'data',
      },
      ...DATABASES_5_2,
    ],
    behaviours: ['sqlWords', 'clientShell'],
  },
  {
    names: 'caprover skaffold',
    about: '',
    options: {
      '-C -c -n --namespace --context -f --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p':
        'text',
    },
    kind: 'deploy',
    effects: DEPLOYS_0_1,
  },
];
