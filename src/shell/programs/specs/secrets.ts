import type { EffectRule, ProgramSpec } from '../spec.ts';

const DECRYPTION_0_0: readonly EffectRule[] = [
  {
    code: 'secret-read',
    flags: '--export-secret-keys --export-secret-subkeys -d --decrypt',
    unless: '--encrypt',
    why: 'Prints secret material.',
  },
];

const SECRETSTORES_0_1: readonly EffectRule[] = [
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
    when: 'delete|destroy|rm|remove|revoke|disable|delete-keychain|delete-generic-password|delete-internet-password|delete-certificate|delete-identity|rekey|rotate|seal|clear|trash',
    kind: 'data',
    why: 'Deletes or disables a secret.',
  },
  {
    code: 'secret-delete',
    when: 'kv|secrets|auth|policy|token|lease|operator|item|vault|document|user|secret|namespace|audit|projects|environments|configs|group|connect|service-account|transit delete|destroy|disable|revoke|seal|step-down|remove|rekey|rotate|move|suspend|tune|generate-root|raft',
    kind: 'data',
    why: 'Deletes or disables a secret or an access path.',
  },
  {
    code: 'secret-delete',
    when: '* * delete|revoke|remove|deregister|destroy',
    kind: 'data',
    why: 'Deletes or disables a secret or an access path.',
  },
  {
    code: 'secret-delete',
    when: 'plugin|write deregister|sys/seal|sys/step-down',
    kind: 'data',
    why: 'Deletes or disables a secret or an access path.',
  },
  {
    code: 'secret-delete',
    when: 'kv|operator metadata|raft delete|remove-peer|snapshot',
    kind: 'data',
    why: 'Deletes a secret with all its versions.',
  },
  {
    code: 'secret-delete',
    kind: 'data',
    flags: '--delete-secret-keys --delete-secret-and-public-key --delete-keys',
    why: 'Deletes a private key.',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'gpg',
    about: '',
    options: {
      '-o --output -r --recipient -p --project -c --config --vault --account -address -namespace -mount -field --domain --env --path --projectId -u':
        'text',
    },
    operands: 'reads',
    kind: 'read',
    effects: [...DECRYPTION_0_0, ...SECRETSTORES_0_1],
    traits: ['decodes'],
  },
  {
    names: 'gpg2',
    about: '',
    options: {
      '-o --output -r --recipient -p --project -c --config --vault --account -address -namespace -mount -field --domain --env --path --projectId':
        'text',
    },
    kind: 'read',
    effects: [...DECRYPTION_0_0, ...SECRETSTORES_0_1],
  },
  {
    names: 'sops',
    about: '',
    options: {
      '-o --output -r --recipient -p --project -c --config --vault --account -address -namespace -mount -field --domain --env --path --projectId':
        'text',
    },
    subcommands: {
      'exec-env': { runs: { operands: 'source', skip: 1 } },
      'exec-file': { options: { '--filename': 'text' }, runs: { operands: 'source', skip: 1 } },
    },
    kind: 'read',
    effects: [...DECRYPTION_0_0, ...SECRETSTORES_0_1],
  },
  {
    names: 'age rage',
    about: '',
    options: { '-o --output -r --recipient': 'text' },
    kind: 'read',
    effects: DECRYPTION_0_0,
  },
  {
    names: 'vault bw bws pass gopass secret-tool lpass keyring ansible-vault akeyless',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    kind: 'read',
    effects: SECRETSTORES_0_1,
  },
  {
    names: 'op',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    subcommands: { run: { options: { '--env-file --account': 'text' }, runs: {} } },
    kind: 'read',
    effects: SECRETSTORES_0_1,
  },
  {
    names: 'doppler',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    subcommands: { run: { options: { '-p --project -c --config': 'text', '--command': 'runs' }, runs: {} } },
    kind: 'read',
    effects: SECRETSTORES_0_1,
  },
  {
    names: 'chamber',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    subcommands: { exec: { runs: { skip: 1, after: '--' } } },
    kind: 'read',
    effects: SECRETSTORES_0_1,
  },
  {
    names: 'infisical',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    subcommands: { run: { options: { '--env --path': 'text', '--command': 'runs' }, runs: {} } },
    kind: 'read',
    effects: SECRETSTORES_0_1,
  },
  {
    names: 'security',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    kind: 'read',
    effects: [
      ...SECRETSTORES_0_1,
      {
        code: 'security-off',
        when: 'add-trusted-cert|remove-trusted-cert|trust-settings-import|execute-with-privileges|set-keychain-password|authorizationdb',
        why: 'Changes whom the machine trusts, or runs something with more rights.',
        safer: 'security verify-cert -c FILE',
        kind: 'escalate',
      },
    ],
  },
  {
    names: 'aws-vault',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    subcommands: { exec: { options: { '-d --duration --region': 'text' }, runs: { skip: 1 } } },
    kind: 'read',
    effects: SECRETSTORES_0_1,
  },
  {
    names: 'teller',
    about: '',
    options: {
      '-p --project -c --config --vault --account -address -namespace -mount -field -o --output -r --recipient --domain --env --path --projectId':
        'text',
    },
    subcommands: { run: { runs: {} } },
    kind: 'read',
    effects: SECRETSTORES_0_1,
  },
];
