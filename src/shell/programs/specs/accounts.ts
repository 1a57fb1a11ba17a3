import type { EffectRule, ProgramSpec } from '../spec.ts';

const ACCOUNTS_4_0: readonly EffectRule[] = [
  { code: 'accounts', why: 'Changes users, groups or who may become root.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'chage',
    about: '',
    kind: 'escalate',
    effects: [{ code: 'accounts', unless: '-l --list', why: 'Changes an account.' }],
  },
  {
    names: 'dscl sysadminctl',
    about: '',
    syntax: { singleDash: true },
    kind: 'escalate',
    effects: [
      {
        code: 'accounts',
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
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'escalate',
    effects: [
      { code: 'accounts', when: 'user|localgroup|share * *', why: 'Changes users or shares.' },
      { code: 'accounts', when: 'accounts|share *=*|/*', why: 'Changes users or shares.' },
      { code: 'service-stop', when: 'stop|pause *', why: 'Stops a service others may need.', kind: 'system' },
    ],
  },
  {
    names:
      'userdel deluser groupdel delgroup usermod useradd adduser groupadd groupmod gpasswd chpasswd vipw vigr newusers',
    about: '',
    kind: 'escalate',
    effects: ACCOUNTS_4_0,
  },
  {
    names: 'visudo',
    about: '',
    kind: 'escalate',
    effects: ACCOUNTS_4_0,
    traits: ['escalates'],
    behaviours: ['escalates'],
  },
  {
    names: 'chsh',
    about: '',
    kind: 'escalate',
    effects: [{ code: 'accounts', flags: '-s --shell', why: 'Changes what a login starts.' }],
  },
  {
    names: 'passwd',
    about: '',
    kind: 'escalate',
    effects: [{ code: 'accounts', unless: '-S --status', why: 'Changes a password.' }],
  },
];
