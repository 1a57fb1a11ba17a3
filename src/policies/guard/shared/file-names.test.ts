// Files that are recognised by their names: secret, doubtful and private ones, harmless ones with similar names, and files
// that decide what runs.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import {
  isCredentialUrl,
  LITERAL_SECRET,
  OFTEN_SECRET,
  SECRET_VARIABLE,
  SECRETS_BY_SQL,
  SOUGHT_SECRET,
  sensitivity,
} from './sensitive.ts';
import { isScheduled, isStartup, isStartupByContent } from './startup.ts';

const home = '/home/me';
const settings = { patterns: [], allow: [], projectRoot: `${home}/app`, home };
const absolute = (path: string) => path.replace(/^~/, home).replace(/^(?!\/)/, `${home}/app/`);
const judge = (path: string) => sensitivity(absolute(path), false, settings);

/** Lines such as `secret ~/.aws/credentials`; a path without a folder is in the project. */
const lines = (file: string) =>
  readFileSync(`${import.meta.dir}/../corpus/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => /^(\S+) (.*)$/.exec(line)!.slice(1) as [kind: string, path: string]);

test('every file in sensitive-files.txt is what its line says', () => {
  const wrong = lines('sensitive-files.txt').filter(([kind, path]) => (judge(path) ?? 'ordinary') !== kind);
  expect(wrong).toEqual([]);
});

test('every file in startup-files.txt is what its line says', () => {
  const kindOf = (path: string) =>
    isStartup(path, home) ? 'runs' : isScheduled(path) ? 'scheduled' : 'ordinary';
  const wrong = lines('startup-files.txt').filter(([kind, path]) => kindOf(absolute(path)) !== kind);
  expect(wrong).toEqual([]);
});

/** The texts that a pattern should match but doesn't, and those that it matches but should not. */
const mistakes = (
  pattern: RegExp | ((text: string) => boolean),
  yes: readonly string[],
  no: readonly string[],
) => {
  const matches = (text: string) => (pattern instanceof RegExp ? pattern.test(text) : pattern(text));
  return [...yes.filter((text) => !matches(text)), ...no.filter(matches)];
};

test('variables whose value is a secret are told from others by their names', () => {
  const yes =
    'CLIENT_SECRET DB_PASSWORD PASSWD PRIVATE_KEY MY_CREDENTIALS AWS_SESSION_TOKEN AWS_ACCESS_KEY_ID DATABASE_URL GITHUB_PAT API_TOKEN API_KEY X_ACCESS_TOKEN X_AUTH_KEY GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN NPM_TOKEN SLACK_TOKEN PYPI_TOKEN HF_TOKEN VAULT_TOKEN OPENAI_KEY ANTHROPIC_ADMIN_KEY STRIPE_KEY SENDGRID_KEY GEMINI_KEY';
  const no =
    'PATH HOME TOKEN MAX_TOKENS API_TOKENS MY_NPM_TOKEN NPM_TOKENS COMPATIBLE _PATH OPENAI_KEYS MY_STRIPE_KEY XAPI_KEY';
  expect(mistakes(SECRET_VARIABLE, yes.split(' '), no.split(' '))).toEqual([]);
});

test('histories of commands and states of infrastructure often hold a secret', () => {
  const yes =
    'a.tfstate a.tfstate.backup ~/.bash_history ~/.zsh_history ~/.sh_history ~/.ksh_history ~/fish_history ~/.python_history ~/.psql_history ~/.mysql_history ~/.sqlite_history ~/.node_repl_history ~/.rediscli_history ~/.mongo_history ~/.histfile ~/.viminfo ~/ConsoleHost_history.txt';
  const no = 'a.tfstates ~/.bash_history.md ~/history ~/.viminfos ~/docs/history.txt';
  expect(mistakes(OFTEN_SECRET, yes.split(' '), no.split(' '))).toEqual([]);
});

test('a private key or a token is found in the text of a call', () => {
  const x = (length: number) => 'x'.repeat(length);
  const yes = [
    '-----BEGIN RSA PRIVATE KEY',
    ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'].map((start) => start + x(20)),
    `glpat-${x(15)}`,
    `AKIA${'A'.repeat(16)}`,
    `ASIA${'A'.repeat(16)}`,
    ...['xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-'].map((start) => start + x(10)),
    `sk-ant-${x(16)}`,
    `sk-proj-${x(16)}`,
    `sk_live_${x(16)}`,
    ...['npm_', 'AIza', 'hf_', 'dop_v1_'].map((start) => start + x(30)),
  ];
  const no = [
    '-----BEGIN PUBLIC KEY',
    `ghp_${x(19)}`,
    `github_pat_${x(19)}`,
    `AKIA${'A'.repeat(17)}`,
    `sk-ant-${x(15)}`,
    `npm_${x(29)}`,
    `xghp_${x(20)}`,
  ];
  expect(mistakes(LITERAL_SECRET, yes, no)).toEqual([]);
});

test('words with which somebody searches for secrets are recognised', () => {
  const yes =
    'PRIVATE KEY,BEGIN RSA,BEGIN OPENSSH,BEGIN EC,BEGIN DSA,BEGIN PGP,password,passwd,passphrase,secret,api_key,apikey,access-key,auth token,bearer,credential,AKIA,ghp_,xoxb,xoxp,sk-ant';
  const no = 'BEGIN,key,token,pass,TODO';
  expect(mistakes(SOUGHT_SECRET, yes.split(','), no.split(','))).toEqual([]);
});

test('statements that show the passwords of a database, or files of its machine, are recognised', () => {
  const yes =
    "select pg_read_file('x')|select pg_read_binary_file('x')|select pg_ls_dir('/')|select * from pg_authid|select * from pg_shadow|select load_file('/x')|select lo_import('/x')|select * from mysql.user|select * from vault.decrypted_secrets|select * from decrypted_secret|select * from sys.sql_logins|select * from DBA_USERS";
  const no = 'select * from users|select pg_sleep(1)|select load_files from x|select * from pg_authid_log';
  expect(mistakes(SECRETS_BY_SQL, yes.split('|'), no.split('|'))).toEqual([]);
});

test('addresses at which a server hands out credentials are recognised', () => {
  const host = 'http://10.0.0.1';
  const ports = [2375, 2376, 2379, 2380, 10250, 10255, 4243];
  const paths =
    '.env .env.production .git/config .git-credentials .aws/credentials .ssh/id_ed25519 id_rsa wp-config.php.bak actuator/env actuator/heapdump actuator/configprops v1/secret/data/x v1/kv/x latest/meta-data/iam';
  const yes = [
    ...ports.flatMap((port) => [
      `${host}:${port}/x`,
      `${host}:${port}`,
      `${host}:${port}?x`,
      `${host}:${port}#x`,
    ]),
    ...paths.split(' ').map((path) => `${host}/${path}`),
    'https://a.example/.env?x',
    'https://a.example/.env#x',
    'https://nogithub.com/.env',
  ];
  const no = [
    `${host}:8080/x`,
    `${host}:23755/`,
    `${host}/.env.example`,
    `${host}/.env.sample`,
    `${host}/.environment`,
    'see http://10.0.0.1:2375/x',
    'see http://a.example/.env',
    'https://github.com/a/b/blob/main/.env',
    'https://raw.githubusercontent.com/a/b/main/.env',
    'https://gitlab.com/a/b/.env',
  ];
  expect(mistakes(isCredentialUrl, yes, no)).toEqual([]);
});

