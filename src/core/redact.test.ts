import { expect, test } from 'bun:test';
import { redact, redactDeep } from './redact.ts';

// Shaped like real secrets, but assembled at run time, so that no secret scanner reports this file.
const repeat = (alphabet: string, n: number) =>
  Array.from({ length: n }, (_, i) => alphabet[(i * 7 + 3) % alphabet.length]).join('');
const alnum = 'aB3dE5fG7hJ9kLmN0pQrS2tUvWx4yZ6';
const hex = '0a1b2c3d4e5f6789';

const secrets: [string, string, string][] = [
  ['aws key', `AKIA${repeat('ABCDEFGHIJ234567', 16)}`, 'aws configure set aws_access_key_id %'],
  ['aws secret', repeat(alnum, 40), 'AWS_SECRET_ACCESS_KEY=% aws s3 ls'],
  ['github', `ghp_${repeat(alnum, 36)}`, 'git clone https://%@github.com/a/b'],
  ['github fine', `github_pat_${repeat(alnum, 60)}`, 'gh auth login --with-token <<< %'],
  ['gitlab', `glpat-${repeat(alnum, 20)}`, 'curl -H "PRIVATE-TOKEN: %" https://gitlab.example/api'],
  ['slack', `xoxb-${repeat('0123456789', 12)}-${repeat(alnum, 24)}`, 'echo %'],
  ['openai', `sk-proj-${repeat(alnum, 48)}`, 'export OPENAI_API_KEY=%'],
  ['anthropic', `sk-ant-api03-${repeat(alnum, 40)}`, 'ANTHROPIC_API_KEY="%" node x.js'],
  ['stripe', `sk_live_${repeat(alnum, 24)}`, 'stripe --api-key % charges list'],
  ['google', `AIza${repeat(alnum, 35)}`, 'curl "https://maps.example/api?key=%"'],
  ['npm', `npm_${repeat(alnum, 36)}`, 'npm config set //registry/:_authToken=%'],
  ['pypi', `pypi-${repeat(alnum, 60)}`, 'twine upload -u __token__ -p % dist/*'],
  [
    'jwt',
    `eyJ${repeat(alnum, 20)}.eyJ${repeat(alnum, 40)}.${repeat(alnum, 30)}`,
    'curl -H "Authorization: Bearer %" x',
  ],
  ['bearer', repeat(hex, 40), 'curl -H "Authorization: Bearer %" https://x'],
  ['basic', 'dXNlcjpodW50ZXIyaHVudGVyMg==', 'curl -H "Authorization: Basic %" https://x'],
  ['url password', 'hunter2hunter2', 'psql postgres://app:%@db.example/prod'],
  ['redis url', 'p4ssw0rd!', 'redis-cli -u redis://default:%@cache:6379'],
  ['flag with space', 'Tr0ub4dor&3', 'vault login --password %'],
  ['flag with equals', 'Tr0ub4dor', 'mysqladmin --password=% ping'],
  ['mysql -p', 'Tr0ub4dor', 'mysql -u root -p% app'],
  ['sshpass', 'Tr0ub4dor', "sshpass -p '%' ssh host"],
  ['curl user', 'Tr0ub4dor', 'curl -u admin:% https://x'],
  ['env single quotes', 'with space in it', "DB_PASSWORD='%' npm start"],
  ['pgpassword', 'Tr0ub4dor', 'PGPASSWORD=% psql -h db'],
  ['json', 'Tr0ub4dor', '{"user":"a","password":"%"}'],
  ['escaped json', 'Tr0ub4dor', 'curl -d "{\\"password\\": \\"%\\"}" x'],
  ['yaml', 'Tr0ub4dor', 'client_secret: %'],
  ['query', 'Tr0ub4dor123', 'curl "https://x/y?user=1&access_token=%&z=2"'],
  ['x-api-key', repeat(hex, 32), "curl -H 'X-Api-Key: %' x"],
  ['cookie', 'sid=s%3Aabcdef123456', "curl -H 'Cookie: %' x"],
  [
    'private key',
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${repeat(alnum, 60)}\n-----END OPENSSH PRIVATE KEY-----`,
    'cat > k <<E\n%\nE',
  ],
  ['slack hook', `hooks.slack.com/services/T000/B000/${repeat(alnum, 24)}`, 'curl https://%'],
  ['sendgrid', `SG.${repeat(alnum, 22)}.${repeat(alnum, 43)}`, 'echo %'],
  [
    'telegram',
    `${repeat('123456789', 9)}:${repeat(alnum, 35)}`,
    'curl https://api.telegram.example/bot%/getMe',
  ],
  [
    'azure',
    `${repeat(alnum, 86)}==`,
    'az storage blob list --connection-string "DefaultEndpointsProtocol=https;AccountKey=%;X=y"',
  ],
  ['vault', `hvs.${repeat(alnum, 24)}`, 'VAULT_TOKEN=% vault kv get x'],
  ['huggingface', `hf_${repeat(alnum, 34)}`, 'huggingface-cli login --token %'],
  ['netrc', 'Tr0ub4dor', 'machine x login me password %'],
  ['netrc, only letters', 'correcthorse', 'machine x login me password %'],
  ['in a note', 'hunter2', 'password: %'],
  ['in a note, only letters', 'theodora', 'password: % and nothing else'],
  ['in a sentence', 'hunter2', 'the password is %, do not tell'],
  ['after the word', 'hunter2', 'use password % there'],
  ['sql', 'Tr0ub4dor', 'psql -c "CREATE USER a IDENTIFIED BY \'%\'"'],
  ['age', `AGE-SECRET-KEY-1${repeat('ACDEFGHJKLMNPQRSTUVWXYZ023456789', 58)}`, 'echo %'],
  ['unnamed', repeat(alnum, 44), 'curl -d % https://x'],
  ['env pass', 'Tr0ub4dor!', "export DB_PASS='%'"],
  ['literal of a secret', 'Tr0ub4dor', 'kubectl create secret generic x --from-literal=password=%'],
  ['openssl', 'Tr0ub4dor', 'openssl enc -aes256 -k % -in f'],
  ['openssl pass:', 'Tr0ub4dor', 'openssl rsa -in k -passin pass:%'],
  ['vault login', 'Tr0ub4dor', 'vault login %'],
  ['htpasswd', 'Tr0ub4dor', 'htpasswd -bB .users me %'],
  ['7z', 'Tr0ub4dor', '7z a -p% x.7z src'],
  ['samba', '%Tr0ub4dor', 'smbclient //host/share -U me%'],
  ['registry token', 'Tr0ub4dor', 'npm config set //registry.example/:_authToken=%'],
  ['PowerShell', 'Tr0ub4dor', '$env:API_TOKEN="%"; npm test'],
  ['fish', 'Tr0ub4dor', 'set -x API_KEY %'],
  ['aws configure', 'Tr0ub4dor', 'aws configure set aws_secret_access_key %'],
  ['chpasswd', 'Tr0ub4dor', "echo 'me:%' | sudo chpasswd"],
  ['here string', 'Tr0ub4dor', "gh auth login --with-token <<< '%'"],
  ['platform secrets', 'Tr0ub4dor', 'fly secrets set A=b DATABASE=%'],
  ['platform secret', 'Tr0ub4dor', 'gh secret set FOO --body %'],
  ['pulumi', 'Tr0ub4dor', 'pulumi config set --secret db %'],
  ['ldap', 'Tr0ub4dor', 'ldapsearch -x -D cn=me -w %'],
  ['zip', 'Tr0ub4dor', 'zip -r -P % a.zip src'],
  ['ssh key', 'Tr0ub4dor', 'ssh-keygen -t ed25519 -N % -f k'],
  ['twine', 'Tr0ub4dor', 'twine upload -u me -p % dist/x'],
  ['cargo', 'Tr0ub4dor', 'cargo login %'],
  ['rabbit', 'Tr0ub4dor', 'rabbitmqctl add_user me %'],
  ['remote desktop', 'Tr0ub4dor', 'xfreerdp /u:me /p:% /v:host'],
  ['httpie', 'Tr0ub4dor', 'http -a me:% https://x'],
  ['by stdin', 'Tr0ub4dor', "echo '%' | docker login -u me --password-stdin"],
];

for (const [name, secret, frame] of secrets) {
  test(`redacts: ${name}`, () => {
    const text = redact(frame.replace('%', () => secret));
    expect(text).toContain('[redacted]');
    expect(text).not.toContain(secret);
  });
}

// On their own, and too short to be taken for a secret because of their length.
const tokens: [service: string, token: string][] = [
  ...['AKIA', 'ASIA', 'AGPA', 'AIDA', 'AROA', 'ANPA'].map((start): [string, string] => [
    start,
    `${start}${repeat('ABCDEFGHIJ234567', 16)}`,
  ]),
  ...'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glsa_ npm_ pypi- hf_ dop_v1_ doo_v1_ dp.pt. hvs. hvb. lin_api_ ntn_ secret_ shpat_ shpca_ shppa_ shpss_ sq0atp- sq0csp- rubygems_ sbp_ vercel_ fo1_ pat_ nvapi- xai- gsk_ r8_ tfp_ figd_ PMAK- dckr_pat_ cio_ atlasv1.'
    .split(' ')
    .map((start): [string, string] => [start, `${start}${repeat(alnum, 20)}`]),
  ...'sk- sk_live_ pk_test_ rk_live_ whsec_ sk-ant- sk-proj- sk-or- sk-svcacct- sk-admin-'
    .split(' ')
    .map((start): [string, string] => [start, `${start}${repeat(alnum, 16)}`]),
  ...['SK', 'AC', 'key-', 'dapi'].map((start): [string, string] => [start, `${start}${repeat(hex, 32)}`]),
  ['a JSON web token', `eyJ${repeat(alnum, 8)}.${repeat(alnum, 9)}.${repeat(alnum, 5)}`],
  ['Slack', `xoxp-${repeat('0123456789', 24)}`],
  ['a workflow of Slack', `hooks.slack.com/workflows/T0/${repeat(alnum, 24)}`],
  ['a web hook of Discord', `discord.com/api/webhooks/12/${repeat(alnum, 20)}`],
  ['Google', `AIza${repeat(alnum, 31)}`],
  ['Google OAuth', `ya29.${repeat(alnum, 22)}`],
  ['SendGrid', `SG.${repeat(alnum, 17)}.${repeat(alnum, 17)}`],
  ['age', `AGE-SECRET-KEY-1${repeat('ACDEFGHJKLMNPQ', 20)}`],
  ['Telegram', `${repeat('123456789', 8)}:${repeat(alnum, 35)}`],
  ['Discord', `M${repeat(alnum, 23)}.${repeat(alnum, 6)}.${repeat(alnum, 27)}`],
];

test.each(tokens)('a token is redacted by its shape alone: %s', (_, token) => {
  expect(redact(`echo ${token} x`)).toBe('echo [redacted] x');
});

test('a private key is redacted up to its end marker, or to the end of the text', () => {
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE KEY-----`);
  expect(redact(`a\n${begin}\nx1\n${end}\nb`)).toBe('a\n[redacted]\nb');
  expect(redact(`a\n${begin}\nx1\nx2`)).toBe('a\n[redacted]');
});

