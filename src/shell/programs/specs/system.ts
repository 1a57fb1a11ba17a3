import type { EffectRule, ProgramSpec } from '../spec.ts';

const SYSTEM_4_0: readonly EffectRule[] = [
  { code: 'service-stop', when: 'stop|graceful-stop|quit', why: 'Stops the web server.' },
  { code: 'service-stop', when: '** stop|quit', flags: '-s -k', why: 'Stops the web server.' },
];

const SYSTEM_11_1: readonly EffectRule[] = [
  {
    code: 'network-down',
    when: 'addr|address|route|rule|neigh|netns|r|a set|del|delete|flush|replace|change|down',
    why: 'Changes the network; you may lose the connection.',
  },
  {
    code: 'network-down',
    when: 'link|l del|delete|flush|replace|change|down',
    why: 'Changes the network; you may lose the connection.',
  },
  {
    code: 'network-down',
    when: 'link|l set ** down|netns|address|name|mtu|master|nomaster',
    why: 'Changes the network; you may lose the connection.',
  },
  { code: 'network-down', when: '* down', why: 'Switches a network interface off.' },
  {
    code: 'network-down',
    when: 'flush|delete|del|add|down|networking|radio|con|connection|device',
    flags: '-net -host',
    why: 'Changes the network.',
  },
  {
    code: 'network-down',
    when: 'con|connection|device|networking|radio delete|down|off|disconnect|modify',
    why: 'Changes the network.',
  },
  { code: 'network-down', when: 'flush|delete|del', why: 'Changes the routes.' },
];

const SYSTEM_18_2: readonly EffectRule[] = [
  {
    code: 'security-off',
    why: 'Changes how the machine protects itself or starts.',
    flags:
      '-e -D -d -c -b -B -o -n --disable --master-disable --global-disable --add --remove --reset-default --create --delete-bootnum',
    unless: '-l -s -p --status --assess --verify -v -a',
  },
];

const SYSTEM_25_3: readonly EffectRule[] = [
  {
    code: 'machine-setting',
    flags: '-s --set -w --systohc --hctosys',
    why: 'Sets the clock of the machine.',
  },
];

const SYSTEM_28_4: readonly EffectRule[] = [
  {
    code: 'machine-setting',
    when: 'erase|flash|flashall|format|wipe|clear|uninstall|reboot|root|remount|disable-verity|oem',
    why: 'Deletes data of a device, or changes how it starts.',
    safer: 'adb devices',
  },
];

const SYSTEM_31_5: readonly EffectRule[] = [
  {
    code: 'package-remove',
    when: 'remove|rm|purge|autoremove|autopurge|erase|del|delete|uninstall|deinstall|dist-upgrade|full-upgrade|clean-all',
    why: 'Removes packages other programs may need.',
    safer: 'apt-get --simulate remove NAME',
  },
];

