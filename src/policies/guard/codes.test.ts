// Every code that a refusal can have is explained in docs/guard-codes.md.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..', '..');
const page = readFileSync(join(root, 'docs', 'guard-codes.md'), 'utf8');

const sources = ['src/shell', 'src/policies/guard'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);

/** Codes that never reach a message; other policies use them. */
const silent = ['deploy', 'send', 'private-data', 'names', 'git-amend', 'git-rebase', 'git-gc', 'git-svn'];

test('every code is in docs/guard-codes.md', () => {
  const codes = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:code: |(?<!notes\.)add\()'([a-z][\w-]+)'/g)].map((m) => m[1] as string),
  );
  const missing = [...new Set(codes)].filter(
    (code) => !silent.includes(code) && !page.includes(`\`${code}\``),
  );
  expect(codes.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
