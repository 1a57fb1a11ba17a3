import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt } from '../system/home.ts';
import { policyTsconfig, scaffold } from './scaffold.ts';

const library = { 'package.json': '{}', 'index.js': 'js', 'index.d.ts': 'types' };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scaffold-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('in Pawl’s home the package is where editors look for it', () => {
  const made = scaffold('mine/friday', { home: homeAt(root) }, library)!;
  expect(made.file).toBe(join(root, 'policies', 'friday.ts'));
  expect(made.written.map((file) => file.slice(root.length + 1)).sort()).toEqual([
    'node_modules/pawl/index.d.ts',
    'node_modules/pawl/index.js',
    'node_modules/pawl/package.json',
    'policies/friday.ts',
    'tsconfig.json',
  ]);
  expect(readFileSync(made.file, 'utf8')).toContain("id: 'mine/friday'");
  expect(statSync(made.file).mode & 0o777).toBe(0o600);
  // Editors need these to read `import … from 'pawl'` and TypeScript as Bun runs it.
  const written = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  expect(written.compilerOptions).not.toHaveProperty('paths');
  expect(policyTsconfig()).toStartWith('{\n  "compilerOptions": {\n');
  expect(JSON.parse(policyTsconfig())).toEqual({
    compilerOptions: {
      target: 'ESNext',
      module: 'Preserve',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      types: [],
    },
    include: ['policies'],
  });
});

test('a project gets only the types, in a folder that can be committed', () => {
  const made = scaffold('ours/x', { project: root }, library)!;
  expect(made.written.map((file) => file.slice(root.length + 1)).sort()).toEqual([
    '.pawl/policies/x.ts',
    '.pawl/tsconfig.json',
    '.pawl/types/pawl/index.d.ts',
  ]);
  const tsconfig = JSON.parse(readFileSync(join(root, '.pawl/tsconfig.json'), 'utf8'));
  expect(tsconfig).toMatchObject({
    include: ['policies'],
    compilerOptions: { strict: true, noEmit: true, paths: { pawl: ['./types/pawl/index.d.ts'] } },
  });
  expect(existsSync(join(root, '.pawl', tsconfig.compilerOptions.paths.pawl[0]))).toBe(true);
  expect(statSync(made.file).mode & 0o777).toBe(0o644);
});

test('nothing that exists is overwritten', () => {
  expect(scaffold('mine/a', { project: root }, library)?.written).toHaveLength(3);
  expect(scaffold('mine/b', { project: root }, library)?.written).toEqual([
    join(root, '.pawl/policies/b.ts'),
  ]);
  expect(scaffold('mine/a', { project: root }, library)).toBeUndefined();
});
