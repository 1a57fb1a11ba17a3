// Servers that let others log in to this machine, and networks that connect it with others.
import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names:
      'sshd dropbear telnetd in.telnetd rshd in.rshd rlogind vncserver x11vnc tigervncserver xrdp wayvnc x0vncserver',
    about: 'Servers through which others log in to this machine.',
    options: { '-t -T -V --help': 'asks', '-p -f -o -l -h -r -b -rfbport -rfbauth -passwd': 'text' },
    operands: 'text',
    kind: 'escalate',
    effects: [
      {
        code: 'reverse-tunnel',
        unless: '-t -T -V',
        why: 'Lets others log in to this machine.',
        safer: 'let the person start it, if they want it',
      },
    ],
    examples: [
      { command: 'sshd -t', expect: 'pass', title: 'Only checks the server’s configuration' },
      { command: 'sshd -p 2222 -f /dev/null', expect: 'ask' },
      { command: 'busybox telnetd -l /bin/sh -p 2323', expect: 'ask' },
      { command: 'x11vnc -forever -nopw', expect: 'ask' },
    ],
  },
  {
    names: 'zerotier-cli nebula netbird headscale innernet',
    about: 'Connects this machine with a private network.',
    kind: 'escalate',
    effects: [
      {
        code: 'reverse-tunnel',
        when: 'join|up|login|redeem',
        why: 'Makes this machine reachable for a network of others.',
        safer: 'zerotier-cli listnetworks',
      },
    ],
    examples: [
      { command: 'zerotier-cli listnetworks', expect: 'pass' },
      { command: 'zerotier-cli join 8056c2e21c000001', expect: 'ask' },
    ],
  },
  {
    names: 'govc',
    about: 'The client of VMware vSphere.',
    kind: 'infrastructure',
    effects: [
      {
        code: 'platform-delete',
        when: '*.destroy|*.rm|*.remove|snapshot.*|pool.destroy|vm.unregister',
        why: 'Deletes machines, disks or their snapshots.',
        safer: 'govc vm.info NAME',
      },
      {
        code: 'cloud-stop',
        when: 'vm.power|host.shutdown|host.maintenance.enter|guest.run|guest.start',
        why: 'Stops machines, or runs commands in them.',
        safer: 'govc vm.info NAME',
      },
    ],
    examples: [
      { command: 'govc vm.info web', expect: 'pass' },
      { command: 'govc vm.destroy web', expect: 'ask' },
      { command: 'govc vm.power -off web', expect: 'ask' },
    ],
  },
  {
    names: 'esxcli vim-cmd',
    about: 'The command line of a VMware host.',
    kind: 'infrastructure',
    effects: [
      {
        code: 'platform-delete',
        when: '** kill|remove|delete|destroy|unregister|vmsvc/destroy|vmsvc/power.off|vmsvc/unregister|vmsvc/snapshot.removeall',
        why: 'Stops or deletes machines of the host.',
        safer: 'esxcli vm process list',
      },
      {
        code: 'security-off',
        kind: 'system',
        when: 'network|system firewall|syslog|coredump|auditrecords|settings|account|permission ** set|add|unload|reload|mark',
        why: 'Changes the firewall of the host, its accounts, or what it logs.',
        safer: 'esxcli network firewall get',
      },
      {
        code: 'security-off',
        kind: 'system',
        when: 'hostsvc/enable_ssh|hostsvc/start_ssh|hostsvc/enable_esx_shell|hostsvc/start_esx_shell|hostsvc/firewall_disable_ruleset|hostsvc/advopt/update',
        why: 'Opens the host to logins, or changes how it protects itself.',
        safer: 'vim-cmd hostsvc/hostsummary',
      },
    ],
    examples: [
      { command: 'esxcli vm process list', expect: 'pass' },
      { command: 'esxcli vm process kill --type=force --world-id=1', expect: 'ask' },
      { command: 'esxcli network firewall set --enabled false', expect: 'ask' },
      { command: 'vim-cmd hostsvc/enable_ssh', expect: 'ask' },
      { command: 'vim-cmd vmsvc/getallvms', expect: 'pass' },
    ],
  },
];
