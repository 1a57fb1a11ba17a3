// Programs that encrypt and decrypt files, and manage keys.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const GPG: CommandSpec = {
  options: {
    '-o --output --log-file --status-file': 'writes',
    '--passphrase-file --options': 'login',
    '--photo-viewer': 'runs',
    '--keyserver': 'host',
    '-r --recipient -R --hidden-recipient -u --local-user --default-key --passphrase --pinentry-mode --homedir --keyring --secret-keyring --cipher-algo --digest-algo --compress-algo --trust-model --batch-size --status-fd --logger-fd --passphrase-fd --command-fd --comment --set-filename':
      'text',
    '-a --armor -e --encrypt -s --sign -b --detach-sign --clearsign --clear-sign -k --list-keys --list-secret-keys -K --list-public-keys --fingerprint --verify --import --export --batch --yes --no-tty -q --quiet -v --verbose -c --symmetric --with-colons --dry-run':
      'flag',
  },
  operands: 'reads',
  kind: 'read',
  effects: [
    {
      code: 'secret-read',
      flags: '--export-secret-keys --export-secret-subkeys --export-secret-ssh-key',
      why: 'Prints a private key.',
      safer: 'gpg --list-secret-keys',
    },
    {
      code: 'secret-read',
      flags: '-d --decrypt',
      unless: '--encrypt',
      why: 'Prints decrypted data.',
      safer: 'gpg --list-packets FILE',
    },
    {
      code: 'secret-delete',
      flags: '--delete-secret-keys --delete-secret-key --delete-secret-and-public-key --delete-keys',
      kind: 'data',
      why: 'Deletes a private key.',
      safer: 'gpg --list-secret-keys',
    },
  ],
  traits: ['decodes', 'decrypts'],
};

