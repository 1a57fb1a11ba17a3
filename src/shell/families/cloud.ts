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
      when: '* delete-*|batch-delete-*|terminate-*|remove-*|purge-*|deregister-*|schedule-key-deletion|destroy-*|deprovision-*|release-*|disassociate-*|detach-*|empty-*|flush-*|unsubscribe*|leave-*|close-account|admin-delete-*|admin-remove-*',
      why: 'Deletes or detaches a cloud resource.',
      safer: 'the matching describe- or list- command',
    },
    {
      code: 'cloud-stop',
      when: '* stop-*|reboot-*|reset-*|cancel-*|disable-*|suspend-*|failover-*|revoke-*|restore-db*|restore-table*|restore-from*|abort-*|reject-*|admin-disable-*|admin-reset-*|admin-set-user-password',
      except: 'stop-query*',
      why: 'Stops or resets something that runs.',
    },
    {
      code: 'cloud-access',
      when: 'iam create-user|create-access-key|attach-*|put-*|update-*|add-*|create-login-profile|change-password',
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
    {
      code: 'cloud-change',
      when: 's3api put-bucket-lifecycle*|put-bucket-versioning|put-object-lock*|put-bucket-replication|put-bucket-encryption',
      why: 'Changes what is kept in the bucket.',
      safer: 'the matching get- command',
    },
    {
      code: 'cloud-access',
      when: 'ec2|rds|redshift authorize-*',
      kind: 'escalate',
      why: 'Opens a port to the network.',
    },
    {
      code: 'secret-write',
      when: 'secretsmanager put-secret-value|update-secret*|rotate-secret',
      why: 'Changes a secret that others use.',
      safer: 'aws secretsmanager describe-secret',
    },
    {
      code: 'secret-write',
      when: 'ssm put-parameter',
      flags: '--overwrite',
      why: 'Overwrites a parameter that others use.',
      safer: 'aws ssm describe-parameters',
    },
    {
      code: 'secret-read',
      when: 'configure get aws_secret*|aws_session*|*.aws_secret_access_key|*.aws_session_token',
      kind: 'read',
      why: 'Prints credentials into the conversation.',
    },
    {
      code: 'cloud-change',
      when: 'cloudfront create-invalidation|update-distribution',
      why: 'Changes what the network delivers to everybody.',
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
      when: 'configure export-credentials',
      kind: 'read',
      why: 'Prints credentials into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'sts|ecr|eks|redshift|lightsail get-session-token|assume-role|get-token|get-cluster-credentials*|get-instance-access-details|download-default-key-pair',
      kind: 'read',
      why: 'Prints credentials into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'apigateway get-api-key*',
      flags: '--include-value --include-values',
      kind: 'read',
      why: 'Prints a secret into the conversation.',
    },
    { code: 'secret-read', when: 'kms decrypt', kind: 'read', why: 'Prints a secret into the conversation.' },
  ],
};

/** What Azure prints that opens something. */
export const azure: Family = {
  names: 'az',
  kind: 'read',
  rules: () => [
    {
      code: 'secret-read',
      when: '** list-keys|list-key|list-connection-strings|get-shared-keys|list-publishing-credentials|list-publishing-profiles|create-for-rbac',
      why: 'Prints keys into the conversation.',
    },
    { code: 'secret-read', when: '** keys list', why: 'Prints keys into the conversation.' },
    // For a database this prints a pattern, without a password.
    {
      code: 'secret-read',
      when: 'storage ** show-connection-string',
      why: 'Prints keys into the conversation.',
    },
    { code: 'secret-read', when: 'eventgrid ** key list', why: 'Prints keys into the conversation.' },
    {
      code: 'secret-read',
      when: '** connection-string|admin-key|query-key|shared-key show|list',
      why: 'Prints keys into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'acr|appconfig credential show|list',
      why: 'Prints credentials into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'containerapp ** secret show',
      why: 'Prints a secret into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'containerapp ** secret list',
      flags: '--show-values',
      why: 'Prints secrets into the conversation.',
    },
  ],
};

export const clouds: Family = {
  names:
    'gcloud az doctl linode-cli hcloud vultr-cli scw ibmcloud oci aliyun openstack exo civo ionosctl upctl yc bq databricks',
  kind: 'infrastructure',
  values:
    '--project --account --configuration --verbosity --impersonate-service-account --billing-project --profile --zone --region --format --filter -g --resource-group -n --name --subscription -o --output --query --vault-name --account-name --context --compartment-id --ids --id --mode --http-method --method --source-address-prefixes --source-address-prefix --public-access',
  rules: () => [
    {
      code: 'cloud-delete',
      when: '** delete|destroy|purge|rm|remove|terminate|undelete|uninstall|untag|wipe|delete-*|remove-*|delete_*|*-delete|*-remove|*-rm',
      why: 'Deletes a cloud resource.',
      safer: 'the matching list or show command',
    },
    {
      code: 'cloud-stop',
      when: '** stop|undeploy|deallocate|reset|disable|cancel|abandon|suspend|power-off|poweroff|shutdown|reboot|restart|reimage|redeploy|rebuild|failover|detach|drain|revoke|revoke-access|rollback|resize|seek|reset-all|clear|generalize|kill',
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
      when: 'storage rsync',
      flags: '--delete-unmatched-destination-objects',
      why: 'Deletes at one end what is not at the other.',
      safer: 'the same command with --dry-run',
    },
    { code: 'cloud-delete', when: 'load|query', flags: '--replace', why: 'Overwrites a table.' },
    {
      code: 'db-overwrite',
      kind: 'data',
      when: 'sql backups|instances restore|restore-backup',
      why: 'Replaces the database by what the backup holds.',
    },
    {
      code: 'cloud-delete',
      when: 'devops|rest **',
      flags: '--http-method=delete|put|patch|post --method=delete|put|patch',
      why: 'Sends a request that changes or deletes something.',
      safer: 'the same request with GET',
    },
    {
      code: 'cloud-access',
      when: 'network nsg|firewall ** create|update',
      flags:
        '--source-address-prefixes=*|0.0.0.0|internet|any --source-address-prefix=*|0.0.0.0|internet|any',
      kind: 'escalate',
      why: 'Opens a port to the network.',
    },
    {
      code: 'cloud-delete',
      when: 'cp|rm|mk',
      flags: '-f --force -r',
      why: 'Removes or overwrites datasets.',
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
      when: 'ilm|bucket|replicate|admin|event|tag|alias|idp|support|encrypt ** remove|rm|delete|stop|disable|unset|detach|clear|purge|decommission',
      why: 'Deletes objects or buckets.',
    },
    {
      code: 'cloud-change',
      when: 'lifecycle|retention|versioning|kms set|clear|lock|release|off|suspend|authorize',
      why: 'Changes what is kept in the bucket.',
    },
    {
      code: 'cloud-change',
      when: 'versioning|quota suspend|clear',
      why: 'Changes what is kept in the bucket.',
    },
    {
      code: 'cloud-access',
      when: 'acl|iam|defacl|anonymous|policy set|ch|public|download',
      kind: 'escalate',
      why: 'Changes who may read the objects.',
    },
  ],
};
