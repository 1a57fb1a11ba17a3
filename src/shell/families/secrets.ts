import type { Family } from '../rules.ts';

export const secretStores: Family = {
  names:
    'vault op bw bws pass gopass doppler chamber infisical secret-tool security lpass keyring aws-vault sops gpg gpg2 ansible-vault teller akeyless',
  kind: 'read',
  values:
    '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId',
  rules: () => [
    {
      code: 'secret-read',
      when: 'read|get|show|view|lookup|download|export|inject|access|decrypt|dump-keychain|cat|fetch',
      unless: '--out-file --clip',
      why: 'Prints a secret into the conversation.',
      safer: 'run the program with the secret injected: op run -- CMD',
    },
    {
      code: 'secret-read',
      when: 'find-generic-password|find-internet-password',
      flags: '-w -g',
      why: 'Prints a secret into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'kv|secrets|item|document|secret|user|token get|read|download|show|lookup|create',
      why: 'Prints a secret into the conversation.',
      safer: 'run the program with the secret injected: op run -- CMD',
    },
    {
      code: 'secret-read',
      when: 'secrets|list-secrets $',
      unless: '--only-names',
      why: 'Prints every secret into the conversation.',
    },
    {
      code: 'secret-read',
      when: 'dynamic-secrets lease create|renew',
      why: 'Prints new credentials into the conversation.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: 'delete|destroy|rm|remove|revoke|disable|delete-keychain|delete-generic-password|delete-internet-password|delete-certificate|delete-identity|rekey|rotate|seal|clear|trash',
      why: 'Deletes or disables a secret.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: 'kv|secrets|auth|policy|token|lease|operator|item|vault|document|user|secret|namespace|audit|projects|environments|configs|group|connect|service-account|transit delete|destroy|disable|revoke|seal|step-down|remove|rekey|rotate|move|suspend|tune|generate-root|raft',
      why: 'Deletes or disables a secret or an access path.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: '* * delete|revoke|remove|deregister|destroy',
      why: 'Deletes or disables a secret or an access path.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: 'plugin|write deregister|sys/seal|sys/step-down',
      why: 'Deletes or disables a secret or an access path.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: 'kv|operator metadata|raft delete|remove-peer|snapshot',
      why: 'Deletes a secret with all its versions.',
    },
    {
      code: 'secret-delete',
      kind: 'data',
      when: '',
      flags: '--delete-secret-keys --delete-secret-and-public-key --delete-keys',
      why: 'Deletes a private key.',
    },
  ],
};

export const decryption: Family = {
  names: 'gpg gpg2 sops age rage',
  kind: 'read',
  values: '-o --output -r --recipient',
  rules: () => [
    {
      code: 'secret-read',
      when: '',
      flags: '--export-secret-keys --export-secret-subkeys -d --decrypt',
      unless: '--encrypt',
      why: 'Prints secret material.',
    },
  ],
};

export const backups: Family = {
  names:
    'restic borg duplicity kopia tarsnap bacula duplicati velero wal-g pgbackrest barman rdiff-backup rsnapshot tmutil timeshift snapper borgmatic',
  kind: 'data',
  values: '-r --repo -p --password-file',
  dry: '-n',
  rules: () => [
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
    {
      code: 'backup-delete',
      when: '',
      flags: '--delete --remove-older-than -d --nuke',
      why: 'Deletes backups.',
    },
  ],
};
