import type { Family } from '../rules.ts';

export const aws: Family = {
  names: 'aws awslocal',
  kind: 'infrastructure',
  values:
    '--profile --region --output --query --endpoint-url --bucket --key --filters --instance-ids --name --id --stack-name --table-name --function-name --exclude --include --secret-id --cluster --service',
  dry: '--dryrun --generate-cli-skeleton',
  rules: () => [
    {
      code: 'cloud-delete',
      when: 's3|s3api rm|rb|delete-*',
      why: 'Deletes objects or buckets.',
      safer: 'aws s3 rm … --dryrun',
    },
    {
      code: 'cloud-delete',
      when: 's3 sync',
      flags: '--delete',
      why: 'Deletes at the destination what is not at the source.',
      safer: 'aws s3 sync … --dryrun',
    },
    {
      code: 'cloud-delete',
      when: 's3 mv',
      flags: '--recursive',
      why: 'Moves whole trees of objects.',
      safer: 'aws s3 mv … --dryrun',
    },
    {
      code: 'cloud-delete',
      when: '* delete-*|batch-delete-*|terminate-*|remove-*|purge-*|deregister-*|schedule-key-deletion|destroy-*|deprovision-*|release-*|disassociate-*|detach-*|empty-*',
      why: 'Deletes or detaches a cloud resource.',
      safer: 'the matching describe- or list- command',
    },
    {
      code: 'cloud-stop',
      when: '* stop-*|reboot-*|reset-*|cancel-*|disable-*|suspend-*|failover-*|revoke-*|restore-*|abort-*|reject-*',
      why: 'Stops or resets something that runs.',
    },
    {
      code: 'cloud-access',
      when: 'iam create-access-key|attach-*|put-*|update-*|add-*|create-login-profile',
      kind: 'escalate',
      why: 'Changes who may do what in the account.',
    },
    {
      code: 'cloud-access',
      when: 's3api|sqs|sns|kms|secretsmanager|ecr|lambda put-bucket-policy|put-bucket-acl|put-public-access-block|set-queue-attributes|put-key-policy|put-resource-policy|set-repository-policy|add-permission',
      kind: 'escalate',
      why: 'Changes who may reach the resource.',
    },
    {
      code: 'cloud-run-command',
      when: 'ssm send-command|start-session',
      why: 'Runs commands on other machines.',
    },
    {
      code: 'cloud-change',
      when: '* modify-*',
      flags: '--apply-immediately --no-deletion-protection --no-enable-deletion-protection',
      why: 'Changes a running resource at once.',
    },
    { code: 'cloud-change', when: 'route53 change-resource-record-sets', why: 'Changes DNS for everybody.' },
    {
      code: 'cloud-change',
      when: 'ecs update-service',
      flags: '--desired-count --force-new-deployment',
      why: 'Changes how many copies run.',
    },
    {
      code: 'cloud-change',
      when: 'autoscaling set-desired-capacity|update-auto-scaling-group',
      why: 'Changes how many machines run.',
    },
    {
      code: 'cloud-change',
      when: 'ses|sesv2|sns|pinpoint send-*|publish',
      kind: 'message',
      why: 'Sends a message to people.',
    },
    {
      code: 'secret-read',
      when: 'secretsmanager get-secret-value|batch-get-secret-value|get-random-password',
      kind: 'read',
      why: 'Prints a secret into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'ssm get-parameter*',
      flags: '--with-decryption',
      kind: 'read',
      why: 'Prints a secret into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'configure get|export-credentials',
      kind: 'read',
      why: 'Prints credentials into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'sts|ecr get-session-token|assume-role|get-login-password',
      kind: 'read',
      why: 'Prints credentials into the conversation.',
    },
    { code: 'secret-read', when: 'kms decrypt', kind: 'read', why: 'Prints a secret into the conversation.' },
  ],
};

