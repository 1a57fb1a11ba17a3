// Programs that protect the machine, and what switches their protection off.
import { CHANGES_PROTECTION } from '../common-rules.ts';
import type { EffectRule, ProgramSpec } from '../spec.ts';

const weakens = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'security-off',
  why: CHANGES_PROTECTION,
  safer: 'ask the person',
  ...rule,
});

export const programs: readonly ProgramSpec[] = [
  {
    names:
      'falconctl cbagentd-ctl sentinelctl wazuh-control ossec-control mdatp osqueryctl dsa_control cytool santactl elastic-agent savdctl xagt jamf tanctl',
    about: 'Controls a program that protects this machine.',
    kind: 'system',
    effects: [
      weakens({
        when: 'stop|disable|unload|uninstall|unenroll|control|config|unprotect|exclusion|threat|runtime|rule|removeframework|removemdmprofile',
        except: 'status|stats|list|health',
      }),
      weakens({
        flags: '-d -s -r --del --delete --reset --aid --provisioning-token --selfprotect --disable',
        unless: '-g --get',
      }),
    ],
    examples: [
      { command: 'falconctl -g --version', expect: 'pass' },
      { command: 'falconctl -d -f --aid', expect: 'ask' },
      { command: 'mdatp health', expect: 'pass' },
      { command: 'sentinelctl unload', expect: 'ask' },
      { command: 'osqueryctl status', expect: 'pass' },
      { command: 'osqueryctl stop', expect: 'ask' },
    ],
  },
  {
    names: 'fail2ban-client',
    about: 'Controls which addresses are shut out after failed logins.',
    kind: 'system',
    effects: [
      weakens({
        when: 'stop|unban|set|add|reload|restart|flushlogs',
        safer: 'fail2ban-client status',
      }),
    ],
    examples: [
      { command: 'fail2ban-client status sshd', expect: 'pass' },
      { command: 'fail2ban-client stop', expect: 'ask' },
      { command: 'fail2ban-client set sshd unbanip 10.0.0.5', expect: 'ask' },
    ],
  },
  {
    names: 'aa-disable aa-teardown aa-complain aa-audit aa-remove-unknown',
    about: 'Switches AppArmor profiles off, or lets them only report.',
    options: { '-d --dir': 'text' },
    kind: 'system',
    effects: [weakens({ safer: 'aa-status' })],
    examples: [
      { command: 'aa-teardown --help', expect: 'pass' },
      { command: 'aa-disable firefox', expect: 'ask' },
      { command: 'aa-complain /usr/sbin/mysqld', expect: 'ask' },
    ],
  },
  {
    names: 'apparmor_parser',
    about: 'Loads and removes AppArmor profiles.',
    options: {
      '-R --remove -C --Complain -a --add -r --replace': 'flag',
      '-p --preprocess -Q --skip-kernel-load -N --names': 'dry',
    },
    operands: 'reads',
    kind: 'system',
    effects: [weakens({ flags: '-R --remove -C --Complain', safer: 'aa-status' })],
    examples: [
      { command: 'apparmor_parser -Q profile', expect: 'pass' },
      { command: 'apparmor_parser -R /etc/apparmor.d/usr.bin.man', expect: 'ask' },
    ],
  },
  {
    names: 'semanage',
    about: 'Shows and changes the rules of SELinux.',
    options: {
      '-l --list -n --noheading -C --locallist -E --extract': 'flag',
      '-t --type -r --range -s --seuser -p --proto -f --ftype': 'text',
    },
    kind: 'system',
    effects: [
      weakens({
        flags: '-a --add -d --delete -m --modify -D --deleteall -1 -0 --on --off -e --enable --disable',
        unless: '-l --list -E --extract',
        safer: 'semanage permissive -l',
      }),
      weakens({ when: 'import', safer: 'semanage export' }),
    ],
    examples: [
      { command: 'semanage port -l', expect: 'pass' },
      { command: 'semanage permissive -a httpd_t', expect: 'ask' },
      { command: 'semanage import -f rules', expect: 'ask' },
    ],
  },
  {
    names: 'setsebool togglesebool semodule',
    about: 'Changes switches and modules of SELinux.',
    options: { '-P -N -V': 'flag' },
    kind: 'system',
    effects: [weakens({ unless: '-l --list --list-modules', safer: 'getsebool -a' })],
    examples: [
      { command: 'semodule -l', expect: 'pass' },
      { command: 'setsebool -P allow_execmem 1', expect: 'ask' },
    ],
  },
  {
    names: 'rkhunter aide tripwire debsums samhain',
    about: 'Compares the files of the machine with how they should be.',
    options: {
      '-c --check --verify --cronjob -q -s --silent --report': 'flag',
      '--config --conffile': 'reads',
    },
    kind: 'system',
    effects: [
      weakens({
        flags: '--propupd --update --init -i -u -m --update-policy --configfile',
        why: 'Accepts the files as they are now, so that earlier changes are not found any more.',
        safer: 'aide --check',
      }),
    ],
    examples: [
      { command: 'aide --check', expect: 'pass' },
      { command: 'rkhunter --propupd', expect: 'ask' },
      { command: 'aide --update', expect: 'ask' },
    ],
  },
  {
    names: 'kmutil',
    about: 'Shows and loads extensions of the kernel of macOS.',
    options: { '-p --bundle-path -b --bundle-identifier -r --repository -V': 'text' },
    kind: 'system',
    effects: [
      {
        code: 'kernel-module',
        when: 'load|unload|install|create|trigger-panic-medic|configure-boot|rebuild',
        why: 'Changes what runs inside the kernel.',
        safer: 'kmutil showloaded',
      },
    ],
    examples: [
      { command: 'kmutil showloaded', expect: 'pass' },
      { command: 'kmutil load -p evil.kext', expect: 'ask' },
    ],
  },
  {
    names: 'mokutil',
    about: 'Shows and changes the keys of Secure Boot.',
    kind: 'system',
    effects: [
      weakens({
        flags:
          '--disable-validation --enable-validation --import -i --delete -d --reset --password --clear-password --revoke-import --ignore-db --use-db --set-verbosity --trust-mok --untrust-mok',
        safer: 'mokutil --sb-state',
      }),
    ],
    examples: [
      { command: 'mokutil --sb-state', expect: 'pass' },
      { command: 'mokutil --disable-validation', expect: 'ask' },
    ],
  },
  {
    names: 'trust',
    about: 'Shows and changes which certificate authorities the machine trusts (p11-kit).',
    options: {
      '--filter --purpose --format': 'text',
      '--store --remove --overwrite --comment -v -q': 'flag',
    },
    kind: 'escalate',
    effects: [
      weakens({
        when: 'anchor',
        why: 'Changes whom the machine trusts.',
        safer: 'trust list',
      }),
    ],
    examples: [
      { command: 'trust list', expect: 'pass' },
      { command: 'trust anchor --store ca.crt', expect: 'ask' },
    ],
  },
  {
    names: 'sysrc',
    about: 'Shows and changes what FreeBSD starts.',
    options: { '-f -R -j': 'text', '-a -A -n -i -e -c -N -q -v': 'flag', '-x': 'flag' },
    kind: 'system',
    effects: [weakens({ when: '** *=*', safer: 'sysrc -a' }), weakens({ flags: '-x', safer: 'sysrc -a' })],
    examples: [
      { command: 'sysrc -a', expect: 'pass' },
      { command: 'sysrc pf_enable=NO', expect: 'ask' },
      { command: 'sysrc -x sshd_enable', expect: 'ask' },
    ],
  },
  {
    names: 'ipfw',
    about: 'The firewall of FreeBSD.',
    options: { '-n': 'dry', '-q -f -d -e -t -N -a': 'flag', '-p': 'runs' },
    kind: 'system',
    effects: [
      {
        code: 'firewall',
        when: '** add|delete|flush|disable|zero|resetlog|table|set',
        why: 'Changes the firewall; you may lock yourself out.',
        safer: 'ipfw list',
      },
    ],
    examples: [
      { command: 'ipfw list', expect: 'pass' },
      { command: 'ipfw -f flush', expect: 'ask' },
    ],
  },
  {
    names: 'faillog faillock pam_tally2 pam_tally',
    about: 'Shows and forgets failed logins.',
    options: { '-u --user -t --time': 'text', '-a --all': 'flag' },
    kind: 'traces',
    effects: [
      {
        code: 'log-wipe',
        flags: '-r --reset -m --maximum -l --lock-secs --lock-time',
        why: 'Forgets failed logins, or changes how many are allowed.',
        safer: 'faillog -a',
      },
    ],
    examples: [
      { command: 'faillog -u root', expect: 'pass' },
      { command: 'faillog -r -u root', expect: 'ask' },
      { command: 'faillock --user ann --reset', expect: 'ask' },
    ],
  },
  {
    names: 'needrestart',
    about: 'Shows which services need a restart.',
    options: { '-c': 'loads', '-m -r -u -o': 'text', '-b -k -l -w -p -q -v -n': 'flag' },
    kind: 'unknown-code',
    effects: [
      {
        code: 'unseen-code',
        flags: '-c=/tmp/|/var/tmp/|/dev/shm/|/home/|.',
        why: 'Runs its config file as Perl.',
        safer: 'needrestart -b',
      },
    ],
    examples: [
      { command: 'needrestart -b', expect: 'pass' },
      { command: 'needrestart -c /tmp/x.conf', expect: 'ask' },
    ],
  },
];
