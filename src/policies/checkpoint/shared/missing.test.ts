// The texts that a session reads about a checkpoint which is missing or out of date.
import { expect, test } from 'bun:test';
import { checkpointProblems, evidenceProblems, missingEvidence } from './missing.ts';

const file = '.claude/completion-checkpoint.json';
const wording = { pawl: 'pawl', treeOption: '', mayWrite: true };

function problems(found: object | undefined, { again = false, version = 'v2' } = {}) {
  const work = { checkpoint: () => found, versions: () => ['v1', 'v2'], failedAtStart: () => [] };
  return checkpointProblems({ work, changes: [], version } as never, { ...wording, again } as never);
}

test('a missing checkpoint comes with its form once, and with the command that prints it afterwards', () => {
  const [first, ...others] = problems(undefined);
  expect(others).toEqual([]);
  expect(first).toStartWith(`${file} is missing. Run \`pawl checkpoint '<JSON>'\``);
  expect(first).toContain('"what_was_done"');
  expect(problems(undefined, { again: true })).toEqual([
    `${file} is still missing. Run \`pawl checkpoint '<JSON>'\`, with the form that \`pawl checkpoint --template\` prints.`,
  ]);
});

test('the checkpoint of another session does not count', () => {
  expect(problems({ state: 'other' })[0]).toStartWith(`${file} is from another session.`);
  expect(problems({ state: 'other' }, { again: true })[0]).toStartWith(`${file} is from another session.`);
});

const body = (insight = 'x') => ({
  key_insight: insight,
  verification: { tests_executed_at_version: 'v1', by: 'npm test' },
});

test('an outdated checkpoint is shown with the current version, so that it only has to be reviewed', () => {
  const [text] = problems({ state: 'old', body: body() });
  expect(text).toStartWith(`${file} was written before the last changes.`);
  expect(text).toContain(
    'with it, brought up to date:\n{"key_insight":"x","verification":{"tests_executed_at_version":"v2","by":"npm test"}}\n(',
  );
});

test('an outdated checkpoint is shown once, and not if it is very long', () => {
  const short = 'with it, brought up to date. (what_was_done';
  expect(problems({ state: 'old', body: body() }, { again: true })[0]).toContain(short);
  const around = JSON.stringify(body('')).length;
  expect(problems({ state: 'old', body: body('x'.repeat(4_000 - around)) })[0]).toContain(short);
  expect(problems({ state: 'old', body: body('x'.repeat(3_999 - around)) })[0]).toContain('xxx');
});

test('a checkpoint without a version, or in a tree without one, stays as it was written', () => {
  expect(problems({ state: 'old', body: { a: 1 } })[0]).toContain('\n{"a":1}\n');
  expect(problems({ state: 'old', body: { verification: 'none' } })[0]).toContain('{"verification":"none"}');
  expect(problems({ state: 'old', body: body() }, { version: '' })[0]).toContain('_at_version":"v1"');
});

test('each rule that a checkpoint of this session breaks is one line', () => {
  const lines = problems({ state: 'mine', body: {} });
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^\.claude\/completion-checkpoint\.json: `[\w.]+` .*\.$/);
});

test('all checks without evidence are one item, and a failure must be fixed first', () => {
  const lack = (kind: string, why: string, failed = false) => ({ kind, why, failed }) as never;
  expect(evidenceProblems([], wording)).toEqual([]);
  expect(evidenceProblems([lack('lint', 'a'), lack('types', 'b'), lack('test', 'c')], wording)).toEqual([
    'No evidence for lint, types and test: a; b; c. Run `pawl verify`.',
  ]);
  expect(evidenceProblems([lack('lint', 'a'), lack('test', 'c', true)], wording)).toEqual([
    'No evidence for lint and test: a; c. Fix it, then run `pawl verify`. What failed the same way before this session is recognised there and not asked for. If you can’t fix it, set is_job_complete to false in the checkpoint and name it in self_report.blocked_by.',
  ]);
});

test('only checks that the project has are asked for, in the order lint, types, tests', () => {
  const checks = ['build', 'test', 'types', 'lint'].map((kind) => ({ kind, command: `npm run ${kind}` }));
  const lacking = missingEvidence({ evidence: () => [] } as never, checks as never);
  expect(lacking).toEqual([
    { kind: 'lint', why: '`npm run lint` was not run', failed: false, failedBefore: false },
    { kind: 'types', why: '`npm run types` was not run', failed: false, failedBefore: false },
    { kind: 'test', why: '`npm run test` was not run', failed: false, failedBefore: false },
  ]);
});

const run = (more: object = {}) => ({
  kind: 'test',
  command: 'npm test',
  source: 'bash',
  ok: true,
  at: 1,
  tree: 'now',
  tail: '',
  ...more,
});

test.each<[string, object[], string | undefined]>([
  ['passed', [run()], undefined],
  [
    'passed in part',
    [run({ command: 'npm test -- a.ts' })],
    '`npm test -- a.ts` ran only a part of the checks',
  ],
  ['failed', [run({ ok: false })], '`npm test` failed'],
  ['failed, then passed', [run({ ok: false }), run({ at: 2 })], undefined],
  ['passed, then failed', [run(), run({ ok: false, at: 2 })], '`npm test` failed'],
  [
    'failed, then passed in part',
    [run({ ok: false }), run({ at: 2, command: 'npm test -- a.ts' })],
    '`npm test` failed',
  ],
  [
    'failed, then passed with `pawl verify`',
    [run({ ok: false }), run({ at: 2, command: 'x', source: 'verify' })],
    undefined,
  ],
  ['is missing, while another kind passed', [run({ kind: 'lint' })], '`npm test` was not run'],
])('a check whose run %s', (_, evidence, why) => {
  const work = {
    evidence: () => evidence,
    tree: () => 'now',
    touchedSince: () => false,
    failedAtStart: () => [],
  };
  const lacking = missingEvidence(work as never, [{ kind: 'test', command: 'npm test' }] as never);
  expect(lacking.map(({ why }) => why)).toEqual(why === undefined ? [] : [why]);
  expect(lacking.every(({ failed }) => failed === why?.endsWith('failed'))).toBe(true);
});

test.each<[string, object[], boolean]>([
  ['the same failure', [run({ ok: false, tail: 'FAIL a' })], true],
  ['another failure', [run({ ok: false, tail: 'FAIL a\nFAIL b' })], false],
  ['the same failure, before the last change', [run({ ok: false, tail: 'FAIL a', tree: 'before' })], false],
  [
    'the same failure, in a part of the tests',
    [run({ ok: false, tail: 'FAIL a', command: 'npm test -- a.ts' })],
    false,
  ],
  [
    'the same failure, and another one of a second check',
    [run({ ok: false, tail: 'FAIL a' }), run({ ok: false, tail: 'FAIL b' })],
    false,
  ],
])('a check that failed when the session began, too: %s', (_, evidence, excused) => {
  const work = {
    evidence: () => evidence,
    tree: () => 'now',
    touchedSince: () => true,
    failedAtStart: () => [{ kind: 'test', tail: 'FAIL a' }],
  };
  const [lacking] = missingEvidence(work as never, [{ kind: 'test', command: 'npm test' }] as never);
  expect(lacking?.failedBefore).toBe(excused);
});