test('ordinary commands stay unchanged', () => {
  for (const text of [
    'git push --force origin main',
    'npm test -- --token-limit',
    'git show 3f786850e387550fdab836ed7e6dc881de23001b',
    'cat src/auth/token.ts',
    'Add a password reset page',
    'the password policy is strict: a password is checked once',
    'Password reset: always answer 202',
    'password manager, password-less login, set password policy to strict',
    'use basic authentication, not bearer authentication-tokens',
    'token: the JWT of the app lives ten minutes',
    'The auth token: never log it; secrets: are kept in vault',
    'const password = process.env.DB_PASSWORD',
    'token = os.environ["TOKEN"]',
    'rg "password" src',
    'docker run -p 8080:80 nginx',
    'ls /home/user/project/node_modules/.bin',
    'mkdir -p build',
    'date -u +%Y-%m-%d',
    'unrar x a.rar',
    'echo all tests pass = 5 of 5 | cat',
    'printf "%s" x | sort',
    'vault login -method=oidc',
    'unzip -q a.zip -d out',
    'git config set user.name me',
    'set -euo pipefail',
    'kubectl get secrets -n prod',
    'http GET https://example.com/a',
    'curl https://example.com/a/b?page=2',
  ]) {
    expect(redact(text)).toBe(text);
  }
});

