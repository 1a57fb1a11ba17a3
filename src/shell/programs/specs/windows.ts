import type { EffectRule, ProgramSpec } from '../spec.ts';

const WINDOWSFAMILIES_21_0: readonly EffectRule[] = [
  { code: 'delete-outside', when: 'c:*|d:*|$env*', why: 'Empties a file outside the project.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'remove-wmiobject remove-ciminstance rwmi rcim',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'system',
    effects: [
      {
        code: 'machine-setting',
        why: 'Deletes what the machine keeps under that name: backups, users, services.',
        safer: 'the same pipeline without its last part',
      },
    ],
  },
  {
    names: 'stop-computer restart-computer',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'system',
    effects: [
      { code: 'shutdown', weight: 'irreversible', why: 'Stops the machine with everything that runs on it.' },
    ],
  },
  {
    names: 'stop-service suspend-service remove-service set-service disable-scheduledtask',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'system',
    effects: [{ code: 'service-stop', why: 'Stops a service others may need.', safer: 'Get-Service NAME' }],
  },
  {
    names: 'netsh',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'system',
    effects: [
      {
        code: 'firewall',
        when: 'advfirewall|firewall|interface|int|wlan|winsock|winhttp ** set|add|delete|reset|import',
        why: 'Changes the firewall or the network of the machine.',
        safer: 'netsh advfirewall show allprofiles',
      },
    ],
  },
  {
    names:
      'set-netfirewallprofile set-netfirewallrule remove-netfirewallrule disable-netfirewallrule new-netfirewallrule disable-netadapter',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'system',
    effects: [{ code: 'firewall', why: 'Changes the firewall or the network of the machine.' }],
  },
  {
    names:
      'set-mppreference add-mppreference remove-mppreference disable-bitlocker suspend-bitlocker uninstall-windowsfeature disable-windowsoptionalfeature clear-tpm disable-computerrestore remove-appxpackage remove-appxprovisionedpackage',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        why: 'Changes how the machine protects itself or starts.',
        safer: 'Get-MpComputerStatus',
      },
    ],
  },
  {
    names: 'set-executionpolicy',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-scope -executionpolicy': 'text', '-whatif': 'dry' },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        when: 'bypass|unrestricted',
        unless: '-scope=process',
        why: 'Lets any script run on the machine from now on.',
        safer: 'Set-ExecutionPolicy RemoteSigned -Scope Process',
      },
      {
        code: 'security-off',
        flags: '-executionpolicy=bypass|unrestricted',
        unless: '-scope=process',
        why: 'Lets any script run on the machine from now on.',
      },
    ],
  },
  {
    names: 'manage-bde',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        flags: '-off -pause -forcerecovery -wipefreespace',
        why: 'Changes how the machine protects itself or starts.',
      },
      {
        code: 'security-off',
        flags: '-disable -delete',
        why: 'Changes how the machine protects itself or starts.',
      },
    ],
  },
  {
    names: 'bcdedit',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'system',
    effects: [
      {
        code: 'security-off',
        when: '/set|/delete|/deletevalue|/import|/default|/create|/bootsequence|/timeout',
        why: 'Changes how the machine protects itself or starts.',
        safer: 'bcdedit /enum',
      },
    ],
  },
  {
    names: 'unregister-scheduledtask register-scheduledtask',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'system',
    effects: [{ code: 'cron-change', why: 'Changes the scheduled jobs.' }],
  },
  {
    names: 'cacls',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'permissions',
    effects: [
      {
        code: 'permissions-system',
        when: '** /r|/grant*|/deny*|/remove*|/reset|/setowner|/inheritance*|/t',
        why: 'Changes rights or owner of whole trees.',
        safer: 'icacls PATH',
      },
    ],
  },
  {
    names: 'auditpol',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'traces',
    effects: [
      {
        code: 'log-wipe',
        when: '/clear|/remove|/set',
        why: 'Switches off or clears the audit of the machine.',
      },
    ],
  },
  {
    names: 'remove-eventlog limit-eventlog',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'traces',
    effects: [{ code: 'log-wipe', weight: 'irreversible', why: 'Deletes logs of the machine.' }],
  },
  {
    names: 'clear-history',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'traces',
    effects: [{ code: 'history-wipe', weight: 'irreversible', why: 'Wipes the record of what was run.' }],
  },
  {
    names: 'wbadmin',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'data',
    effects: [
      {
        code: 'backup-delete',
        when: 'delete|disable',
        weight: 'irreversible',
        why: 'Deletes backups of the machine.',
      },
    ],
  },
  {
    names: 'wmic',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'data',
    effects: [
      {
        code: 'backup-delete',
        when: 'shadowcopy delete',
        weight: 'irreversible',
        why: 'Deletes backups of the machine.',
      },
      {
        code: 'service-stop',
        when: '** delete|terminate|uninstall',
        kind: 'system',
        why: 'Stops or removes part of the machine.',
      },
    ],
  },
  {
    names: 'clear-content clear-item set-content',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'delete',
    effects: WINDOWSFAMILIES_21_0,
  },
  {
    names: 'clear-recyclebin',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'delete',
    effects: [
      ...WINDOWSFAMILIES_21_0,
      { code: 'delete-outside', weight: 'irreversible', why: 'Empties the recycle bin for good.' },
    ],
  },
  {
    names:
      'remove-aduser remove-adgroup remove-adcomputer remove-adobject remove-localuser remove-localgroup new-localuser add-localgroupmember set-adaccountpassword disable-adaccount remove-adgroupmember',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'escalate',
    effects: [{ code: 'accounts', why: 'Changes users, groups or who may do what.' }],
  },
  {
    names:
      'remove-vm remove-vmsnapshot remove-vmcheckpoint remove-azresourcegroup remove-azvm remove-azresource remove-azstorageaccount',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'infrastructure',
    effects: [{ code: 'cloud-delete', why: 'Deletes machines or cloud resources.' }],
  },
  {
    names: 'invoke-expression',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: { '-whatif': 'dry' },
    kind: 'unknown-code',
    effects: [
      { code: 'unseen-code', why: 'Runs text as code.', safer: 'run the command itself, written out' },
    ],
  },
  {
    names: 'mshta regsvr32 rundll32 msiexec wscript cscript',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'fetch-and-run',
    effects: [
      {
        code: 'fetch-and-run',
        when: '** http*|/i:http*|javascript:*|vbscript:*',
        weight: 'irreversible',
        why: 'Runs code from the network that nobody has read.',
      },
    ],
  },
  {
    names: 'certutil bitsadmin',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    kind: 'fetch-and-run',
    effects: [
      {
        code: 'fetch-and-run',
        flags: '-urlcache -decode -decodehex',
        why: 'Brings a program in past the usual ways.',
        safer: 'curl -fsSL URL -o FILE',
      },
      {
        code: 'fetch-and-run',
        when: '/transfer|/addfile',
        why: 'Brings a program in past the usual ways.',
        safer: 'curl -fsSL URL -o FILE',
      },
    ],
  },
];
