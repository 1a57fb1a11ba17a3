// Settings of macOS: its protection, network, power and preferences.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const setsMachine = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'machine-setting',
  why: 'Changes a setting of the machine.',
  ...rule,
});

const OFF = 'Changes how the machine protects itself or starts.';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'launchctl',
    about: 'Manages services of macOS.',
    options: { '-D -S -p -s -o -e -l': 'text', '-w -F -k': 'flag' },
    subcommands: { 'asuser|bsexec': { runs: { skip: 1 } } },
    kind: 'system',
    effects: [
      {
        code: 'service-stop',
        when: 'unload|bootout|remove|disable|stop|kill|reboot|load|bootstrap|submit|setenv|config',
        why: 'Changes which services run.',
        safer: 'launchctl list',
      },
    ],
    examples: [
      { command: 'launchctl list', expect: 'pass' },
      { command: 'launchctl print system', expect: 'pass' },
      { command: 'launchctl unload -w agent.plist', expect: 'ask' },
      { command: 'launchctl asuser 501 rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'networksetup',
    about: 'Shows and changes the network settings of macOS.',
    syntax: { singleDash: true },
    kind: 'system',
    effects: [
      {
        code: 'network-down',
        flags:
          '-setdnsservers -setsearchdomains -setairportpower -setairportnetwork -setwebproxy -setsecurewebproxy -setsocksfirewallproxy -setautoproxyurl -setwebproxystate -setsecurewebproxystate -setsocksfirewallproxystate -setautoproxystate -setproxybypassdomains -setmanual -setdhcp -setbootp -setv6off -setv6manual -setnetworkserviceenabled -setmtu -setMTU -setadditionalroutes -setcomputername -createnetworkservice -addpreferredwirelessnetworkatindex -removenetworkservice -removepreferredwirelessnetwork -removeallpreferredwirelessnetworks -deletelocation -deleteVLAN -deleteBond -switchtolocation -ordernetworkservices',
        why: 'Changes the network; you may lose the connection.',
        safer: 'networksetup -getinfo SERVICE',
      },
    ],
    examples: [
      { command: 'networksetup -listallnetworkservices', expect: 'pass' },
      { command: 'networksetup -getdnsservers Wi-Fi', expect: 'pass' },
      { command: 'networksetup -setdnsservers Wi-Fi 10.0.0.1', expect: 'ask' },
    ],
  },
  {
    names: 'csrutil',
    about: 'Switches the protection of the system files on and off.',
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        when: 'disable|clear|enable|authenticated-root|netboot',
        why: OFF,
        safer: 'csrutil status',
      },
    ],
    examples: [
      { command: 'csrutil status', expect: 'pass' },
      { command: 'csrutil disable', expect: 'ask' },
    ],
  },
  {
    names: 'spctl',
    about: 'Decides which programs may run.',
    options: { '-t --type --label --context': 'text', '-a --assess -v --verbose --status': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        flags:
          '--master-disable --global-disable --disable --add --remove --reset-default --master-enable --global-enable --enable',
        unless: '-a --assess --status',
        why: OFF,
        safer: 'spctl --status',
      },
      { code: 'security-off', when: 'kext-consent|developer-mode *', why: OFF, safer: 'spctl --status' },
    ],
    examples: [
      { command: 'spctl --status', expect: 'pass' },
      { command: 'spctl -a -v App.app', expect: 'pass' },
      { command: 'spctl --master-disable', expect: 'ask' },
      { command: 'spctl kext-consent disable', expect: 'ask' },
    ],
  },
  {
    names: 'nvram',
    about: 'Shows and changes what the machine starts with.',
    options: { '-p -x': 'flag', '-d -f': 'text' },
    kind: 'system',
    effects: [
      setsMachine({ when: '** *=*', why: 'Changes what the machine starts with.', safer: 'nvram -p' }),
      setsMachine({ flags: '-f -d -c', why: 'Changes what the machine starts with.', safer: 'nvram -p' }),
    ],
    examples: [
      { command: 'nvram -p', expect: 'pass' },
      { command: 'nvram boot-args="-v"', expect: 'ask' },
      { command: 'nvram -c', expect: 'ask' },
    ],
  },
  {
    names: 'profiles',
    about: 'Shows, installs and removes profiles of macOS.',
    options: {
      '-I -R -D': 'flag',
      '-path -type -identifier -user -output -o -U -p': 'text',
      '-P -L -C -v -verbose -all': 'flag',
    },
    kind: 'system',
    effects: [
      { code: 'security-off', when: 'remove|install|renew', why: OFF, safer: 'profiles list' },
      { code: 'security-off', flags: '-R -D -I', why: OFF, safer: 'profiles list' },
    ],
    examples: [
      { command: 'profiles list', expect: 'pass' },
      { command: 'profiles remove -identifier com.example', expect: 'ask' },
    ],
  },
  {
    names: 'scutil',
    about: 'Shows and changes the system configuration of macOS.',
    options: { '--get -r --dns --proxy --nwi --nc -w -t': 'flag' },
    kind: 'system',
    effects: [
      setsMachine({
        flags: '--set --renew',
        why: 'Changes the name of the machine.',
        safer: 'scutil --get HostName',
      }),
      setsMachine({
        when: 'start|stop',
        flags: '--nc',
        why: 'Switches a tunnel on or off.',
        safer: 'scutil --nc list',
      }),
    ],
    examples: [
      { command: 'scutil --dns', expect: 'pass' },
      { command: 'scutil --get HostName', expect: 'pass' },
      { command: 'scutil --set HostName evil', expect: 'ask' },
      { command: 'scutil --nc stop work', expect: 'ask' },
    ],
  },
  {
    names: 'systemsetup',
    about: 'Shows and changes settings of macOS.',
    syntax: { singleDash: true },
    kind: 'system',
    effects: [
      setsMachine({
        flags:
          '-setremotelogin -setremoteappleevents -setcomputername -setlocalsubnetname -setdate -settime -settimezone -setnetworktimeserver -setusingnetworktime -setsleep -setcomputersleep -setdisplaysleep -setharddisksleep -setwakeonnetworkaccess -setrestartfreeze -setrestartpowerfailure -setstartupdisk -setkernelbootarchitecture',
        safer: 'systemsetup -gettimezone',
      }),
    ],
    examples: [
      { command: 'systemsetup -gettimezone', expect: 'pass' },
      { command: 'systemsetup -setremotelogin on', expect: 'ask' },
    ],
  },
  {
    names: 'pmset',
    about: 'Shows and changes how macOS saves power.',
    options: { '-g': 'text', '-a -b -c -u': 'flag' },
    kind: 'system',
    effects: [
      setsMachine({
        when: 'sleepnow|displaysleepnow|restoredefaults|schedule|repeat|relative|touch',
        safer: 'pmset -g',
      }),
      setsMachine({ flags: '-a -b -c -u', safer: 'pmset -g' }),
    ],
    examples: [
      { command: 'pmset -g batt', expect: 'pass' },
      { command: 'pmset sleepnow', expect: 'ask' },
      { command: 'pmset -a sleep 0', expect: 'ask' },
    ],
  },
  {
    names: 'defaults',
    about: 'Shows and changes preferences of macOS.',
    options: { '-app -host': 'text', '-currentHost -g -globalDomain': 'flag' },
    kind: 'system',
    effects: [
      setsMachine({
        when: 'delete|delete-all|import|rename',
        why: 'Deletes or replaces preferences.',
        safer: 'defaults export DOMAIN backup.plist',
      }),
    ],
    examples: [
      { command: 'defaults read com.apple.dock', expect: 'pass' },
      { command: 'defaults write com.apple.dock autohide -bool true', expect: 'pass' },
      { command: 'defaults delete com.apple.dock', expect: 'ask' },
    ],
  },
];
