// Command lines of firewalls.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const LOCKED_OUT = 'Changes the firewall; you may lock yourself out.';

const changes = (rule: Partial<EffectRule>): EffectRule => ({ code: 'firewall', why: LOCKED_OUT, ...rule });

/** Options that describe a rule for packets. The options that change rules stand with the effects. */
const TABLES: CommandSpec['options'] = {
  '-t --table -p --protocol -s --source -d --destination -j --jump -g --goto -i --in-interface -o --out-interface -m --match --dport --sport --dports --sports --state --ctstate --to-destination --to-source --to-ports --comment --limit --icmp-type -w --wait':
    'text',
  '-n --numeric -v --verbose -x --exact --line-numbers -4 -6': 'flag',
  '-M --modprobe': 'runs',
};

const TABLE_RULE = {
  flags:
    '-F --flush -X --delete-chain -D --delete -P --policy -Z --zero -A --append -I --insert -R --replace -N --new-chain -E --rename-chain',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'iptables ip6tables',
    about: 'The Linux firewall.',
    options: TABLES,
    kind: 'system',
    effects: [changes({ ...TABLE_RULE, safer: 'iptables -S' })],
    examples: [
      { command: 'iptables -L -n -v', expect: 'pass' },
      { command: 'iptables -t nat -S', expect: 'pass' },
      {
        command: 'iptables -C INPUT -p tcp --dport 22 -j ACCEPT',
        expect: 'pass',
        title: 'Only asks whether the rule exists',
      },
      { command: 'iptables -F', expect: 'ask' },
      { command: 'ip6tables -A INPUT -j DROP', expect: 'ask' },
      { command: "iptables -L -M 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'ebtables',
    about: 'The Linux firewall for bridges.',
    options: TABLES,
    kind: 'system',
    effects: [changes({ ...TABLE_RULE, safer: 'ebtables -L' })],
    examples: [
      { command: 'ebtables -L', expect: 'pass' },
      { command: 'ebtables -F', expect: 'ask' },
    ],
  },
  {
    names: 'iptables-restore ip6tables-restore',
    about: 'Replaces all rules of the Linux firewall.',
    options: {
      '-T --table -w --wait': 'text',
      '-c --counters -n --noflush -v': 'flag',
      '-t --test': 'dry',
      '-M --modprobe': 'runs',
    },
    operands: 'reads',
    kind: 'system',
    effects: [changes({ safer: 'iptables-restore --test FILE' })],
    examples: [
      { command: 'iptables-restore --test rules.v4', expect: 'pass' },
      { command: 'iptables-restore rules.v4', expect: 'ask' },
    ],
  },
  {
    names: 'nft',
    about: 'The newer Linux firewall.',
    options: {
      '-f --file': 'reads',
      '-I --includepath -D --define': 'text',
      '-c --check': 'dry',
      '-a --handle -n --numeric -j --json -s --stateless -e --echo -t --terse': 'flag',
    },
    kind: 'system',
    effects: [
      changes({
        when: 'add|create|insert|replace|delete|destroy|flush|reset|rename|import',
        safer: 'nft list ruleset',
      }),
      changes({ flags: '-f --file', safer: 'nft -c -f FILE' }),
    ],
    examples: [
      { command: 'nft list ruleset', expect: 'pass' },
      { command: 'nft -c -f rules.nft', expect: 'pass' },
      { command: 'nft flush ruleset', expect: 'ask' },
      { command: 'nft -f rules.nft', expect: 'ask' },
    ],
  },
  {
    names: 'ufw',
    about: 'A simple firewall for Ubuntu.',
    options: { '--dry-run': 'dry', '--force': 'flag' },
    kind: 'system',
    effects: [
      changes({
        when: 'enable|disable|reset|reload|allow|deny|reject|limit|delete|insert|prepend|route|default|logging',
        safer: 'ufw status verbose',
      }),
      changes({ when: 'app default|update', safer: 'ufw app list' }),
    ],
    examples: [
      { command: 'ufw status verbose', expect: 'pass' },
      { command: 'ufw --dry-run allow 22', expect: 'pass' },
      { command: 'ufw disable', expect: 'ask' },
      { command: 'ufw allow 22/tcp', expect: 'ask' },
    ],
  },
  {
    names: 'firewall-cmd',
    about: 'The firewall of Fedora and its relatives.',
    options: {
      '--zone --policy --ipset --timeout': 'text',
      '--permanent -q --quiet -v --verbose --list-all --list-ports --list-services --list-all-zones --get-zones --get-default-zone --get-active-zones --state':
        'flag',
    },
    kind: 'system',
    effects: [
      changes({
        flags:
          '--remove-service --remove-port --remove-rich-rule --remove-source --remove-interface --remove-masquerade --add-service --add-port --add-rich-rule --add-source --add-interface --add-masquerade --add-forward-port --set-default-zone --set-target --panic-on --panic-off --complete-reload --reload --reset-to-defaults --delete-zone --lockdown-on --direct',
        safer: 'firewall-cmd --list-all',
      }),
    ],
    examples: [
      { command: 'firewall-cmd --list-all', expect: 'pass' },
      { command: 'firewall-cmd --zone=public --query-port=80/tcp', expect: 'pass' },
      { command: 'firewall-cmd --add-port=80/tcp --permanent', expect: 'ask' },
      { command: 'firewall-cmd --panic-on', expect: 'ask' },
    ],
  },
  {
    names: 'pfctl',
    about: 'The firewall of macOS and BSD.',
    options: {
      '-a -i -K -k -s -t -T -x -o -D -F': 'text',
      '-f': 'reads',
      '-p': 'text',
      '-n': 'dry',
      '-v -q -g -r -m -h': 'flag',
    },
    kind: 'system',
    effects: [changes({ flags: '-F -d -e -f -k -K', safer: 'pfctl -s rules' })],
    examples: [
      { command: 'pfctl -s rules', expect: 'pass' },
      { command: 'pfctl -nf pf.conf', expect: 'pass' },
      { command: 'pfctl -d', expect: 'ask' },
      { command: 'pfctl -F all', expect: 'ask' },
    ],
  },
];