test('a certificate is no key, and keys in installed packages are fixtures', () => {
  const publicNames =
    'certs certificate certificates fullchain chain public pub pubkey ca bundle csr crl dh dhparam dhparams';
  expect(publicNames.split(' ').filter((name) => judge(`~/tls/site-${name}.pem`) !== undefined)).toEqual([]);
  for (const name of ['server', 'cat', 'chained', 'dhx']) expect(judge(`~/tls/${name}.pem`)).toBe('secret');
  const packages = 'node_modules site-packages __pycache__ vendor/bundle vendor/cache';
  expect(packages.split(' ').filter((name) => judge(`~/${name}/a.key`) !== undefined)).toEqual([]);
  expect(judge('~/vendor/a.key')).toBe('secret');
  expect(judge('~/node_modules.key')).toBe('secret');
});

test('a key or a token in a temporary folder was made for a test', () => {
  for (const name of ['a.key', 'a.pem', 'a.p12', 'a.pfx', 'a.jks', 'a.keystore', 'token'])
    for (const folder of ['/tmp', '/var/tmp', '/private/tmp'])
      expect(judge(`${folder}/${name}`)).toBeUndefined();
  for (const path of ['/tmp/.env', '/tmp/id_rsa', '/home/tmp/a.key', '/tmp.d/a.key'])
    expect(judge(path)).toBe('secret');
});

