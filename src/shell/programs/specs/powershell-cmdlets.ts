// PowerShell cmdlets that change the machine.
import type { CommandSpec, EffectRule, ProgramExample, ProgramSpec } from '../spec.ts';

/** Common parameters of all cmdlets; `-WhatIf` only shows what would happen. */
const CMDLET: Pick<CommandSpec, 'syntax' | 'options'> = {
  syntax: { singleDash: true, anyCase: true },
  options: {
    '-whatif': 'dry',
    '-confirm -force -passthru -verbose -recurse -quiet -asjob': 'flag',
    '-erroraction -name -computername -credential -displayname -path -filter -identity -id -namespace':
      'text',
  },
};

/** A cmdlet that always does something somebody may want to refuse. */
function cmdlet(
  names: string,
  about: string,
  kind: NonNullable<CommandSpec['kind']>,
  rule: EffectRule,
  examples: readonly ProgramExample[],
): ProgramSpec {
  return { names, about, ...CMDLET, kind, effects: [rule], examples };
}

export const programs: readonly ProgramSpec[] = [
  cmdlet(
    'remove-wmiobject remove-ciminstance rwmi rcim',
    'Deletes objects of the machine, such as backups, users and services.',
    'system',
    {
      code: 'machine-setting',
      why: 'Deletes an object of the machine, such as a backup, a user or a service.',
      safer: 'the same pipeline without its last part',
    },
    [
      { command: 'Remove-CimInstance -WhatIf x', expect: 'pass' },
      { command: 'Get-CimInstance Win32_ShadowCopy | Remove-CimInstance', expect: 'ask' },
    ],
  ),
  cmdlet(
    'stop-computer restart-computer',
    'Stops or restarts the machine.',
    'system',
    { code: 'shutdown', weight: 'irreversible', why: 'Stops the machine with everything that runs on it.' },
    [
      { command: 'Restart-Computer -WhatIf', expect: 'pass' },
      { command: 'Stop-Computer -Force', expect: 'deny' },
    ],
  ),
  cmdlet(
    'stop-service suspend-service remove-service set-service',
    'Stops, removes or changes services.',
    'system',
    { code: 'service-stop', why: 'Stops a service that others may need.', safer: 'Get-Service NAME' },
    [
      { command: 'Stop-Service Spooler -WhatIf', expect: 'pass' },
      { command: 'Stop-Service Spooler', expect: 'ask' },
    ],
  ),
  cmdlet(
    'new-service',
    'Makes a service.',
    'system',
    {
      code: 'service-enable',
      why: 'Makes a program start by itself from now on.',
      safer: 'Get-Service',
    },
    [
      { command: 'New-Service -Name x -BinaryPathName x.exe -WhatIf', expect: 'pass' },
      { command: 'New-Service -Name x -BinaryPathName x.exe', expect: 'ask' },
    ],
  ),
  cmdlet(
    'unregister-scheduledtask register-scheduledtask disable-scheduledtask',
    'Creates, deletes and disables scheduled tasks.',
    'system',
    { code: 'cron-change', why: 'Changes the scheduled jobs.', safer: 'Get-ScheduledTask' },
    [
      { command: 'Unregister-ScheduledTask backup -WhatIf', expect: 'pass' },
      { command: 'Unregister-ScheduledTask -TaskName backup', expect: 'ask' },
      { command: 'Disable-ScheduledTask backup', expect: 'ask' },
    ],
  ),
  cmdlet(
    'set-netfirewallprofile set-netfirewallrule remove-netfirewallrule disable-netfirewallrule new-netfirewallrule disable-netadapter',
    'Changes the firewall, or disables a network adapter.',
    'system',
    {
      code: 'firewall',
      why: 'Changes the firewall or the network of the machine.',
      safer: 'Get-NetFirewallProfile',
    },
    [
      { command: 'Set-NetFirewallProfile -Enabled False -WhatIf', expect: 'pass' },
      { command: 'Set-NetFirewallProfile -Profile Domain -Enabled False', expect: 'ask' },
    ],
  ),
  cmdlet(
    'set-mppreference add-mppreference remove-mppreference',
    'Changes the settings of Windows Defender.',
    'system',
    {
      code: 'security-off',
      why: 'Changes how the machine protects itself.',
      safer: 'Get-MpComputerStatus',
    },
    [
      { command: 'Set-MpPreference -WhatIf', expect: 'pass' },
      { command: 'Set-MpPreference -DisableRealtimeMonitoring $true', expect: 'ask' },
    ],
  ),
  cmdlet(
    'disable-bitlocker suspend-bitlocker clear-tpm disable-computerrestore',
    'Disables the encryption or the protection of disks.',
    'system',
    {
      code: 'security-off',
      why: 'Changes how the machine protects itself or starts.',
      safer: 'Get-BitLockerVolume',
    },
    [
      { command: 'Disable-BitLocker -MountPoint C: -WhatIf', expect: 'pass' },
      { command: 'Disable-BitLocker -MountPoint C:', expect: 'ask' },
    ],
  ),
  cmdlet(
    'uninstall-windowsfeature disable-windowsoptionalfeature remove-appxpackage remove-appxprovisionedpackage',
    'Removes features of Windows.',
    'system',
    {
      code: 'security-off',
      why: 'Removes a part of the system that others may need.',
      safer: 'Get-WindowsFeature',
    },
    [
      { command: 'Remove-AppxPackage app -WhatIf', expect: 'pass' },
      { command: 'Uninstall-WindowsFeature Web-Server', expect: 'ask' },
    ],
  ),
  {
    names: 'set-executionpolicy',
    about: 'Decides which scripts may run.',
    syntax: { singleDash: true, anyCase: true },
    options: { '-scope -executionpolicy': 'text', '-whatif': 'dry', '-force -confirm': 'flag' },
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
        safer: 'Set-ExecutionPolicy RemoteSigned -Scope Process',
      },
    ],
    examples: [
      { command: 'Set-ExecutionPolicy RemoteSigned -Scope Process', expect: 'pass' },
      { command: 'Set-ExecutionPolicy Bypass -Scope Process', expect: 'pass' },
      { command: 'Set-ExecutionPolicy Unrestricted', expect: 'ask' },
      { command: 'Set-ExecutionPolicy -ExecutionPolicy Bypass', expect: 'ask' },
    ],
  },
  cmdlet(
    'clear-eventlog remove-eventlog limit-eventlog',
    'Deletes event logs.',
    'traces',
    {
      code: 'log-wipe',
      weight: 'irreversible',
      why: 'Deletes logs of the machine.',
      safer: 'Get-EventLog -List',
    },
    [
      { command: 'Clear-EventLog System -WhatIf', expect: 'pass' },
      { command: 'Clear-EventLog -LogName System', expect: 'deny' },
    ],
  ),
  cmdlet(
    'clear-history',
    'Deletes the history of the shell.',
    'traces',
    {
      code: 'history-wipe',
      weight: 'irreversible',
      why: 'Deletes the history of commands.',
      safer: 'Get-History',
    },
    [
      { command: 'Clear-History -WhatIf', expect: 'pass' },
      { command: 'Clear-History', expect: 'deny' },
    ],
  ),
  cmdlet(
    'clear-content clear-item set-content',
    'Empties or replaces files.',
    'delete',
    {
      code: 'delete-outside',
      when: 'c:*|d:*|$env*',
      why: 'Empties a file outside the project.',
      safer: 'Get-Content PATH',
    },
    [
      { command: 'Set-Content out.txt hello', expect: 'pass' },
      { command: "Clear-Content 'C:\\Windows\\win.ini'", expect: 'ask' },
    ],
  ),
  cmdlet(
    'clear-recyclebin',
    'Empties the recycle bin.',
    'delete',
    {
      code: 'delete-outside',
      weight: 'irreversible',
      why: 'Empties the recycle bin for good.',
    },
    [
      { command: 'Clear-RecycleBin -WhatIf', expect: 'pass' },
      { command: 'Clear-RecycleBin -Force', expect: 'deny' },
    ],
  ),
  cmdlet(
    'remove-localuser remove-localgroup new-localuser add-localgroupmember',
    'Changes users and groups of the machine.',
    'escalate',
    { code: 'accounts', why: 'Changes users, groups or access rights.', safer: 'Get-LocalUser' },
    [
      { command: 'Remove-LocalUser bob -WhatIf', expect: 'pass' },
      { command: 'Add-LocalGroupMember Administrators bob', expect: 'ask' },
    ],
  ),
  cmdlet(
    'remove-aduser remove-adgroup remove-adcomputer remove-adobject remove-adgroupmember set-adaccountpassword disable-adaccount',
    'Changes users and machines of a domain.',
    'escalate',
    { code: 'accounts', why: 'Changes users, groups or access rights.', safer: 'Get-ADUser NAME' },
    [
      { command: 'Remove-ADUser bob -WhatIf', expect: 'pass' },
      { command: 'Remove-ADUser -Identity bob', expect: 'ask' },
    ],
  ),
  cmdlet(
    'remove-vm remove-vmsnapshot remove-vmcheckpoint',
    'Deletes virtual machines of Hyper-V.',
    'infrastructure',
    { code: 'cloud-delete', why: 'Deletes machines or their checkpoints.', safer: 'Get-VM' },
    [
      { command: 'Remove-VM dev -WhatIf', expect: 'pass' },
      { command: 'Remove-VM -Name dev -Force', expect: 'ask' },
    ],
  ),
  cmdlet(
    'cloud-cmdlet',
    'Any cmdlet of Azure, Microsoft Graph, Exchange or AWS whose verb changes something.',
    'infrastructure',
    {
      code: 'cloud-change',
      why: 'Changes or deletes something in the cloud that may stay, or that others use.',
      safer: 'the Get cmdlet of the same name',
    },
    [
      { command: 'Remove-AzVM -Name dev -WhatIf', expect: 'pass' },
      { command: 'Remove-AzResourceGroup -Name prod -Force', expect: 'ask' },
      { command: 'Get-AzEventHub -Name hub', expect: 'pass' },
      { command: 'Remove-AzEventHub -Name hub', expect: 'ask' },
      { command: 'New-AzVM -Name dev', expect: 'pass' },
      { command: 'New-AzRoleAssignment -ObjectId 1 -RoleDefinitionName Owner', expect: 'ask' },
      { command: 'Set-MailboxAuditBypassAssociation -Identity a -AuditBypassEnabled $true', expect: 'ask' },
      { command: 'Update-MgUser -UserId a', expect: 'ask' },
      { command: 'Get-MgUser -All', expect: 'pass' },
      { command: 'Remove-S3Bucket -BucketName b', expect: 'ask' },
    ],
  ),
  cmdlet(
    'format-volume clear-disk initialize-disk remove-partition reset-physicaldisk remove-virtualdisk',
    'Formats, wipes and partitions disks.',
    'disk',
    {
      code: 'disk-wipe',
      weight: 'irreversible',
      why: 'Everything on the disk is lost.',
      safer: 'Get-Disk',
    },
    [
      { command: 'Clear-Disk -Number 1 -WhatIf', expect: 'pass' },
      { command: 'Clear-Disk -Number 1 -RemoveData', expect: 'deny' },
    ],
  ),
  cmdlet(
    'invoke-expression',
    'Runs text as code.',
    'unknown-code',
    { code: 'unseen-code', why: 'Runs text as code.', safer: 'run the command itself, written out' },
    [
      { command: 'Invoke-Expression --help', expect: 'pass' },
      { command: 'Invoke-Expression $code', expect: 'ask' },
    ],
  ),
];
