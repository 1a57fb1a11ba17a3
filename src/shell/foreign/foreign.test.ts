// Tests which commands code of other languages amounts to, and that only calls count.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { HOLE } from '../base/words.ts';
import { readShell } from '../index.ts';
import { LEXICAL_RULES, type TokenLanguage } from './lexical-rules.ts';
import { collectCalls } from './statements.ts';
import { tokenize } from './tokenize.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project', tmp: ['/tmp'] };

const PROGRAMS: Partial<Record<TokenLanguage, string>> = {
  python: 'python3',
  node: 'node',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
};

/** The commands that a snippet amounts to. */
function commandsOf(language: TokenLanguage, code: string): string[] {
  const { commands } = readShell(`${PROGRAMS[language]} <<'END_OF_CODE'\n${code}\nEND_OF_CODE`, world);
  return commands.slice(1).map(({ words }) => words.map((w) => w.text.replaceAll(HOLE, '…')).join(' '));
}

/** The commands that a source amounts to which is written and then compiled. */
function commandsOfWritten(file: string, code: string, run: string): string[] {
  const { commands } = readShell(`cat > ${file} <<'END_OF_CODE'\n${code}\nEND_OF_CODE\n${run}`, world);
  return commands.map(({ words }) => words.map((w) => w.text.replaceAll(HOLE, '…')).join(' '));
}

test.each([
  [
    'main.go',
    'home, _ := os.UserHomeDir()\nos.RemoveAll(filepath.Join(home, "a"))',
    'go run .',
    'rm -r /home/me/a',
  ],
  ['a_test.go', 'os.RemoveAll("/a")', 'go test ./...', 'rm -r /a'],
  [
    'src/main.rs',
    'let h = env::var("HOME").unwrap(); fs::remove_file(format!("{}/a", h));',
    'cargo run',
    'rm /home/me/a',
  ],
  ['x.swift', 'try FileManager.default.removeItem(atPath: "/a")', 'swift x.swift', 'rm -r /a'],
  ['x.exs', 'File.rm_rf!("/a")', 'elixir x.exs', 'rm -r /a'],
  ['test_a.py', 'import os\nos.remove("/a")', 'pytest', 'rm /a'],
  ['tasks.py', 'def a(c):\n    c.run("ls /a")', 'inv a', 'ls /a'],
])('%s is read when it is run: %s', (file, code, run, expected) => {
  expect(commandsOfWritten(file, code, run)).toContain(expected);
  expect(commandsOfWritten(file, `// ${code.replaceAll('\n', ' ')}`, 'ls').join()).not.toContain(expected);
});

