// Programs that manage users, groups and access to root.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const changes = (why: string, safer: string, unless?: string): readonly EffectRule[] => [
  { code: 'accounts', ...(unless && { unless }), why, safer },
];

/** Options that the tools for users share. */
const USER: CommandSpec['options'] = {
  '-c --comment -d --home -e --expiredate -f --inactive -g --gid -G --groups -p --password -s --shell -u --uid -l --login -K --key -k --skel -R --root -P --prefix':
    'text',
  '-m --create-home -M --no-create-home -r --system -a --append -L --lock -U --unlock -D --defaults -N -o':
    'flag',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'pw',
    about: 'Shows and changes accounts and groups of FreeBSD.',
    kind: 'escalate',
    effects: [
      {
        code: 'accounts',
        when: 'useradd|usermod|userdel|groupadd|groupmod|groupdel|lock|unlock',
        why: 'Changes accounts or groups.',
        safer: 'pw usershow NAME',
      },
      {
        code: 'accounts',
        when: 'user|group add|mod|del|lock|unlock',
        why: 'Changes accounts or groups.',
        safer: 'pw usershow NAME',
      },
    ],
    examples: [
      { command: 'pw usershow bob', expect: 'pass' },
      { command: 'pw useradd bob -s /usr/sbin/nologin', expect: 'ask' },
      { command: 'pw user mod root -w no', expect: 'ask' },
    ],
  },
  {
    names: 'useradd adduser',
    about: 'Creates an account.',
    options: USER,
    kind: 'escalate',
    effects: changes('Makes an account on the machine.', 'id NAME'),
    examples: [
      { command: 'useradd --help', expect: 'pass' },
      { command: 'useradd -m -s /bin/bash bob', expect: 'ask' },
      { command: 'adduser bob sudo', expect: 'ask' },
    ],
  },
  {
    names: 'usermod',
    about: 'Changes an account.',
    options: USER,
    kind: 'escalate',
    effects: changes('Changes an account, or who may become root.', 'id NAME'),
    examples: [
      { command: 'usermod --help', expect: 'pass' },
      { command: 'usermod -aG docker bob', expect: 'ask' },
    ],
  },
  {
    names: 'userdel deluser rmuser',
    about: 'Deletes an account.',
    options: {
      '-f --force -r --remove -Z --remove-home --remove-all-files --backup': 'flag',
      '--backup-to -R --root': 'text',
    },
    kind: 'escalate',
    effects: changes('Deletes an account, perhaps with its files.', 'id NAME'),
    examples: [
      { command: 'deluser --help', expect: 'pass' },
      { command: 'userdel -r bob', expect: 'ask' },
    ],
  },
  {
    names: 'groupadd groupmod groupdel delgroup',
    about: 'Creates, changes and deletes groups.',
    options: {
      '-g --gid -n --new-name -p --password -K -R --root': 'text',
      '-f --force -r --system -o': 'flag',
    },
    kind: 'escalate',
    effects: changes('Changes the groups of the machine.', 'getent group NAME'),
    examples: [
      { command: 'groupadd --help', expect: 'pass' },
      { command: 'groupdel developers', expect: 'ask' },
    ],
  },
  {
    names: 'gpasswd',
    about: 'Changes who is in a group.',
    options: {
      '-a --add -d --delete -A --administrators -M --members -Q --root': 'text',
      '-r --remove-password -R --restrict': 'flag',
    },
    kind: 'escalate',
    effects: changes('Changes who is in a group.', 'getent group NAME'),
    examples: [
      { command: 'gpasswd --help', expect: 'pass' },
      { command: 'gpasswd -a bob sudo', expect: 'ask' },
    ],
  },
  {
    names: 'chpasswd newusers',
    about: 'Sets passwords, or creates accounts, from a list.',
    options: {
      '-c --crypt-method -s --sha-rounds -R --root': 'text',
      '-e --encrypted -m --md5 -r --system': 'flag',
    },
    kind: 'escalate',
    effects: changes('Changes passwords or makes accounts.', 'id NAME'),
    examples: [
      { command: 'chpasswd --help', expect: 'pass' },
      { command: 'echo bob:pw | chpasswd', expect: 'ask' },
    ],
  },
  {
    names: 'passwd',
    about: 'Changes a password.',
    options: {
      '-n --mindays -x --maxdays -w --warndays -i --inactive -R --root': 'text',
      '-a --all -d --delete -e --expire -k -l --lock -u --unlock -q --quiet -s --stdin': 'flag',
    },
    kind: 'escalate',
    effects: changes('Changes a password.', 'passwd -S', '-S --status'),
    examples: [
      { command: 'passwd -S', expect: 'pass' },
      { command: 'passwd root', expect: 'ask' },
    ],
  },
  {
    names: 'chage',
    about: 'Changes how long a password is valid.',
    options: {
      '-d --lastday -E --expiredate -I --inactive -m --mindays -M --maxdays -W --warndays -R --root': 'text',
    },
    kind: 'escalate',
    effects: changes('Changes an account.', 'chage -l NAME', '-l --list'),
    examples: [
      { command: 'chage -l bob', expect: 'pass' },
      { command: 'chage -E -1 bob', expect: 'ask' },
    ],
  },
  {
    names: 'chsh',
    about: 'Changes the shell that a login starts.',
    options: { '-s --shell': 'text', '-l --list-shells': 'flag' },
    kind: 'escalate',
    effects: [
      {
        code: 'accounts',
        flags: '-s --shell',
        why: 'Changes the shell that a login starts.',
        safer: 'chsh --list-shells',
      },
    ],
    examples: [
      { command: 'chsh --list-shells', expect: 'pass' },
      { command: 'chsh -s /bin/zsh', expect: 'ask' },
    ],
  },
  {
    names: 'vipw vigr',
    about: 'Edits the files of accounts and groups.',
    options: { '-g --group -p --passwd -s --shadow -q --quiet': 'flag' },
    kind: 'escalate',
    effects: changes('Changes users, groups or passwords.', 'getent passwd NAME'),
    examples: [
      { command: 'vipw --help', expect: 'pass' },
      { command: 'vipw', expect: 'ask' },
    ],
  },
  {
    names: 'visudo',
    about: 'Edits the rules of sudo.',
    options: { '-f --file': 'writes', '-c --check -q --quiet -s --strict -O -P': 'flag' },
    kind: 'escalate',
    effects: changes('Changes who may become root.', 'visudo --help'),
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'visudo --help', expect: 'pass' },
      { command: 'visudo -f /etc/sudoers.d/bob', expect: 'deny' },
      { command: 'visudo', expect: 'ask' },
    ],
  },
  {
    names: 'setcap',
    about: 'Gives a program some of the rights of root.',
    options: { '-n': 'text', '-q -v -f': 'flag' },
    kind: 'escalate',
    effects: [
      {
        code: 'setcap',
        unless: '-v',
        why: 'Gives a program rights of root.',
        safer: 'getcap FILE',
      },
    ],
    examples: [
      { command: 'setcap -v cap_net_raw+ep ping', expect: 'pass' },
      { command: 'setcap cap_setuid+ep python3', expect: 'ask' },
    ],
  },
  {
    names: 'dscl',
    about: 'Reads and changes the directory of users on macOS.',
    syntax: { singleDash: true },
    options: { '-u -P': 'text', '-p -raw -plist -url -q -f': 'flag' },
    kind: 'escalate',
    effects: [
      {
        code: 'accounts',
        flags: '-delete -create -append -change -merge -passwd -changei -authonly',
        why: 'Changes users or groups.',
        safer: 'dscl . -list /Users',
      },
      {
        code: 'secret-read',
        when: '** shadowhashdata|*authenticationauthority*|kerberoskeys',
        kind: 'read',
        why: 'Prints the hash of a password into the conversation.',
        safer: 'dscl . -read /Users/NAME RealName',
      },
      {
        code: 'accounts',
        when: '* delete|create|append|change|merge|passwd',
        why: 'Changes users or groups.',
        safer: 'dscl . -list /Users',
      },
    ],
    examples: [
      { command: 'dscl . -list /Users', expect: 'pass' },
      { command: 'dscl . -read /Users/bob RealName', expect: 'pass' },
      { command: 'dscl . -read /Users/bob ShadowHashData', expect: 'ask' },
      { command: 'dscl . -create /Users/bob', expect: 'ask' },
      { command: 'dscl . passwd /Users/bob pw', expect: 'ask' },
    ],
  },
  {
    names: 'sysadminctl',
    about: 'Manages accounts and their protection on macOS.',
    syntax: { singleDash: true },
    options: {
      '-fullName -UID -GID -shell -password -hint -home -picture -adminUser -adminPassword -newPassword':
        'text',
      '-admin -interactive -secureTokenStatus': 'flag',
    },
    kind: 'escalate',
    effects: [
      {
        code: 'accounts',
        flags:
          '-deleteUser -addUser -resetPasswordFor -newPassword -secureTokenOn -secureTokenOff -guestAccount -autologin',
        why: 'Changes users, or what protects them.',
        safer: 'dscl . -list /Users',
      },
    ],
    examples: [
      { command: 'sysadminctl -secureTokenStatus bob', expect: 'pass' },
      { command: 'sysadminctl -deleteUser bob', expect: 'ask' },
    ],
  },
];
