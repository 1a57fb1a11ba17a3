// Expansion: for each source, the words of its last command are what Bash prints.
import { describe, expect, test } from 'bun:test';
import { readShell } from '../index.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project', tmp: ['/tmp'] };
const read = (source: string) => readShell(source, world);
const words = (source: string) =>
  read(source)
    .commands.at(-1)!
    .words.slice(1)
    .map((w) => w.text.replaceAll('\u0000', '?'))
    .join(' ');

const printed: Record<string, string> = {
  'x=/a/b/c.tar.gz; echo ${x##*/} ${x%/*} ${x#/a/} ${x%.gz}': 'c.tar.gz /a/b b/c.tar.gz /a/b/c.tar',
  'x=aXbXc; echo ${x#*X} ${x##*X} ${x%X*} ${x%%X*}': 'bXc c aXb a',
  'x=abc; echo ${x#z} ${x%z} ${x#abc}.': 'abc abc .',
  'x=a-b-c; echo ${x/-/_} ${x//-/_} ${x/#a/z} ${x/%c/z} ${x/#b/z} ${x/%b/z}':
    'a_b-c a_b_c z-b-c a-b-z a-b-c a-b-c',
  'x=abcdef; echo ${x:2} ${x:2:3} ${x: -2} ${x:0:-2} ${x:1:0}.': 'cdef cde ef abcd .',
  'x=abc; echo ${x^} ${x^^} ${x,,} ${x,}': 'Abc ABC abc abc',
  'x=ABC; echo ${x,} ${x,,} ${x@L}': 'aBC abc abc',
  'x=abc; echo ${x@U}': 'ABC',
  'x=abc; echo ${#x}': '3',
  'x=; echo ${x:-d} ${x-d}. ${x:+s}. ${x+s}': 'd . . s',
  'x=v; echo ${x:-d} ${x-d} ${x:+s} ${x+s}': 'v v s s',
  'echo ${nothing-d} ${nothing:-d}': 'd d',
  ': ${x:=d}; echo $x': 'd',
  ': ${x=d}; echo $x': 'd',
  'x=; : ${x=d}; echo $x.': '.',
  'x=; : ${x:=d}; echo $x.': 'd.',
  'y=v; x=y; echo ${!x}': 'v',
  'set -- a b c; echo $1 $3 $# ${2} "$*" ${@:2}': 'a c 3 b a b c b c',
  'set -- \'a b\' c; echo "$1" $1': 'a b a b',
  'set -- a b; shift; echo $1 $#': 'b 1',
  'set -- a b c; shift 2; echo $1': 'c',
  'a=(x y); a[1]=z; echo ${a[@]}': 'x z',
  'a=(x); a+=(y z); echo ${a[*]}': 'x y z',
  'IFS=,; a=(x y); echo "${a[*]}"': 'x,y',
  'IFS=-; x=a-b; echo $x "$x"': 'a b a-b',
  'declare -l x=ABC; declare -u y=abc; export z=ABC; echo $x $y $z': 'abc ABC ABC',
  'declare -A m=([a]=1 [b]=2); echo ${m[a]} ${m[b]}': '1 2',
  'x=\'a  b\'; echo $x "$x"': 'a b a  b',
  'x=\'*\'; echo "$x"': '*',
  'echo {a,b}{1,2}': 'a1 a2 b1 b2',
  'echo {a..e}': 'a b c d e',
  'echo {e..a}': 'e d c b a',
  'echo {1..10..3}': '1 4 7 10',
  'echo {5..1}': '5 4 3 2 1',
  'echo a{,b}': 'a ab',
  'echo {a}': '{a}',
  'echo {a,{b,c}}': 'a b c',
  'echo x{1..2}y{3..4}': 'x1y3 x1y4 x2y3 x2y4',
  'echo \'{a,b}\' "{a,b}" \\{a,b\\}': '{a,b} {a,b} {a,b}',
  "echo $'a\\tb' $'\\101' $'\\x41' $'\\u0041'": 'a	b A A A',
  'echo a\\ b \'c d\' "e f"': 'a b c d e f',
  'echo "a$(echo b)c" `echo d`': 'abc d',
  "echo $(printf '%s,' a b)": 'a,b,',
  "echo $(printf 'a%%b') $(printf '%s %s\\n' a b c d)": 'a%b a b c d',
  'echo $(echo aGk= | base64 -d) $(echo 6869 | xxd -r -p)': 'hi hi',
  'x=$(cat <<< hi); echo $x': 'hi',
  'x=$(echo a; echo b); echo "$x" | head -1; echo $x': 'a b',
  "read a b <<< 'x y z'; echo $a $b": 'x y z',
  "read -r x <<< 'a\\b'; echo $x": 'a\\b',
  "IFS=: read a b <<< 'x:y:z'; echo $a $b": 'x y:z',
  'for i in a b; do x=$i; done; echo $x': 'b',
  'f() { echo "$2 $1"; }; f a b': 'b a',
  'f() { local x=1; x=2; }; x=0; f; echo $x': '0',
  'f() { x=2; }; x=0; f; echo $x': '2',
  '(x=2); x=${x:-0}; echo $x': '0',
  '{ x=2; }; echo $x': '2',
  'x=a y=b; echo $x$y "$x-$y" ${x}${y}': 'ab a-b ab',
  'x=1; x+=2; echo $x': '12',
  'unset x; echo ${x:-gone}': 'gone',
  'x=5; unset x; echo ${x:-gone}': 'gone',
  'export X=1; echo $X': '1',
  'readonly X=1; echo $X': '1',
  'declare x=1; echo $x': '1',
  'typeset x=1; echo $x': '1',
  "printf -v x '%s-%s' a b; echo $x": 'a-b',
  "mapfile -t a <<< $'x\\ny'; echo ${a[1]}": 'y',
  "readarray -t a <<< $'x\\ny'; echo ${a[0]}": 'x',
  'declare -n r=x; x=5; echo $r': '5',
  'eval \'echo\' "a  b"': 'a b',
  'set -- $(echo a b); echo $2': 'b',
  'set a b; echo $2': 'b',
  'x=(a b); echo $x': 'a',
  'x=ab; echo ${x}c': 'abc',
  'echo a; echo b': 'b',
  "x=$'a\\nb'; echo \"${x%%$'\\n'*}\"": 'a',
  'x=a/b/c; IFS=/; set -- $x; echo $3': 'c',
  'x=a:b; echo ${x%%:*} ${x##*:}': 'a b',
  'echo "${x:-a b}" ${x:-a b}': 'a b a b',
  'x=\'a"b\'; echo "$x"': 'a"b',
  'x="a\'b"; echo $x': "a'b",
  'echo "\\$x" \'\\n\' \\\\n': '$x \\n \\n',
  'echo "$(<<<hi cat)"': 'hi',
  'set -- a b c; echo ${@:2}': 'b c',
  'set -- a b c; echo ${@:2:1}': 'b',
  'set -- a b c; echo ${@: -1}': 'c',
  'set -- a b c; echo ${*:1:2}': 'a b',
  'a=(x y z); echo ${a[@]:1}': 'y z',
  'a=(x y z); echo ${a[@]:1:1} ${a[@]:0:1}': 'y x',
  'a=(x y z); echo "${a[@]: -2}"': 'y z',
};

