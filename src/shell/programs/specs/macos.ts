// Programs that change settings of macOS: security, network, power and preferences.
import { CHANGES_PROTECTION, changesMachine } from '../common-rules.ts';
import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'xcrun',
    about: 'Runs a developer tool of Xcode.',
    options: {
      '--sdk -sdk --toolchain -toolchain': 'text',
      '-f --find -find -l --log -n --no-cache -k --kill-cache -r --run -v --verbose --show-sdk-path --show-sdk-version --show-sdk-platform-path':
        'flag',
    },
    syntax: { singleDash: true },
    runs: {},
    examples: [
      { command: 'xcrun --sdk iphoneos swift build', expect: 'pass' },
      { command: 'xcrun simctl delete unavailable', expect: 'pass' },
      { command: 'xcrun rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'simctl',
    about: 'Manages simulators of iOS on this machine. They hold test data only.',
    operands: 'text',
    examples: [{ command: 'simctl erase all', expect: 'pass' }],
  },
  {
    names: 'launchctl',
    about: 'Manages services of macOS.',
    traits: ['sets-variables'],
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
    about: 'Enables and disables the protection of system files.',
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        when: 'disable|clear|enable|authenticated-root|netboot',
        why: CHANGES_PROTECTION,
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
    about: 'Changes which programs may run.',
    options: { '-t --type --label --context': 'text', '-a --assess -v --verbose --status': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        flags:
          '--master-disable --global-disable --disable --add --remove --reset-default --master-enable --global-enable --enable',
        unless: '-a --assess --status',
        why: CHANGES_PROTECTION,
        safer: 'spctl --status',
      },
      {
        code: 'security-off',
        when: 'kext-consent|developer-mode *',
        why: CHANGES_PROTECTION,
        safer: 'spctl --status',
      },
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
    about: 'Shows and changes the boot settings of the machine.',
    options: { '-p -x': 'flag', '-d -f': 'text' },
    kind: 'system',
    effects: [
      changesMachine({ when: '** *=*', why: 'Changes the boot settings of the machine.', safer: 'nvram -p' }),
      changesMachine({
        flags: '-f -d -c',
        why: 'Changes the boot settings of the machine.',
        safer: 'nvram -p',
      }),
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
      { code: 'security-off', when: 'remove|install|renew', why: CHANGES_PROTECTION, safer: 'profiles list' },
      { code: 'security-off', flags: '-R -D -I', why: CHANGES_PROTECTION, safer: 'profiles list' },
    ],
    examples: [
      { command: 'profiles list', expect: 'pass' },
      { command: 'profiles remove -identifier com.example', expect: 'ask' },
      { command: 'profiles -D', expect: 'ask' },
    ],
  },
  {
    names: 'scutil',
    about: 'Shows and changes the system configuration of macOS.',
    options: { '--get -r --dns --proxy --nwi --nc -w -t': 'flag' },
    kind: 'system',
    effects: [
      changesMachine({
        flags: '--set --renew',
        why: 'Changes the name of the machine.',
        safer: 'scutil --get HostName',
      }),
      changesMachine({
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
      changesMachine({
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
      changesMachine({
        when: 'sleepnow|displaysleepnow|restoredefaults|schedule|repeat|relative|touch',
        safer: 'pmset -g',
      }),
      changesMachine({ flags: '-a -b -c -u', safer: 'pmset -g' }),
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
    behaviours: ['preferences'],
    kind: 'system',
    effects: [
      changesMachine({
        when: 'delete|delete-all|import|rename',
        why: 'Deletes or replaces preferences.',
        safer: 'defaults export DOMAIN backup.plist',
      }),
      changesMachine({
        when: 'write *com.apple.alf*|*com.apple.security*|*com.apple.softwareupdate*|*com.apple.lsquarantine*|*com.apple.screensaver* **',
        why: 'Changes how the machine protects itself.',
        safer: 'defaults read DOMAIN',
      }),
      changesMachine({
        when: 'write *loginwindow* **',
        why: 'Changes what runs or is shown at the next login.',
        safer: 'defaults read com.apple.loginwindow',
      }),
      changesMachine({
        when: 'write * lsenvironment|programarguments|program|runatload|loginhook|autolaunched*',
        why: 'Changes what runs when a program starts or somebody logs in.',
        safer: 'defaults read DOMAIN',
      }),
    ],
    examples: [
      { command: 'defaults write /Library/Preferences/com.apple.alf globalstate -int 0', expect: 'ask' },
      { command: 'defaults write com.apple.loginwindow LoginHook /tmp/hook.sh', expect: 'ask' },
      {
        command: 'defaults write /Applications/A.app/Contents/Info LSEnvironment -dict A /tmp/x.dylib',
        expect: 'ask',
      },
      { command: 'defaults read com.apple.dock', expect: 'pass' },
      { command: 'defaults write com.apple.dock autohide -bool true', expect: 'pass' },
      { command: 'defaults delete com.apple.dock', expect: 'ask' },
      {
        command: 'for l in /var/db/dslocal/nodes/Default/users/*; do defaults read "$l"; done',
        expect: 'deny',
      },
    ],
  },
  {
    names: 'plistbuddy',
    about: 'Reads and changes property lists.',
    options: { '-c': 'text', '-x -h': 'flag' },
    behaviours: ['editsPropertyList'],
    kind: 'system',
    effects: [
      changesMachine({
        flags: '-c=add|set|delete|merge|import|clear|copy|revert|save',
        except: 'info.plist|*/info.plist|*info.plist|*.entitlements|*exportoptions.plist',
        why: 'Changes a property list: preferences, or what starts at login.',
        safer: 'PlistBuddy -c Print FILE',
      }),
      changesMachine({
        flags: '-c=~lsenvironment|~dyld_|~programarguments|~runatload|~loginhook',
        unless: '-c=print',
        why: 'Changes what runs when a program starts or somebody logs in.',
        safer: 'PlistBuddy -c Print FILE',
      }),
    ],
    examples: [
      {
        command: "/usr/libexec/PlistBuddy -c 'Set :CFBundleVersion 42' ios/App/Info.plist",
        expect: 'pass',
        title: 'Changes the version of an app of the project',
      },
      {
        command: "PlistBuddy -c 'Add :LSEnvironment:DYLD_INSERT_LIBRARIES string /tmp/x.dylib' Info.plist",
        expect: 'ask',
      },
      { command: '/usr/libexec/PlistBuddy -c Print Info.plist', expect: 'pass' },
      { command: "/usr/libexec/PlistBuddy -c 'Add :RunAtLoad bool true' com.x.plist", expect: 'ask' },
    ],
  },
  {
    names: 'plutil',
    about: 'Checks, converts and changes property lists.',
    syntax: { singleDash: true },
    options: {
      '-insert -replace': 'text',
      '-remove -extract -type -convert -e -expect -create': 'text',
      '-o': 'writes',
      '-p -lint -s -r -n -raw -append': 'flag',
    },
    kind: 'system',
    effects: [
      changesMachine({
        flags:
          '-insert=lsenvironment|programarguments|program|runatload|loginhook -replace=lsenvironment|programarguments|program|runatload|loginhook',
        why: 'Changes what runs when a program starts or somebody logs in.',
        safer: 'plutil -p FILE',
      }),
    ],
    behaviours: ['propertyLists'],
    examples: [
      { command: 'plutil -p Info.plist', expect: 'pass' },
      { command: 'plutil -replace CFBundleVersion -string 42 ios/App/Info.plist', expect: 'pass' },
      {
        command:
          "plutil -insert LSEnvironment -xml '<dict><key>A</key></dict>' ~/Library/Preferences/x.plist",
        expect: 'ask',
      },
      { command: 'plutil -insert Label -string x ~/Library/LaunchAgents/x.plist', expect: 'ask' },
      { command: 'plutil -p /var/db/dslocal/nodes/Default/users/ann.plist', expect: 'deny' },
    ],
  },
  {
    names: 'tccutil',
    about: 'Changes which programs may use the camera, the disk and the like on macOS.',
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        when: 'reset',
        why: 'Changes which programs may see private data.',
        safer: 'let the person change it in the settings',
      },
    ],
    examples: [
      { command: 'tccutil reset All', expect: 'ask' },
      { command: 'tccutil --help', expect: 'pass' },
    ],
  },
  {
    names: 'xattr',
    about: 'Shows and changes attributes of files on macOS.',
    options: {
      '-d -dr -rd -rds -drs': 'text',
      '-p': 'text',
      '-w': { kind: 'text', words: 2 },
      '-l -r -s -v -x -c': 'flag',
    },
    operands: 'text',
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        flags: '-d=com.apple.quarantine -dr=com.apple.quarantine -rd=com.apple.quarantine',
        why: 'Lets a program from the internet run without the check of macOS.',
        safer: 'xattr -l FILE',
      },
      {
        code: 'security-off',
        flags: '-c',
        why: 'Removes the marks by which macOS checks a program.',
        safer: 'xattr -l FILE',
      },
    ],
    examples: [
      { command: 'xattr -l app.zip', expect: 'pass' },
      { command: 'xattr -d com.apple.quarantine /tmp/x.app', expect: 'ask' },
      { command: 'xattr -cr /tmp/x.app', expect: 'ask' },
    ],
  },
  {
    names: 'fdesetup',
    about: 'Manages the encryption of the disk of macOS.',
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        when: 'disable|enable|add|remove|removerecovery|changerecovery|authrestart',
        why: CHANGES_PROTECTION,
        safer: 'fdesetup status',
      },
    ],
    examples: [
      { command: 'fdesetup status', expect: 'pass' },
      { command: 'fdesetup disable', expect: 'ask' },
    ],
  },
  {
    names: 'pwpolicy',
    about: 'Shows and changes the password rules of macOS.',
    options: { '-a -u -p -n': 'text' },
    kind: 'escalate',
    effects: [
      {
        code: 'accounts',
        when: 'set*|clear*|disable*|enable*|-set*|-clear*|-disable*|-enable*',
        why: 'Changes an account or its password rules.',
        safer: 'pwpolicy getaccountpolicies',
      },
      {
        code: 'accounts',
        flags:
          '-disableuser -enableuser -setpassword -setpolicy -setglobalpolicy -clearaccountpolicies -setaccountpolicies',
        why: 'Changes an account or its password rules.',
        safer: 'pwpolicy getaccountpolicies',
      },
    ],
    examples: [
      { command: 'pwpolicy getaccountpolicies', expect: 'pass' },
      { command: 'pwpolicy -u ann disableuser', expect: 'ask' },
      { command: 'pwpolicy -disableuser -u bob', expect: 'ask' },
    ],
  },
  {
    names: 'dsenableroot',
    about: 'Switches the account root of macOS on or off.',
    options: { '-u -p -r': 'text', '-d': 'flag' },
    kind: 'escalate',
    effects: [{ code: 'accounts', why: 'Lets somebody log in as root.', safer: 'dscl . -read /Users/root' }],
    examples: [
      { command: 'dsenableroot', expect: 'ask' },
      { command: 'echo dsenableroot', expect: 'pass', title: 'A text that is only printed' },
    ],
  },
  {
    names: 'dseditgroup',
    about: 'Shows and changes groups of macOS.',
    options: { '-o -a -d -t -n -u -P -r -i -g -c -s -k -m': 'text', '-p -q -v -S -L': 'flag' },
    kind: 'escalate',
    effects: [
      {
        code: 'accounts',
        flags: '-o=edit|create|delete',
        why: 'Changes who belongs to a group, such as the administrators.',
        safer: 'dseditgroup -o read GROUP',
      },
    ],
    examples: [
      { command: 'dseditgroup -o read admin', expect: 'pass' },
      { command: 'dseditgroup -o edit -a bob -t user admin', expect: 'ask' },
    ],
  },
];