test('values under secret keys are redacted at any depth', () => {
  const value = { a: [{ api_key: 'x1', nested: { password: 'y2' } }], max_tokens: '12', input_tokens: 5 };
  expect(redactDeep(value)).toEqual({
    a: [{ api_key: '[redacted]', nested: { password: '[redacted]' } }],
    max_tokens: '12',
    input_tokens: 5,
  });
});

test.each(
  'password passwd passphrase db_pwd secret token api_key apikey access-key account_key private_key signing_key encryption_key client_key master_key ssh_key credential credentials bearer authorization session_key auth_key _auth authtoken API_TOKEN'.split(
    ' ',
  ),
)('a value under the key %s is a secret', (key) => {
  expect(redactDeep({ [key]: 'x' })).toEqual({ [key]: '[redacted]' });
});

test.each(
  'max_tokens input_tokens max_token num-token keyword keyboard ssh_key_path public_key author monkey'.split(
    ' ',
  ),
)('a value under the key %s is not a secret', (key) => {
  expect(redactDeep({ [key]: 'x' })).toEqual({ [key]: 'x' });
});

test('only strings are redacted: numbers, booleans and null stay', () => {
  const value = { token: 5, secret: null, password: true, keys: ['a'] };
  expect(redactDeep(value)).toEqual(value);
});
