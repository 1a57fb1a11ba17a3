// Everything that the reader leaves out because there is too much of it ends in a question. What an agent puts behind the
// last thing that was read must not pass unseen.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionOn } from '../../test/support/objections.ts';

const many = (n: number, make: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => make(i)).join(' ');
const nested = (n: number, open: string, inside: string, close: string) =>
  open.repeat(n) + inside + close.repeat(n);

/** Each hides a delete, a read or a write behind more than the reader takes. */
const hidden: Record<string, string> = {
  'roots of find': `find ${many(100, (i) => `build${i}`)} ~/Documents -delete`,
  'names of find': `find . ${many(100, (i) => `-o -name a${i}`)} -o -name .git -exec rm -r {} +`,
  braces: `rm -r {${many(100, (i) => `d${i}`).replaceAll(' ', ',')},/etc}`,
  'braces with another program': `cat {${many(100, (i) => `d${i}`).replaceAll(' ', ',')},.env}`,
  'braces times braces': 'mv {a,b,c,d}{1..30} ~/Documents',
  'words through xargs': `echo ${many(100, (i) => `d${i}`)} ~/Documents | xargs -n1 rm -r`,
  'words through parallel': `parallel rm -r ::: ${many(100, (i) => `d${i}`)} ~/Documents`,
  'items of a loop': `for d in ${many(100, (i) => `d${i}`)} ~/Documents; do rm -r $d; done`,
  'items of a loop that copies': `for d in ${many(100, (i) => `d${i}`)} .env; do cp $d /tmp/x; done`,
  'lines of a loop': `printf '%s\\n' ${many(100, (i) => `d${i}`)} ~/Documents | while read d; do rm -r $d; done`,
  'nested substitutions': nested(80, '$(echo ', 'rm -rf ~', ')'),
  'nested shells': `${many(80, () => 'sh -c').replaceAll(' ', ' ')} 'rm -rf ~'`,
  wrappers: `${many(80, () => 'nice')} rm -rf ~`,
  'a long source': `${'echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(5_000)}rm -rf ~/Documents`,
  'a long line': `: ${'a'.repeat(250_000)}; rm -rf ~/Documents`,
  'targets of redirects': `${many(100, (i) => `> f${i}`)} > ~/.bashrc`,
  'files named to an unknown program': `sometool ${many(600, (i) => `./f${i}.txt`)} .env`,
  'files on the input of cpio': `printf '%s\\n' ${many(600, (i) => `f${i}`)} .env | cpio -o > /tmp/x`,
  'files that code reads': `python3 -c "import configparser; configparser.ConfigParser().read([${many(100, (i) => `'a${i}',`)} '.env'])"`,
  'nested eval': nested(8, 'eval "', 'rm -rf ~', '"'),
};

for (const [name, command] of Object.entries(hidden))
  test(`more than the reader takes is asked about: ${name}`, () => {
    expect(decisionOn(command)).not.toBe('pass');
  });

const harmless = [
  'echo {1..200}',
  'for i in {1..100}; do npm test; done',
  'for i in {1..100}; do echo $i; sleep 0.1; done',
  'mkdir -p src/{a,b,c}/{d,e,f}',
  `printf '%s\\n' ${many(200, (i) => `line${i}`)}`,
  'touch file{1..100}.txt',
  `git add ${many(100, (i) => `src/f${i}.ts`)}`,
];

for (const command of harmless)
  test(`passes although it is long: ${command.slice(0, 60)}`, () => {
    expect(decisionOn(command)).toBe('pass');
  });

/** A script of 600 commands, after which calls of functions are read only once for each state. */
const long = (functions: string, end: string) => `${functions}\n${'f a\n:\n'.repeat(300)}${end}`;

const lateDeletes: Record<string, string> = {
  'another argument': long('f() { rm -r "$1"; }', 'f ~/Documents'),
  'another variable': long('f() { rm -r "$x"; }\nx=a', 'x=~/Documents; f a'),
  'another folder': long('f() { rm -r Documents; }', 'cd ~; f a'),
  'another function inside': long('g() { :; }\nf() { g; }', 'g() { rm -r ~/Documents; }; f a'),
  'another file': long('f() { bash x.sh; }\necho : > x.sh', "echo 'rm -r ~/Documents' > x.sh; f a"),
  'another input': long('f() { bash; }', "echo 'rm -r ~/Documents' | f a"),
  'what the call sets': long('f() { y=$1; }', 'f ~/Documents; f a; f ~/Documents; rm -r $y'),
  'another home': long('f() { rm -r ~/build; }\nHOME=/tmp/h', 'HOME=/home/me; f a'),
  'another folder before': long('f() { cd -; rm -r x; cd -; }\nOLDPWD=/tmp', 'OLDPWD=/etc; f a'),
  'a recursion over known folders': long('f() { rm -r "$1"; f "$1/.."; }', 'f ~/Documents'),
  'a recursion over unknown folders': long('f() { for d in "$1"/*; do f "$d"; done; rm -r /etc; }', 'f x'),
};

for (const [name, command] of Object.entries(lateDeletes))
  test(`a function that was read before is read again for ${name}`, () => {
    expect(decisionOn(command)).not.toBe('pass');
  });

test('a script whose functions call each other again and again is read to the end', () => {
  const layers = Array.from({ length: 12 }, (_, i) => `f${i + 1}() { ${`f${i} "$1"; `.repeat(4)}}`).join(
    '\n',
  );
  const script = (last: string) => `f0() { echo "$1"; }\n${layers}\n${'f12 a\n'.repeat(3)}${last}`;
  expect(decisionOn(script('rm -r build'))).toBe('pass');
  expect(decisionOn(script('rm -rf ~'))).toBe('deny');
});

/** Cuts that leave nothing unread: texts for people, and grammar. */
const allowed: readonly RegExp[] = [
  /MAX_LABEL|, 120\)/,
  /slice\(0, (1|2|4|size|end|cut|dot|equals|at|types|MAX_EXPANDED)\)/,
  // These say so in another way: the rest of the list becomes an unknown word, a note or an effect.
  /MAX_(NAMED|INPUT|LISTED|SOURCE|CODE|FILE|LENGTH|TEXTS|TEXT_LENGTH|ARGUMENTS|TYPED)\b/,
  // The beginning of a program shows whether it starts itself over and over.
  /\.slice\(0, MAX_TOKENS\)/,
  // Where a value came from, not what it is.
  /MAX_ORIGIN_ITEMS|!all\.some/,
  // A text of at most 2,000 characters has no more parts that matter, and no word is as long.
  /MAX_SPLIT_PARTS|replaceAll\(from, to\)/,
];

test('every limit of the reader goes through `atMost`, or stands here with a reason', () => {
  const found = readdirSync(import.meta.dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|specs\/|generated|grammar\//.test(name))
    .flatMap((name) =>
      readFileSync(join(import.meta.dir, name), 'utf8')
        .split('\n')
        .map((line) => `${name}: ${line.trim()}`),
    );
  const cuts = found.filter((line) => /\.slice\(0, ?(\d|MAX|[A-Z_]+\b)/.test(line));
  expect(cuts.length).toBeGreaterThan(10);
  expect(cuts.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
});
