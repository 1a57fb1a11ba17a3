// Recognises files that hold secrets: tables of names and paths, and one function that uses them.

import { pattern } from '../../../shell/base/pattern.ts';
import { globToRegExp, HOLE } from '../../../shell/base/words.ts';
import { isOrdinary } from '../../../shell/plain/paths.ts';
import { matchesGlob } from './globs.ts';
import { SECRET_PLACES } from './secret-places.ts';

/**
 * A `secret` file may not be read; a `doubtful` one only if the person agrees; a `private` one may be read but not leave
 * the machine.
 */
export type Sensitivity = 'secret' | 'doubtful' | 'private';

/** Names that look like secrets but are not. A file that GnuPG has encrypted is no secret; the ring of its keys is one. */
const HARMLESS_NAME =
  /(^|[._-])(example|sample|template|tmpl|tpl|dist|defaults?(?!_credentials)|schema|stub|dummy|placeholder)s?([._-]|$)|(?<!^secring)\.(pub|d\.ts|enc|sops\.ya?ml|gpg|age|md|txt\.example)$|^(public|pubkey)/i;

/** Environment files whose names say that they hold something other than secrets, or that they are encrypted. */
const HARMLESS_ENV = pattern(
  String.raw`
  ^\.env\.(ports?|hosts?|urls?|public|docs?|readme|types?|versions?|images?|names|format|required|
  reference|skeleton|blank|empty|lint|vault|encrypted)$|
  ^(ports|versions|public|\.xcode)\.env$
`,
  'i',
);

/** Environment files of tests: what is in them is usually made up. `.env.test.local` is not one of them. */
const DOUBTFUL_ENV = pattern(
  String.raw`
  ^\.env\.(tests?|testing|ci|e2e|integration|unit|cypress|playwright|jest|vitest|mocks?|fakes?|
  fixtures?|storybook|bench)$|
  ^(tests?|testing|ci|e2e)\.env$
`,
  'i',
);

/** Test fixtures, examples and templates in a project. */
const FIXTURE =
  /(^|\/)(tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|test-data|mocks?|__mocks__|e2e|examples?|templates|\.github\/workflows)\//i;

const SECRET_NAME = [
  /^\.env(rc|\.[\w. -]+)?$|^\.dev\.vars(\.\w+)?$/i,
  /^[\w.-]+\.env$/i,
  /^id_(rsa|dsa|ecdsa|ed25519|xmss)(_sk)?([._-][\w-]+)?$/i,
  /(private|secret)[\w.-]*\.asc$/,
  pattern(
    String.raw`
    ^(\.netrc|_netrc|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.pypirc|\.git-credentials|\.htpasswd|\.s3cfg|
    \.boto|\.vault-token|\.dockercfg|\.vault_pass\w*|vault_pass(word)?(\.txt)?|\.ansible_vault\w*)$
  `,
    'i',
  ),
  /^(credentials|application_default_credentials|client_secrets?|([\w-]+[-_.])?service[-_]?account)([\w.-]*)\.(json|ya?ml|ini|toml|csv|xml|properties|txt|db)$/,
  /^credentials([._-](bak|backup|old|orig|copy|save|tmp))?$/i,
  /^\.?secrets?(\.(json|ya?ml|toml|ini|env|xml|properties|txt|tfvars|auto\.tfvars))?$/,
  /^secrets?[-_.][\w-]+\.(json|ya?ml|toml|ini|env)$/,
  /firebase-adminsdk[\w-]*\.json$/,
  /^(wp-config|settings|settings\.local|database\.local|configuration)\.php$/,
  /^(master|production)\.key$/,
  /^(\.?token|\.tokens|access_token|refresh_token|api[-_]?keys?|auth[-_]?token)(\.(txt|json))?$/,
  /^(login\.keychain(-db)?|key[34]\.db|logins\.json|Login Data|Cookies(\.binarycookies|\.sqlite)?|cookies\.sqlite|wallet\.dat|secring\.gpg|kubeconfig(\.ya?ml)?|rclone\.conf|admin\.conf)$/,
];

/** Names of key files, except in installed packages, where they are fixtures. */
const KEY_NAME = [
  /_(rsa|dsa|ecdsa|ed25519)$/i,
  /\.(key|ppk|p12|pkcs12|pfx|jks|keystore|keychain|keypair|keyring|kdbx?|agekey|ovpn|kirbi|keytab|ccache)$/i,
  /^(?!(.*(certs?|certificates?|fullchain|chain|public|pub|pubkey|ca|bundle|csr|crl|dh|dhparams?)\b).*\.pem$).*\.pem$/i,
];
const PACKAGED = /\/(node_modules|site-packages|__pycache__|vendor\/(bundle|cache))\//;

