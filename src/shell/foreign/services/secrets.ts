// Calls of client libraries that show a secret of a cloud, a cluster, a vault, a keyring or a browser, and the commands
// that do the same (services.ts).
import { pattern } from '../../base/pattern.ts';
import { firstText } from '../value.ts';
import type { Service } from './service.ts';

/** Words by which code reads only the names of secrets. */
const ONLY_NAMES = /\b(?:metadata|Metadata|ObjectMeta|\.Name)\b/;
/** Words by which code reads the content of secrets. */
const CONTENT = /(?:^|\W)(?:data|string_?data|stringData|binaryData|Data|StringData)(?:\W|$)/;

export const SECRETS: readonly Service[] = [
  {
    callee: pattern(String.raw`
      # Clients for Python and JavaScript.
      \.(?:read_namespaced_secret|list_namespaced_secret|list_secret_for_all_namespaces|
      readNamespacedSecret|listNamespacedSecret|listSecretForAllNamespaces)$|
      # The client for Go.
      \.CoreV1\(\)\.Secrets\(\)\.(?:Get|List)$
    `),
    command: (_call, _groups, { mentions }) =>
      mentions(ONLY_NAMES) && !mentions(CONTENT)
        ? undefined
        : ['kubectl', 'get', 'secret', '--all-namespaces', '-o', 'yaml'],
  },
  {
    callee:
      /(?:^|\.)(?:access_secret_version|accessSecretVersion|AccessSecretVersion|get_secret_bundle|getSecretBundle)$/,
    command: () => ['gcloud', 'secrets', 'versions', 'access', 'latest'],
  },
  {
    callee: /(?:^|\.)(?:get_secret_value|getSecretValue|GetSecretValue(?:WithContext)?|batchGetSecretValue)$/,
    command: () => ['aws', 'secretsmanager', 'get-secret-value', '--secret-id', 'x'],
  },
  {
    callee:
      /(?:^|\.)(?:GetParameters?|getParameters?|GetParametersByPath|getParametersByPath)(?:WithContext)?$/,
    command: ({ named, args }) =>
      named.has('WithDecryption') || args.some(({ fields }) => fields?.has('WithDecryption'))
        ? ['aws', 'ssm', 'get-parameter', '--name', 'x', '--with-decryption']
        : undefined,
  },
  {
    callee: /keyvault.*\.(?:get_secret|getSecret)$/i,
    command: () => ['az', 'keyvault', 'secret', 'show', '--name', 'x'],
  },
  {
    callee:
      /^(?:hvac\.Client\(\).*\.(?:read|read_secret\w*|generate_credentials)|node-vault\(\)\.read|Vault\..*\.(?:read|kv\(\)\.read))$/,
    command: () => ['vault', 'kv', 'get', 'x'],
  },
  {
    callee: /^(?:@1password\/sdk\b|onepassword\b).*\.secrets\.resolve(?:All)?$/,
    command: () => ['op', 'read', 'op://vault/item'],
  },
  {
    callee: pattern(String.raw`
      ^(?:keyring\.get_(?:password|credential)|keytar\.(?:getPassword|findPassword|findCredentials)|
      secretstorage\b.*\.get_secret|keyring\.Get|@napi-rs\/keyring\.Entry\(\)\.getPassword)$
    `),
    command: () => ['secret-tool', 'lookup', 'service', 'x'],
  },
  {
    callee: pattern(String.raw`
      # Libraries that decrypt the cookies of browsers.
      ^(?:browser_cookie3|browsercookie|rookiepy|pycookiecheat)\.\w+$|
      ^(?:chrome-cookies-secure|@mherod\/get-cookie|get-cookie)\.(?:getCookies\w*|getCookie)$|
      # The passwords of Windows.
      ^win32crypt\.CryptUnprotectData$
    `),
    command: () => ['lazagne', 'browsers'],
  },
  {
    callee: /^(?:spwd\.getsp\w+|pwd\.getspnam|Etc\.getspnam)$/,
    command: ({ args }) => ['getent', 'shadow', firstText(args[0])],
  },
];
