// The example policy in CONTRIBUTING.md is formatted as `npm run check` expects, and its examples pass.
import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Policy } from '../src/core/policy.ts';
import { runExamples } from '../src/user-policies/run-examples.ts';

const root = join(import.meta.dir, '..');
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const source = /```ts\n([\s\S]*?) *```/.exec(guide)![1]!.replace(/^ {3}/gm, '');

test('the example policy is formatted', () => {
  const child = Bun.spawnSync(
    [join(root, 'node_modules/.bin/biome'), 'format', '--stdin-file-path=src/policies/guard/long-sleep.ts'],
    { cwd: root, stdin: Buffer.from(source) },
  );
  expect(child.stdout.toString()).toBe(source);
});

test('the example policy passes its own examples', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  const file = join(folder, 'long-sleep.ts');
  writeFileSync(file, source.replaceAll('../../', `${root}/src/`));
  const { default: policy } = (await import(file)) as { default: Policy };
  const results = await runExamples(policy);
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
  rmSync(folder, { recursive: true });
});
