import type { EffectRule, ProgramSpec } from '../spec.ts';

const BACKUPS_0_0: readonly EffectRule[] = [
  {
    code: 'backup-delete',
    when: 'forget|prune|delete|remove*|purge|unlock|key|rewrite|recreate|compact|break-lock|deletelocalsnapshots|thinlocalsnapshots|deleteinprogress|disable|expire|stanza-delete|repo-delete|rdelete|cleanup|rm',
    why: 'Deletes or rewrites backups.',
    safer: 'the same command with --dry-run',
  },
  {
    code: 'backup-delete',
    when: 'snapshot|backup|repository|schedule|policy|content|blob|restore|maintenance delete|expire|run',
    why: 'Deletes backups.',
  },
  { code: 'backup-delete', flags: '--delete --remove-older-than -d --nuke', why: 'Deletes backups.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names:
      'restic borg duplicity kopia tarsnap bacula duplicati wal-g pgbackrest barman rdiff-backup rsnapshot timeshift snapper borgmatic',
    about: '',
    options: { '-r --repo -p --password-file': 'text', '-n': 'dry' },
    kind: 'data',
    effects: BACKUPS_0_0,
  },
  {
    names: 'tmutil',
    about: '',
    options: { '-r --repo -p --password-file': 'text', '-n': 'dry' },
    kind: 'data',
    effects: [
      ...BACKUPS_0_0,
      {
        code: 'machine-setting',
        when: 'set-*|hostname|kill-*|terminate-*|delete|disable|deletelocalsnapshots|lock-*|restore|sleepnow|displaysleepnow',
        why: 'Changes a setting of the machine.',
        kind: 'system',
      },
      {
        code: 'machine-setting',
        flags: '--set -setremotelogin',
        why: 'Changes a setting of the machine.',
        kind: 'system',
      },
    ],
  },
];
