// Files that are known by their names: secrets, doubtful ones, harmless neighbours, and files that decide what runs.
import { expect, test } from 'bun:test';
import { sensitivity } from './sensitive.ts';
import { isScheduled, isStartup, isStartupByContent } from './startup.ts';

const home = '/home/me';
const settings = { patterns: [], allow: [], projectRoot: `${home}/app`, home };
const judge = (path: string) =>
  sensitivity(path.replace(/^~/, home).replace(/^(?!\/)/, `${home}/app/`), false, settings);
const judged = (names: string) => {
  const kinds = names.split(' ').map((name) => [name, judge(name)] as const);
  return (kind: ReturnType<typeof judge>) => kinds.filter(([, one]) => one !== kind).map(([name]) => name);
};

test('these files hold secrets', () => {
  const names =
    '.env .env.local .env.production .envrc .dev.vars prod.env id_rsa id_dsa id_ecdsa id_ed25519 id_xmss id_ed25519_sk .netrc _netrc .pgpass .my.cnf .mylogin.cnf .pypirc .git-credentials .htpasswd .s3cfg .boto .vault-token .dockercfg .vault_pass credentials.json credentials client_secret.json service-account.json secrets.yml .secrets secrets-prod.json master.key access_token refresh_token api_key auth-token logins.json key4.db wallet.dat ~/backup/secring.gpg kubeconfig rclone.conf server.key tls.ppk a.p12 a.pfx a.jks a.keystore a.kdbx a.agekey a.ovpn private.pem ~/.ssh/work ~/.aws/credentials ~/.aws/sso/x ~/.gnupg/x ~/.kube/config ~/.docker/config.json';
  expect(judged(names)('secret')).toEqual([]);
});

test('these only look like them', () => {
  const names =
    '.env.example .env.sample .env.template .env.dist .env.defaults .env.schema env.stub secrets.dummy.json credentials.placeholder.json id_rsa.pub secrets.sops.yaml .env.ports .env.urls .env.public .env.types .env.versions .env.required .env.reference .env.skeleton .env.blank .env.vault .env.encrypted ports.env fullchain.pem ca.pem cert.pem dhparams.pem pub.gpg notes.gpg ~/.ssh/work.pub test-data/server.key tests/fixtures/id_rsa __mocks__/secrets.json';
  expect(judged(names)(undefined)).toEqual([]);
});

test('these may be read, but must not leave the machine', () => {
  const names =
    '~/.ssh/config ~/.ssh/known_hosts ~/.bash_history ~/.zsh_history ~/.psql_history ~/.mysql_history ~/.node_repl_history ~/.viminfo /etc/passwd /etc/hosts prod.tfvars terraform.tfstate ~/Documents ~ /etc ~/.claude/projects/x';
  expect(judged(names)('private')).toEqual([]);
});

test('files of tests are doubtful', () => {
  const names =
    '.env.test .env.testing .env.ci .env.e2e .env.integration .env.unit .env.cypress .env.playwright .env.jest .env.vitest .env.mock .env.fixture .env.storybook .env.bench test.env ci.env';
  expect(judged(names)('doubtful')).toEqual([]);
});

test('these files decide what runs later', () => {
  const names =
    '.bashrc .bash_aliases .zshrc .zsh_aliases .zlogout .kshrc .tcshrc .inputrc .xsession .xsessionrc .vimrc .gvimrc .nanorc .screenrc .tmux.conf .npmrc .curlrc .wgetrc .gemrc .irbrc .pryrc .condarc .psqlrc .sqliterc .gdbinit .lldbinit .hgrc .mailcap .lessfilter .muttrc .procmailrc .rhosts .shosts .direnvrc .ocamlinit .config/VSCodium/User/settings.json .config/Windsurf/User/keybindings.json .local/share/kservices5/x .mkshrc .yashrc .dputrc .vifmrc .nnnrc .selected_editor .xserverrc .lesskey .local/bin/git bin/sudo .claude.json .codex/config.toml .cursor/mcp.json';
  const missed = names.split(' ').filter((name) => !isStartup(`${home}/${name}`, home));
  expect(missed).toEqual([]);
  for (const name of ['notes.md', '.bashrc.md', 'bin/mytool', '.config/app/settings.json'])
    expect(isStartup(`${home}/${name}`, home)).toBe(false);
  expect(isStartup('/srv/me/.vimrc', home)).toBe(false);
});

test('some do so only by what is written', () => {
  expect(isStartupByContent('/p/.vscode/tasks.json', '"runOn": "folderOpen"')).toBe(true);
  expect(isStartupByContent('/p/.vscode/tasks.json', '"label": "build"')).toBe(false);
  expect(isStartupByContent('/p/.devcontainer/devcontainer.json', '"initializeCommand": "x"')).toBe(true);
  expect(isStartupByContent('/p/x.pth', 'import os')).toBe(true);
  expect(isStartupByContent('/p/.vscode/settings.json', '"git.path": "x"')).toBe(true);
  expect(isStartupByContent('/p/src/tasks.json', 'folderOpen')).toBe(false);
});

test('files of the system that run something at a time, at boot or as root', () => {
  const names =
    '/etc/crontab /etc/cron.d/x /etc/at.allow /etc/init.d/x /etc/rc.local /etc/systemd/system/x.service /etc/profile /etc/bash.bashrc /etc/zsh/zshrc /etc/environment /etc/sudoers /etc/pam.d/sshd /etc/ld.so.preload /etc/passwd /etc/shadow /etc/group /etc/ssh/sshd_config /etc/udev/rules.d/x /etc/xdg/autostart/x /etc/apt/apt.conf.d/x /var/spool/cron/me';
  expect(names.split(' ').filter((name) => !isScheduled(name))).toEqual([]);
  for (const name of ['/etc/hosts', '/etc/passwd.md', '/home/me/etc/crontab', '/var/spool/mail/me'])
    expect(isScheduled(name)).toBe(false);
});
