import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readGroups } from '../../../scripts/generate/programs.ts';
import { objections } from '../../../test/support/objections.ts';
import { sources } from '../../../test/support/sources.ts';
import { readShell } from '../index.ts';
import type { CommandSpec } from '../programs/spec.ts';
import type { ShellCommand, ShellReading } from '../types.ts';
import { readPlain } from './read.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project' };

/** Removes the text of pipes, which the fast path does not compute because plain commands never run or send it. */
const unfed = ({ stdin, ...rest }: ShellCommand) => ({ ...rest, fed: stdin !== undefined });
const seen = ({ commands, effects, notes }: ShellReading) => ({
  commands: commands.map(unfed),
  effects: effects.map((effect) => ({ ...effect, command: unfed(effect.command) })),
  notes,
});

/** Whether a command takes the fast path; if so, the full reader must read it alike. */
function readAlike(source: string): boolean {
  const fast = readPlain(source, world.cwd, world.projectRoot);
  if (fast) expect(seen(fast), source).toEqual(seen(readShell(source, world)));
  return fast !== undefined;
}

test.each([
  'ls',
  'git status --short && ls src',
  'npm test 2>&1 | tail -20',
  'cd packages/a && npm run build',
  'echo "all && done"; pwd',
  'sleep 1; echo bg',
  'cargo test --workspace > /dev/null',
  'go test ./...',
  'git log --oneline -n 5',
  'git log -3 src/a.ts',
  'git log -3 /etc/x',
  'ls -la\npwd',
  'cat src/a.ts README.md',
  'head -20 src/a.ts && tail -n 5 b.txt',
  "grep -rn 'foo bar' src",
  'rg todo',
  "sed -n '1,20p' src/a.ts",
  'touch made.txt',
  'mkdir -p a/b/c',
  'git add -A && git commit -m "Say why"',
  'cd src && cat a.ts | head -5',
  'git add . && git diff src/a.ts',
  'npx tsc --noEmit 2>&1 | head -30',
  'npx vitest run src/a.test.ts',
  'uv run pytest -q tests',
  'pytest && bun test src/a.test.ts',
  'python3 -m pytest tests -x',
  'timeout 60 npm test',
  'timeout 60 cat src/a.ts',
  'npm ci && npm run build',
  'pnpm install --frozen-lockfile',
  'yarn',
  'make test',
  "find src -type f -name '*.ts' | head",
  'find . -name "*.ts" -not -path "./node_modules/*"',
  'jq .scripts package.json',
  'diff a.txt b.txt',
  'node --version; git rev-parse HEAD',
  'gh pr view 12 --comments',
  'date && git fetch origin',
])('takes the fast path: %s', (source) => {
  expect(readAlike(source)).toBe(true);
});

test.each([
  'ls $(rm -rf /)',
  'ls `id`',
  'echo "$(cat .env)"',
  'echo a > b',
  'ls & rm x',
  'ls | sh',
  'echo rm -rf / | bash',
  'npm publish',
  'npm run deploy',
  'git branch -D main',
  'git diff .env',
  'git -c alias.x=!id status',
  'PATH=. ls',
  'X=1 npm test',
  'rm -rf /',
  'cat .env',
  'cd',
  'cd - && ls',
  'cd a | ls',
  "'ls' x",
  '"ls"',
  'ls;',
  'ls ~/.ssh',
  'ls *',
  'ls {a,b}',
  'ls # x',
  'if ls',
  'sort -o /etc/passwd',
  'ls "a"b',
  'ls pawl',
  'cat .git/config',
  'cat ../other/a.ts',
  'cat /etc/passwd',
  'cat a/../../b',
  'cat id_rsa',
  'cat server.key',
  'cat secrets.yml',
  "echo 'a\u202eb'",
  'touch package-lock.json',
  'mkdir /opt/x',
  'cd / && cat etc/passwd',
  "sed -n 's/a/b/w out' x",
  "sed -i 's/a/b/' x",
  'grep -f list x',
  'git commit --no-verify -m x',
  'git commit -nm x',
  'git commit -m x --amend',
  'npx cowsay hi',
  'npx -y tsc',
  'npx tsc --outDir /etc',
  'eslint -o /etc/x src',
  'prettier --write ~/.bashrc',
  'timeout 60 rm -rf /',
  'timeout 5 cd /',
  'python3 -m http.server',
  'python3 -m pytest --basetemp=/etc',
  'npm install left-pad',
  'npm install -g npm',
  'make deploy',
  'make -C /x',
  'find . -name x -delete',
  'find . -exec rm {} +',
  'find . -fprint /etc/x',
  'jq env package.json',
  'jq -n env',
  'date -s 2020-01-01',
  'gh pr merge 12',
  'git fetch --upload-pack=x origin',
  'git remote add x y',
  'npm test --outputFile /etc/x',
  'cargo test --output-dir=/home/you',
  '',
  ' ',
  '&&',
])('is left to the full reader: %s', (source) => {
  expect(readPlain(source, world.cwd, world.projectRoot)).toBeUndefined();
});