describe('Bash prints the same', () => {
  for (const [source, expected] of Object.entries(printed))
    test(source, () => expect(words(source)).toBe(expected));
});

const unknown: Record<string, string> = {
  'echo ${UNSEEN#x} ${UNSEEN/a/b} ${UNSEEN:2} ${UNSEEN^^}': '? ? ? ?',
  'x=$(date); echo a${x%z}b ${#x}': 'a?b ?',
  'x=abc; echo ${x:UNSEEN} ${x:0:n}': '? ?',
  'a=(x y); echo ${a[n+1]} ${a[@]:n} ${a[9]}': '? ? ?',
  'echo $1 $9 $!': '? ? ?',
};

describe('what can’t be known is a hole', () => {
  for (const [source, expected] of Object.entries(unknown))
    test(source, () => expect(words(source)).toBe(expected));
});

test('a text of more than 4,096 characters is not searched for patterns', () => {
  const long = (n: number) => `x=${'a'.repeat(n)}; echo`;
  expect(words(`${long(4_096)} \${x%a}`)).toBe('a'.repeat(4_095));
  expect(words(`${long(4_097)} \${x%a}`)).toBe('?');
  expect(words(`${long(4_096)} \${x/a/}`)).toBe('a'.repeat(4_095));
  expect(words(`${long(4_097)} \${x/a/}`)).toBe('?');
});

test('a list of braces has at most 64 words, and says if more are missing', () => {
  const count = (source: string) => read(source).commands.at(-1)!.words.length - 1;
  const list = (n: number) => `echo {${Array.from({ length: n }, (_, i) => `w${i}`).join()}}`;
  expect([count(list(64)), read(list(64)).notes]).toEqual([64, []]);
  expect(count(list(65))).toBe(64);
  expect(read(list(65)).notes).toEqual(['too-many']);
  expect(count('echo {a..z}')).toBe(26);
});

describe('after branches', () => {
  const after = (source: string) => read(`${source}; ls $d`).commands.at(-1)!;

  test('the working directory is known if all of them end in it', () => {
    expect(after('if x; then cd a; else cd a; fi').cwd).toBe('/home/me/project/a');
    expect(after('if x; then cd a; else cd b; fi').cwd).toBeUndefined();
    expect(after('if x; then cd a; fi').cwd).toBeUndefined();
    expect(after('if x; then :; else :; fi').cwd).toBe('/home/me/project');
  });

  test('a variable keeps the directory that its values share', () => {
    const d = (source: string) => after(source).words[1]!.text.replaceAll('\u0000', '?');
    expect(d('if x; then d=/srv/app/a; else d=/srv/app/b; fi')).toBe('/srv/app/?');
    expect(d('if x; then d=/srv/app; else d=/srv/apple; fi')).toBe('/srv/?');
    expect(d('if x; then d=/a; else d=/b; fi')).toBe('/?');
    expect(d('if x; then d=a; elif y; then d=b/c; else d=d; fi')).toBe('./?');
    expect(d('if x; then d=a; else d=../b; fi')).toBe('?');
    expect(d('if x; then d=a; else d=a; fi')).toBe('a');
    expect(d('if x; then d=a; else e=1; fi')).toBe('?');
  });

  test('a variable remembers where its values come from', () => {
    const origins = (source: string) => after(source).words[1]!.origins.map(({ kind }) => kind);
    expect(origins('if x; then d=$(curl https://x.com); else d=a; fi')).toEqual(['network']);
    expect(origins('if x; then d=a; else d=$(curl https://x.com); fi')).toEqual(['network']);
  });

  test('a function that only some of them define may be the program of that name', () => {
    const names = (source: string) => read(source).commands.map((c) => c.words.map((w) => w.text).join(' '));
    expect(names('if x; then rm() { ls; }; fi; rm -rf a')).toContain('rm -rf a');
    expect(names('if x; then rm() { ls; }; else rm() { pwd; }; fi; rm -rf a')).not.toContain('rm -rf a');
  });
});