const amounts: [TokenLanguage, string, string][] = [
  ['python', "import os as o; o.system('ls /a')", 'ls /a'],
  ['python', "import shutil\nshutil.rmtree(x.rstrip('/') + '/a')", 'rm -r …/a'],
  ['python', "import shutil\nshutil.rmtree('/a/ '.strip())", 'rm -r /a/ '],
  ['python', "import os\nos.system(str.strip(' ls /a'))", 'ls /a'],
  ['python', "from subprocess import run as r\nr(['ls', '-l'])", 'ls -l'],
  ['python', "getattr(__import__('o' + 's'), 'sys' + 'tem')('ls /a')", 'ls /a'],
  [
    'python',
    "import shutil, os\nshutil.rmtree(os.path.join(os.path.expanduser('~'), 'x'))",
    'rm -r /home/me/x',
  ],
  [
    'python',
    "from pathlib import Path\np = Path.home() / 'a'\np /= 'b'\n(p / 'c').unlink()",
    'rm /home/me/a/b/c',
  ],
  ['python', "d = '/etc'\nshutil.rmtree(f'{d}/x')", 'rm -r /etc/x'],
  ['python', 'os.kill(1, signal.SIGKILL)', 'kill 1'],
  ['ruby', 'Process.kill(9, 1)', 'kill 1'],
  ['python', "def wipe(path, *, force=False):\n    shutil.rmtree(path)\nwipe('/etc')", 'rm -r /etc'],
  ['python', "def run(code):\n    os.system(code)\nrun('ls /a')", 'ls /a'],
  ['python', "for d in ['/etc', '/usr']:\n    os.rmdir(d)", 'rm /usr'],
  ['python', "[os.remove(f) for f in glob.glob('/etc/*')]", 'rm /etc/*'],
  ['python', "with open('/etc/x', 'w') as f: f.write('y')", 'tee /etc/x'],
  ['python', "subprocess.run('ls %s' % '/a', shell=True)", 'ls /a'],
  ['python', "subprocess.run('ls {}'.format('/a'), shell=True)", 'ls /a'],
  ['python', "os.system(' '.join(['ls', '/a']))", 'ls /a'],
  ['python', "subprocess.run(['bash'], input='ls /a')", 'ls /a'],
  ['python', 'exec("import os; os.system(\'ls /a\')")', 'ls /a'],
  ['python', "exec(__import__('base64').b64decode('b3Muc3lzdGVtKCdscyAvYScp'))", 'ls /a'],
  ['python', "os.execvp('ls', ['ls', '/a'])", 'ls /a'],
  ['python', "words = ['ls']\nif x:\n    words.append('-l')\nwords.extend(['/a'])\nrun(words)", 'ls -l /a'],
  [
    'python',
    "p.add_argument('-o', '--old-path', default='/a')\no = p.parse_args()\nos.remove(o.old_path)",
    'rm /a',
  ],
  ['python', "import os, stat\nos.chmod('/a', stat.S_IRWXU | stat.S_IRWXO)", 'chmod 777 /a'],
  ['python', "for pid in os.listdir('/proc'):\n    os.kill(int(pid), 9)", 'killall -9 …'],
  ['python', "open('x.sh', 'w').write('ls /a')\nos.system('sh x.sh')", 'ls /a'],
  ['python', "all = [x for x in os.listdir('/a') if x.y()]\nfor x in all:\n    os.remove(x)", 'rm /a/*'],
  ['node', "['a'].map((x) => path.join('/b', x)).forEach((x) => fs.unlinkSync(x))", 'rm /b/a'],
  ['python', "class A:\n    ROOT = '/a'\n    def run(self):\n        os.remove(self.ROOT)", 'rm /a'],
  [
    'python',
    "class A:\n    def __init__(self, path):\n        self.path = path\n    def run(self):\n        os.remove(self.path)\nA('/a').run()",
    'rm /a',
  ],
  ['python', "for e in os.scandir('/a'):\n    os.unlink(e.path)", 'rm /a/*'],
  ['python', "import ctypes\nctypes.CDLL('libc.so.6').unlink(b'/a')", 'rm /a'],
  ['python', "import fileinput\nfor l in fileinput.input('/etc/x', inplace=True): print(l)", 'tee /etc/x'],
  ['python', "import subprocess, sys\nsubprocess.run([sys.executable, '-m', 'x'])", 'python3 -m x'],
  ['node', "const body = '/a'; const o = { body }; fs.unlinkSync(o.body)", 'rm /a'],
  [
    'node',
    "class A { constructor(p) { this.p = p; } run() { fs.unlinkSync(this.p); } }\nnew A('/a').run();",
    'rm /a',
  ],
  [
    'ruby',
    "class A\n  def initialize(path)\n    @path = path\n  end\n  def run\n    File.delete(@path)\n  end\nend\nA.new('/a').run",
    'rm /a',
  ],
  ['perl', 'my $d = \'/a\'; while (my $f = readdir $h) { unlink "$d/$f"; }', 'rm /a/*'],
  ['perl', "my $k = do { local $/; open my $f, '<', '/a'; <$f> };", 'cat /a'],
  ['php', "<?php foreach (new DirectoryIterator('/a') as $f) { unlink($f->getPathname()); }", 'rm /a/*'],
  ['ruby', "Pathname.new('/a').join('b').rmtree", 'rm -r /a/b'],
  ['perl', "use File::Find; find(sub { unlink $_ if -f }, '/a');", 'rm /a/*'],
  ['perl', "my @words = ('ls'); push @words, '/a'; system(@words);", 'ls /a'],
  ['node', "require('child_process').execSync('ls /a')", 'ls /a'],
  ['node', "import { execSync as e } from 'node:child_process'; e(`ls \u0024{'/a'}`)", 'ls /a'],
  ['node', "const { spawn: s } = require('child_process'); s('ls', ['-l', '/a'])", 'ls -l /a'],
  ['node', "const fs = await import('fs/promises'); await fs.rm('/a', { recursive: true })", 'rm -r /a'],
  ['node', "const f = require('fs'); f['rm' + 'Sync'](process.env.HOME + '/a')", 'rm -r /home/me/a'],
  ['node', "const run = (c: string): void => { execSync(c) }; run('ls /a')", 'ls /a'],
  ['node', "readdirSync('/etc').forEach((f) => fs.unlinkSync(f))", 'rm /etc/*'],
  ['node', "import { $ } from 'zx'; await $`ls /a`", 'ls /a'],
  ['node', "if (x) /re'/.test(y); execSync('ls /a')", 'ls /a'],
  ['node', "a = b / c; execSync('ls /a'); d = e / f", 'ls /a'],
  ['node', "new Function(\"require('fs').rmSync('/a')\")()", 'rm -r /a'],
  ['ruby', 'x = "/a"\nsystem "ls #{x}"', 'ls /a'],
  ['ruby', '`ls /a`; %x(ls /b)', 'ls /b'],
  ['ruby', '%w[/etc /usr].each { |d| FileUtils.rm_rf(d) }', 'rm -r /usr'],
  ['ruby', "IO.popen(['ls', '/a'])", 'ls /a'],
  ['ruby', "Kernel.exec('ls /a')", 'ls /a'],
  ['perl', 'my $d = "/a"; system("ls", $d);', 'ls /a'],
  ['perl', 'unlink "$ENV{HOME}/a" or die', 'rm /home/me/a'],
  ['perl', 'open(my $f, ">", "/etc/x"); my @l = qx{ls /a};', 'ls /a'],
  ['perl', 'for my $d (qw(/etc /usr)) { rmtree($d) }', 'rm -r /usr'],
  ['php', "<p>it's</p><?php shell_exec('ls ' . '/a'); ?>", 'ls /a'],
  ['php', '$d = \'/a\'; unlink("$d/b");', 'rm /a/b'],
  ['php', 'pcntl_exec("/bin/sh", ["-c", "ls /a"]);', 'ls /a'],
  ['node', "new Deno.Command('sh', { args: ['-c', 'ls /a'] }).outputSync()", 'ls /a'],
  ['lua', "os.execute('ls ' .. '/a')", 'ls /a'],
];