test('no command takes the fast path in Pawl’s or Claude’s own directories', () => {
  expect(readPlain('ls', '/home/me/.pawl', '/home/me/.pawl')).toBeUndefined();
  expect(readPlain('ls', '/home/me/project/.claude', '/home/me/project')).toBeUndefined();
});

test('a project may have any name, and the client’s worktrees are projects', () => {
  for (const root of ['/home/me/pawl', '/home/me/claude-code', '/home/me/project/.claude/worktrees/x'])
    expect(readPlain('npm test && cat src/a.ts', root, root), root).toBeDefined();
  const nested = '/home/me/project/.claude/worktrees/x/.claude';
  expect(readPlain('ls', nested, nested)).toBeUndefined();
});

test('no file takes the fast path in a root that is no project', () => {
  for (const root of ['/', '/etc', '/usr/src/app', '/var/www'])
    expect(readPlain('cat a', root, root), root).toBeUndefined();
});

test('both readers read every command of the corpus alike', () => {
  const lines = ['passed.txt', 'refused.txt'].flatMap((name) =>
    readFileSync(join(import.meta.dir, '..', '..', 'policies', 'guard', 'corpus', name), 'utf8').split('\n'),
  );
  const fast = lines.filter(readAlike);
  expect(fast.length).toBeGreaterThan(10);
});

test('the full reader agrees with every reading of the fast path', () => {
  fc.assert(
    fc.property(sources, (text) => void readAlike(text)),
    { numRuns: 10_000 },
  );
});

/** Every option of every spec, at any depth, so that new options are tested without more work. */
const options = [...new Set((await readGroups()).flatMap(({ programs }) => programs.flatMap(optionsOf)))];

function optionsOf(spec: CommandSpec): string[] {
  const rules = (spec.effects ?? []).flatMap(({ flags = '', unless = '' }) =>
    `${flags} ${unless}`.split(' '),
  );
  const optionsOfCommand = Object.keys(spec.options ?? {}).flatMap((names) => names.split(' '));
  const inner = Object.values(spec.subcommands ?? {}).flatMap(optionsOf);
  return [...optionsOfCommand, ...rules.map((flag) => flag.replace(/=.*/, '')), ...inner].filter((name) =>
    name.startsWith('-'),
  );
}

const beginnings =
  'npm test,npm run build,npm ls,npm ci,pnpm test,yarn test,bun test,cargo build,cargo test,go build,go test,ls,echo,stat,wc,cat a,head,grep x,rg x,sed -n 1p,touch,mkdir,git status,git log,git diff,git add,git commit -m,git fetch,gh pr view,find .,npx tsc,eslint,pytest,python3 -m pytest,timeout 5 npm test,jq .a,diff,ps,make'.split(
    ',',
  );

test('both readers agree on every option of every spec', () => {
  const value = fc.constantFrom('/etc/x', '/dev/sda', '../x', 'src/a.ts', '.', 'x', '~');
  const option = fc.constantFrom(...options);
  const word = fc.oneof(
    option,
    value,
    fc.tuple(option, fc.constantFrom('=', ' ', ''), value).map((parts) => parts.join('')),
  );
  const line = fc.tuple(fc.constantFrom(...beginnings), fc.array(word, { minLength: 1, maxLength: 3 }));
  fc.assert(
    fc.property(line, ([name, words]) => void readAlike([name, ...words].join(' '))),
    { numRuns: 20_000 },
  );
});

/** Every command that a spec marks as plain, with the options of its spec at any level. */
function plainCommands(spec: CommandSpec, path: string[], outer: string[]): [string, string[]][] {
  const own = [...outer, ...optionsOf({ ...spec, subcommands: {} })];
  const inner = Object.entries(spec.subcommands ?? {}).flatMap(([names, sub]) =>
    names.split('|').flatMap((name) => plainCommands(sub, [...path, name], own)),
  );
  return spec.plain ? [[path.join(' '), own], ...inner] : inner;
}

const everyPlain = (await readGroups()).flatMap(({ programs }) =>
  programs.flatMap((spec) => plainCommands(spec, [spec.names.split(' ')[0] as string], [])),
);

test('both readers read every plain command with every option of its spec alike', () => {
  let count = 0;
  for (const [command, own] of everyPlain)
    for (const option of new Set(own))
      for (const form of ['', ' x', '=/etc/x', ' src/a.ts', 'x src/b.ts'])
        if (readAlike(`${command} ${option}${form}`)) count++;
  expect(everyPlain.length).toBeGreaterThan(60);
  expect(count).toBeGreaterThan(2_000);
});

test('no guard policy objects to a command that takes the fast path', () => {
  const fast = sources.filter((text) => readPlain(text, world.cwd, world.projectRoot) !== undefined);
  fc.assert(
    fc.property(fast, (text) => expect(objections(text), text).toEqual([])),
    { numRuns: 500 },
  );
});
