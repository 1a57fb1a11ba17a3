import type { Family } from '../rules.ts';
import { always } from './always.ts';

const REMOVES = 'Removes packages other programs may need.';
const EVERYTHING = 'Removes a tool with everything it keeps.';
const TRASH = 'Empties the trash for good.';
const PROTECTION = 'Changes how the machine protects itself or starts.';

export const system: readonly Family[] = [
  always('shutdown reboot halt poweroff', 'shutdown', 'Stops the machine with everything that runs on it.', {
    weight: 'irreversible',
    unless: '-c -k --show',
  }),
  {
    names: 'init telinit',
    kind: 'system',
    rules: () => [
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
    kind: 'system',
    values: '-H -M -t -p -n',
    rules: () => [
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
    kind: 'system',
    rules: () => [
      {
        code: 'service-stop',
        when: 'unload|bootout|remove|disable|stop|kill|reboot|load|bootstrap|submit',
        why: 'Changes which services run.',
      },
    ],
  },
  {
    names: 'nginx apachectl apache2ctl httpd caddy haproxy',
    kind: 'system',
    rules: () => [
      { code: 'service-stop', when: 'stop|graceful-stop|quit', why: 'Stops the web server.' },
      { code: 'service-stop', when: '** stop|quit', flags: '-s -k', why: 'Stops the web server.' },
    ],
  },
  {
    names: 'haproxy',
    kind: 'system',
    singleDash: true,
    rules: () => [
      { code: 'service-stop', when: '', flags: '-sf -st', why: 'Stops the running load balancer.' },
    ],
  },
  always('crontab', 'cron-remove', 'Deletes every scheduled job.', {
    flags: '-r',
    weight: 'irreversible',
    safer: 'crontab -l > backup.cron',
  }),
  always('crontab', 'cron-change', 'Replaces the scheduled jobs.', { flags: '-e' }),
  {
    names: 'crontab',
    kind: 'system',
    values: '-u',
    rules: () => [
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
  always('iptables ip6tables ebtables', 'firewall', 'Changes the firewall; you may lock yourself out.', {
    flags: '-F --flush -X -D --delete -P --policy -Z -A -I -R',
    safer: 'iptables -S',
  }),
  {
    names: 'nft ufw firewall-cmd pfctl',
    kind: 'system',
    values: '-f',
    rules: () => [
      {
        code: 'firewall',
        when: 'flush|delete|reset|disable|destroy|deny|allow|reload',
        why: 'Changes the firewall; you may lock yourself out.',
      },
      {
        code: 'firewall',
        when: '',
        flags: '-F -d --remove-service --remove-port --panic-on --complete-reload --add-port',
        why: 'Changes the firewall.',
      },
    ],
  },
  {
    names: 'ip ifconfig route nmcli networksetup resolvectl wg-quick',
    kind: 'system',
    rules: () => [
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
    ],
  },
  {
    names: 'networksetup',
    kind: 'system',
    singleDash: true,
    rules: () => [
      {
        code: 'network-down',
        when: '',
        flags:
          '-setdnsservers -setsearchdomains -setairportpower -setairportnetwork -setwebproxy -setsecurewebproxy -setsocksfirewallproxy -setautoproxyurl -setwebproxystate -setsecurewebproxystate -setmanual -setdhcp -setbootp -setv6off -setnetworkserviceenabled -setmtu -setMTU -removenetworkservice -removepreferredwirelessnetwork -removeallpreferredwirelessnetworks -deletelocation -deleteVLAN -deleteBond -switchtolocation -ordernetworkservices',
        why: 'Changes the network; you may lose the connection.',
        safer: 'networksetup -getinfo SERVICE',
      },
    ],
  },
  always('nix-collect-garbage nix-store', 'package-remove', REMOVES, {
    flags: '-d --delete-old --delete-older-than --gc --delete',
    unless: '--print-dead --print-live',
  }),
  {
    names: 'tc',
    kind: 'system',
    rules: () => [
      {
        code: 'network-down',
        when: 'qdisc|class|filter add|del|delete|replace|change',
        why: 'Changes the network; you may lose the connection.',
      },
    ],
  },
  always('ifdown', 'network-down', 'Switches a network interface off.'),
  always('update-alternatives', 'machine-setting', 'Changes which program a name means.', {
    flags: '--remove-all --remove --set --force',
  }),
  always('setenforce aa-disable aa-teardown grub-install kexec', 'security-off', PROTECTION),
  always('auditctl nvram efibootmgr spctl', 'security-off', PROTECTION, {
    flags:
      '-e -D -d -c -b -B -o -n --disable --master-disable --global-disable --add --remove --reset-default --create --delete-bootnum',
    unless: '-l -s -p --status --assess --verify -v -a',
  }),
  {
    names: 'nvram',
    kind: 'system',
    rules: () => [
      { code: 'machine-setting', when: '** *=*', why: 'Changes what the machine starts with.' },
      { code: 'machine-setting', when: '', flags: '-f', why: 'Changes what the machine starts with.' },
    ],
  },
  {
    names: 'csrutil',
    kind: 'system',
    rules: () => [{ code: 'security-off', when: 'disable|clear|enable|authenticated-root', why: PROTECTION }],
  },
  always(
    'rmmod insmod modprobe kextload kextunload depmod',
    'kernel-module',
    'Loads or unloads code of the kernel.',
    { unless: '-l -n --show-depends -c' },
  ),
  always('sysctl', 'kernel-setting', 'Changes a setting of the running kernel.', {
    flags: '-w --write -p --load --system',
  }),
  {
    names: 'sysctl',
    kind: 'system',
    rules: () => [
      { code: 'kernel-setting', when: '** *=*', why: 'Changes a setting of the running kernel.' },
    ],
  },
  {
    names: 'hostname',
    kind: 'system',
    rules: () => [{ code: 'machine-setting', when: '*', why: 'Changes the name of the machine.' }],
  },
  {
    names: 'date hwclock',
    kind: 'system',
    values: '-I -d -f -r -v',
    rules: () => [
      {
        code: 'machine-setting',
        when: '',
        flags: '-s --set -w --systohc --hctosys',
        why: 'Sets the clock of the machine.',
      },
    ],
  },
  {
    names: 'profiles',
    kind: 'system',
    rules: () => [{ code: 'security-off', when: 'remove', why: PROTECTION }],
  },
  {
    names: 'fwupdmgr fwupdtool',
    kind: 'system',
    rules: () => [
      {
        code: 'machine-setting',
        when: 'install*|update|upgrade|downgrade|reinstall|local-install|activate|clear-*',
        why: 'Writes the firmware of the machine.',
        safer: 'fwupdmgr get-updates',
      },
    ],
  },
  {
    names: 'fastboot adb pm',
    kind: 'system',
    values: '-s -t',
    rules: () => [
      {
        code: 'machine-setting',
        when: 'erase|flash|flashall|format|wipe|clear|uninstall|reboot|root|remount|disable-verity|oem',
        why: 'Deletes data of a device, or changes how it starts.',
        safer: 'adb devices',
      },
    ],
  },
  always('swapoff umount unmount eject', 'unmount', 'Takes a disk or swap away from what uses it.', {}),
  {
    names: 'mount',
    kind: 'system',
    values: '-t -o',
    rules: () => [
      { code: 'mount', when: '* *', why: 'Changes the file tree of the machine.' },
      { code: 'mount', when: '', flags: '--bind -a --all -o', why: 'Changes the file tree of the machine.' },
    ],
  },
  {
    names:
      'apt apt-get aptitude dpkg yum dnf zypper pacman apk emerge snap flatpak rpm port pkg choco winget scoop nix-env',
    kind: 'system',
    values: '-t -o -c',
    dry: '-s --simulate --just-print --no-act --recon',
    rules: () => [
      {
        code: 'package-remove',
        when: 'remove|rm|purge|autoremove|autopurge|erase|del|delete|uninstall|deinstall|dist-upgrade|full-upgrade|clean-all',
        why: 'Removes packages other programs may need.',
        safer: 'apt-get --simulate remove NAME',
      },
    ],
  },
  always('dpkg', 'package-remove', REMOVES, { flags: '-r -P --purge --remove', unless: '-l -L -S' }),
  always('pacman', 'package-remove', REMOVES, { flags: '-R --remove', unless: '-Q -p --print' }),
  always('rpm', 'package-remove', REMOVES, { flags: '-e --erase', unless: '-q --test' }),
  always('emerge', 'package-remove', REMOVES, {
    flags: '-C --unmerge --depclean -c',
    unless: '-p --pretend',
  }),
  always('nix-env', 'package-remove', REMOVES, { flags: '-e --uninstall', unless: '-q' }),
  {
    names: 'chezmoi mise rustup',
    kind: 'system',
    rules: () => [
      { code: 'package-remove', when: 'destroy|purge|implode', unless: '-n', why: EVERYTHING },
      { code: 'package-remove', when: 'self uninstall', why: EVERYTHING },
    ],
  },
  always('trash-empty', 'delete-outside', TRASH, { kind: 'delete', weight: 'irreversible' }),
  always('trash', 'delete-outside', TRASH, {
    kind: 'delete',
    weight: 'irreversible',
    flags: '-e --empty',
  }),
  always('gio', 'delete-outside', TRASH, { kind: 'delete', weight: 'irreversible', flags: '--empty' }),
  {
    names: 'brew',
    kind: 'system',
    rules: () => [
      {
        code: 'package-remove',
        when: 'uninstall|remove|rm|autoremove|untap',
        unless: '-n',
        why: 'Removes installed programs.',
        safer: 'brew uninstall --dry-run NAME',
      },
      { code: 'service-stop', when: 'services stop|kill', why: 'Stops a service.' },
    ],
  },
  {
    names: 'hostnamectl timedatectl localectl loginctl scutil systemsetup tmutil pmset defaults',
    kind: 'system',
    rules: () => [
      {
        code: 'machine-setting',
        when: 'set-*|hostname|kill-*|terminate-*|delete|disable|deletelocalsnapshots|lock-*|restore|sleepnow|displaysleepnow',
        why: 'Changes a setting of the machine.',
      },
      {
        code: 'machine-setting',
        when: '',
        flags: '--set -setremotelogin',
        why: 'Changes a setting of the machine.',
      },
    ],
  },
];
