import type { EffectRule, ProgramSpec } from '../spec.ts';

const TRACES_4_0: readonly EffectRule[] = [
  {
    code: 'log-wipe',
    when: 'cl|clear-log|delete|usn',
    weight: 'irreversible',
    why: 'Deletes logs, shadows or settings of the machine.',
  },
  { code: 'log-wipe', when: '*', flags: '/w', why: 'Wipes free space.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'history',
    about: '',
    kind: 'traces',
    effects: [
      {
        code: 'history-wipe',
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
    traits: ['words'],
  },
  {
    names: 'journalctl',
    about: '',
    options: { '-u -n --since --until -p': 'text' },
    kind: 'traces',
    effects: [
      {
        code: 'log-wipe',
        flags: '--vacuum-time --vacuum-size --vacuum-files --rotate --flush',
        why: 'Deletes logs of the machine.',
      },
    ],
  },
  {
    names: 'dmesg',
    about: '',
    kind: 'traces',
    effects: [{ code: 'log-wipe', flags: '-C -c --clear --read-clear', why: 'Deletes the kernel log.' }],
  },
  {
    names: 'logrotate',
    about: '',
    kind: 'traces',
    effects: [{ code: 'log-wipe', flags: '-f --force', why: 'Rotates logs away by force.' }],
  },
  { names: 'wevtutil vssadmin fsutil', about: '', kind: 'traces', effects: TRACES_4_0 },
  {
    names: 'clear-eventlog',
    about: '',
    kind: 'traces',
    effects: [
      ...TRACES_4_0,
      { code: 'log-wipe', why: 'Deletes logs of the machine.', weight: 'irreversible' },
    ],
  },
  {
    names: 'reg',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'traces',
    effects: [
      ...TRACES_4_0,
      {
        code: 'machine-setting',
        when: 'add|import|restore|load|unload|copy',
        why: 'Changes the registry of the machine.',
        safer: 'reg query KEY',
        kind: 'system',
      },
    ],
  },
  {
    names: 'schtasks',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'traces',
    effects: [
      ...TRACES_4_0,
      {
        code: 'cron-change',
        when: '** /delete|/create|/change|/end',
        why: 'Changes the scheduled jobs.',
        safer: 'schtasks /query',
        kind: 'system',
      },
    ],
  },
  {
    names: 'cipher',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'traces',
    effects: [...TRACES_4_0, { code: 'log-wipe', when: '/w*', why: 'Wipes free space for good.' }],
  },
  {
    names: 'setcap',
    about: '',
    kind: 'escalate',
    effects: [{ code: 'setcap', why: 'Gives a program rights of root.' }],
  },
  {
    names: 'ssh-keygen',
    about: '',
    options: { '-f -t -b -C -N': 'text' },
    kind: 'overwrite',
    effects: [{ code: 'ssh-known-hosts', flags: '-R --remove', why: 'Forgets a host.' }],
  },
  {
    names: 'ssh-add',
    about: '',
    kind: 'system',
    effects: [{ code: 'ssh-agent', flags: '-D -d', why: 'Removes keys from the agent.' }],
  },
];
