// Calls of client libraries of clouds, forges and clusters.
import { firstText } from '../value.ts';
import { copied, kebab, known, type Service } from './service.ts';

export const CLOUDS: readonly Service[] = [
  {
    callee: /^(?:github|gitlab)\.(?:Github|Gitlab)\(\).*\.delete$|octokit.*\.repos\.delete$/i,
    words: () => ['gh', 'repo', 'delete', 'name', '--yes'],
  },
  {
    callee: /octokit.*\.request$/i,
    words: ({ args }) =>
      /^\s*(?:DELETE|PUT|PATCH)\s/.test(firstText(args[0]))
        ? ['gh', 'api', '-X', firstText(args[0]).trim().split(' ')[0] as string, 'repos/x']
        : undefined,
  },
  {
    callee: /^boto3?\b.*\.get_credentials$/,
    words: () => ['aws', 'configure', 'export-credentials'],
  },
  {
    callee:
      /secretmanager.*\.access_secret_version$|^@google-cloud\/secret-manager\b.*\.accessSecretVersion$/,
    words: () => ['gcloud', 'secrets', 'versions', 'access', 'latest'],
  },
  {
    callee: /keyvault.*\.(?:get_secret|getSecret)$/,
    words: () => ['az', 'keyvault', 'secret', 'show', '--name', 'x'],
  },
  { callee: /^hvac\.Client\(\).*\.read_secret\w*$/, words: () => ['vault', 'kv', 'get', 'x'] },
  {
    callee: /^hvac\.Client\(\).*\.(?:delete_metadata\w*|destroy_secret\w*|disable_\w+)$/,
    words: () => ['vault', 'kv', 'metadata', 'delete', 'x'],
  },
  {
    callee: /^@kubernetes\/client-node\b.*\.delete(?:Namespaced|Collection)*(\w+)$/,
    words: (_call, [kind = '']) => ['kubectl', 'delete', kebab(kind), 'name'],
  },
  {
    callee:
      /^(?:firebase-admin|firebase_admin)\b.*\.(?:recursiveDelete|recursive_delete|deleteUsers|delete_users)$/,
    words: () => ['firebase', 'firestore:delete', '--all-collections'],
  },
  {
    callee: /^boto3\(s3\)\.(?:.*\.)?upload_file$/,
    words: (call) => copied(call, 'aws', 's3', 'cp', 's3://bucket'),
    inPrograms: true,
  },
  {
    callee: /^boto3\((\w+)\)\..*\.(?:delete|terminate|delete_\w+|terminate_\w+)$/,
    words: (_call, [service = '']) => ['aws', service === 's3' ? 's3api' : service, 'delete-object'],
  },
  {
    // `dynamodb.Table('x')` only names a table.
    callee: /^boto3\(([\w-]+)\)\.([a-z]\w*)$/,
    words: (_call, [service = '', name = '']) => ['aws', service === 's3' ? 's3api' : service, kebab(name)],
    inPrograms: true,
  },
  {
    callee: /^@aws-sdk\/client-([\w-]+)\.(\w+)Command$/,
    words: (_call, [service = '', name = '']) => ['aws', service === 's3' ? 's3api' : service, kebab(name)],
    inPrograms: true,
  },
  {
    callee: /^(?:aws-sdk|AWS)\.(\w+)\(\)\.(\w+)$/,
    words: (_call, [service = '', name = '']) => [
      'aws',
      service === 'S3' ? 's3api' : service.toLowerCase(),
      kebab(name),
    ],
    inPrograms: true,
  },
  {
    callee: /^Aws\.(\w+)\.(?:Client|Resource)\.new(?:\(\))?\.(\w+)$/,
    words: (_call, [service = '', name = '']) => [
      'aws',
      service === 'S3' ? 's3api' : service.toLowerCase(),
      kebab(name),
    ],
    inPrograms: true,
  },
  {
    callee: /^google\.cloud\..*\.upload_from_filename$|^@google-cloud\/.*\.upload$/,
    words: (call) => copied(call, 'gcloud', 'storage', 'cp', 'gs://bucket'),
    inPrograms: true,
  },
  {
    callee: /^(?:google\.cloud|@google-cloud\/\w+)\.(?:.*\.)?delete(?:_(?!field)\w+)?$/,
    words: () => ['gcloud', 'storage', 'buckets', 'delete', 'name'],
  },
  {
    callee: /^(?:azure\.|@azure\/).*\.(?:begin_delete\w*|delete_\w+|beginDelete\w*|delete[A-Z]\w*)$/,
    words: () => ['az', 'resource', 'delete', '--ids', 'name'],
  },
  {
    callee: /Api\(\)\.delete_(?:namespaced_|collection_)*(\w+)$/,
    words: (call, [kind = '']) => ['kubectl', 'delete', kind, known(call.args[0]) ?? 'name'],
  },
];