test.each([
  ['~/.ssh/*', 'secret'],
  ['~/.ssh/*.pub', undefined],
  ['~/.aws/c*', 'secret'],
  ['~/.mozilla/*/key4.db', 'secret'],
  ['~/.mozilla/firefox/*.default', 'secret'],
  ['~/.config/gcloud/*.json', 'secret'],
  ['~/x/*.json', undefined],
  ['~/x/*.yaml', undefined],
  ['~/x/cred*.json', 'secret'],
  ['.en?', 'secret'],
  ['.env*', 'secret'],
  ['.env[.]local', 'secret'],
  ['*.env', 'secret'],
  ['*.pem', 'secret'],
  ['*.key', 'secret'],
  ['*.kdbx', 'secret'],
  ['*.ovpn', 'secret'],
  ['id_*', 'secret'],
  ['*', undefined],
  ['?', undefined],
  ['a*', undefined],
  ['src/*.ts', undefined],
  ['*.example', undefined],
  ['/home/*', 'private'],
  ['/etc/*', 'private'],
  ['/etc/shado?', 'secret'],
  ['~/.docker/*', 'private'],
])('the glob %s is %p', (glob, kind) => {
  expect(sensitivity(absolute(glob), true, settings)).toBe(kind as never);
});

test('what a person allows comes first, then their own patterns, then the tables', () => {
  const own = { ...settings, patterns: ['notes/*.md', '~/diary/**'], allow: ['.env.local', 'notes/open.md'] };
  const judged = (path: string) => sensitivity(absolute(path), false, own);
  expect(judged('notes/a.md')).toBe('secret');
  expect(judged('~/diary/2026/a')).toBe('secret');
  expect(judged('notes/open.md')).toBeUndefined();
  expect(judged('.env.local')).toBeUndefined();
  expect(judged('.env')).toBe('secret');
});

/** Returns a function that lists the names which are of another kind than the given one. */
const judged = (names: string) => {
  const kinds = names.split(' ').map((name) => [name, judge(name)] as const);
  return (kind: ReturnType<typeof judge>) =>
    kinds.filter(([, found]) => found !== kind).map(([name]) => name);
};

test('files that hold secrets are recognised by their names', () => {
  const names =
    '.env .env.local .env.production .envrc .dev.vars prod.env id_rsa id_dsa id_ecdsa id_ed25519 id_xmss id_ed25519_sk .netrc _netrc .pgpass .my.cnf .mylogin.cnf .pypirc .git-credentials .htpasswd .s3cfg .boto .vault-token .dockercfg .vault_pass credentials.json credentials client_secret.json service-account.json secrets.yml .secrets secrets-prod.json master.key access_token refresh_token api_key auth-token logins.json key4.db wallet.dat ~/backup/secring.gpg kubeconfig rclone.conf server.key tls.ppk a.p12 a.pfx a.jks a.keystore a.kdbx a.agekey a.ovpn private.pem ~/.ssh/work ~/.aws/credentials ~/.aws/sso/x ~/.gnupg/x ~/.kube/config ~/.docker/config.json';
  expect(judged(names)('secret')).toEqual([]);
});

