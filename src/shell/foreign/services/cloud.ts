// Calls of client libraries of clouds, forges and clusters, and the commands of `aws`, `gh`, `kubectl` and others that
// do the same (services.ts). The code computes most names, so the commands have names that stand for any.
import { pattern } from '../../base/pattern.ts';
import { firstText } from '../value.ts';
import { copyCommand, knownText, type Service, toKebabCase } from './service.ts';

/** Client programs of clouds. If a call goes to a server on this machine, the cloud is only imitated. */
export const CLOUD_CLIENTS = /^(?:aws|gcloud|az|gh|vault)$/;

export const CLOUDS: readonly Service[] = [
  {
    callee:
      /^(?:github|gitlab)\.(?:Github|Gitlab)\(\).*\.delete$|octokit.*\.repos\.delete$|octokit.*\.delete_repo(?:sitory)?$/i,
    command: () => ['gh', 'repo', 'delete', 'name', '--yes'],
  },
  {
    // Labels, reactions and comments are removed every day.
    callee: /octokit.*\.(?:delete|remove|transfer)(?!\w*(?:label|reaction|comment|assignee|review))\w*$/i,
    command: () => ['gh', 'api', '-X', 'DELETE', 'repos/x'],
  },
  {
    callee: pattern(String.raw`
      ^(?:digitalocean|pydo|hcloud|hcloud-js|cloudflare|CloudFlare|linode_api4|heroku3|heroku-client|
      openstack|ovh|scaleway|netlify|@netlify\/\w+|@vercel\/sdk|shopify\w*|hubspot|jira|notion_client|
      @notionhq\/client|okta\w*|auth0|sentry_sdk|pagerduty|pdpyras|jenkins|jenkinsapi|tfc|proxmoxer|
      linear|@linear\/sdk|DropletKit)\b.*\.(?:delete(?!_cookie|_label|_comment)\w*|destroy\w*|del|
      purge\w*|terminate\w*)$
    `),
    command: () => ['curl', '-X', 'DELETE', 'https://host.example'],
  },
  {
    callee: /^(?:googleapis|googleapiclient)\b.*\.(?:delete|emptyTrash|batchDelete|trash)$/,
    command: () => ['curl', '-X', 'DELETE', 'https://www.googleapis.com'],
  },
  { callee: /^Aws\..*\[\]\.delete!?$/, command: () => ['aws', 's3api', 'delete-bucket'] },
  {
    callee: /octokit.*\.request$/i,
    command: ({ args }) =>
      /^\s*(?:DELETE|PUT|PATCH)\s/.test(firstText(args[0]))
        ? ['gh', 'api', '-X', firstText(args[0]).trim().split(' ')[0] as string, 'repos/x']
        : undefined,
  },
  {
    callee: /^boto3?\b.*\.get_credentials$/,
    command: () => ['aws', 'configure', 'export-credentials'],
  },
  {
    callee: /^hvac\.Client\(\).*\.(?:delete_metadata\w*|destroy_secret\w*|disable_\w+)$/,
    command: () => ['vault', 'kv', 'metadata', 'delete', 'x'],
  },
  {
    callee: /^@kubernetes\/client-node\b.*\.delete(?:Namespaced|Collection)*(\w+)$/,
    command: (_call, [kind = '']) => ['kubectl', 'delete', toKebabCase(kind), 'name'],
  },
  {
    callee:
      /^(?:firebase-admin|firebase_admin)\b.*\.(?:recursiveDelete|recursive_delete|deleteUsers|delete_users)$/,
    command: () => ['firebase', 'firestore:delete', '--all-collections'],
  },
  {
    callee: /^boto3\(s3\)\.(?:.*\.)?upload_file$/,
    command: (call) => copyCommand(call, 'aws', 's3', 'cp', 's3://bucket'),
    inPrograms: true,
  },
  {
    callee: /^boto3\((\w+)\)\..*\.(?:delete|terminate|delete_\w+|terminate_\w+)$/,
    command: (_call, [service = '']) => ['aws', service === 's3' ? 's3api' : service, 'delete-object'],
  },
  {
    // `dynamodb.Table('x')` only names a table.
    callee: /^boto3\(([\w-]+)\)\.([a-z]\w*)$/,
    command: ({ named }, [service = '', name = '']) => [
      'aws',
      service === 's3' ? 's3api' : service,
      toKebabCase(name),
      ...(named.has('WithDecryption') ? ['--with-decryption'] : []),
    ],
    inPrograms: true,
  },
  {
    callee: /^@aws-sdk\/client-([\w-]+)\.(\w+)Command$/,
    command: ({ named }, [service = '', name = '']) => [
      'aws',
      service === 's3' ? 's3api' : service.replaceAll('-', ''),
      toKebabCase(name),
      ...(named.has('WithDecryption') ? ['--with-decryption'] : []),
    ],
    inPrograms: true,
  },
  {
    callee: /^@aws-sdk\/client-([\w-]+)\.\w+\(\)\.(?!send$|destroy$|config)([a-z]\w*)$/,
    command: (_call, [service = '', name = '']) => [
      'aws',
      service === 's3' ? 's3api' : service.replaceAll('-', ''),
      toKebabCase(name),
    ],
  },
  {
    // The clients for Go and Java.
    callee: pattern(String.raw`
      ^(s3|ec2|rds|dynamodb|lambda|iam|ecs|eks|sqs|sns|route53|cloudformation|kms|secretsmanager|S3|Ec2|
      Rds|DynamoDb|Lambda|Iam|Ecs|Eks|Sqs|Sns|Kms)
      # s3.NewFromConfig(…) of Go, S3Client.create() of Java
      (?:\.New(?:FromConfig)?|
      (?:Async)?Client\.(?:create|builder\(\).*\.build))\(\)\.([a-zA-Z]\w*?)(?:WithContext)?$
    `),
    command: (_call, [service = '', name = '']) => [
      'aws',
      /^s3$/i.test(service) ? 's3api' : service.toLowerCase(),
      toKebabCase(name),
    ],
  },
  {
    callee: /^(?:aws-sdk|AWS)\.(\w+)\(\)\.(\w+)$/,
    command: (_call, [service = '', name = '']) => [
      'aws',
      service === 'S3' ? 's3api' : service.toLowerCase(),
      toKebabCase(name),
    ],
    inPrograms: true,
  },
  {
    callee: /^Aws\.(\w+)\.(?:Client|Resource)\.new(?:\(\))?\.(\w+)$/,
    command: (_call, [service = '', name = '']) => [
      'aws',
      service === 'S3' ? 's3api' : service.toLowerCase(),
      toKebabCase(name),
    ],
    inPrograms: true,
  },
  {
    callee: /^google\.cloud\..*\.upload_from_filename$|^@google-cloud\/.*\.upload$/,
    command: (call) => copyCommand(call, 'gcloud', 'storage', 'cp', 'gs://bucket'),
    inPrograms: true,
  },
  {
    callee: /^(?:google\.cloud|@google-cloud\/\w+)\.(?:.*\.)?delete(?:_(?!field)\w+)?$/,
    command: () => ['gcloud', 'storage', 'buckets', 'delete', 'name'],
  },
  {
    callee: /^(?:azure\.|@azure\/).*\.(?:begin_delete\w*|delete_\w+|beginDelete\w*|delete[A-Z]\w*)$/,
    command: () => ['az', 'resource', 'delete', '--ids', 'name'],
  },
  {
    callee:
      /^(?:azure\.mgmt\.|@azure\/arm-).*\.(?:begin_(?:deallocate|power_off)|beginDeallocate\w*|beginPowerOff\w*)$/,
    command: () => ['az', 'vm', 'deallocate', '--name', 'x'],
  },
  {
    callee: /Api\(\)\.delete_(?:namespaced_|collection_)*(\w+)$/,
    command: (call, [kind = '']) => ['kubectl', 'delete', kind, knownText(call.args[0]) ?? 'name'],
  },
];
