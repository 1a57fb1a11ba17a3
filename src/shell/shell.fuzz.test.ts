// Tests that the reader never throws or hangs on any input, and that 100 kB take a bounded time.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cpuTime } from '../../test/support/cpu-time.ts';
import { readShell } from './index.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project', tmp: ['/tmp'] };

const scraps = [
  ...[
    'rm',
    '-rf',
    '/',
    '~',
    '$HOME',
    '$' + '{x:-$(',
    '$(',
    ')',
    '`',
    '"',
    "'",
    '\\',
    '<<EOF',
    '\nEOF\n',
    '|',
    '&&',
    ';',
    '&',
  ],
  ...[
    '{',
    '}',
    '{a,b}',
    '{1..9}',
    '((',
    '))',
    '[[',
    ']]',
    'for x in',
    'do',
    'done',
    'if',
    'then',
    'fi',
    'case',
    'esac',
  ],
  ...[
    'f() {',
    'x=',
    '$x',
    '$' + '{x%%*}',
    '$' + '{x//a/b}',
    '$' + '{!x}',
    '$' + '{x[@]}',
    '<(',
    '>(',
    '>',
    '>>',
    '<',
    '2>&1',
    '<<<',
    '*',
    '?',
    '[a-z]',
  ],
  ...[
    'bash -c',
    'eval',
    'xargs',
    'find . -exec',
    '{} \\;',
    'sudo',
    'env -S',
    'ssh h',
    'python3 -c',
    'node -e',
    'awk',
    'git',
    '--',
    '\u0000',
    '\ud800',
    '😀',
  ],
];

const randomPieces = fc
  .array(fc.oneof(fc.constantFrom(...scraps), fc.string({ maxLength: 6 })), { maxLength: 60 })
  .map((parts) => parts.join(' '));

test('never throws on pieces of shell in random order', () => {
  fc.assert(
    fc.property(randomPieces, (source) => {
      const reading = readShell(source, world);
      expect(Array.isArray(reading.effects)).toBe(true);
    }),
    { numRuns: 1_500 },
  );
});

test('never throws on random text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (source) => {
      readShell(source, world);
    }),
    { numRuns: 500 },
  );
});

const repeat = (text: string, size = 100_000) => text.repeat(Math.ceil(size / text.length)).slice(0, size);

const heavy: Record<string, string> = {
  'one long word': repeat('a'),
  'many commands': repeat('rm -rf x; '),
  'many words': `echo ${repeat('word ')}`,
  'nested substitutions': `${'$('.repeat(20_000)}echo${')'.repeat(20_000)}`,
  'nested quotes': repeat(`bash -c "`),
  'nested subshells': '('.repeat(50_000),
  'braces upon braces': `echo ${'{a,b}'.repeat(5_000)}`,
  'a range': 'for i in {1..999999999}; do for j in {1..999999999}; do rm $i$j; done; done',
  'loops in loops': repeat('for a in 1 2 3 4 5 6 7 8 9; do '),
  'a function that calls itself': 'f() { f; f; f; f; }; f',
  'a variable that doubles': `x=aaaaaaaaaa; ${'x=$x$x; '.repeat(60)} echo $x`,
  'patterns to remove': `x=${repeat('a/', 50_000)}; echo \${x##*/*/*/*/*b} \${x//a*a*a*b/c}`,
  'a long pipeline': repeat('cat | '),
  'eval upon eval': `x='eval "$x"'; eval "$x"`,
  'an alias of itself': `alias a='a a'; a`,
  heredocs: repeat('cat <<A\nx\nA\n'),
  'globs of stars': `cat ${'*a'.repeat(200)}b`,
  'base64 of base64': `${'echo aGk= | base64 -d | '.repeat(3_000)}sh`,
  'a script with many calls': `python3 -c "${repeat("os.system('ls'); ", 60_000)}"`,
  'a script of empty lines': `python3 - <<'X'\n${repeat('\n')}\nX`,
  'names without end': `node -e 'import x; ${repeat('{a:b,', 60_000)}'`,
  'awk without a pipe': `awk '${repeat('print "a" ')}'`,
  'lines of a loop': `while read x; do echo $x; done <<'X'\n${repeat('a\n')}\nX`,
  'functions that call each other': Array.from({ length: 300 }, (_, i) => `f${i}(){ f${i + 1} & }`).join(';'),
  'wrappers upon wrappers': repeat('sudo '),
  'the same builtin again': repeat('command '),
  'an environment upon an environment': repeat('env '),
  'sql without end': `psql -c "${repeat('DELETE FROM a ', 90_000)}"`,
};

/** The time for ordinary source of the same size, with which the others are compared. */
const ordinary = repeat('git status --short | grep x > out.txt\n');
const yardstick = Math.max(...[1, 2, 3].map(() => cpuTime(() => readShell(ordinary, world))));

for (const [name, source] of Object.entries(heavy)) {
  test(`is read in bounded time: ${name}`, () => {
    expect(cpuTime(() => readShell(source, world)) / yardstick).toBeLessThan(15);
  });
}