test('files whose names only look like secrets are ordinary', () => {
  const names =
    '.env.example .env.sample .env.template .env.dist .env.defaults .env.schema env.stub secrets.dummy.json credentials.placeholder.json id_rsa.pub secrets.sops.yaml .env.ports .env.urls .env.public .env.types .env.versions .env.required .env.reference .env.skeleton .env.blank .env.vault .env.encrypted ports.env fullchain.pem ca.pem cert.pem dhparams.pem pub.gpg notes.gpg ~/.ssh/work.pub test-data/server.key tests/fixtures/id_rsa __mocks__/secrets.json';
  expect(judged(names)(undefined)).toEqual([]);
});

test('private files may be read, but must not leave the machine', () => {
  const names =
    '~/.ssh/config ~/.ssh/known_hosts ~/.bash_history ~/.zsh_history ~/.psql_history ~/.mysql_history ~/.node_repl_history ~/.viminfo /etc/passwd /etc/hosts prod.tfvars terraform.tfstate ~/Documents ~ /etc ~/.claude/projects/x';
  expect(judged(names)('private')).toEqual([]);
});

test('environment files for tests are doubtful', () => {
  const names =
    '.env.test .env.testing .env.ci .env.e2e .env.integration .env.unit .env.cypress .env.playwright .env.jest .env.vitest .env.mock .env.fixture .env.storybook .env.bench test.env ci.env';
  expect(judged(names)('doubtful')).toEqual([]);
});

test('files that decide what runs later are recognised by their names', () => {
  const names =
    '.bashrc .bash_aliases .zshrc .zsh_aliases .zlogout .kshrc .tcshrc .inputrc .xsession .xsessionrc .vimrc .gvimrc .nanorc .screenrc .tmux.conf .npmrc .curlrc .wgetrc .gemrc .irbrc .pryrc .condarc .psqlrc .sqliterc .gdbinit .lldbinit .hgrc .mailcap .lessfilter .muttrc .procmailrc .rhosts .shosts .direnvrc .ocamlinit .config/VSCodium/User/settings.json .config/Windsurf/User/keybindings.json .local/share/kservices5/x .mkshrc .yashrc .dputrc .vifmrc .nnnrc .selected_editor .xserverrc .lesskey .local/bin/git bin/sudo .claude.json .codex/config.toml .cursor/mcp.json';
  const missed = names.split(' ').filter((name) => !isStartup(`${home}/${name}`, home));
  expect(missed).toEqual([]);
  for (const name of ['notes.md', '.bashrc.md', 'bin/mytool', '.config/app/settings.json'])
    expect(isStartup(`${home}/${name}`, home)).toBe(false);
  expect(isStartup('/srv/me/.vimrc', home)).toBe(false);
});

test('some files decide what runs only with certain content', () => {
  expect(isStartupByContent('/p/.vscode/tasks.json', '"runOn": "folderOpen"')).toBe(true);
  expect(isStartupByContent('/p/.vscode/tasks.json', '"label": "build"')).toBe(false);
  expect(isStartupByContent('/p/.devcontainer/devcontainer.json', '"initializeCommand": "x"')).toBe(true);
  expect(isStartupByContent('/p/x.pth', 'import os')).toBe(true);
  expect(isStartupByContent('/p/.vscode/settings.json', '"git.path": "x"')).toBe(true);
  expect(isStartupByContent('/p/src/tasks.json', 'folderOpen')).toBe(false);
});

test('files of the system that run something at a time, at boot or as root are recognised', () => {
  const names =
    '/etc/crontab /etc/cron.d/x /etc/at.allow /etc/init.d/x /etc/rc.local /etc/systemd/system/x.service /etc/profile /etc/bash.bashrc /etc/zsh/zshrc /etc/environment /etc/sudoers /etc/pam.d/sshd /etc/ld.so.preload /etc/passwd /etc/shadow /etc/group /etc/ssh/sshd_config /etc/udev/rules.d/x /etc/xdg/autostart/x /etc/apt/apt.conf.d/x /var/spool/cron/me';
  expect(names.split(' ').filter((name) => !isScheduled(name))).toEqual([]);
  for (const name of ['/etc/hosts', '/etc/passwd.md', '/home/me/etc/crontab', '/var/spool/mail/me'])
    expect(isScheduled(name)).toBe(false);
});