const DECRYPTS: EffectRule = {
  code: 'secret-read',
  flags: '-d --decrypt',
  unless: '-e --encrypt',
  why: 'Prints decrypted data.',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'ccrypt ccencrypt ccdecrypt',
    about: 'Encrypts files and replaces them.',
    options: {
      '-k --keyfile': 'login',
      '-K --key -E --envvar -P --prompt -S --suffix': 'text',
      '-e -d -c -x -f -r -R -q -v -T --encrypt --decrypt --cat --force --recursive': 'flag',
    },
    operands: 'writes',
    examples: [
      { command: 'ccencrypt notes.txt', expect: 'pass' },
      { command: 'ccencrypt /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'gpg gpg2',
    about: 'Encrypts, signs and verifies with OpenPGP.',
    ...GPG,
    examples: [
      { command: 'gpg --verify app.tar.gz.asc app.tar.gz', expect: 'pass' },
      { command: 'gpg --list-secret-keys', expect: 'pass' },
      { command: 'gpg -e -r ann@example.com notes.txt', expect: 'pass' },
      { command: 'gpg -d secrets.gpg', expect: 'ask' },
      { command: 'gpg2 --export-secret-keys -a', expect: 'ask' },
      { command: 'gpg --delete-secret-keys ann@example.com', expect: 'ask' },
      { command: "gpg --photo-viewer='rm -rf ~' --list-keys", expect: 'deny' },
      { command: 'gpg -o /etc/passwd --export', expect: 'deny' },
    ],
  },
  {
    names: 'age rage',
    about: 'Encrypts files.',
    options: {
      '-o --output': 'writes',
      '-i --identity': 'login',
      '-R --recipients-file': 'reads',
      '-r --recipient -j --plugin-name': 'text',
      '-a --armor -p --passphrase': 'flag',
    },
    operands: 'reads',
    kind: 'read',
    effects: [{ ...DECRYPTS, safer: 'age -r KEY -o FILE.age FILE' }],
    traits: ['decodes', 'decrypts'],
    examples: [
      { command: 'age -r age1abc -o notes.age notes.txt', expect: 'pass' },
      { command: 'age -d -i ~/.age/key.txt secrets.age', expect: 'ask' },
    ],
  },
  {
    names: 'sops',
    about: 'Encrypts the values in config files.',
    options: {
      '--output': 'writes',
      '--config': 'reads',
      '-k --kms --aws-profile --gcp-kms --azure-kv --hc-vault-transit -p --pgp -a --age --input-type --output-type --extract --set --indent --filename-override --encrypted-regex --encrypted-suffix --shamir-secret-sharing-threshold':
        'text',
      '-i --in-place -e --encrypt -s --show-master-keys --verbose --ignore-mac': 'flag',
    },
    subcommands: {
      'exec-env': {
        options: { '--background --pristine --same-process': 'flag', '--user': 'text' },
        runs: { operands: 'source', skip: 1 },
      },
      'exec-file': {
        options: { '--filename --user --input-type --output-type': 'text', '--background --no-fifo': 'flag' },
        runs: { operands: 'source', skip: 1 },
      },
    },
    kind: 'read',
    effects: [
      { ...DECRYPTS, unless: '-e --encrypt -i --in-place', safer: 'sops exec-env FILE CMD' },
      {
        code: 'secret-read',
        when: 'decrypt|edit',
        unless: '-i --in-place',
        why: 'Prints decrypted data.',
        safer: 'sops exec-env FILE CMD',
      },
      {
        code: 'secret-read',
        when: '*',
        flags: '--extract',
        why: 'Prints a secret.',
        safer: 'sops exec-env FILE CMD',
      },
      {
        code: 'secret-delete',
        when: 'unset',
        kind: 'data',
        why: 'Deletes a secret.',
        safer: 'sops filestatus FILE',
      },
    ],
    examples: [
      { command: 'sops --encrypt --in-place config.yaml', expect: 'pass' },
      { command: "sops exec-env secrets.yaml 'npm test'", expect: 'pass' },
      { command: 'sops -d secrets.yaml', expect: 'ask' },
      { command: 'sops decrypt secrets.yaml', expect: 'ask' },
      { command: 'sops unset secrets.yaml \'["key"]\'', expect: 'ask' },
      { command: "sops exec-env secrets.yaml 'rm -rf ~'", expect: 'deny' },
      { command: 'sops --extract \'["db"]\' secrets.yaml', expect: 'ask' },
    ],
  },
  {
    names: 'ansible-vault',
    about: 'Encrypts files of Ansible.',
    options: {
      '--vault-password-file --vault-pass-file --new-vault-password-file': 'login',
      '--output': 'writes',
      '--vault-id --encrypt-vault-id --new-vault-id -n --name --stdin-name': 'text',
      '-J --ask-vault-password --ask-vault-pass -p --prompt -v': 'flag',
    },
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: 'view|decrypt|edit',
        why: 'Prints a secret into the conversation.',
        safer: 'ansible-vault encrypt_string --stdin-name NAME',
      },
      {
        code: 'secret-delete',
        when: 'rekey',
        kind: 'data',
        why: 'Changes the password that opens the file.',
      },
    ],
    examples: [
      { command: 'ansible-vault encrypt group_vars/all.yml', expect: 'pass' },
      { command: 'ansible-vault view group_vars/all.yml', expect: 'ask' },
      { command: 'ansible-vault rekey group_vars/all.yml', expect: 'ask' },
    ],
  },
  {
    names: 'ssh-keygen',
    about: 'Creates, shows and changes SSH keys.',
    options: {
      '-f': 'text',
      '-D -w': 'loads',
      '-s -I -n -V -z -t -b -C -N -P -a -m -E -F -Y -O -M -W -Z': 'text',
      '-q -v -l -y -e -i -p -c -A -B -H -L -Q -K -U -u -k -g -h': 'flag',
      '-R': 'text',
    },
    kind: 'overwrite',
    effects: [
      {
        code: 'ssh-known-hosts',
        flags: '-R=',
        why: 'Removes a host from known_hosts.',
        safer: 'ssh-keygen -F HOST',
      },
      {
        code: 'ssh-key-passphrase',
        flags: '-p',
        why: 'Changes or removes the passphrase of a key.',
        safer: 'ssh-keygen -lf FILE',
      },
    ],
    examples: [
      { command: "ssh-keygen -p -f ~/.ssh/id_rsa -N ''", expect: 'ask' },
      { command: 'ssh-keygen -t ed25519 -f deploy_key -N ""', expect: 'pass' },
      { command: 'ssh-keygen -F github.com', expect: 'pass' },
      { command: 'ssh-keygen -R github.com', expect: 'ask' },
      { command: 'ssh-keygen -D ./lib.so', expect: 'ask' },
      { command: 'ssh-keygen -D /usr/lib/opensc-pkcs11.so', expect: 'pass' },
    ],
  },
  {
    names: 'ssh-add',
    about: 'Adds keys to the SSH agent.',
    options: {
      '-t -E -S -H -h -T': 'text',
      '-s': 'loads',
      '-l -L -k -K -q -v -x -X -c -C -A -e': 'flag',
    },
    kind: 'system',
    effects: [
      { code: 'ssh-agent', flags: '-D -d', why: 'Removes keys from the agent.', safer: 'ssh-add -l' },
    ],
    examples: [
      { command: 'ssh-add -l', expect: 'pass' },
      { command: 'ssh-add -D', expect: 'ask' },
    ],
  },
];
