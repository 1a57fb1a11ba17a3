// Programs that show and change network interfaces, routes and name servers.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const changes = (
  when: string,
  safer: string,
  why = 'Changes the network; you may lose the connection.',
): EffectRule => ({
  code: 'network-down',
  when,
  why,
  safer,
});

export const programs: readonly ProgramSpec[] = [
  {
    names: 'ip',
    about: 'Shows and changes interfaces, addresses and routes.',
    options: {
      '-f -family -n -netns -l -loops -rc -rcvbuf': 'text',
      '-b -batch': 'reads',
      '-4 -6 -br -brief -c -color -d -details -j -json -o -oneline -p -pretty -r -resolve -s -stats -statistics -t -timestamp -a -all':
        'flag',
    },
    subcommands: {
      netns: { subcommands: { exec: { runs: { skip: 1 } } } },
      vrf: { subcommands: { exec: { runs: { skip: 1 } } } },
    },
    kind: 'system',
    effects: [
      changes(
        'addr|address|a|route|ro|r|rule|ru|neigh|neighbour|n|netns|tunnel|tuntap|maddress|xfrm|token add|set|del|delete|flush|replace|change|append|down',
        'ip addr show',
      ),
      changes('link|l add|del|delete|flush|replace|change|down', 'ip link show'),
      changes('link|l set ** down|netns|address|name|mtu|master|nomaster|promisc', 'ip link show'),
      {
        code: 'network-down',
        flags: '-b -batch',
        why: 'Runs changes of the network from a file.',
        safer: 'ip addr show',
      },
    ],
    examples: [
      { command: 'ip addr show', expect: 'pass' },
      { command: 'ip -br link', expect: 'pass' },
      { command: 'ip route get 1.1.1.1', expect: 'pass' },
      { command: 'ip link set eth0 up', expect: 'pass' },
      { command: 'ip link set eth0 down', expect: 'ask' },
      { command: 'ip addr flush dev eth0', expect: 'ask' },
      { command: 'ip -batch changes.txt', expect: 'ask' },
      { command: 'ip netns exec blue rm -rf ~', expect: 'deny' },
      { command: 'ip link del eth0', expect: 'ask' },
    ],
  },
  {
    names: 'arp',
    about: 'Shows and changes which machine has which address in the network.',
    options: { '-s --set -d --delete -f --file -i --device': 'text', '-a -n -v -e --all --numeric': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'network-down',
        flags: '-s --set -d --delete -f --file',
        why: 'Changes where traffic of this machine goes.',
        safer: 'arp -a',
      },
    ],
    examples: [
      { command: 'arp -a', expect: 'pass' },
      { command: 'arp -s 10.0.0.1 00:11:22:33:44:55', expect: 'ask' },
    ],
  },
  {
    names: 'ifconfig',
    about: 'Shows and changes interfaces.',
    options: { '-a -s -v -l -u -d': 'flag' },
    kind: 'system',
    effects: [
      changes('* down', 'ifconfig -a', 'Switches a network interface off.'),
      changes('* ** delete|-alias|destroy|netmask|mtu|inet|ether|lladdr|hw', 'ifconfig -a'),
    ],
    examples: [
      { command: 'ifconfig -a', expect: 'pass' },
      { command: 'ifconfig eth0 up', expect: 'pass' },
      { command: 'ifconfig eth0 down', expect: 'ask' },
      { command: 'ifconfig eth0 10.0.0.5 netmask 255.0.0.0', expect: 'ask' },
    ],
  },
  {
    names: 'route',
    about: 'Shows and changes routes.',
    options: { '-A': 'text', '-n -e -v -F -C -ee -net -host -inet -inet6': 'flag' },
    kind: 'system',
    effects: [changes('flush|delete|del|add|change', 'route -n', 'Changes the routes.')],
    examples: [
      { command: 'route -n', expect: 'pass' },
      { command: 'route get default', expect: 'pass' },
      { command: 'route add default gw 10.0.0.1', expect: 'ask' },
      { command: 'route -n flush', expect: 'ask' },
    ],
  },
  {
    names: 'ifdown',
    about: 'Switches off a network interface.',
    options: { '-i --interfaces': 'reads', '-a --all -v --verbose --force': 'flag', '-n --no-act': 'dry' },
    kind: 'system',
    effects: [{ code: 'network-down', why: 'Switches a network interface off.', safer: 'ifdown -n NAME' }],
    examples: [
      { command: 'ifdown -n eth0', expect: 'pass' },
      { command: 'ifdown eth0', expect: 'ask' },
    ],
  },
  {
    names: 'nmcli',
    about: 'The command line of NetworkManager.',
    options: {
      '-c --colors -e --escape -f --fields -g --get-values -m --mode -w --wait': 'text',
      '-t --terse -p --pretty -o -a --ask': 'flag',
    },
    kind: 'system',
    effects: [
      {
        code: 'network-down',
        when: 'con|connection|c|device|dev|d|networking|n|radio|r|general|g delete|del|down|off|disconnect|modify|mod|edit|set|reapply|add|clone|import',
        why: 'Changes the network.',
        safer: 'nmcli device status',
      },
      {
        code: 'network-down',
        when: 'device|dev|d|radio|r wifi|wwan|all connect|hotspot|off',
        why: 'Changes the network.',
        safer: 'nmcli device status',
      },
      {
        code: 'secret-read',
        flags: '-s --show-secrets',
        kind: 'read',
        why: 'Prints passwords of networks.',
        safer: 'nmcli connection show',
      },
    ],
    examples: [
      { command: 'nmcli device status', expect: 'pass' },
      { command: 'nmcli device wifi list', expect: 'pass' },
      { command: 'nmcli connection down home', expect: 'ask' },
      { command: 'nmcli radio wifi off', expect: 'ask' },
      { command: 'nmcli -s connection show home', expect: 'ask' },
    ],
  },
  {
    names: 'resolvectl',
    about: 'Shows and changes the name servers in use.',
    options: {
      '-i --interface -t --type -c --class -p --protocol': 'text',
      '-4 -6 --legend --no-pager --cname': 'flag',
    },
    kind: 'system',
    effects: [
      changes(
        'dns|domain|default-route|llmnr|mdns|dnssec|dnsovertls|nta * *',
        'resolvectl status',
        'Changes the name servers.',
      ),
      changes(
        'revert|reset-server-features|flush-caches|log-level',
        'resolvectl status',
        'Changes how names are looked up.',
      ),
      changes('flush|delete|del', 'resolvectl status', 'Changes how names are looked up.'),
    ],
    examples: [
      { command: 'resolvectl status', expect: 'pass' },
      { command: 'resolvectl query example.com', expect: 'pass' },
      { command: 'resolvectl dns eth0 10.0.0.1', expect: 'ask' },
      { command: 'resolvectl revert eth0', expect: 'ask' },
    ],
  },
  {
    names: 'wg',
    about: 'Shows and changes WireGuard tunnels.',
    kind: 'system',
    effects: [
      {
        code: 'secret-read',
        kind: 'read',
        when: 'show * private-key|preshared-keys|dump',
        why: 'Prints the keys of the tunnel.',
        safer: 'wg show',
      },
      {
        code: 'secret-read',
        kind: 'read',
        when: 'showconf',
        why: 'Prints the keys of the tunnel.',
        safer: 'wg show',
      },
      {
        code: 'network-down',
        when: 'set|setconf|addconf|syncconf',
        why: 'Changes where traffic of this machine goes.',
        safer: 'wg show',
      },
    ],
    examples: [
      { command: 'wg show wg0', expect: 'pass' },
      { command: 'wg genkey', expect: 'pass' },
      { command: 'wg show wg0 private-key', expect: 'ask' },
      { command: 'wg set wg0 peer abc remove', expect: 'ask' },
      { command: 'wg showconf wg0', expect: 'ask' },
    ],
  },
  {
    names: 'wg-quick',
    about: 'Starts and stops WireGuard tunnels.',
    kind: 'system',
    effects: [
      changes('down', 'wg show', 'Switches a tunnel off.'),
      changes('up', 'wg show', 'Sends traffic of the machine through a tunnel.'),
    ],
    examples: [
      { command: 'wg-quick --help', expect: 'pass' },
      { command: 'wg-quick down wg0', expect: 'ask' },
      { command: 'wg-quick up wg0', expect: 'ask' },
    ],
  },
  {
    names: 'tc',
    about: 'Shows and changes how traffic is shaped.',
    options: { '-b -batch': 'reads', '-n -netns': 'text', '-s -d -r -p -j -g -i': 'flag' },
    kind: 'system',
    effects: [
      changes('qdisc|class|filter|chain|action add|del|delete|replace|change|flush', 'tc qdisc show'),
    ],
    examples: [
      { command: 'tc qdisc show dev eth0', expect: 'pass' },
      { command: 'tc qdisc add dev eth0 root netem loss 50%', expect: 'ask' },
    ],
  },
];
