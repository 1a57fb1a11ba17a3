// Tests which shell source a command runs by the files of its project, and what the two readers make of it.
import { expect, test } from 'bun:test';
import { readShell } from '../index.ts';
import { readPlain } from '../plain/read.ts';
import { findTasks, type TaskKind } from './index.ts';

const root = '/home/me/project';

function sources(kind: TaskKind, text: string, ...operands: string[]): readonly string[] {
  const read = (path: string) =>
    /\/(?:package\.json|composer\.json|Makefile|justfile|Taskfile\.yml|CMakeLists\.txt)$/.test(path)
      ? text
      : undefined;
  return findTasks(kind, operands, { cwd: root, root, read })?.sources ?? [];
}

const scripts = JSON.stringify({
  scripts: { pretest: 'a', test: 'b', posttest: 'c', build: 'd', postinstall: 'e', x: 'f' },
});

test('package.json: a script runs with those before and after it, and with its arguments', () => {
  expect(sources('package-json', scripts, 'test')).toEqual(['a', 'b', 'c']);
  expect(sources('package-json', scripts, 't')).toEqual(['a', 'b', 'c']);
  expect(sources('package-json', scripts, 'run', 'build', '~')).toEqual(["d '~'"]);
  expect(sources('package-json', scripts, 'x')).toEqual(['f']);
  expect(sources('package-json', scripts, 'ci')).toEqual(['e']);
  expect(sources('package-json', scripts)).toEqual(['e']);
  expect(sources('package-json', scripts, 'run', 'constructor')).toEqual([]);
  expect(sources('package-json', 'no json', 'test')).toEqual([]);
});

const makefile = `
X ?= ~/x
Y := $(shell date) # now
.PHONY: all clean
all: lib
	@echo $@ $< \\
		more
lib: ; -cc -o $@ $(CFLAGS)
clean:
	rm -rf $(X) $$HOME
`;

test('Makefile: the recipes of a target and of what it needs', () => {
  expect(sources('makefile', makefile)).toEqual([': $(date)', 'cc -o lib $CFLAGS', 'echo all lib more']);
  expect(sources('makefile', makefile, 'clean')).toEqual([': $(date)', 'rm -rf ~/x $HOME']);
  expect(sources('makefile', makefile, 'clean', 'X=/etc')).toEqual([': $(date)', 'rm -rf /etc $HOME']);
  expect(sources('makefile', 'a: b\n\t1\nb: a\n\t2\n')).toEqual(['2', '1']);
});

test('justfile: the recipes of a target and of what it needs', () => {
  const file =
    'd := "~/x"\n\nall: wipe\n  @echo hi\n\nwipe:\n  rm -rf {{d}}\n\npy a:\n  #!/usr/bin/env python3\n  print("{{a}}")\n';
  expect(sources('justfile', file)).toEqual(['rm -rf ~/x', 'echo hi']);
  expect(sources('justfile', file, 'py', 'z')).toEqual([
    'python3 <<\'END_OF_RECIPE\'\nprint("z")\nEND_OF_RECIPE',
  ]);
});

test('Taskfile: the commands of a task and of what it needs', () => {
  const file =
    'version: 3\ntasks:\n  default:\n    deps: [a]\n    cmds:\n      - task: b\n      - echo {{.X}}\n  a: one\n  b:\n    cmd: two\n';
  expect(sources('taskfile', file)).toEqual(['one', 'two', 'echo $X']);
  expect(sources('taskfile', ': no: yaml: [', 'a')).toEqual([]);
});

const project = (files: Record<string, string>) => ({
  cwd: root,
  home: '/home/me',
  projectRoot: root,
  readFile: (path: string) => files[path.slice(root.length + 1)],
});

const dangerous: [string, Record<string, string>][] = [
  ['make', { Makefile: 'all:\n\trm -rf ~\n' }],
  ['npm test', { 'package.json': '{"scripts":{"test":"rm -rf ~"}}' }],
  ['npm ci', { 'package.json': '{"scripts":{"postinstall":"rm -rf ~"}}' }],
  ['npm run build', { 'package.json': '{"scripts":{"build":"npm run x","x":"rm -rf ~"}}' }],
  ['cd web && npm test', { 'web/package.json': '{"scripts":{"test":"rm -rf ~"}}' }],
  ['pytest', { 'conftest.py': "import shutil; shutil.rmtree('/home/me')" }],
  ['python -m pytest', { 'conftest.py': "import shutil; shutil.rmtree('/home/me')" }],
  ['bundle install', { Gemfile: "require 'fileutils'\nFileUtils.rm_rf('/home/me')" }],
  ['rake', { Rakefile: "sh 'rm -rf /home/me'" }],
  ['composer install', { 'composer.json': '{"scripts":{"post-install-cmd":["rm -rf ~"]}}' }],
  ['composer run-script x', { 'composer.json': '{"scripts":{"x":"rm -rf ~"}}' }],
  ['cmake -B build .', { 'CMakeLists.txt': 'execute_process(COMMAND rm -rf /home/me TIMEOUT 5)' }],
  ['gradle build', { 'build.gradle': 'exec { commandLine "rm", "-rf", "/home/me" }' }],
  ['pip install -e .', { 'setup.py': "import shutil; shutil.rmtree('/home/me')" }],
  ['go run .', { 'main.go': 'func main() { os.RemoveAll("/home/me") }' }],
  ['go run ./cmd/x', { 'cmd/x/main.go': 'func main() { os.RemoveAll("/home/me") }' }],
  ['cargo test', { 'build.rs': 'fn main() { std::fs::remove_dir_all("/home/me"); }' }],
];

for (const [command, files] of dangerous)
  test(`${command} is judged by the code that it runs`, () => {
    const world = project(files);
    const nested = { read: world.readFile, nesting: 3 };
    expect(readPlain(command, root, root, nested)).toBeUndefined();
    expect(readShell(command, world).effects.map(({ code }) => code)).toContain('delete-home');
  });

test('CMake: only what runs while a build is prepared', () => {
  const file =
    '# execute_process(COMMAND a)\nexecute_process(COMMAND b c OUTPUT_VARIABLE v)\nadd_custom_target(x COMMAND d)';
  expect(sources('cmakelists', file)).toEqual(['b c']);
});

const plain: [string, Record<string, string>][] = [
  ['npm test', { 'package.json': '{"scripts":{"test":"vitest run"}}' }],
  ['npm test', { 'package.json': '{"scripts":{"test":"npm run lint && jest","lint":"eslint src"}}' }],
  ['npm test', {}],
  ['make test', { Makefile: 'test:\n\tgo test ./...\n' }],
  ['pytest', {}],
];

for (const [command, files] of plain)
  test(`${command} takes the fast path if what it runs is plain: ${JSON.stringify(files)}`, () => {
    const { readFile } = project(files);
    expect(readPlain(command, root, root, { read: readFile, nesting: 3 })).toBeDefined();
  });

test('a task with a name that every object of JavaScript has is a task like any other', () => {
  const scripts = '{"scripts": {"constructor": "ls"}}';
  expect(sources('package-json', scripts, 'constructor')).toEqual(['ls']);
  expect(sources('composer-json', scripts, 'constructor')).toEqual(['ls']);
});
