// Every code of a refusal is explained in docs/guard-codes.md, and commands are refused with the right one.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdictsOn } from '../../../test/support/objections.ts';
import { bash } from '../../core/examples.ts';
import { examplesOf } from '../../core/policy.ts';
import { titleOf, verdictsFor } from '../../user-policies/run-examples.ts';
import { allPolicies } from '../registry.ts';

const root = join(import.meta.dir, '..', '..', '..');
const page = readFileSync(join(root, 'docs', 'guard-codes.md'), 'utf8');

const sources = ['src/shell', 'src/policies/guard'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);

/** Codes that no message shows; policies decide by them. */
const silent = [
  'unpack',
  'deploy',
  'send',
  'send-local',
  'private-data',
  'names',
  'git-amend',
  'git-rebase',
  'git-gc',
  'git-svn',
];

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

test('every refusal in an example of the guard has a code that the page explains', async () => {
  const refusals: string[] = [];
  for (const policy of allPolicies().filter(({ id }) => id.startsWith('guard/')))
    for (const example of examplesOf(policy))
      for (const verdict of await verdictsFor(policy, example))
        if (verdict.kind === 'deny' || verdict.kind === 'ask')
          refusals.push(`${policy.id} ${verdict.code ?? 'none'}: ${titleOf(example)}`);
  const unexplained = refusals.filter((refusal) => !page.includes(`\`${/ (\S*):/.exec(refusal)![1]}\``));
  expect(refusals.length).toBeGreaterThan(300);
  expect(unexplained).toEqual([]);
}, 60_000);

/** `ask guard/disk disk-detach: losetup -D`: the verdict of one policy, with its code, for a command. */
const examples = readFileSync(join(import.meta.dir, 'corpus', 'codes.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => /^(\w+) (\S+) (\S+): (.*)$/.exec(line)!.slice(1) as [string, string, string, string]);

test('a refusal has the code of the effect that it is about', () => {
  const wrong = examples.filter(([kind, policy, code, command]) => {
    const verdict = verdictsOn(bash(command)).find((given) => given.policy === policy);
    return verdict?.kind !== kind || verdict.code !== code;
  });
  expect(wrong).toEqual([]);
});
