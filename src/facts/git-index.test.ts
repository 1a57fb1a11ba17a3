// Every way in which an index can hide a change, as real git writes it, and damaged files.
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasOnlyPlainEntries } from './git-index.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'git-index-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;

interface Sample {
  root: string;
  git(...args: string[]): void;
}

function repository(...init: string[]): Sample {
  const root = join(base, `r${++count}`);
  mkdirSync(join(root, 'src'), { recursive: true });
  const env = { PATH: process.env.PATH!, HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) => {
    const all = [
      'git',
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@e',
      '-c',
      'protocol.file.allow=always',
      ...args,
    ];
    const done = Bun.spawnSync(all, { cwd: root, env });
    if (done.exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  };
  git('init', '-q', ...init);
  // Names of all lengths, because their padding differs.
  for (let length = 1; length < 30; length++) writeFileSync(join(root, 'src', 'a'.repeat(length)), 'one\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  return { root, git };
}

const isPlain = ({ root }: Sample) => hasOnlyPlainEntries(readFileSync(join(root, '.git', 'index')));

test('an index with nothing but files and links is plain', () => {
  const sample = repository();
  expect(isPlain(sample)).toBe(true);
  writeFileSync(join(sample.root, 'new'), 'two\n');
  sample.git('add', 'new');
  expect(isPlain(sample)).toBe(true);
  Bun.spawnSync(['ln', '-s', 'new', 'link'], { cwd: sample.root });
  sample.git('add', 'link');
  expect(isPlain(sample)).toBe(true);
});

const marked: Record<string, (sample: Sample) => void> = {
  'assume-unchanged': ({ git }) => git('update-index', '--assume-unchanged', `src/${'a'.repeat(17)}`),
  'skip-worktree': ({ git }) => git('update-index', '--skip-worktree', 'src/a'),
  'intent to add': ({ root, git }) => {
    writeFileSync(join(root, 'new'), 'two\n');
    git('add', '-N', 'new');
  },
  'a submodule': ({ root, git }) => git('submodule', '--quiet', 'add', `file://${root}`, 'inner'),
  'a split index': ({ git }) => git('update-index', '--split-index'),
  'a sparse checkout': ({ git }) => git('sparse-checkout', 'set', '--sparse-index', 'other'),
  'version 4': ({ git }) => git('update-index', '--index-version', '4'),
  'a very long name': ({ git }) =>
    git('update-index', '--add', '--cacheinfo', `100644,${'5'.repeat(40)},${'d/'.repeat(2_100)}a`),
};

for (const [name, mark] of Object.entries(marked))
  test(`${name} has to be listed by git`, () => {
    const sample = repository();
    mark(sample);
    expect(isPlain(sample)).toBe(false);
  });

test('the index of a SHA-256 repository has to be listed by git', () => {
  expect(isPlain(repository('--object-format=sha256'))).toBe(false);
});

test('an empty or damaged index has to be listed by git', () => {
  const sample = repository();
  const bytes = readFileSync(join(sample.root, '.git', 'index'));
  expect(hasOnlyPlainEntries(new Uint8Array())).toBe(false);
  expect(hasOnlyPlainEntries(bytes.subarray(0, bytes.length - 1))).toBe(false);
  expect(hasOnlyPlainEntries(bytes.subarray(0, 200))).toBe(false);
  const endless = Buffer.from(bytes);
  endless.writeUInt32BE(0xffffffff, 8);
  expect(hasOnlyPlainEntries(endless)).toBe(false);
  const other = Buffer.from(bytes);
  other.write('X', 0);
  expect(hasOnlyPlainEntries(other)).toBe(false);
});
