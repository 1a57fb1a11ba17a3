import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { find } from './find.ts';

function tree(paths: string[]): { root: string } & Disposable {
  const root = mkdtempSync(join(tmpdir(), 'find-'));
  for (const [age, path] of paths.entries()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
    utimesSync(join(root, path), 1_000 - age, 1_000 - age);
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}

const found = (root: string, glob: string) => find(root, glob).map((path) => path.slice(root.length + 1));

test.each([
  ['plan.md', ['plan.md']],
  ['a/*.md', ['a/x.md', 'a/y.md']],
  ['{a,b}/**/*.md', ['a/x.md', 'a/y.md', 'b/c/z.md']],
  ['**/*.md', ['plan.md', 'a/x.md', 'a/y.md', 'b/c/z.md', '.hidden/h.md']],
  ['{a/x,b/c/z}.md', ['a/x.md', 'b/c/z.md']],
  ['.hidden/*.md', ['.hidden/h.md']],
  ['nowhere/*.md', []],
])('the glob %s', (glob, expected) => {
  using here = tree([
    'plan.md',
    'a/x.md',
    'a/y.md',
    'b/c/z.md',
    '.hidden/h.md',
    'node_modules/p/n.md',
    '.git/g.md',
  ]);
  expect(found(here.root, glob)).toEqual(expected);
});

test('a folder that the glob names is searched even if it is usually skipped', () => {
  using here = tree(['target/notes.md', 'target/deep/notes.md']);
  expect(found(here.root, 'target/*.md')).toEqual(['target/notes.md']);
});