/** Two calls that differ in one argument, and the command of the second. */
const similarCalls: [TokenLanguage, string, string][] = [
  ['python', "import subprocess\nsubprocess.run(args=['ls'])\nsubprocess.run(args=['rm', '/a'])", 'rm /a'],
  ['perl', "system('rm', '-r', '-f', '-v', 'a'); system('rm', '-r', '-f', '-v', '/a');", 'rm -r -f -v /a'],
  ['ruby', "File.delete('a', 'b', 'c', 'd', 'e')\nFile.delete('a', 'b', 'c', 'd', '/a')", 'rm /a'],
];

for (const [language, code, command] of similarCalls)
  test(`${language}: a call that differs from another only in a late or a named argument runs ${command}`, () => {
    expect(commandsOf(language, code)).toContain(command);
  });

for (const [language, code, command] of amounts)
  test(`${language}: ${code.replaceAll('\n', '⏎')} runs ${command}`, () => {
    expect(commandsOf(language, code)).toContain(command);
  });

/** Sources of compiled languages, the command that runs them, and the command or the effect that they amount to. */
const written: [string, string, string, string][] = [
  ['a.go', 'go run a.go', 'syscall.Exec("/bin/sh", []string{"sh", "-c", "ls /a"}, nil)', 'ls /a'],
  ['a.go', 'go run a.go', 'args := []string{"-l", "/a"}\nexec.Command("ls", args).Run()', 'ls -l /a'],
  ['a.go', 'go run a.go', 'os.OpenFile("/a", os.O_RDWR|os.O_CREATE, 0644)', 'tee /a'],
  ['a.go', 'go run a.go', 'c, _ := net.Dial("tcp", "h:1"); exec.Command("sh").Run()', 'reverse-shell'],
  ['a.c', 'gcc a.c', 'char *argv[] = {"sh", "-c", "ls /a", 0}; execv("/bin/sh", argv);', 'ls /a'],
  ['a.c', 'gcc a.c', 'connect(s, 0, 0); dup2(s, 0); execve("/bin/sh", 0, 0);', 'reverse-shell'],
  ['A.java', 'java A.java', 'Runtime.getRuntime().exec(new String[]{"ls", "/a"});', 'ls /a'],
];

for (const [file, command, code, expected] of written)
  test(`${file}: ${code.replaceAll('\n', '⏎')} runs ${expected}`, () => {
    const { commands, effects } = readShell(`cat > ${file} <<'END'\n${code}\nEND\n${command}`, world);
    const texts = commands.map(({ words }) => words.map((w) => w.text).join(' '));
    expect([...texts, ...effects.map((e) => e.code)]).toContain(expected);
  });

