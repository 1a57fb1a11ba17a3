import type { Family, Rule } from '../rules.ts';

/** Commands of Windows: options in any case, `/x` words, `-WhatIf` to try. */
const windows = (names: string, kind: Family['kind'], rules: readonly Rule[], values = ''): Family => ({
  names,
  kind,
  values,
  singleDash: true,
  anyCase: true,
  // Programs that are no cmdlets do not know it.
  dry: names.includes('-') ? '-whatif' : undefined,
  rules: () => rules,
});

const PROTECTION = 'Changes how the machine protects itself or starts.';

export const windowsFamilies: readonly Family[] = [
  windows('remove-wmiobject remove-ciminstance rwmi rcim', 'system', [
    {
      code: 'machine-setting',
      when: '',
      why: 'Deletes what the machine keeps under that name: backups, users, services.',
      safer: 'the same pipeline without its last part',
    },
  ]),
  windows('stop-computer restart-computer', 'system', [
    {
      code: 'shutdown',
      when: '',
      weight: 'irreversible',
      why: 'Stops the machine with everything that runs on it.',
    },
  ]),
  windows('stop-service suspend-service remove-service set-service disable-scheduledtask', 'system', [
    { code: 'service-stop', when: '', why: 'Stops a service others may need.', safer: 'Get-Service NAME' },
  ]),
  windows('net', 'system', [
    { code: 'service-stop', when: 'stop|pause *', why: 'Stops a service others may need.' },
  ]),
  windows('netsh', 'system', [
    {
      code: 'firewall',
      when: 'advfirewall|firewall|interface|int|wlan|winsock|winhttp ** set|add|delete|reset|import',
      why: 'Changes the firewall or the network of the machine.',
      safer: 'netsh advfirewall show allprofiles',
    },
  ]),
  windows(
    'set-netfirewallprofile set-netfirewallrule remove-netfirewallrule disable-netfirewallrule new-netfirewallrule disable-netadapter',
    'system',
    [{ code: 'firewall', when: '', why: 'Changes the firewall or the network of the machine.' }],
  ),
  windows(
    'set-mppreference add-mppreference remove-mppreference disable-bitlocker suspend-bitlocker uninstall-windowsfeature disable-windowsoptionalfeature clear-tpm disable-computerrestore remove-appxpackage remove-appxprovisionedpackage',
    'system',
    [{ code: 'security-off', when: '', why: PROTECTION, safer: 'Get-MpComputerStatus' }],
  ),
  windows(
    'set-executionpolicy',
    'system',
    [
      {
        code: 'security-off',
        when: 'bypass|unrestricted',
        unless: '-scope=process',
        why: 'Lets any script run on the machine from now on.',
        safer: 'Set-ExecutionPolicy RemoteSigned -Scope Process',
      },
      {
        code: 'security-off',
        when: '',
        flags: '-executionpolicy=bypass|unrestricted',
        unless: '-scope=process',
        why: 'Lets any script run on the machine from now on.',
      },
    ],
    '-scope -executionpolicy',
  ),
  windows('manage-bde', 'system', [
    { code: 'security-off', when: '', flags: '-off -pause -forcerecovery -wipefreespace', why: PROTECTION },
    { code: 'security-off', when: '', flags: '-disable -delete', why: PROTECTION },
  ]),
  windows('bcdedit', 'system', [
    {
      code: 'security-off',
      when: '/set|/delete|/deletevalue|/import|/default|/create|/bootsequence|/timeout',
      why: PROTECTION,
      safer: 'bcdedit /enum',
    },
  ]),
  windows('reg', 'system', [
    {
      code: 'machine-setting',
      when: 'add|import|restore|load|unload|copy',
      why: 'Changes the registry of the machine.',
      safer: 'reg query KEY',
    },
  ]),
  windows('schtasks', 'system', [
    {
      code: 'cron-change',
      when: '** /delete|/create|/change|/end',
      why: 'Changes the scheduled jobs.',
      safer: 'schtasks /query',
    },
  ]),
  windows('unregister-scheduledtask register-scheduledtask', 'system', [
    { code: 'cron-change', when: '', why: 'Changes the scheduled jobs.' },
  ]),
  windows('takeown icacls cacls', 'permissions', [
    {
      code: 'permissions-system',
      when: '** /r|/grant*|/deny*|/remove*|/reset|/setowner|/inheritance*|/t',
      why: 'Changes rights or owner of whole trees.',
      safer: 'icacls PATH',
    },
  ]),
  windows('auditpol', 'traces', [
    {
      code: 'log-wipe',
      when: '/clear|/remove|/set',
      why: 'Switches off or clears the audit of the machine.',
    },
  ]),
  windows('cipher', 'traces', [{ code: 'log-wipe', when: '/w*', why: 'Wipes free space for good.' }]),
  windows('remove-eventlog limit-eventlog', 'traces', [
    { code: 'log-wipe', when: '', weight: 'irreversible', why: 'Deletes logs of the machine.' },
  ]),
  windows('clear-history', 'traces', [
    { code: 'history-wipe', when: '', weight: 'irreversible', why: 'Wipes the record of what was run.' },
  ]),
  windows('wbadmin', 'data', [
    {
      code: 'backup-delete',
      when: 'delete|disable',
      weight: 'irreversible',
      why: 'Deletes backups of the machine.',
    },
  ]),
  windows('wmic', 'data', [
    {
      code: 'backup-delete',
      when: 'shadowcopy delete',
      weight: 'irreversible',
      why: 'Deletes backups of the machine.',
    },
    {
      code: 'service-stop',
      kind: 'system',
      when: '** delete|terminate|uninstall',
      why: 'Stops or removes part of the machine.',
    },
  ]),
  windows('robocopy', 'delete', [
    {
      code: 'sync-delete',
      when: '** /mir|/purge|/move|/mov',
      why: 'Deletes at one end what is not at the other.',
      safer: 'robocopy SOURCE TARGET /L /MIR',
    },
  ]),
  windows('clear-content clear-item set-content clear-recyclebin', 'delete', [
    {
      code: 'delete-outside',
      when: 'c:*|d:*|$env*',
      why: 'Empties a file outside the project.',
    },
  ]),
  windows('clear-recyclebin', 'delete', [
    { code: 'delete-outside', when: '', weight: 'irreversible', why: 'Empties the recycle bin for good.' },
  ]),
  windows(
    'remove-aduser remove-adgroup remove-adcomputer remove-adobject remove-localuser remove-localgroup new-localuser add-localgroupmember set-adaccountpassword disable-adaccount remove-adgroupmember',
    'escalate',
    [{ code: 'accounts', when: '', why: 'Changes users, groups or who may do what.' }],
  ),
  windows(
    'remove-vm remove-vmsnapshot remove-vmcheckpoint remove-azresourcegroup remove-azvm remove-azresource remove-azstorageaccount',
    'infrastructure',
    [{ code: 'cloud-delete', when: '', why: 'Deletes machines or cloud resources.' }],
  ),
  windows('invoke-expression', 'unknown-code', [
    {
      code: 'unseen-code',
      when: '',
      why: 'Runs text as code.',
      safer: 'run the command itself, written out',
    },
  ]),
  windows('powershell pwsh', 'unknown-code', [
    {
      code: 'unseen-code',
      when: '',
      flags: '-e -ec -enc -encodedcommand -encodedarguments',
      why: 'Runs encoded code, which cannot be read beforehand.',
      safer: 'run the command itself, written out',
    },
  ]),
  windows('mshta regsvr32 rundll32 msiexec wscript cscript', 'fetch-and-run', [
    {
      code: 'fetch-and-run',
      when: '** http*|/i:http*|javascript:*|vbscript:*',
      weight: 'irreversible',
      why: 'Runs code from the network that nobody has read.',
    },
  ]),
  windows('certutil bitsadmin', 'fetch-and-run', [
    {
      code: 'fetch-and-run',
      when: '',
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
  ]),
];
