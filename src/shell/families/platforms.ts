import type { Family } from '../rules.ts';

export const platforms: Family = {
  names:
    'heroku fly flyctl vercel netlify railway render wrangler cloudflared flarectl supabase pscale neonctl neon turso atlas mongocli confluent cf dokku kamal eas firebase stripe twilio sendgrid ldcli pagerduty newrelic algolia circleci jenkins-cli gitlab-runner grafana-cli glab hub amplify appwrite convex surge gitlab tea rabbitmqadmin nats sentry-cli splunk planetscale square cloudflare bk buildkite-agent influx ngrok tailscale fastly traefik kong deck apigeecli meilisearch unleash flipt datadog-ci pd upstash auth0 northflank modal',
  kind: 'infrastructure',
  values:
    '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set',
  rules: () => [
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
    {
      code: 'platform-delete',
      when: 'db|migration|migrations reset|down|delete',
      why: 'Resets the database.',
    },
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
    {
      code: 'platform-delete',
      when: 'service version activate',
      why: 'Changes what everybody gets at once.',
    },
    { code: 'db-overwrite', kind: 'data', when: 'database:set', why: 'Replaces everything below that path.' },
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
  ],
};

export const servers: Family = {
  names: 'splunk kong meilisearch rundeck',
  kind: 'infrastructure',
  rules: () => [
    {
      code: 'cloud-stop',
      when: 'stop|quit|restart|disable|offline',
      why: 'Stops or resets something that runs.',
    },
  ],
};

export const heroku: Family = {
  names: 'heroku',
  kind: 'infrastructure',
  values: '-a --app -r --remote',
  rules: () => [
    {
      code: 'platform-delete',
      when: 'maintenance:on|ps:kill|ps:restart|pg:kill*|pg:promote|apps:rename|apps:leave',
      why: 'Takes the app away from its users.',
    },
    {
      code: 'cloud-access',
      kind: 'escalate',
      when: 'access:update|clients:update|clients:rotate',
      why: 'Changes who may do what.',
    },
    {
      code: 'db-overwrite',
      kind: 'data',
      when: 'pg:copy|pg:backups:restore|pg:push',
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
  ],
};

export const supabase: Family = {
  names: 'supabase',
  kind: 'data',
  values: '--project-ref --workdir --db-url -p --password',
  rules: () => [
    {
      code: 'db-overwrite',
      when: 'db|config push',
      why: 'Changes the remote database.',
      safer: 'supabase db push --dry-run',
    },
    { code: 'db-overwrite', when: 'migration repair|squash|down', why: 'Rewrites the record of migrations.' },
    {
      code: 'cloud-access',
      kind: 'escalate',
      when: 'network-restrictions update',
      why: 'Changes who may reach the database.',
    },
    {
      code: 'db-reset',
      when: 'stop',
      flags: '--no-backup',
      why: 'Throws the data of the local database away.',
    },
  ],
};

export const github: Family = {
  names: 'gh',
  kind: 'infrastructure',
  values:
    '-R --repo -b --body -F --body-file -t --title -f --field --raw-field -q --jq --json -L --limit -X --method -H --header -B --base -m --milestone -l --label -a --assignee --input --template -w --workflow -u --user -s --state -e --env -o --org -c --comment -n --notes --notes-file --target',
  rules: () => [
    {
      code: 'platform-delete',
      when: 'repo|release|secret|variable|gist|ssh-key|gpg-key|label|cache|codespace|issue|run|project|extension|ruleset|alias delete|delete-asset',
      why: 'Deletes something on GitHub.',
      safer: 'gh … list or view',
    },
    {
      code: 'platform-delete',
      when: 'repo archive|transfer|rename',
      why: 'Changes the repository for everybody.',
    },
    {
      code: 'platform-delete',
      when: 'repo edit',
      flags: '--visibility --default-branch --accept-visibility-change-consequences',
      why: 'Changes the repository for everybody.',
    },
    {
      code: 'platform-delete',
      when: 'pr close',
      flags: '-d --delete-branch',
      why: 'Deletes the branch of the pull request.',
    },
    { code: 'platform-delete', when: 'variable remove', why: 'Deletes something on GitHub.' },
    { code: 'platform-delete', when: 'workflow disable', why: 'Switches a workflow off.' },
    {
      code: 'platform-delete',
      when: 'project|repo|codespace item-delete|field-delete|deploy-key|stop',
      why: 'Deletes something on GitHub.',
    },
    { code: 'platform-delete', when: 'run cancel', why: 'Breaks off a running workflow.' },
    {
      code: 'cloud-access',
      when: 'api *protection*|*rulesets*|*collaborators*|*memberships*|*/keys|*/hooks*|*/permissions*',
      flags: '-X=put|post|patch --method=put|post|patch',
      kind: 'escalate',
      why: 'Changes who may do what.',
    },
    {
      code: 'platform-delete',
      when: 'api',
      flags:
        '-f=private=false|visibility=public -F=private=false --field=private=false|visibility=public --raw-field=visibility=public',
      why: 'Shows the repository to everybody.',
    },
    {
      code: 'github-merge',
      when: 'pr merge',
      flags: '--admin',
      why: 'Merges past the protection of the branch.',
      safer: 'gh pr merge NUMBER --squash',
    },
    { code: 'publish', when: 'release create|upload|edit', kind: 'publish', why: 'Publishes a release.' },
    {
      code: 'publish',
      when: 'gist create',
      flags: '-p --public',
      kind: 'publish',
      why: 'Publishes files where everybody can read them.',
      safer: 'gh gist create FILE',
    },
    {
      code: 'secret-read',
      when: 'auth token|refresh|logout|setup-git',
      kind: 'read',
      why: 'Prints or changes your GitHub token.',
    },
    {
      code: 'secret-read',
      when: 'auth status',
      flags: '-t --show-token',
      kind: 'read',
      why: 'Prints your GitHub token.',
    },
    { code: 'secret-write', when: 'secret set|remove', why: 'Changes secrets of the repository.' },
  ],
};

export const trackers: Family = {
  names: 'acli jira',
  kind: 'message',
  values: '--key --body -b -k --project',
  rules: () => [
    {
      code: 'webhook',
      when: '** comment create|add|update|delete',
      why: 'Posts a message where people read it.',
      safer: 'show the person the text first',
    },
  ],
};

export const nsupdate: Family = {
  names: 'nsupdate',
  kind: 'infrastructure',
  rules: () => [
    { code: 'dns-change', when: '', unless: '-V', why: 'Changes DNS for everybody.', safer: 'dig NAME' },
  ],
};

export const dns: Family = {
  names: 'dnscontrol octodns-sync',
  kind: 'infrastructure',
  dry: '--dry-run -n',
  rules: () => [
    { code: 'dns-change', when: 'push', why: 'Changes DNS for everybody.', safer: 'dnscontrol preview' },
    { code: 'dns-change', when: '', flags: '--doit -k -y -g', why: 'Changes DNS for everybody.' },
  ],
};