test('a file that the same command writes may not read secrets, one on disk may read its settings', () => {
  const code = "print(open('/home/me/.ssh/id_rsa').read())";
  const reads = (source: string, readFile?: () => string) =>
    readShell(source, { ...world, ...(readFile && { readFile }) }).commands.some(
      ({ name }) => name === 'cat',
    );
  expect(reads(`echo "${code}" > a.py; python3 a.py`)).toBe(true);
  expect(reads('python3 a.py', () => code)).toBe(false);
});

test('lines after an interpreter that is started alone are read as its code', () => {
  const named = (source: string) => readShell(source, world).commands.map(({ name }) => name);
  expect(named("python3\nimport os\nos.system('rm -rf /a')")).toContain('rm');
  expect(named('less notes.txt\n!rm -rf /a')).toContain('rm');
  expect(named(':!rm -rf /a')).toContain('rm');
});

const harmless: [TokenLanguage, string][] = [
  ['python', "import re\np = re.compile('x')\nprint('https://a')"],
  [
    'python',
    '"""Removes files: shutil.rmtree(\'/\') and os.system("rm -rf /")."""\nprint("os.system(\'rm -rf /\')")',
  ],
  ['python', "# os.system('rm -rf /')\ntext = '''\nos.system('rm -rf /')\n'''"],
  ['python', "class Shell:\n    def system(self, command): pass\nShell().run('rm -rf /')"],
  ['python', "logger.info('rm -rf / %s', x)"],
  ['node', "/a/.exec('rm -rf /'); fetch('https://a')"],
  ['node', "import { serve } from 'https://deno.land/std@0.200.0/http/server.ts'"],
  ['node', "const { spawn } = require('child_process'); const help = `usage: rm -rf / \u0024{name}`"],
  ['node', "// execSync('rm -rf /')\n/* fs.rmSync('/') */ const s = \"execSync('rm -rf /')\""],
  ['node', "class A { exec(command) { this.x = command } }\ndb.run('rm -rf /')"],
  ['node', "const eval2 = 'same-origin / relative path'"],
  ['ruby', "# system('rm -rf /')\nputs \"system('rm -rf /')\"\n=begin\n`rm -rf /`\n=end\nx =~ /`rm -rf \\//"],
  ['perl', "=pod\n\nsystem('rm -rf /')\n\n=cut\nprint q{system('rm -rf /')}; s/`rm -rf //g;"],
  ['php', "<?php // shell_exec('rm -rf /')\n/* unlink('/') */ echo \"unlink('/')\"; ?> `rm -rf /`"],
];

for (const [language, code] of harmless)
  test(`${language}: nothing runs in ${code.replaceAll('\n', '⏎')}`, () => {
    expect(commandsOf(language, code).filter((command) => /^(?:rm|\(|psql)/.test(command))).toEqual([]);
  });

const languages = Object.keys(LEXICAL_RULES) as TokenLanguage[];

const scraps = [
  ...`' " \` ''' """ f" \\ \n # // /* */ / ( ) [ ] { } \${ #{ { } => -> :: . , ; : = += | % $x @x %w( q{ s/ <<EOF EOF <<< <?php ?> =pod =cut __END__`.split(
    ' ',
  ),
  ...'import from as def function class for in of if else lambda x os.system system exec rm -rf /etc 1 0o7'.split(
    ' ',
  ),
];

test('scraps of code in any order are read to the end without an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.array(fc.constantFrom(...scraps), { maxLength: 60 }),
      (language, parts) => {
        collectCalls(tokenize(parts.join(' '), language), language);
        collectCalls(tokenize(parts.join(''), language), language);
      },
    ),
    { numRuns: 400 },
  );
}, 60_000);

test('a sed program with many groups is read at once', () => {
  const groups = String.raw`\(..\)`.repeat(40);
  const { notes } = readShell(`sed 's@^${groups}$@x@'`, world);
  expect(notes).toEqual([]);
});

const nested = [
  '(',
  '[',
  '{',
  'f(',
  'x=>',
  'a?',
  '`\u0024{',
  'f"{',
  'a.',
  "'a'+",
  'q(',
  'lambda ',
  'for x in ',
  'import {',
];

test('code that nests or repeats without end is read in bounded time', () => {
  for (const language of languages)
    for (const part of nested) collectCalls(tokenize(part.repeat(2_000), language), language);
}, 60_000);

test('any text is read to the end without an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.string({ unit: 'binary', maxLength: 200 }),
      (language, source) => {
        collectCalls(tokenize(source, language), language);
      },
    ),
    { numRuns: 400 },
  );
}, 60_000);
