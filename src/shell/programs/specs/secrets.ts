// Secret stores: commands that print or delete secrets, or run programs with them.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const PRINTS = 'Prints a secret into the conversation.';

const reads = (when: string, safer: string, flags?: string): EffectRule => ({
  code: 'secret-read',
  when,
  ...(flags && { flags }),
  why: PRINTS,
  safer,
});

const deletes = (
  when: string,
  safer: string,
  why = 'Deletes, disables or replaces a secret.',
): EffectRule => ({
  code: 'secret-delete',
  when,
  kind: 'data',
  why,
  safer,
});

/** Words of `pass` and `gopass` that are commands; any other word is the name of a secret, which is printed. */
const PASS_COMMANDS =
  'init|ls|list|find|search|insert|add|edit|new|create|generate|rm|remove|delete|mv|move|rename|cp|copy|link|git|help|version|sync|fsck|audit|config|mounts|recipients|setup|clone|completion|show|grep|env|cat|otp|history|templates|update|import';

const PASS: CommandSpec = {
  options: {
    '-c --clip -q --qrcode': 'flag',
    '-m --multiline -e --echo -f --force -n --no-symbols -i --in-place -r --recursive -o --password': 'flag',
    '-p --path --store': 'text',
  },
  kind: 'read',
  effects: [
    {
      code: 'secret-read',
      when: 'show|cat|grep|otp|env',
      unless: '-c --clip',
      why: PRINTS,
      safer: 'pass show -c NAME',
    },
    {
      code: 'secret-read',
      when: '*',
      except: `${PASS_COMMANDS}|*.test.*|*.spec.*`,
      unless: '-c --clip',
      why: PRINTS,
      safer: 'pass show -c NAME',
    },
    deletes('rm|remove|delete', 'pass ls'),
  ],
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'vault',
    about: 'The command line of HashiCorp Vault.',
    syntax: { singleDash: true },
    options: {
      '-address -agent-address': 'host',
      '-ca-cert -ca-path -config': 'reads',
      '-client-cert -client-key': 'login',
      '-namespace -ns -mount -field -format -path -method -policy -ttl -period -version -versions -wrap-ttl -header -log-level':
        'text',
      '-output-curl-string -non-interactive -no-color -no-print -token-only -detailed': 'flag',
    },
    kind: 'read',
    effects: [
      reads('read|unwrap', 'vault kv metadata get PATH'),
      reads('kv get', 'vault kv metadata get PATH'),
      reads('token lookup|create|renew', 'vault token capabilities PATH'),
      reads('operator init|generate-root|rekey', 'vault status'),
      deletes('delete|rekey|rotate|seal', 'vault kv metadata get PATH'),
      deletes('kv delete|destroy', 'vault kv metadata get PATH'),
      deletes('kv metadata delete', 'vault kv metadata get PATH', 'Deletes a secret with all its versions.'),
      deletes(
        'secrets|auth|audit disable|move|tune',
        'vault secrets list',
        'Disables or changes a secrets engine with everything in it.',
      ),
      deletes(
        'policy|namespace|plugin delete|deregister',
        'vault policy list',
        'Deletes a policy, a namespace or a plugin.',
      ),
      deletes('token|lease revoke', 'vault status', 'Revokes access.'),
      deletes(
        'operator seal|step-down|raft|rekey|rotate|generate-root|remove-peer',
        'vault status',
        'Seals or changes the whole store.',
      ),
      {
        code: 'cloud-access',
        when: 'policy write',
        kind: 'escalate',
        why: 'Changes who may read which secrets.',
        safer: 'vault policy read NAME',
      },
      {
        code: 'cloud-access',
        when: 'write auth/*|identity/*|sys/policies/*|sys/policy/*|sys/auth/*|*/roles/*|*/config*',
        kind: 'escalate',
        why: 'Changes who may log in, and with what rights.',
        safer: 'vault list auth/METHOD',
      },
      {
        code: 'cloud-access',
        when: 'auth|secrets enable',
        kind: 'escalate',
        why: 'Opens a new way to log in, or to make credentials.',
        safer: 'vault auth list',
      },
      deletes('write sys/seal|sys/step-down|sys/rotate', 'vault status', 'Seals or changes the whole store.'),
    ],
    examples: [
      { command: 'vault status', expect: 'pass' },
      { command: 'vault kv list secret/', expect: 'pass' },
      { command: 'vault kv metadata get secret/db', expect: 'pass' },
      { command: 'vault kv get -mount=secret db', expect: 'ask' },
      { command: 'vault read database/creds/app', expect: 'ask' },
      { command: 'vault kv delete secret/db', expect: 'ask' },
      { command: 'vault kv metadata delete secret/db', expect: 'ask' },
      { command: 'vault secrets disable secret/', expect: 'ask' },
      { command: 'vault token revoke abc', expect: 'ask' },
      { command: 'vault operator seal', expect: 'ask' },
      { command: 'vault policy write app app.hcl', expect: 'ask' },
      { command: 'vault policy list', expect: 'pass' },
      { command: 'vault write auth/userpass/users/eve password=x', expect: 'ask' },
      { command: 'vault auth enable userpass', expect: 'ask' },
      { command: 'vault token create', expect: 'ask' },
      { command: 'vault operator init', expect: 'ask' },
      { command: 'vault delete secret/app', expect: 'ask' },
      { command: 'vault policy delete admin', expect: 'ask' },
    ],
  },
  {
    names: 'op',
    about: 'The command line of 1Password.',
    options: {
      '-i --in-file': 'reads',
      '-o --out-file --output': 'writes',
      '--vault --account --format --fields --session --config --env-file --categories --tags --template --title':
        'text',
      '-f --force -n --no-newline --no-masking --cache --iso-timestamps --otp': 'flag',
    },
    subcommands: {
      run: { options: { '--env-file --account --environment': 'text', '--no-masking': 'flag' }, runs: {} },
    },
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: 'read|inject',
        unless: '-o --out-file',
        why: PRINTS,
        safer: 'run the program with the secret injected: op run -- CMD',
      },
      reads('item|document get', 'run the program with the secret injected: op run -- CMD'),
      reads('connect token create', 'op connect server list'),
      reads('service-account create', 'op service-account ratelimit'),
      deletes(
        'item|vault|document|user|group|connect|service-account delete|remove|suspend|move|edit|revoke',
        'op item list',
      ),
      deletes('* * delete|revoke|remove', 'op item list', 'Revokes access.'),
    ],
    examples: [
      { command: 'op item list', expect: 'pass' },
      { command: 'op run --env-file=.env -- npm start', expect: 'pass' },
      { command: 'op inject -i app.tpl -o app.conf', expect: 'pass' },
      { command: 'op read op://dev/db/password', expect: 'ask' },
      { command: 'op item get db --fields password', expect: 'ask' },
      { command: 'op item delete db', expect: 'ask' },
      { command: 'op run -- rm -rf ~', expect: 'deny' },
      { command: 'op connect token create ci', expect: 'ask' },
      { command: 'op service-account create ci', expect: 'ask' },
    ],
  },
  {
    names: 'bw',
    about: 'The command line of Bitwarden.',
    options: {
      '--output': 'writes',
      '--passwordfile': 'login',
      '--session --passwordenv --search --url --folderid --collectionid --organizationid --itemid --format --method --code':
        'text',
      '--raw --pretty --response --quiet --cleanexit --nointeraction --trash': 'flag',
    },
    kind: 'read',
    effects: [
      reads('get|export|receive', 'bw status'),
      reads('list items', 'bw list folders'),
      reads('unlock', 'bw status'),
      deletes('delete', 'bw list folders'),
    ],
    examples: [
      { command: 'bw status', expect: 'pass' },
      {
        command: 'export BW_SESSION="$(bw unlock --raw --passwordenv PW)"',
        expect: 'pass',
        title: 'The key of the session is kept in a variable, not shown',
      },
      { command: 'bw get password github', expect: 'ask' },
      { command: 'bw list items --search github', expect: 'ask' },
      { command: 'bw delete item 42', expect: 'ask' },
      { command: 'bw unlock', expect: 'ask' },
    ],
  },
  {
    names: 'bws',
    about: 'The command line of Bitwarden Secrets Manager.',
    options: {
      '-o --output -c --color -t --access-token -p --profile -u --server-url': 'text',
      '-f --config-file': 'reads',
    },
    subcommands: {
      run: {
        options: { '--project-id --shell': 'text', '--no-inherit-env --uuids-as-keynames': 'flag' },
        runs: { operands: 'source' },
      },
    },
    kind: 'read',
    effects: [
      reads('secret get|list', 'run the program with the secrets injected: bws run -- CMD'),
      reads('get|list secret|secrets', 'run the program with the secrets injected: bws run -- CMD'),
      deletes('secret|project delete', 'bws project list'),
      deletes('delete', 'bws project list'),
    ],
    examples: [
      { command: 'bws project list', expect: 'pass' },
      { command: "bws run -- 'npm start'", expect: 'pass' },
      { command: 'bws secret get 42', expect: 'ask' },
      { command: 'bws secret delete 42', expect: 'ask' },
      { command: "bws run -- 'rm -rf ~'", expect: 'deny' },
      { command: 'bws get secret 12', expect: 'ask' },
      { command: 'bws delete secret 12', expect: 'ask' },
    ],
  },
  {
    names: 'pass',
    about: 'Stores passwords in encrypted files.',
    ...PASS,
    examples: [
      { command: 'pass ls', expect: 'pass' },
      { command: 'pass show -c web/github', expect: 'pass', title: 'Copies the password to the clipboard' },
      { command: 'pass show web/github', expect: 'ask' },
      { command: 'pass web/github', expect: 'ask' },
      {
        command: 'PASS src/login.test.ts',
        expect: 'pass',
        title: 'A line that a test runner printed, not the password manager',
      },
      { command: 'pass rm web/github', expect: 'ask' },
    ],
  },
  {
    names: 'gopass',
    about: 'Stores passwords in encrypted files, for teams.',
    ...PASS,
    subcommands: { env: { options: { '--keep-case': 'flag' }, runs: { skip: 1 } } },
    examples: [
      { command: 'gopass ls', expect: 'pass' },
      { command: 'gopass cat web/key', expect: 'ask' },
      { command: 'gopass web/github', expect: 'ask' },
      { command: 'gopass delete web/github', expect: 'ask' },
      { command: 'gopass env web/github rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'lpass',
    about: 'The command line of LastPass.',
    options: { '--sync --color --fields --field --format': 'text', '-c --clip -q --quiet -x -G -F': 'flag' },
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: 'show|export',
        unless: '-c --clip',
        why: PRINTS,
        safer: 'lpass show -c NAME',
      },
      deletes('rm|mv', 'lpass ls'),
    ],
    examples: [
      { command: 'lpass ls', expect: 'pass' },
      {
        command: 'lpass show -c --password github',
        expect: 'pass',
        title: 'Copies the password to the clipboard',
      },
      { command: 'lpass show --password github', expect: 'ask' },
      { command: 'lpass rm github', expect: 'ask' },
    ],
  },
  {
    names: 'secret-tool',
    about: 'Reads and writes the keyring of the desktop.',
    options: { '--label --collection': 'text', '--all --unlock': 'flag' },
    kind: 'read',
    effects: [reads('lookup|search', 'secret-tool --help'), deletes('clear', 'secret-tool --help')],
    examples: [
      { command: 'secret-tool --help', expect: 'pass' },
      { command: 'secret-tool lookup service github', expect: 'ask' },
      { command: 'secret-tool clear service github', expect: 'ask' },
    ],
  },
  {
    names: 'keyctl',
    about: 'Reads and changes the keys that the kernel keeps.',
    kind: 'read',
    effects: [
      reads('print|pipe|read|prompt', 'keyctl show'),
      deletes('clear|revoke|unlink|purge|invalidate|reap', 'keyctl show'),
    ],
    examples: [
      { command: 'keyctl show', expect: 'pass' },
      { command: 'keyctl print 12345', expect: 'ask' },
      { command: 'keyctl revoke 12345', expect: 'ask' },
    ],
  },
  {
    names: 'rbw',
    about: 'Reads and changes a Bitwarden vault.',
    options: { '--folder --field': 'text', '--full --raw': 'flag', '-c --clipboard': 'flag' },
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: 'get|code|totp|history',
        unless: '-c --clipboard',
        why: PRINTS,
        safer: 'rbw get --clipboard NAME',
      },
      deletes('remove|rm|purge', 'rbw list'),
    ],
    examples: [
      { command: 'rbw list', expect: 'pass' },
      { command: 'rbw get github', expect: 'ask' },
      { command: 'rbw remove github', expect: 'ask' },
    ],
  },
  {
    names: 'kwallet-query',
    about: 'Reads and writes the wallet of KDE.',
    options: {
      '-r --read-password': 'text',
      '-w --write-password -f --folder': 'text',
      '-l --list-entries': 'flag',
    },
    operands: 'text',
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        flags: '-r --read-password',
        why: PRINTS,
        safer: 'kwallet-query -l WALLET',
      },
    ],
    examples: [
      { command: 'kwallet-query -l kdewallet', expect: 'pass' },
      { command: 'kwallet-query -r github kdewallet', expect: 'ask' },
    ],
  },
  {
    names:
      'docker-credential-desktop docker-credential-osxkeychain docker-credential-secretservice docker-credential-pass docker-credential-wincred docker-credential-ecr-login docker-credential-gcloud docker-credential-gcr docker-credential-acr-env git-credential-manager git-credential-osxkeychain git-credential-libsecret git-credential-store git-credential-cache',
    about: 'Keeps logins for Docker and git.',
    kind: 'read',
    effects: [reads('get', 'docker logout, if the login is to go'), deletes('erase', 'docker logout')],
    examples: [
      { command: 'docker-credential-pass version', expect: 'pass' },
      { command: 'echo https://index.docker.io/v1/ | docker-credential-pass get', expect: 'ask' },
      { command: 'echo https://index.docker.io/v1/ | docker-credential-pass erase', expect: 'ask' },
    ],
  },
  {
    names: 'keyring',
    about: 'Reads and writes the keyring of the system.',
    options: {
      '-p --keyring-path -b --keyring-backend --mode --output': 'text',
      '--list-backends --disable': 'flag',
    },
    kind: 'read',
    effects: [reads('get', 'keyring --list-backends'), deletes('del', 'keyring --list-backends')],
    examples: [
      { command: 'keyring --list-backends', expect: 'pass' },
      { command: 'keyring get github ann', expect: 'ask' },
      { command: 'keyring del github ann', expect: 'ask' },
    ],
  },
  {
    names: 'security',
    about: 'The command line of the macOS keychain.',
    options: {
      '-a -s -l -c -C -D -j -r -t -T -k -p -d -u -U': 'text',
      '-f': 'text',
      '-v -q -i': 'flag',
    },
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: 'find-generic-password|find-internet-password',
        flags: '-w -g',
        why: PRINTS,
        safer: 'security find-generic-password -s NAME',
      },
      reads('dump-keychain|export', 'security list-keychains'),
      deletes(
        'delete-keychain|delete-generic-password|delete-internet-password|delete-certificate|delete-identity',
        'security list-keychains',
      ),
      {
        code: 'security-off',
        when: 'add-trusted-cert|remove-trusted-cert|trust-settings-import|unlock-keychain|execute-with-privileges|set-keychain-password|authorizationdb',
        kind: 'escalate',
        why: 'Changes whom the machine trusts, or runs something with more rights.',
        safer: 'security verify-cert -c FILE',
      },
      {
        code: 'secret-write',
        when: 'import',
        unless: '-k=~build|~ci|~temp|~tmp|~sign|~test',
        why: 'Adds keys or certificates to the keychain of the person.',
        safer: 'security create-keychain build.keychain, and import into that one',
      },
      {
        code: 'secret-read',
        when: 'set-generic-password-partition-list|set-key-partition-list',
        unless: '-k=~build|~ci|~temp|~tmp|~sign|~test',
        why: 'Lets programs read keys of the keychain without a question.',
        safer: 'security list-keychains',
      },
    ],
    examples: [
      { command: 'security list-keychains', expect: 'pass' },
      {
        command: 'security find-generic-password -s github',
        expect: 'pass',
        title: 'Shows an entry without its password',
      },
      { command: 'security find-identity -v -p codesigning', expect: 'pass' },
      { command: 'security import cert.p12 -k build.keychain -P x -T /usr/bin/codesign', expect: 'pass' },
      { command: 'security import evil.p12 -k login.keychain -A', expect: 'ask' },
      { command: 'security find-generic-password -s github -w', expect: 'ask' },
      { command: 'security dump-keychain -d', expect: 'ask' },
      { command: 'security delete-generic-password -s github', expect: 'ask' },
      { command: 'security add-trusted-cert -d -r trustRoot ca.pem', expect: 'ask' },
    ],
  },
  {
    names: 'doppler',
    about: 'The command line of Doppler.',
    options: {
      '-p --project -c --config -t --token --api-host --scope --format --configuration --mount --mount-format --name-transformer':
        'text',
      '--json --plain --raw --no-color --silent --debug': 'flag',
    },
    subcommands: {
      run: {
        options: {
          '-p --project -c --config -t --token --fallback --mount --mount-format --mount-template --preserve-env --name-transformer':
            'text',
          '--command': 'runs',
        },
        runs: {},
      },
    },
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: 'secrets $',
        unless: '--only-names',
        why: 'Prints every secret into the conversation.',
        safer: 'doppler secrets --only-names',
      },
      reads('secrets get|download|substitute', 'doppler secrets --only-names'),
      reads('configs tokens create', 'doppler configs tokens'),
      deletes('secrets|projects|environments|configs delete', 'doppler secrets --only-names'),
      deletes('* * delete|revoke', 'doppler configs tokens', 'Revokes access.'),
    ],
    examples: [
      { command: 'doppler secrets --only-names', expect: 'pass' },
      { command: 'doppler run -- npm start', expect: 'pass' },
      { command: 'doppler secrets', expect: 'ask' },
      { command: 'doppler secrets get DB_PASSWORD --plain', expect: 'ask' },
      { command: 'doppler secrets delete DB_PASSWORD', expect: 'ask' },
      { command: "doppler run --command 'rm -rf ~'", expect: 'deny' },
      { command: 'doppler run -- rm -rf ~', expect: 'deny' },
      { command: 'doppler configs tokens create ci', expect: 'ask' },
      { command: 'doppler configs tokens revoke ci', expect: 'ask' },
    ],
  },
  {
    names: 'infisical',
    about: 'The command line of Infisical.',
    options: {
      '--env --path --projectId --domain --token --format --tags --type': 'text',
      '--silent --plain --recursive --expand --include-imports': 'flag',
    },
    subcommands: {
      run: {
        options: {
          '--env --path --projectId --token --tags': 'text',
          '--command -c': 'runs',
          '--watch --recursive --expand': 'flag',
        },
        runs: {},
      },
    },
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: 'secrets $',
        why: 'Prints every secret into the conversation.',
        safer: 'infisical run -- CMD',
      },
      reads('secrets get|generate-example-env', 'infisical run -- CMD'),
      reads('export', 'infisical run -- CMD'),
      reads('dynamic-secrets lease create|renew', 'infisical dynamic-secrets'),
      reads('service-token create', 'infisical user'),
      deletes('secrets delete', 'infisical run -- CMD'),
      deletes('* * delete|revoke', 'infisical user', 'Revokes access.'),
    ],
    examples: [
      { command: 'infisical run --env dev -- npm start', expect: 'pass' },
      { command: 'infisical secrets --env dev', expect: 'ask' },
      { command: 'infisical export --format dotenv', expect: 'ask' },
      { command: 'infisical secrets delete KEY', expect: 'ask' },
      { command: 'infisical run -- rm -rf ~', expect: 'deny' },
      { command: 'infisical secrets get DB_PASSWORD', expect: 'ask' },
      { command: 'infisical service-token create', expect: 'ask' },
    ],
  },
  {
    names: 'chamber',
    about: 'Stores secrets in the AWS Parameter Store.',
    options: {
      '-b --backend -r --retries -f --format -v --version --kms-key-alias': 'text',
      '-o --output-file': 'writes',
      '-q --quiet --strict --pristine': 'flag',
    },
    subcommands: { exec: { options: { '--strict --pristine': 'flag' }, runs: { skip: 1, after: '--' } } },
    kind: 'read',
    effects: [
      reads('read|env|export|find', 'chamber list SERVICE'),
      { code: 'secret-read', when: 'list', flags: '-e --expand', why: PRINTS, safer: 'chamber list SERVICE' },
      deletes('delete', 'chamber list SERVICE'),
    ],
    examples: [
      { command: 'chamber list app', expect: 'pass' },
      { command: 'chamber exec app -- npm start', expect: 'pass' },
      { command: 'chamber read app db_password', expect: 'ask' },
      { command: 'chamber export app', expect: 'ask' },
      { command: 'chamber delete app db_password', expect: 'ask' },
      { command: 'chamber exec app -- rm -rf ~', expect: 'deny' },
      { command: 'chamber list -e app', expect: 'ask' },
    ],
  },
  {
    names: 'aws-vault',
    about: 'Stores AWS keys in the keychain, and runs commands with them.',
    options: { '--backend --prompt --keychain --pass-dir': 'text', '--debug': 'flag' },
    subcommands: {
      exec: {
        options: {
          '-d --duration --region -t --mfa-token': 'text',
          '-n --no-session -s --server --ec2-server --ecs-server -j --json --lazy --stdout': 'flag',
        },
        runs: { skip: 1 },
      },
    },
    kind: 'read',
    effects: [
      reads('export', 'aws-vault list'),
      { code: 'secret-read', when: 'exec', flags: '-j --json', why: PRINTS, safer: 'aws-vault list' },
      {
        code: 'secret-read',
        when: 'login',
        flags: '-s --stdout',
        why: 'Prints a link that logs in.',
        safer: 'aws-vault list',
      },
      deletes('remove|rm|rotate|clear', 'aws-vault list'),
    ],
    examples: [
      { command: 'aws-vault list', expect: 'pass' },
      { command: 'aws-vault exec dev -- aws s3 ls', expect: 'pass' },
      { command: 'aws-vault export dev', expect: 'ask' },
      { command: 'aws-vault remove dev', expect: 'ask' },
      { command: 'aws-vault exec dev -- rm -rf ~', expect: 'deny' },
      { command: 'aws-vault exec prod --json', expect: 'ask' },
      { command: 'aws-vault login prod --stdout', expect: 'ask' },
    ],
  },
  {
    names: 'teller',
    about: 'Runs programs with secrets from several stores.',
    options: { '-c --config': 'reads', '--providers --map-id': 'text' },
    subcommands: { run: { options: { '-r --redact -s --shell --reset': 'flag' }, runs: {} } },
    kind: 'read',
    effects: [
      reads('env|sh|yaml|json|export|template', 'teller run -- CMD'),
      deletes('delete', 'teller show'),
    ],
    examples: [
      { command: 'teller show', expect: 'pass', title: 'Shows the values masked' },
      { command: 'teller run -- npm start', expect: 'pass' },
      { command: 'teller env', expect: 'ask' },
      { command: 'teller delete KEY', expect: 'ask' },
      { command: 'teller run -- rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'akeyless',
    about: 'The command line of Akeyless.',
    options: {
      '-n --name --profile --token --gateway-url --access-id --access-key --item-accessibility': 'text',
      '--json': 'flag',
    },
    kind: 'read',
    effects: [
      reads(
        '*secret-value|export-*|decrypt*|get-pki-certificate|get-ssh-certificate',
        'akeyless describe-item --name NAME',
      ),
      deletes('delete-*|delete|rotate-*|revoke-*', 'akeyless describe-item --name NAME'),
    ],
    examples: [
      { command: 'akeyless list-items', expect: 'pass' },
      { command: 'akeyless get-secret-value --name /db', expect: 'ask' },
      { command: 'akeyless delete-item --name /db', expect: 'ask' },
    ],
  },
  {
    names: 'credstash berglas confidant biscuit',
    about: 'Stores of secrets in the cloud.',
    kind: 'read',
    effects: [
      reads('get|getall|access|show|export|env|read|yaml', 'credstash list'),
      deletes('delete|revoke|put', 'credstash list'),
    ],
    examples: [
      { command: 'credstash list', expect: 'pass' },
      { command: 'credstash getall', expect: 'ask' },
      { command: 'berglas access bucket/secret', expect: 'ask' },
      { command: 'credstash delete db', expect: 'ask' },
    ],
  },
];
