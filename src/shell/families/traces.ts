import type { Family } from '../rules.ts';
import { always } from './always.ts';

export const accounts: readonly Family[] = [
  {
    names: 'chage',
    kind: 'escalate',
    rules: () => [{ code: 'accounts', when: '', unless: '-l --list', why: 'Changes an account.' }],
  },
  {
    names: 'security',
    kind: 'escalate',
    rules: () => [
      {
        code: 'security-off',
        when: 'add-trusted-cert|remove-trusted-cert|trust-settings-import|execute-with-privileges|set-keychain-password|authorizationdb',
        why: 'Changes whom the machine trusts, or runs something with more rights.',
        safer: 'security verify-cert -c FILE',
      },
    ],
  },
  {
    names: 'dscl sysadminctl',
    kind: 'escalate',
    singleDash: true,
    rules: () => [
      {
        code: 'accounts',
        when: '',
        flags: '-delete -create -append -change -merge -passwd -deleteUser -addUser -resetPasswordFor',
        why: 'Changes users or groups.',
      },
      {
        code: 'accounts',
        when: '* delete|create|append|change|merge|passwd',
        why: 'Changes users or groups.',
      },
    ],
  },
  {
    names: 'net',
    kind: 'escalate',
    rules: () => [
      // With a name alone it is shown.
      { code: 'accounts', when: 'user|localgroup|share * *', why: 'Changes users or shares.' },
      { code: 'accounts', when: 'accounts|share *=*|/*', why: 'Changes users or shares.' },
    ],
  },
  always(
    'userdel deluser groupdel delgroup usermod useradd adduser groupadd groupmod gpasswd chpasswd visudo vipw vigr newusers',
    'accounts',
    'Changes users, groups or who may become root.',
    { kind: 'escalate' },
  ),
  {
    names: 'chsh',
    kind: 'escalate',
    rules: () => [{ code: 'accounts', when: '', flags: '-s --shell', why: 'Changes what a login starts.' }],
  },
  {
    names: 'passwd',
    kind: 'escalate',
    rules: () => [{ code: 'accounts', when: '', unless: '-S --status', why: 'Changes a password.' }],
  },
];

/** Records of what happened, and keys that are kept for the session. */
export const traces: readonly Family[] = [
  {
    names: 'history',
    kind: 'traces',
    rules: () => [
      {
        code: 'history-wipe',
        when: '',
        flags: '-c -w -d -r',
        weight: 'irreversible',
        why: 'Wipes the record of what was run.',
      },
      {
        code: 'history-wipe',
        when: 'clear|delete|purge',
        weight: 'irreversible',
        why: 'Wipes the record of what was run.',
      },
    ],
  },
  {
    names: 'journalctl',
    kind: 'traces',
    values: '-u -n --since --until -p',
    rules: () => [
      {
        code: 'log-wipe',
        when: '',
        flags: '--vacuum-time --vacuum-size --vacuum-files --rotate --flush',
        why: 'Deletes logs of the machine.',
      },
    ],
  },
  {
    names: 'dmesg',
    kind: 'traces',
    rules: () => [
      { code: 'log-wipe', when: '', flags: '-C -c --clear --read-clear', why: 'Deletes the kernel log.' },
    ],
  },
  {
    names: 'logrotate',
    kind: 'traces',
    rules: () => [{ code: 'log-wipe', when: '', flags: '-f --force', why: 'Rotates logs away by force.' }],
  },
  {
    names: 'wevtutil clear-eventlog vssadmin reg schtasks fsutil cipher',
    kind: 'traces',
    rules: () => [
      {
        code: 'log-wipe',
        when: 'cl|clear-log|delete|usn',
        weight: 'irreversible',
        why: 'Deletes logs, shadows or settings of the machine.',
      },
      { code: 'log-wipe', when: '*', flags: '/w', why: 'Wipes free space.' },
    ],
  },
  always('clear-eventlog', 'log-wipe', 'Deletes logs of the machine.', {
    kind: 'traces',
    weight: 'irreversible',
  }),
  {
    names: 'setcap',
    kind: 'escalate',
    rules: () => [{ code: 'setcap', when: '', why: 'Gives a program rights of root.' }],
  },
  {
    names: 'ssh-keygen',
    kind: 'overwrite',
    values: '-f -t -b -C -N',
    rules: () => [{ code: 'ssh-known-hosts', when: '', flags: '-R --remove', why: 'Forgets a host.' }],
  },
  {
    names: 'ssh autossh',
    kind: 'escalate',
    values: '-b -B -c -D -E -e -F -I -i -J -L -l -M -m -O -o -P -p -Q -R -S -W -w',
    stopAtOperand: true,
    rules: () => [
      {
        code: 'reverse-tunnel',
        when: '',
        flags: '-R',
        why: 'Opens a way into this machine or its network from another one.',
        safer: 'ssh -L, which opens the other direction',
      },
    ],
  },
  {
    names: 'ssh-add',
    kind: 'system',
    rules: () => [{ code: 'ssh-agent', when: '', flags: '-D -d', why: 'Removes keys from the agent.' }],
  },
];