const SYSTEM_37_6: readonly EffectRule[] = [
  {
    code: 'package-remove',
    when: 'destroy|purge|implode',
    unless: '-n',
    why: 'Removes a tool with everything it keeps.',
  },
  { code: 'package-remove', when: 'self uninstall', why: 'Removes a tool with everything it keeps.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'shutdown reboot halt poweroff',
    about: '',
    options: { '-h': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'shutdown',
        why: 'Stops the machine with everything that runs on it.',
        weight: 'irreversible',
        unless: '-c -k --show',
      },
    ],
  },
  {
    names: 'init telinit',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'shutdown',
        when: '0|1|6|s',
        weight: 'irreversible',
        why: 'Changes the run level: the machine stops.',
      },
    ],
  },
  {
    names:
      'systemctl service rc-service rc-update chkconfig update-rc.d initctl sc sv s6-svc supervisorctl pm2 monit svcadm brew-services',
    about: '',
    options: { '-H -M -t -p -n': 'text' },
    kind: 'system',
    effects: [
      {
        code: 'shutdown',
        when: 'poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|rescue|emergency|default',
        weight: 'irreversible',
        why: 'Stops the machine.',
      },
      {
        code: 'service-stop',
        when: 'stop|disable|mask|kill|isolate|delete|del|remove|unlink|shutdown|revert|set-default|clean|reset-failed',
        why: 'Stops a service others may need.',
        safer: 'systemctl status NAME',
      },
      {
        code: 'service-stop',
        when: '* stop|disable|delete|remove|kill|off|del',
        why: 'Stops a service others may need.',
        safer: 'systemctl status NAME',
      },
    ],
  },
  {
    names: 'launchctl',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'service-stop',
        when: 'unload|bootout|remove|disable|stop|kill|reboot|load|bootstrap|submit',
        why: 'Changes which services run.',
      },
    ],
  },
  { names: 'nginx apachectl apache2ctl httpd caddy', about: '', kind: 'system', effects: SYSTEM_4_0 },
  {
    names: 'haproxy',
    about: '',
    syntax: { singleDash: true },
    kind: 'system',
    effects: [
      ...SYSTEM_4_0,
      { code: 'service-stop', flags: '-sf -st', why: 'Stops the running load balancer.' },
    ],
  },
  {
    names: 'crontab',
    about: '',
    options: { '-u': 'text' },
    kind: 'system',
    effects: [
      {
        code: 'cron-remove',
        why: 'Deletes every scheduled job.',
        flags: '-r',
        weight: 'irreversible',
        safer: 'crontab -l > backup.cron',
      },
      { code: 'cron-change', why: 'Replaces the scheduled jobs.', flags: '-e' },
      { code: 'cron-change', when: '$', unless: '-l -r -e -V', why: 'Replaces the scheduled jobs.' },
      {
        code: 'cron-change',
        when: '*',
        unless: '-l -r -e',
        why: 'Replaces the scheduled jobs.',
        safer: 'crontab -l',
      },
    ],
  },
  {
    names: 'iptables ip6tables ebtables',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'firewall',
        why: 'Changes the firewall; you may lock yourself out.',
        flags: '-F --flush -X -D --delete -P --policy -Z -A -I -R',
        safer: 'iptables -S',
      },
    ],
  },
  {
    names: 'nft ufw firewall-cmd pfctl',
    about: '',
    options: { '-f': 'text' },
    kind: 'system',
    effects: [
      {
        code: 'firewall',
        when: 'flush|delete|reset|disable|destroy|deny|allow|reload',
        why: 'Changes the firewall; you may lock yourself out.',
      },
      {
        code: 'firewall',
        flags: '-F -d --remove-service --remove-port --panic-on --complete-reload --add-port',
        why: 'Changes the firewall.',
      },
    ],
  },
  {
    names: 'ip',
    about: '',
    subcommands: { netns: { subcommands: { exec: { runs: { skip: 1 } } } } },
    kind: 'system',
    effects: SYSTEM_11_1,
  },
  { names: 'ifconfig route nmcli resolvectl wg-quick', about: '', kind: 'system', effects: SYSTEM_11_1 },
  {
    names: 'networksetup',
    about: '',
    syntax: { singleDash: true },
    kind: 'system',
    effects: [
      ...SYSTEM_11_1,
      {
        code: 'network-down',
        flags:
          '-setdnsservers -setsearchdomains -setairportpower -setairportnetwork -setwebproxy -setsecurewebproxy -setsocksfirewallproxy -setautoproxyurl -setwebproxystate -setsecurewebproxystate -setmanual -setdhcp -setbootp -setv6off -setnetworkserviceenabled -setmtu -setMTU -removenetworkservice -removepreferredwirelessnetwork -removeallpreferredwirelessnetworks -deletelocation -deleteVLAN -deleteBond -switchtolocation -ordernetworkservices',
        why: 'Changes the network; you may lose the connection.',
        safer: 'networksetup -getinfo SERVICE',
      },
    ],
  },
  {
    names: 'nix-collect-garbage nix-store',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'package-remove',
        why: 'Removes packages other programs may need.',
        flags: '-d --delete-old --delete-older-than --gc --delete',
        unless: '--print-dead --print-live',
      },
    ],
  },
  {
    names: 'tc',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'network-down',
        when: 'qdisc|class|filter add|del|delete|replace|change',
        why: 'Changes the network; you may lose the connection.',
      },
    ],
  },
  {
    names: 'ifdown',
    about: '',
    kind: 'system',
    effects: [{ code: 'network-down', why: 'Switches a network interface off.' }],
  },
  {
    names: 'update-alternatives',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'machine-setting',
        why: 'Changes which program a name means.',
        flags: '--remove-all --remove --set --force',
      },
    ],
  },
  {
    names: 'setenforce aa-disable aa-teardown grub-install kexec',
    about: '',
    kind: 'system',
    effects: [{ code: 'security-off', why: 'Changes how the machine protects itself or starts.' }],
  },
  { names: 'auditctl efibootmgr spctl', about: '', kind: 'system', effects: SYSTEM_18_2 },
  {
    names: 'nvram',
    about: '',
    kind: 'system',
    effects: [
      ...SYSTEM_18_2,
      { code: 'machine-setting', when: '** *=*', why: 'Changes what the machine starts with.' },
      { code: 'machine-setting', flags: '-f', why: 'Changes what the machine starts with.' },
    ],
  },
  {
    names: 'csrutil',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        when: 'disable|clear|enable|authenticated-root',
        why: 'Changes how the machine protects itself or starts.',
      },
    ],
  },
  {
    names: 'rmmod insmod modprobe kextload kextunload depmod',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'kernel-module',
        why: 'Loads or unloads code of the kernel.',
        unless: '-l -n --show-depends -c',
      },
    ],
  },
  {
    names: 'sysctl',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'kernel-setting',
        why: 'Changes a setting of the running kernel.',
        flags: '-w --write -p --load --system',
      },
      { code: 'kernel-setting', when: '** *=*', why: 'Changes a setting of the running kernel.' },
    ],
  },
  {
    names: 'hostname',
    about: '',
    kind: 'system',
    effects: [{ code: 'machine-setting', when: '*', why: 'Changes the name of the machine.' }],
  },
  {
    names: 'date gdate',
    about: 'Prints or sets the date.',
    plain: 'alone',
    options: { '-I -d -r -v --date -s --set': 'text', '-f --file': 'reads' },
    operands: 'text',
    kind: 'system',
    effects: SYSTEM_25_3,
    traits: ['words'],
  },
  {
    names: 'hwclock',
    about: '',
    options: { '-I -d -f -r -v': 'text' },
    kind: 'system',
    effects: SYSTEM_25_3,
  },
  {
    names: 'profiles',
    about: '',
    kind: 'system',
    effects: [
      { code: 'security-off', when: 'remove', why: 'Changes how the machine protects itself or starts.' },
    ],
  },
  {
    names: 'fwupdmgr fwupdtool',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'machine-setting',
        when: 'install*|update|upgrade|downgrade|reinstall|local-install|activate|clear-*',
        why: 'Writes the firmware of the machine.',
        safer: 'fwupdmgr get-updates',
      },
    ],
  },
  { names: 'fastboot pm', about: '', options: { '-s -t': 'text' }, kind: 'system', effects: SYSTEM_28_4 },
  {
    names: 'adb',
    about: '',
    options: { '-s -t -H -P': 'text' },
    subcommands: { shell: { runs: { operands: 'source', remote: true } } },
    kind: 'system',
    effects: SYSTEM_28_4,
  },
  {
    names: 'swapoff umount unmount eject',
    about: '',
    kind: 'system',
    effects: [{ code: 'unmount', why: 'Takes a disk or swap away from what uses it.' }],
  },
  {
    names: 'mount',
    about: '',
    options: { '-t -o': 'text' },
    kind: 'system',
    effects: [
      { code: 'mount', when: '* *', why: 'Changes the file tree of the machine.' },
      { code: 'mount', flags: '--bind -a --all -o', why: 'Changes the file tree of the machine.' },
    ],
  },
  {
    names: 'apt apt-get aptitude',
    about: '',
    options: { '-t -o -c': 'text', '-s --simulate --just-print --no-act --recon': 'dry' },
    kind: 'system',
    effects: SYSTEM_31_5,
  },
  {
    names: 'dpkg',
    about: '',
    options: { '-t -o -c': 'text', '--simulate --just-print --no-act --recon': 'dry' },
    kind: 'system',
    effects: [
      ...SYSTEM_31_5,
      {
        code: 'package-remove',
        why: 'Removes packages other programs may need.',
        flags: '-r -P --purge --remove',
        unless: '-l -L -S',
      },
    ],
  },
  {
    names: 'yum dnf zypper apk snap flatpak port pkg choco winget scoop',
    about: '',
    options: { '-t -o -c': 'text', '--simulate --just-print --no-act --recon': 'dry' },
    kind: 'system',
    effects: SYSTEM_31_5,
  },
  {
    names: 'pacman',
    about: '',
    options: { '-t -o -c': 'text', '--simulate --just-print --no-act --recon': 'dry' },
    kind: 'system',
    effects: [
      ...SYSTEM_31_5,
      {
        code: 'package-remove',
        why: 'Removes packages other programs may need.',
        flags: '-R --remove',
        unless: '-Q -p --print',
      },
    ],
  },
  {
    names: 'emerge',
    about: '',
    options: { '-t -o -c': 'text', '--simulate --just-print --no-act --recon': 'dry' },
    kind: 'system',
    effects: [
      ...SYSTEM_31_5,
      {
        code: 'package-remove',
        why: 'Removes packages other programs may need.',
        flags: '-C --unmerge --depclean -c',
        unless: '-p --pretend',
      },
    ],
  },
  {
    names: 'rpm',
    about: '',
    options: { '-t -o -c': 'text', '--simulate --just-print --no-act --recon': 'dry' },
    kind: 'system',
    effects: [
      ...SYSTEM_31_5,
      {
        code: 'package-remove',
        why: 'Removes packages other programs may need.',
        flags: '-e --erase',
        unless: '-q --test',
      },
    ],
  },
  {
    names: 'nix-env',
    about: '',
    options: { '-t -o -c': 'text', '--simulate --just-print --no-act --recon': 'dry' },
    kind: 'system',
    effects: [
      ...SYSTEM_31_5,
      {
        code: 'package-remove',
        why: 'Removes packages other programs may need.',
        flags: '-e --uninstall',
        unless: '-q',
      },
    ],
  },
  { names: 'chezmoi rustup', about: '', kind: 'system', effects: SYSTEM_37_6 },
  {
    names: 'mise',
    about: '',
    subcommands: { exec: { runs: {} }, x: { runs: {} } },
    kind: 'system',
    effects: SYSTEM_37_6,
  },
  {
    names: 'trash-empty',
    about: '',
    kind: 'delete',
    effects: [{ code: 'delete-outside', why: 'Empties the trash for good.', weight: 'irreversible' }],
  },
  {
    names: 'trash',
    about: '',
    kind: 'delete',
    effects: [
      {
        code: 'delete-outside',
        why: 'Empties the trash for good.',
        weight: 'irreversible',
        flags: '-e --empty',
      },
    ],
  },
  {
    names: 'gio',
    about: '',
    kind: 'delete',
    effects: [
      {
        code: 'delete-outside',
        why: 'Empties the trash for good.',
        weight: 'irreversible',
        flags: '--empty',
      },
    ],
  },
  {
    names: 'brew',
    about: '',
    subcommands: { bundle: { subcommands: { exec: { runs: {} } } } },
    kind: 'system',
    effects: [
      {
        code: 'package-remove',
        when: 'uninstall|remove|rm|autoremove|untap',
        unless: '-n',
        why: 'Removes installed programs.',
        safer: 'brew uninstall --dry-run NAME',
      },
      { code: 'service-stop', when: 'services stop|kill', why: 'Stops a service.' },
    ],
    traits: ['words'],
  },
  {
    names: 'hostnamectl timedatectl localectl loginctl scutil systemsetup pmset defaults',
    about: '',
    kind: 'system',
    effects: [
      {
        code: 'machine-setting',
        when: 'set-*|hostname|kill-*|terminate-*|delete|disable|deletelocalsnapshots|lock-*|restore|sleepnow|displaysleepnow',
        why: 'Changes a setting of the machine.',
      },
      { code: 'machine-setting', flags: '--set -setremotelogin', why: 'Changes a setting of the machine.' },
    ],
  },
];
