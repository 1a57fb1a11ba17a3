// Where programs keep passwords and keys: paths by the kind of program. A path is secret if one of them matches.
import { pattern } from '../../../shell/base/pattern.ts';

/** Files and folders of the machine. */
const OF_THE_MACHINE = [
  // The accounts of macOS with the hashes of their passwords, and the password of whoever is logged in by itself.
  /^\/var\/db\/(dslocal\/nodes\/[^/]+\/users|shadow\/hash)(\/|$)|^\/etc\/kcpassword$/,
  // Networks and VPNs.
  /^\/etc\/(NetworkManager\/system-connections|wpa_supplicant|iwd|openvpn|swanctl\/private|ipsec\.d\/private|cloudflared)\/./,
  /^\/etc\/(ipsec\.secrets|racoon\/psk\.txt|netplan\/[^/]+\.ya?ml)$|^\/var\/lib\/(iwd\/.|tailscale\/tailscaled\.state)/,
  // Servers of mail, directories and databases.
  /^\/etc\/(postfix\/sasl_passwd|exim4\/passwd\.client|dovecot\/(private\/|passwd)|samba\/private\/|sssd\/sssd\.conf|ldap\.secret|pam_ldap\.secret|mysql\/debian\.cnf)/,
  /^\/var\/lib\/(samba\/private|sss\/(db|secrets)|rabbitmq\/\.erlang\.cookie|jenkins\/(secrets|credentials\.xml)|cloud\/instance\/user-data|etcd\/member)/,
  /^\/etc\/(gitlab\/gitlab-secrets\.json|gitlab-runner\/config\.toml|grafana\/grafana\.ini|rancher\/k3s\/k3s\.yaml|kubernetes\/(pki\/.*\.key|[\w-]+\.conf)|docker\/key\.json|pki\/tls\/private)/,
];

/** Names of files, in the home or anywhere else. */
const BY_NAME = pattern(
  String.raw`
  \/(
  \.smbcredentials|\.cifs\w*|\.erlang\.cookie|\.(msmtp|mbsync|offlineimap|fetchmail|getmail)rc|
  \.authinfo|\.cvspass|\.databrickscfg|\.sentryclirc|\.scwrc|\.ovh\.conf|\.civo\.json|
  \.linode-cli|\.odbc\.ini|kaggle\.json|[^/]+\.(nmconnection|remmina)
  )$
`,
  'i',
);

/** Folders of the home, after `~/.config`, `~/.local/share`, `~/snap/…` or `~/Library/Application Support`. */
const OF_APPS = pattern(
  String.raw`
  \/(\.config|\.local\/share|Library\/(?:Application Support|Containers|Group Containers)|\.var\/app\/[^/]+\/(?:config|data)|snap\/[^/]+\/(?:current|common|\d+)\/\.config)\/(
  # Passwords.
  keepassxc|KeePass|kwalletd|kwallet\w*|
  # Messages.
  whatsapp[\w.-]*|[\w.]*WhatsApp[\w.]*|Skype|skypeforlinux|Wire|Threema|Zulip|Rocket\.Chat|
  ViberPC|Keybase|Authy Desktop|NordPass|Dashlane|Enpass|Proton Pass|Proton Mail|protonmail|
  # Wallets.
  Electrum|Electron-Cash|Bitcoin|Ethereum|Monero|Zcash|DashCore|Litecoin|Coinomi|WasabiWallet|
  WalletWasabi|@trezor|Guarda|com\.liberty\.jaxx|MetaMask|Phantom|Daedalus|
  # VPNs.
  Mullvad VPN|ProtonVPN|com\.apple\.sharedfilelist|com\.agilebits[\w.]*|2BUA8C4S2C[\w.]*|Slack|
  discord|Signal|Element|TelegramDesktop|Telegram Desktop|Microsoft\/Microsoft Teams|
  teams-for-linux|Mattermost|
  # Passwords and wallets.
  Bitwarden|1Password|Exodus|atomic|Ledger Live|
  # Logins to servers, clouds, backups and registries.
  filezilla|remmina|evolution|hcloud|scw|linode-cli|exoscale|yandex-cloud|ngrok|borg|kopia|restic|
  gopass|age|step|msmtp|weechat|hexchat|NuGet|composer\/auth\.json|dart|wandb|\.wrangler|
  DBeaverData|jupyter\/runtime|syncthing\/(key|https-key)\.pem|helm\/registry
  )(\/|$)
`,
  'i',
);

/** Folders and files of the home that begin with a dot. */
const OF_TOOLS = [
  /\/\.(vnc\/passwd|purple\/accounts\.xml|filezilla\/|remmina\/|irssi\/config|weechat\/sec\.conf|subversion\/auth\/|jupyter\/[\w-]+config\.json|dbeaver4?\/)/,
  /\/\.(snowsql|snowflake|dbt\/profiles\.yml|influxdbv2|mc\/config\.json|awsvault|okta|saml2aws|granted|aliyun|qcloudcli|cloudflared|ngrok2|pulumi\/credentials|step\/secrets|age|minisign|chef\/[^/]+\.pem|puppetlabs\/.*private_keys)(\/|$|\.)/,
  /\/\.(kaggle|huggingface|composer\/auth\.json|conan2?\/credentials|pub-cache\/credentials|sbt\/\.credentials|ivy2\/\.credentials|nuget\/NuGet\.Config|slack\/credentials|twilio-cli|near-credentials|monero|litecoin|zcash|sui|aptos|foundry\/keystores|brownie\/accounts)(\/|$|\.)/i,
  // Cookies, accounts and messages on macOS.
  /\/Library\/(Cookies|HTTPStorages|Accounts|IdentityServices)\/./,
  /\/\.(bitmonero|dashcore|dogecoin|ripple|cardano|tezos-client|eth|geth|keystore|Enpass|lastpass|lpass|bw|keybase|gnome2\/keyrings|kde4?\/share\/apps\/kwallet|pki\/nssdb|wallet[\w-]*|config\/lightcord)(\/|$)/i,
  /\/\.cache\/(keepassxc|evolution|mozilla\/firefox)\/.*(keepassxc\.ini|key4\.db)$/,
  /\/\.cache\/huggingface\/token$|\/snap\/(bitwarden|slack|discord|signal-desktop|telegram-desktop)\//,
];

export const SECRET_PLACES: readonly RegExp[] = [...OF_THE_MACHINE, BY_NAME, OF_APPS, ...OF_TOOLS];