export const clouds: Family = {
  names:
    'gcloud az doctl linode-cli hcloud vultr-cli scw ibmcloud oci aliyun openstack exo civo ionosctl upctl yc bq databricks',
  kind: 'infrastructure',
  values:
    '--project --account --configuration --zone --region --format --filter -g --resource-group -n --name --subscription -o --output --query --vault-name --account-name --context --compartment-id --ids --id --mode',
  rules: () => [
    {
      code: 'cloud-delete',
      when: '** delete|destroy|purge|rm|remove|terminate|undelete|wipe|delete-*|remove-*|delete_*',
      why: 'Deletes a cloud resource.',
      safer: 'the matching list or show command',
    },
    {
      code: 'cloud-stop',
      when: '** stop|deallocate|reset|disable|cancel|abandon|suspend|power-off|poweroff|shutdown|reboot|restart|reimage|redeploy|rebuild|failover|detach|drain|revoke|rollback|resize',
      why: 'Stops or resets something that runs.',
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
    },
    {
      code: 'cloud-delete',
      when: 'cp|rm|mk',
      flags: '-f --force -r',
      why: 'Removes or overwrites datasets.',
    },
    {
      code: 'secret-read',
      when: 'secrets versions access',
      kind: 'read',
      why: 'Prints a secret into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'keyvault secret|key show|download',
      kind: 'read',
      why: 'Prints a secret into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'auth|account print-access-token|print-identity-token|get-access-token',
      kind: 'read',
      why: 'Prints a token into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'auth application-default print-access-token',
      kind: 'read',
      why: 'Prints a token into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'storage account keys list',
      kind: 'read',
      why: 'Prints keys into the conversation.',
    },
  ],
};

export const objects: Family = {
  names: 'gsutil s3cmd mc b2 rclone s5cmd azcopy minio-mc swift gws',
  kind: 'infrastructure',
  values: '-o -h --exclude --include --config --filter',
  dry: '-n --just-print',
  rules: () => [
    {
      code: 'cloud-delete',
      when: 'rm|rb|del|delete|purge|deletefile|dedupe|rmdirs|remove|expire|delete-bucket|delete-file-version|cleanup|rmdir|clear',
      why: 'Deletes objects or buckets.',
      safer: 'rclone … --dry-run, or list them first',
    },
    {
      code: 'cloud-delete',
      when: 'sync|rsync|mirror|bisync',
      flags: '-d --delete --remove --delete-removed --delete-destination',
      why: 'Deletes at the destination what is not at the source.',
    },
    {
      code: 'cloud-delete',
      when: 'sync|move|bisync',
      unless: '--interactive',
      why: 'Deletes at one end what is not at the other.',
      safer: 'rclone sync --dry-run',
    },
    {
      code: 'cloud-delete',
      when: 'ilm|bucket|replicate|admin remove|rm|delete',
      why: 'Deletes objects or buckets.',
    },
    {
      code: 'cloud-access',
      when: 'acl|iam|defacl|anonymous|policy set|ch|public|download',
      kind: 'escalate',
      why: 'Changes who may read the objects.',
    },
  ],
};

export const platforms: Family = {
  names:
    'heroku fly flyctl vercel netlify railway render wrangler cloudflared flarectl supabase pscale neonctl turso atlas mongocli confluent cf dokku kamal eas firebase stripe twilio sendgrid ldcli pagerduty newrelic algolia circleci jenkins-cli gitlab-runner grafana-cli glab hub amplify appwrite convex surge gitlab tea rabbitmqadmin nats sentry-cli splunk influx ngrok tailscale fastly traefik kong deck apigeecli meilisearch unleash flipt datadog-ci pd',
  kind: 'infrastructure',
  values:
    '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c',
  rules: () => [
    {
      code: 'platform-delete',
      when: 'delete|destroy|remove|rm|purge|down|erase|clear|reset|teardown|uninstall|unregister|clean|shutdown|remove-secret',
      why: 'Deletes something on the platform.',
      safer: 'the matching list or info command',
    },
    {
      code: 'platform-delete',
      when: '*:delete|*:destroy|*:remove|*:reset|*:unset|*:rollback|*:revoke|*:purge|*:clear|*:disable|*:detach',
      why: 'Deletes or resets something on the platform.',
    },
    {
      code: 'platform-delete',
      when: '* delete|destroy|remove|rm|uninstall|remove-secret|unlist|roll|purge|reset|disable|archive|revoke|clear|unset|detach|restore|stop|cancel|refund|prune|close|del|edit-lock|erase|wipe|void|deactivate|suspend|transfer',
      why: 'Deletes or disables something on the platform.',
    },
    {
      code: 'platform-delete',
      when: '* * delete|destroy|remove|rm|purge|reset|revoke|unset',
      why: 'Deletes something on the platform.',
    },
    { code: 'platform-delete', when: 'db|migration reset|down|delete', why: 'Resets the database.' },
    {
      code: 'platform-delete',
      when: 'delete-*|disable-*|safe-restart|restart|quiet-down',
      why: 'Deletes or stops something on the server.',
    },
    {
      code: 'secret-read',
      when: 'config:get|config',
      kind: 'read',
      flags: '--json -s --shell',
      why: 'Prints secrets into the conversation.',
    },
    { code: 'secret-read', when: 'env pull', kind: 'read', why: 'Downloads secrets into a file.' },
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
      when: 'repo archive|rename|edit|transfer',
      why: 'Changes the repository for everybody.',
    },
    { code: 'platform-delete', when: 'workflow disable', why: 'Switches a workflow off.' },
    {
      code: 'platform-delete',
      when: 'project|repo|codespace item-delete|field-delete|deploy-key|stop',
      why: 'Deletes something on GitHub.',
    },
    { code: 'platform-delete', when: 'run cancel', why: 'Breaks off a running workflow.' },
    {
      code: 'github-merge',
      when: 'pr merge',
      flags: '--admin',
      why: 'Merges past the protection of the branch.',
      safer: 'gh pr merge without --admin',
    },
    { code: 'publish', when: 'release create|upload|edit', kind: 'publish', why: 'Publishes a release.' },
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
    { code: 'secret-write', when: 'secret|variable set|remove', why: 'Changes secrets of the repository.' },
  ],
};