/** Secret files by their path. */
const SECRET_PATH = [
  /\/\.ssh\/(?!config(\.\w+)?$|known_hosts|.*\.pub(\.\w+)?$|.*\.(md|txt)$|authorized_keys$|environment$|allowed_signers$|[\w-]+\.d$)[^/]+$/i,
  /\/\.aws\/(credentials|sso|cli\/cache)(\/|$)/i,
  /\/\.gnupg\/(?!.*\.conf$)/,
  /\/\.kube\/(config|cache)/,
  /\/\.docker\/config\.json(\.\w+)?$/,
  pattern(String.raw`
    \/\.config\/(gcloud|gh\/hosts\.yml|gh\/?$|op|hub|glab-cli|doctl|rclone|netlify|configstore|
    pypoetry\/auth\.toml|containers\/auth\.json|solana|pulumi|stripe|heroku|fly|sops\/age)(\/|$)
  `),
  pattern(String.raw`
    \/\.(azure|oci|bluemix|terraform\.d\/credentials|fly|gcp|railway\/config\.json|vercel\/auth|
    supabase|password-store|bitcoin|ethereum|electrum|local\/share\/keyrings|mozilla\/firefox)(\/|\.|$)
  `),
  // The whole profile of a browser or a mail program, with its passwords and cookies.
  /\/(\.config|Library\/Application Support)\/(google-chrome[\w-]*|chromium|Google\/Chrome|Chromium|BraveSoftware(\/[\w-]+)?|microsoft-edge[\w-]*|Microsoft Edge|vivaldi|opera|Firefox|Arc)(\/(User Data|Default|Profiles?( \d+)?))?\/?$/,
  /\/\.(mozilla|thunderbird|librewolf|waterfox)\/?$|\/\.thunderbird\/[^/]+\/?$/,
  /\/\.(cargo|gem)\/credentials/,
  /\/(home|Users|root)\/([^/]+\/)?\.npmrc$|^\/root\/\.npmrc$/i,
  /\/(\.terraformrc|\.m2\/settings(-security)?\.xml|\.gradle\/gradle\.properties)$/,
  /\/\.claude\/\.credentials\.json$/,
  /\/\.(codex|gemini|grok|copilot|amp|kimi[\w-]*)\/(auth\.json$|\.?credentials|[\w-]*oauth[\w-]*(\/|\.json$)|secrets\/|mcp[-_](secrets|credentials))/,
  /\/\.(cursor|grok|pi\/agent|copilot|qwen)\/auth\.json$|\/\.factory\/auth\.|\/(opencode|amp)\/(auth|secrets)\.json$|\/devin\/mcp\/oauth(\/|$)|\/\.kimi[\w-]*\/[\w.-]*token$/,
  /\/Library\/(Keychains(\/|$)|Messages\/chat\.db|Mail(\/|$)|Safari(\/(History\.db|Bookmarks\.plist))?\/?$|Group Containers\/group\.com\.apple\.(notes|calendar)\/|Application Support\/(AddressBook|CallHistoryDB|com\.apple\.TCC)\/)/,
  /^\/etc\/(shadow|gshadow|sudoers|master\.passwd|ssl\/private|krb5\.keytab|ssh\/ssh_host_.*_key$|security\/opasswd|wireguard|ppp\/chap-secrets)/,
  /^\/proc\/([^/]+\/(environ|mem|task\/.*environ)|kcore)$|^\/dev\/k?mem$/,
  /^\/(var\/)?run\/secrets(\/|$)/,
  // Logins to a network, and mail.
  /^\/(private\/)?tmp\/krb5cc_|^\/var\/(spool\/)?mail\/[^/]+$|\/Maildir(\/|$)/,
  // Keyboard input.
  /^\/dev\/input\//,
  /^\/var\/lib\/(docker|kubelet)\/.*secrets/,
  ...SECRET_PLACES,
];

/** Folders in which everything is secret. */
const SECRET_DIR = /\/\.(ssh|gnupg|aws|azure|kube|password-store)\/?$/i;

/** `secrets/prod.yaml`: a folder that says what it holds. Code and documents in it are something else. */
const SECRETS_FOLDER = /\/\.?(secrets?|credentials)\/[^/]+\.(ya?ml|json|env|toml|ini|properties|txt|conf)$/i;

const PRIVATE = [
  // Whole home folders and the machine's settings.
  /^\/((etc|root|home|Users)?\/?$|(home|Users)\/[^/]+\/?$)/,
  /^\/(home|Users)\/[^/]+\/(Documents|Desktop|Pictures|Downloads|Library|\.config|\.local\/share|\.thunderbird|Mail)\/?$/,
  /\/\.(ssh|aws|docker|kube)\/(?!.*\.pub$)/,
  /\.(tfvars|tfstate|tfstate\.backup)$/,
  /\/\.?(npmrc|yarnrc\.yml|gitconfig|bash_history|zsh_history|python_history|psql_history|mysql_history|node_repl_history|viminfo|claude\.json)$/,
  /^\/etc\/(passwd|hosts|group|fstab|hostname|ssh\/)/,
  /\/\.claude\/(projects|settings|history)/,
];

