// Programs that change the machine itself: power, kernel, clock, name and security.
import { CHANGES_PROTECTION, changesMachine } from '../common-rules.ts';
import type { ProgramSpec } from '../spec.ts';

const SETS_CLOCK = 'Sets the clock of the machine.';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'shutdown',
    about: 'Stops or restarts the machine.',
    options: { '-h -r -P -H -f -F -n -t -q --reboot --poweroff --halt --no-wall': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'shutdown',
        weight: 'irreversible',
        unless: '-c -k --show',
        why: 'Stops the machine with everything that runs on it.',
        safer: 'shutdown --show',
      },
    ],
    examples: [
      { command: 'shutdown -c', expect: 'pass', title: 'Calls a planned shutdown off' },
      { command: 'shutdown -h now', expect: 'deny' },
      { command: 'shutdown /s /t 0', expect: 'deny' },
    ],
  },
  {
    names: 'reboot halt poweroff',
    about: 'Stops or restarts the machine at once.',
    options: {
      '-f --force -p --poweroff -n --no-sync -d --no-wtmp --halt --reboot --no-wall': 'flag',
      '-w --wtmp-only': 'dry',
    },
    kind: 'system',
    effects: [
      {
        code: 'shutdown',
        weight: 'irreversible',
        why: 'Stops the machine with everything that runs on it.',
        safer: 'uptime',
      },
    ],
    examples: [
      { command: 'reboot --help', expect: 'pass' },
      { command: 'reboot -f', expect: 'deny' },
      { command: 'poweroff', expect: 'deny' },
    ],
  },
  {
    names: 'init telinit',
    about: 'Changes the run level of the machine.',
    options: { '-t -e': 'text' },
    kind: 'system',
    effects: [
      {
        code: 'shutdown',
        when: '0|1|6|s',
        weight: 'irreversible',
        why: 'Changes the run level, which stops the machine.',
        safer: 'runlevel',
      },
    ],
    examples: [
      { command: 'telinit q', expect: 'pass' },
      { command: 'init 0', expect: 'deny' },
      { command: 'telinit 6', expect: 'deny' },
    ],
  },
  {
    names: 'kexec',
    about: 'Starts another kernel.',
    options: {
      '-l --load -p --load-panic': 'reads',
      '-t --type --append --initrd --command-line': 'text',
      '--reuse-cmdline -d --debug': 'flag',
    },
    kind: 'system',
    effects: [
      { code: 'security-off', unless: '-S --status', why: CHANGES_PROTECTION, safer: 'kexec --status' },
    ],
    examples: [
      { command: 'kexec --status', expect: 'pass' },
      { command: 'kexec -e', expect: 'ask' },
    ],
  },
  {
    names: 'patchelf',
    about: 'Changes which libraries a program loads.',
    options: {
      '--add-needed --remove-needed --replace-needed --set-rpath --add-rpath --set-interpreter --set-soname':
        'text',
      '--print-needed --print-rpath --print-interpreter --print-soname': 'names-only',
      '--output': 'writes',
    },
    operands: 'writes',
    examples: [
      { command: 'patchelf --set-rpath /opt/lib build/app', expect: 'pass' },
      { command: 'patchelf --add-needed /tmp/x.so /usr/bin/sudo', expect: 'deny' },
      { command: 'patchelf --print-needed /usr/bin/sudo', expect: 'pass' },
    ],
  },
  {
    names: 'dpkg-divert',
    about: 'Makes the package manager put a file elsewhere.',
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        flags: '--add --remove --rename --divert=',
        unless: '--list --truename --listpackage',
        why: CHANGES_PROTECTION,
        safer: 'dpkg-divert --list',
      },
    ],
    options: { '--divert --package': 'text' },
    examples: [
      { command: 'dpkg-divert --list', expect: 'pass' },
      { command: 'dpkg-divert --add --rename --divert /usr/bin/ps.real /usr/bin/ps', expect: 'ask' },
    ],
  },
  {
    names: 'bpftool',
    about: 'Looks at and loads programs that run inside the kernel.',
    kind: 'system',
    effects: [
      {
        code: 'kernel-module',
        when: 'prog|map|link|net|cgroup load|loadall|attach|detach|update|delete',
        why: 'Changes what runs inside the kernel.',
        safer: 'bpftool prog list',
      },
    ],
    examples: [
      { command: 'bpftool prog list', expect: 'pass' },
      { command: 'bpftool prog load evil.o /sys/fs/bpf/x', expect: 'ask' },
    ],
  },
  {
    names: 'xhost',
    about: 'Says who may use the screen and the keyboard of this machine.',
    kind: 'escalate',
    effects: [
      {
        code: 'reverse-tunnel',
        when: '+*',
        why: 'Lets others see the screen and type on this machine.',
        safer: 'xhost, which shows who may',
      },
    ],
    examples: [
      { command: 'xhost', expect: 'pass' },
      { command: 'xhost +', expect: 'ask' },
    ],
  },
  {
    names: 'gsettings',
    about: 'Reads and changes settings of the desktop.',
    kind: 'system',
    effects: [
      {
        code: 'tool-config',
        when: 'set|reset org.gnome.system.proxy*|org.gnome.desktop.lockdown*|org.gnome.desktop.screensaver*|org.gnome.desktop.remote*',
        why: 'Changes the proxy, the lock or the remote access of this machine.',
        safer: 'gsettings get SCHEMA KEY',
      },
    ],
    examples: [
      { command: 'gsettings get org.gnome.system.proxy mode', expect: 'pass' },
      { command: 'gsettings set org.gnome.desktop.interface color-scheme prefer-dark', expect: 'pass' },
      { command: 'gsettings set org.gnome.system.proxy mode manual', expect: 'ask' },
    ],
  },
  {
    names: 'grub-install grub2-install update-grub grub-mkconfig grub2-mkconfig',
    about: 'Installs the boot loader, or writes its settings.',
    options: {
      '--target --boot-directory --efi-directory --bootloader-id --root-directory': 'text',
      '--removable --recheck --force --no-nvram': 'flag',
    },
    kind: 'system',
    effects: [{ code: 'security-off', why: CHANGES_PROTECTION, safer: 'lsblk -f' }],
    examples: [
      { command: 'grub-install --help', expect: 'pass' },
      { command: 'grub-install /dev/sda', expect: 'ask' },
      { command: 'update-grub', expect: 'ask' },
    ],
  },
  {
    names: 'efibootmgr',
    about: 'Shows and changes the boot entries of the firmware.',
    options: {
      '-b --bootnum -d --disk -p --part -l --loader -L --label -u --unicode -e --edd': 'text',
      '-v --verbose': 'flag',
    },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        flags:
          '-c --create -C --create-only -B --delete-bootnum -o --bootorder -O --delete-bootorder -n --bootnext -N --delete-bootnext -a --active -A --inactive -t --timeout -T --delete-timeout -D --remove-dups',
        why: CHANGES_PROTECTION,
        safer: 'efibootmgr -v',
      },
    ],
    examples: [
      { command: 'efibootmgr -v', expect: 'pass' },
      { command: 'efibootmgr -b 0001 -B', expect: 'ask' },
      { command: 'efibootmgr -o 0001,0000', expect: 'ask' },
    ],
  },
  {
    names: 'setenforce',
    about: 'Enables and disables SELinux.',
    kind: 'system',
    effects: [{ code: 'security-off', when: '*', why: CHANGES_PROTECTION, safer: 'getenforce' }],
    examples: [
      { command: 'setenforce --help', expect: 'pass' },
      { command: 'setenforce 0', expect: 'ask' },
    ],
  },
  {
    names: 'auditctl',
    about: 'Changes what the kernel audits.',
    options: { '-a -A -d -w -W -F -k -p -S -b -r -f -C -m': 'text', '-R': 'reads', '-l -s -v -i': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        flags: '-e -D -d -W -b -c -R',
        unless: '-l -s -v',
        why: 'Changes what the machine audits.',
        safer: 'auditctl -l',
      },
    ],
    examples: [
      { command: 'auditctl -l', expect: 'pass' },
      { command: 'auditctl -D', expect: 'ask' },
      { command: 'auditctl -e 0', expect: 'ask' },
    ],
  },
  {
    names: 'modprobe',
    about: 'Loads and unloads kernel modules.',
    options: {
      '-C --config -d --dirname -S --set-version': 'text',
      '-v --verbose -q --quiet -f --force -r --remove -a --all -i': 'flag',
    },
    kind: 'system',
    effects: [
      {
        code: 'kernel-module',
        unless:
          '-n --dry-run --show -D --show-depends -c --showconfig -R --resolve-alias --dump-modversions -l',
        why: 'Loads or unloads a kernel module.',
        safer: 'modprobe --show-depends NAME',
      },
    ],
    examples: [
      { command: 'modprobe --show-depends ext4', expect: 'pass' },
      { command: 'modprobe -n -v br_netfilter', expect: 'pass' },
      { command: 'modprobe br_netfilter', expect: 'ask' },
    ],
  },
  {
    names: 'insmod rmmod kextload kextunload kldload kldunload',
    about: 'Loads and unloads kernel modules.',
    options: { '-b -m -p -d -c': 'text', '-f --force -s --syslog -v --verbose -w': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'kernel-module',
        when: '*',
        why: 'Loads or unloads a kernel module.',
        safer: 'lsmod',
      },
    ],
    examples: [
      { command: 'rmmod --help', expect: 'pass' },
      { command: 'insmod evil.ko', expect: 'ask' },
      { command: 'rmmod ext4', expect: 'ask' },
    ],
  },
  {
    names: 'depmod',
    about: 'Lists the dependencies of kernel modules.',
    options: {
      '-b --basedir -F --filesyms -E --symvers -C --config': 'text',
      '-a --all -A --quick -e --errsyms -v --verbose -w': 'flag',
      '-n --show': 'dry',
    },
    kind: 'system',
    effects: [
      {
        code: 'kernel-module',
        why: 'Changes which modules the kernel loads.',
        safer: 'depmod -n',
      },
    ],
    examples: [
      { command: 'depmod -n', expect: 'pass' },
      { command: 'depmod -a', expect: 'ask' },
    ],
  },
  {
    names: 'sysctl',
    about: 'Shows and changes settings of the kernel.',
    options: {
      '-r --pattern': 'text',
      '-a --all -A -n --values -N --names -e --ignore -q --quiet -b --binary -d': 'flag',
    },
    // A name is a path below /proc/sys, and `/../../` leads out of it.
    operands: 'reads',
    kind: 'system',
    effects: [
      {
        code: 'kernel-setting',
        flags: '-w --write -p --load --system -f',
        why: 'Changes a setting of the running kernel.',
        safer: 'sysctl NAME',
      },
      {
        code: 'kernel-setting',
        when: '** *=*',
        why: 'Changes a setting of the running kernel.',
        safer: 'sysctl NAME',
      },
    ],
    examples: [
      { command: 'sysctl -n kernel.hostname', expect: 'pass' },
      { command: 'sysctl vm.swappiness', expect: 'pass' },
      { command: 'sysctl -w vm.swappiness=10', expect: 'ask' },
      { command: 'sysctl kernel.core_pattern="|/tmp/x"', expect: 'ask' },
      { command: 'sysctl --system', expect: 'ask' },
    ],
  },
  {
    names: 'date gdate',
    about: 'Prints or sets the date.',
    plain: 'alone',
    options: {
      '-d --date -v -z --rfc-3339': 'text',
      '-r --reference -f --file': 'reads',
      '-s --set': 'text',
      '-I --iso-8601': { kind: 'text', words: 0 },
      '-u --utc -R --rfc-email -j -n': 'flag',
    },
    operands: 'text',
    kind: 'system',
    effects: [
      changesMachine({ flags: '-s --set', why: SETS_CLOCK, safer: 'date' }),
      changesMachine({ when: '0*|1*|2*', unless: '-j -f -r -v', why: SETS_CLOCK, safer: 'date' }),
    ],
    traits: ['words'],
    examples: [
      { command: 'date', expect: 'pass' },
      { command: 'date -d yesterday +%F', expect: 'pass' },
      { command: "date -s '2020-01-01'", expect: 'ask' },
      { command: 'date 010100001971', expect: 'ask' },
      { command: 'date -j -f %Y%m%d 20200101 +%s', expect: 'pass', title: 'Only converts a date' },
      { command: 'date -f .env', expect: 'deny' },
    ],
  },
  {
    names: 'hwclock',
    about: 'Shows and sets the clock of the hardware.',
    options: {
      '-f --rtc --adjfile --date --delay --epoch': 'text',
      '-r --show -l --localtime -u --utc -v --verbose --get -c': 'flag',
      '--test': 'dry',
    },
    kind: 'system',
    effects: [
      changesMachine({
        flags: '-s --hctosys -w --systohc --set -a --adjust --setepoch --systz',
        why: 'Sets the clock of the machine.',
        safer: 'hwclock --show',
      }),
    ],
    examples: [
      { command: 'hwclock --show', expect: 'pass' },
      { command: 'hwclock --systohc', expect: 'ask' },
    ],
  },
  {
    names: 'hostname',
    about: 'Shows or sets the name of the machine.',
    options: {
      '-a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short -y --yp --nis':
        'flag',
      '-F --file': 'reads',
    },
    plain: true,
    kind: 'system',
    effects: [
      changesMachine({ when: '*', why: 'Changes the name of the machine.', safer: 'hostname' }),
      changesMachine({
        flags: '-F --file -b --boot',
        why: 'Changes the name of the machine.',
        safer: 'hostname',
      }),
    ],
    examples: [
      { command: 'hostname', expect: 'pass' },
      { command: 'hostname -I', expect: 'pass' },
      { command: 'hostname evil', expect: 'ask' },
      { command: 'hostname -F name.txt', expect: 'ask' },
    ],
  },
  {
    names: 'hostnamectl',
    about: 'Shows and sets the name of the machine.',
    options: {
      '-H --host': 'host',
      '-M --machine --json': 'text',
      '--static --transient --pretty -j': 'flag',
    },
    kind: 'system',
    effects: [
      changesMachine({ when: 'set-*', why: 'Changes the name of the machine.', safer: 'hostnamectl status' }),
      changesMachine({
        when: 'hostname|icon-name|chassis|deployment|location *',
        why: 'Changes the name of the machine.',
        safer: 'hostnamectl status',
      }),
    ],
    examples: [
      { command: 'hostnamectl status', expect: 'pass' },
      { command: 'hostnamectl hostname', expect: 'pass', title: 'Only shows the name of the machine' },
      { command: 'hostnamectl set-hostname evil', expect: 'ask' },
      { command: 'hostnamectl hostname evil', expect: 'ask' },
    ],
  },
  {
    names: 'ntpdate sntp rdate adjtimex chronyc',
    about: 'Sets or adjusts the clock, or shows how well it runs.',
    kind: 'system',
    effects: [
      changesMachine({
        except: 'tracking|sources|sourcestats|activity|ntpdata|help',
        unless: '-q --help -h --version --print -p',
        why: 'Sets the clock of the machine.',
        safer: 'date',
      }),
    ],
    examples: [
      { command: 'chronyc tracking', expect: 'pass' },
      { command: 'chronyc makestep', expect: 'ask' },
      { command: 'ntpdate pool.example', expect: 'ask' },
    ],
  },
  {
    names: 'timedatectl',
    about: 'Shows and sets clock and time zone.',
    options: {
      '-H --host': 'host',
      '-M --machine -p --property': 'text',
      '-a --all --value --no-pager --adjust-system-clock': 'flag',
    },
    kind: 'system',
    effects: [
      changesMachine({
        when: 'set-*',
        why: 'Sets the clock or the time zone of the machine.',
        safer: 'timedatectl status',
      }),
      changesMachine({
        when: 'ntp-servers|revert',
        why: 'Changes where the time comes from.',
        safer: 'timedatectl status',
      }),
    ],
    examples: [
      { command: 'timedatectl status', expect: 'pass' },
      { command: 'timedatectl set-timezone UTC', expect: 'ask' },
      { command: 'timedatectl revert', expect: 'ask' },
    ],
  },
  {
    names: 'localectl',
    about: 'Shows and sets language and keyboard.',
    options: { '-H --host': 'host', '-M --machine': 'text', '-l --full --no-pager --no-convert': 'flag' },
    kind: 'system',
    effects: [changesMachine({ when: 'set-*', safer: 'localectl status' })],
    examples: [
      { command: 'localectl status', expect: 'pass' },
      { command: 'localectl set-locale LANG=C', expect: 'ask' },
    ],
  },
  {
    names: 'loginctl',
    about: 'Shows and ends logins.',
    options: {
      '-H --host': 'host',
      '-M --machine -p --property -s --signal --kill-whom -n -o': 'text',
      '-a --all -l --full --value --no-pager': 'flag',
    },
    kind: 'system',
    effects: [
      changesMachine({
        when: 'kill-*|terminate-*',
        why: 'Ends the processes of a login.',
        safer: 'loginctl list-sessions',
      }),
      changesMachine({
        when: 'lock-*|enable-linger|disable-linger|attach|flush-devices',
        safer: 'loginctl list-sessions',
      }),
    ],
    examples: [
      { command: 'loginctl list-sessions', expect: 'pass' },
      { command: 'loginctl terminate-user bob', expect: 'ask' },
      { command: 'loginctl enable-linger bob', expect: 'ask' },
    ],
  },
  {
    names: 'update-alternatives',
    about: 'Changes which program a command name starts.',
    options: {
      '--altdir --admindir --log': 'text',
      '--display --list --query --get-selections --quiet --verbose': 'flag',
    },
    kind: 'system',
    effects: [
      changesMachine({
        flags: '--remove-all --remove --set --force --install --config --auto --all --set-selections',
        why: 'Changes which program a command name starts.',
        safer: 'update-alternatives --list NAME',
      }),
    ],
    examples: [
      { command: 'update-alternatives --list editor', expect: 'pass' },
      { command: 'update-alternatives --set editor /usr/bin/vim', expect: 'ask' },
      { command: 'update-alternatives --install /usr/bin/cc cc ./evil 100', expect: 'ask' },
    ],
  },
];
