// The examples in CONTRIBUTING.md are formatted as `npm run check` expects, and do what they say.
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainFile } from '../scripts/generate/plain-table.ts';
import type { Policy } from '../src/core/policy.ts';
import type { ProgramSpec } from '../src/shell/programs/spec.ts';
import { runExamples } from '../src/user-policies/run-examples.ts';
import { decisionOn } from './support/objections.ts';

const root = join(import.meta.dir, '..');
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The code block below a heading, without the indentation of its list. */
function codeBelow(heading: string): string {
  const section = guide.slice(guide.indexOf(`\n## ${heading}\n`));
  return /```ts\n([\s\S]*?) *```/.exec(section)![1]!.replace(/^ {3}/gm, '');
}

function formatted(file: string, source: string): string {
  const biome = join(root, 'node_modules/.bin/biome');
  const child = Bun.spawnSync([biome, 'format', `--stdin-file-path=${file}`], {
    cwd: root,
    stdin: Buffer.from(source),
  });
  return child.stdout.toString();
}

async function load<T>(source: string): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  try {
    writeFileSync(join(folder, 'example.ts'), source);
    return (await import(join(folder, 'example.ts'))) as T;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the example program', async () => {
  const source = codeBelow('Add a program');
  const { programs } = await load<{ programs: readonly ProgramSpec[] }>(source);
  const examples = programs.flatMap((spec) => spec.examples ?? []);

  test('is formatted', () => {
    expect(formatted('src/shell/programs/specs/data.ts', source)).toBe(source);
  });

  test('has examples of every verdict', () => {
    expect(new Set(examples.map((one) => one.expect))).toEqual(new Set(['pass', 'ask', 'deny']));
  });

  for (const { command, expect: expected } of examples)
    test(`${expected}: ${command}`, () => expect(decisionOn(command, programs)).toBe(expected));

  test('is not known without its spec: a word such as destroy only makes the guard ask', () => {
    const refused = examples.filter((one) => one.expect !== 'pass');
    expect(refused.map(({ command }) => decisionOn(command))).toEqual(['ask', 'pass']);
  });

  test('takes the fast path with the subcommand that is plain', () => {
    expect(plainFile([{ name: 'data', about: '', programs }], '')).toContain(
      `dvc\\t{"subs":{"status":{"flags":"-c`,
    );
  });
});

describe('the example policy', () => {
  const source = codeBelow('Add a policy');

  test('is formatted', () => {
    expect(formatted('src/policies/guard/long-sleep.ts', source)).toBe(source);
  });

  test('passes its own examples', async () => {
    const { default: policy } = await load<{ default: Policy }>(source.replaceAll('../../', `${root}/src/`));
    const results = await runExamples(policy);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
  });
});
