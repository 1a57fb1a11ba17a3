import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'awslocal',
    about: '',
    options: {
      '--profile --region --output --query --endpoint-url --bucket --key --filters --instance-ids --name --id --stack-name --table-name --function-name --exclude --include --secret-id --cluster --service':
        'text',
      '--dryrun --generate-cli-skeleton': 'dry',
    },
    kind: 'infrastructure',
    effects: [
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
      {
        code: 'cloud-change',
        when: 'route53 change-resource-record-sets',
        why: 'Changes DNS for everybody.',
      },
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
      {
        code: 'secret-read',
        when: 'kms decrypt',
        kind: 'read',
        why: 'Prints a secret into the conversation.',
      },
    ],
  },
];