/** Typical names of secret files. A glob is secret if it matches one of them. */
const TYPICAL_SECRETS = [
  '.env',
  '.env.local',
  '.env.production',
  'id_rsa',
  'id_ed25519',
  'credentials',
  '.netrc',
  '.pgpass',
  '.npmrc',
  'server.key',
  'private.pem',
  'secrets.yml',
  'shadow',
  'credentials.json',
  '.git-credentials',
];

export interface SensitivitySettings {
  patterns: readonly string[];
  allow: readonly string[];
  projectRoot: string;
  home: string;
}

/** The sensitivity of a path, which may contain a glob or an unknown part. */
export function sensitivity(
  path: string,
  glob: boolean,
  settings: SensitivitySettings,
): Sensitivity | undefined {
  const { patterns, allow, projectRoot } = settings;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (matchesGlob(allow, path, [name], settings)) return undefined;
  if (matchesGlob(patterns, path, [name], settings)) return 'secret';
  if (glob && /[*?[]/.test(name)) return sensitiveGlob(path, name, settings);
  // `~/.mozilla/*/key4.db`: only the folder is not known.
  if (glob && /[*?[]/.test(path))
    return sensitivityByName(path.replace(/\[[^\]]*\]|[*?]+/g, 'x'), name, projectRoot);
  // Avoids compiling sixty patterns for an ordinary file of the project.
  return isOrdinary(path, projectRoot) ? undefined : sensitivityByName(path, name, projectRoot);
}

/** The sensitivity by the tables above. */
export function sensitivityByName(path: string, name: string, projectRoot: string): Sensitivity | undefined {
  const inProject = path.startsWith(`${projectRoot}/`);
  if (inProject && FIXTURE.test(path.slice(projectRoot.length))) return undefined;
  // On macOS `/etc` is a link to `/private/etc`.
  const plain = path.startsWith('/private/') ? path.slice(8) : path;
  if (SECRET_PATH.some((re) => re.test(plain)) || SECRET_DIR.test(path)) return 'secret';
  if (DOUBTFUL_ENV.test(name)) return 'doubtful';
  if (SECRETS_FOLDER.test(path) && !HARMLESS_NAME.test(name)) return 'doubtful';
  if (!HARMLESS_NAME.test(name) && !HARMLESS_ENV.test(name) && !isScratch(plain, name)) {
    if (SECRET_NAME.some((re) => re.test(name))) return 'secret';
    if (KEY_NAME.some((re) => re.test(name)) && !PACKAGED.test(path)) return 'secret';
  }
  return PRIVATE.some((re) => re.test(path)) ? 'private' : undefined;
}

/** A key or token in a temporary folder was made for a test; a copy of a real one is noticed where it is read. */
const isScratch = (path: string, name: string) =>
  /^\/(var\/)?tmp\//.test(path) && /token|\.(key|pem|p12|pfx|jks|keystore)$/i.test(name);

/** A glob counts only if it is specific enough: `.en?` and `~/.ssh/*` do, `*` does not. */
function sensitiveGlob(path: string, name: string, settings: SensitivitySettings): Sensitivity | undefined {
  const dir = path.slice(0, path.lastIndexOf('/') + 1);
  const literal = name.replace(/\[[^\]]*\]|[*?]/g, '');
  // `~/.ssh/*.pub`: keys for everybody to see.
  if (/\.pub$/.test(name)) return undefined;
  // `~/.mozilla/firefox/*.default`: everything in that folder is secret, whatever its name.
  if (SECRET_DIR.test(dir) || SECRET_PATH.some((re) => re.test(`${dir}x`))) return 'secret';
  // `/home/*` is every home.
  if (/^\*+$/.test(name) && sensitivityByName(dir, '', settings.projectRoot) === 'private') return 'private';
  if (literal.length < 2 || HARMLESS_NAME.test(name) || name.includes(HOLE)) return undefined;
  // `*.json` matches any file of its type, so only the folder can make it secret.
  const kind = /^\.(json|ya?ml)$/.exec(literal.slice(literal.lastIndexOf('.')))?.[0];
  if (kind && literal.length - kind.length < 2)
    return ['credentials', 'auth', 'config', 'hosts'].some((base) =>
      SECRET_PATH.some((re) => re.test(dir + base + kind)),
    )
      ? 'secret'
      : undefined;
  const re = globToRegExp(name);
  // For the shell, `*.env` does not match `.env`; for find, which looks in unknown folders, it does.
  const takesHidden = name.startsWith('.') || dir.includes(HOLE);
  const hit = TYPICAL_SECRETS.find((file) => re?.test(file) && (takesHidden || !file.startsWith('.')));
  if (hit) return sensitivity(dir + hit, false, settings);
  return /^\*\.(pem|key|env|p12|pfx|jks|keystore|keyring|kdbx?|ppk|ovpn)$|^\.env[?*[]/.test(name)
    ? 'secret'
    : undefined;
}

/** Names of variables whose value is a secret. */
export const SECRET_VARIABLE = pattern(String.raw`
  SECRET|PASSWORD|PASSWD|PRIVATE_KEY|CREDENTIAL|AWS_(SESSION|ACCESS)|DATABASE_URL|_PAT$|
  (^|_)(API|ACCESS|AUTH)_(TOKEN|KEY)$|^(GITHUB|GH|GITLAB|NPM|SLACK|PYPI|HF|VAULT)_TOKEN$|
  ^(OPENAI|ANTHROPIC|STRIPE|SENDGRID|GEMINI)_\w*KEY$
`);

/** Histories of what was typed, and states of infrastructure: they often hold passwords. */
export const OFTEN_SECRET =
  /\.tfstate(\.\w+)*$|\/\.?(bash|zsh|sh|ksh|fish|python|psql|mysql|sqlite|node_repl|rediscli|mongo)_?history$|\/(\.histfile|\.viminfo|ConsoleHost_history\.txt)$/;

/** The secret itself, in the text of a call: a private key, or a token of a known service. */
export const LITERAL_SECRET = pattern(String.raw`
  # A private key.
  -----BEGIN [A-Z ]*PRIVATE KEY|
  # Tokens of GitHub, GitLab, AWS, Slack, Anthropic, OpenAI, Stripe, npm, Google, Hugging Face and DigitalOcean.
  \b(?:gh[pousr]_\w{20}|github_pat_\w{20}|glpat-[\w-]{15}|(?:AKIA|ASIA)[A-Z0-9]{16}\b|xox[abprs]-[\w-]{10}|sk-(?:ant|proj)-[\w-]{16}|sk_live_\w{16}|npm_\w{30}|AIza[\w-]{30}|hf_\w{30}|dop_v1_\w{30})
`);

/** Words by which a search looks for secrets. */
export const SOUGHT_SECRET =
  /PRIVATE KEY|BEGIN (RSA|OPENSSH|EC|DSA|PGP)|passw(or)?d|passphrase|secret|api.?key|access.?key|auth.?token|bearer|credential|AKIA|ghp_|xox[bp]|sk-ant/i;

/** Statements that show the passwords of a database, its vault, or files of the machine it runs on. */
export const SECRETS_BY_SQL =
  /\bpg_(read_(binary_)?file|ls_dir|authid|shadow)\b|\bload_file\s*\(|\blo_import\s*\(|\bmysql\.user\b|\bdecrypted_secrets?\b|\bsys\.sql_logins\b|\bDBA_USERS\b/i;

/** Code for a page that sends its cookies or its storage to another address. */
export const SENDS_COOKIES =
  /(?=.*\b(?:document\.cookie|localStorage|sessionStorage)\b)(?=.*\b(?:fetch|sendBeacon|XMLHttpRequest|WebSocket|new Image)\b).*https?:\/\/(?!localhost|127\.)/s;

/** Ports and paths at which a server hands out secrets, or lets everybody control the machine. */
const CREDENTIAL_PORT = /^https?:\/\/[^/?#]*:(?:2375|2376|2379|2380|10250|10255|4243)(?:[/?#]|$)/i;
const CREDENTIAL_PATH = pattern(
  String.raw`
  ^https?:\/\/[^?#]*\/(?:
  # Files that a server should not serve.
  \.env(?:\.(?!example|sample)\w+)?|\.git\/config|\.git-credentials|\.aws\/credentials|\.ssh\/\w+|
  id_rsa|wp-config\.php\.bak|
  # Pages of Spring, Vault, Consul and clouds.
  actuator\/(?:env|heapdump|configprops)|v1\/(?:secret|kv)\/[^?#]*|latest\/meta-data[^?#]*
  )(?:[?#]|$)
`,
  'i',
);

/** Whether fetching this address shows credentials. Files on GitHub and GitLab may be read by anybody. */
export const isCredentialUrl = (url: string): boolean =>
  CREDENTIAL_PORT.test(url) ||
  (CREDENTIAL_PATH.test(url) &&
    !/^https?:\/\/(?:[\w.-]+\.)?git(?:hub|lab)(?:usercontent)?\.com\//i.test(url));
