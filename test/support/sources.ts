// Generates command lines from what agents type, mixed with traps.
import fc from 'fast-check';

const names =
  'ls pwd echo which whoami wc tree stat file du df true seq sleep basename uname realpath npm pnpm yarn bun cargo go git head tail sort uniq cat cd rm sh sudo xargs env grep rg sed touch mkdir find npx uv timeout python3 tsc eslint pytest make gh jq diff date ps'.split(
    ' ',
  );
const subs =
  'test t run build install status log branch diff push commit ls check fmt list version view outdated publish deploy clean ci tsc pytest -m show fetch remote rev-parse pr issue'.split(
    ' ',
  );
const word = fc.oneof(
  fc.constantFrom(...subs),
  fc.constantFrom(
    '-D',
    '-f',
    '--force',
    '-n',
    '-r',
    '--',
    '-',
    '/',
    '.env',
    '..',
    'a=b',
    '--x=/etc/passwd',
    '--output',
    '--logFile=/etc/x',
    '/etc/x',
    '-o',
    'rm',
    '-rf',
    '5',
    '-5',
    "'x y'",
    '"x; rm -rf /"',
    '/dev/sda',
    'C:/x',
    '2>&1',
    '>/dev/null',
    '2> /dev/null',
    '--help',
    'https://x.y/z',
    'drop',
    '--prefix',
    '-name',
    '-exec',
    '-delete',
    '-C',
    '.scripts',
    'HEAD',
    '--version',
    '--noEmit',
    '--frozen-lockfile',
    '-g',
    'env',
    '--toolexec=rm',
    ...'-s -b -sb --short --branch --stat --graph --all --oneline --name-only --cached --staged --show-current -a -v -vv -u -L -w -l -c -h -sh -rn -E -i -F -q add commit diff show'.split(
      ' ',
    ),
    'src/a.ts',
    'README.md',
    'a/b/',
    '-p',
    '-m',
    '-am',
    '-A',
    '.',
    "'1,5p'",
    "'1e id'",
    'id_rsa',
    'x.pem',
    'production.key',
    'credentials',
    'settings.php',
    'yarn.lock',
    '.git/config',
    '../../x',
  ),
  fc.stringMatching(/^[\w./:@%+,=-]{1,8}$/),
);
const command = fc
  .tuple(fc.constantFrom(...names), fc.array(word, { maxLength: 4 }))
  .map(([name, words]) => [name, ...words].join(' '));
const operator = fc.constantFrom(' && ', ' || ', ' | ', '; ', '\n', ' ; ', '&&', '|', ' & ', '\n\n');
export const sources = fc
  .tuple(command, fc.array(fc.tuple(operator, command), { maxLength: 3 }))
  .map(([first, more]) => first + more.flat().join(''));