export const secretStores: Family = {
  names:
    'vault op bw pass gopass doppler chamber infisical secret-tool security lpass keyring aws-vault sops gpg gpg2 ansible-vault teller akeyless',
  kind: 'read',
  values:
    '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient',
  rules: () => [
    {
      code: 'secret-read',
      when: 'read|get|show|view|find-generic-password|find-internet-password|lookup|download|export|inject|access|decrypt|dump-keychain|cat|fetch',
      why: 'Prints a secret into the conversation.',
      safer: 'run the program with the secret injected: op run -- CMD',
    },
    {
      code: 'secret-read',
      when: 'kv|secrets|item|document|secret|user|token get|read|download|show|lookup|create',
      why: 'Prints a secret into the conversation.',
      safer: 'run the program with the secret injected: op run -- CMD',
    },
    {
      code: 'secret-read',
      when: '',
      flags: '--export-secret-keys --export-secret-subkeys -d --decrypt',
      unless: '--encrypt',
      why: 'Prints secret material.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: 'delete|destroy|rm|remove|revoke|disable|delete-keychain|delete-generic-password|delete-internet-password|rekey|rotate|seal|clear|trash',
      why: 'Deletes or disables a secret.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: 'kv|secrets|auth|policy|token|lease|operator|item|vault|document|user|secret|namespace|audit|projects|environments|configs|group|connect|service-account|transit delete|destroy|disable|revoke|seal|step-down|remove|undelete|rekey|rotate|move|suspend|tune|generate-root|raft',
      why: 'Deletes or disables a secret or an access path.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: 'kv|operator metadata|raft delete|remove-peer|snapshot',
      why: 'Deletes a secret with all its versions.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: '',
      flags: '--delete-secret-keys --delete-secret-and-public-key --delete-keys',
      why: 'Deletes a private key.',
    },
  ],
};

export const dns: Family = {
  names: 'dnscontrol octodns-sync nsupdate',
  kind: 'infrastructure',
  dry: '--dry-run -n',
  rules: () => [
    { code: 'dns-change', when: 'push', why: 'Changes DNS for everybody.', safer: 'dnscontrol preview' },
    { code: 'dns-change', when: '', flags: '--doit -k -y -g', why: 'Changes DNS for everybody.' },
  ],
};

export const backups: Family = {
  names:
    'restic borg duplicity kopia tarsnap bacula duplicati velero wal-g pgbackrest barman rdiff-backup rsnapshot tmutil timeshift snapper borgmatic',
  kind: 'data',
  values: '-r --repo -p --password-file',
  dry: '-n',
  rules: () => [
    {
      code: 'backup-delete',
      when: 'forget|prune|delete|remove*|purge|unlock|key|rewrite|recreate|compact|break-lock|deletelocalsnapshots|disable|expire|stanza-delete|cleanup|rm',
      why: 'Deletes or rewrites backups.',
      safer: 'the same command with --dry-run',
    },
    {
      code: 'backup-delete',
      when: 'snapshot|backup|repository|schedule|policy|content|blob|restore|maintenance delete|expire|run',
      why: 'Deletes backups.',
    },
    {
      code: 'backup-delete',
      when: '',
      flags: '--delete --remove-older-than -d --nuke',
      why: 'Deletes backups.',
    },
  ],
};
