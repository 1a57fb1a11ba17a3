import { expect, test } from 'bun:test';
import { addFigures, bucketOf, percentile } from './metrics.ts';

function tallied(record: Partial<Parameters<typeof addFigures>[0]>): Record<string, number> {
  const sums: Record<string, number> = {};
  const whole = {
    at: 0,
    event: 'PreToolUse',
    session_id: 's',
    project: '/p',
    decision: 'pass',
    ms: 1,
    ...record,
  };
  addFigures(whole, (kind, name, figure, n = 1) => {
    const key = `${kind} ${name} ${figure}`;
    sums[key] = (sums[key] ?? 0) + n;
  });
  return sums;
}

test('a percentile from buckets is within 10 % of the exact value', () => {
  const times = Array.from({ length: 5_000 }, (_, n) => 0.2 * 1.0025 ** n);
  const buckets = new Map<number, number>();
  for (const ms of times) buckets.set(bucketOf(ms), (buckets.get(bucketOf(ms)) ?? 0) + 1);
  for (const share of [0.5, 0.95]) {
    const truth = times[Math.ceil(share * times.length) - 1]!;
    expect(Math.abs(percentile(buckets, share)! / truth - 1)).toBeLessThan(0.1);
  }
  expect(percentile(new Map(), 0.5)).toBeUndefined();
});

test('a blocked stop counts as a gate, a denied call as a refusal', () => {
  expect(tallied({ event: 'Stop', decision: 'block' })).toMatchObject({ 'day all gates_held': 1 });
  expect(tallied({ event: 'Stop', decision: 'block' })['day all refused']).toBeUndefined();
  expect(tallied({ tool: 'Bash', decision: 'deny' })).toMatchObject({
    'tool Bash refused': 1,
    'agent main refused': 1,
  });
  expect(tallied({ event: 'UserPromptSubmit', decision: 'block' })).toMatchObject({ 'day all refused': 1 });
});

test('a test run counts only if its result is known', () => {
  const run = (label: string, ok: boolean) => tallied({ event: 'PostToolUse', tool: 'Bash', label, ok });
  expect(run('npm test', true)).toMatchObject({ 'session s tests_passed': 1 });
  expect(run('npx vitest run', false)).toMatchObject({ 'session s tests_failed': 1 });
  expect(run('npm test | tail', true)['session s tests_passed']).toBeUndefined();
  expect(run('echo npm test', true)['session s tests_passed']).toBeUndefined();
});

test('handoffs, routing, and verdicts that were only observed are counted', () => {
  const said = (policy: string, word: string, counted?: string) => ({
    policy,
    said: word,
    ms: 1,
    ...(counted && { counted }),
  });
  expect(
    tallied({ event: 'Stop', decision: 'block', policies: [said('handoff/route', 'block')] }),
  ).toMatchObject({ 'day all handoffs': 1 });
  expect(tallied({ event: 'SubagentStop', policies: [said('handoff/evidence', 'block')] })).toMatchObject({
    'day all handoffs_held': 1,
  });
  expect(tallied({ tool: 'Agent', decision: 'deny' })).toMatchObject({ 'day all misrouted': 1 });
  expect(tallied({ policies: [said('guard/delete', 'deny', 'pass')] })).toMatchObject({
    'policy guard/delete observed': 1,
  });
});

test('a person’s override is not an event', () => {
  expect(tallied({ event: 'pawl:pause' })).toEqual({
    'day all overrides': 1,
    'session s overrides': 1,
    'project /p overrides': 1,
  });
  expect(tallied({ event: 'pawl:resume' })).toEqual({});
});

test('a call that a person let through counts as an override of the policy, not as a refusal', () => {
  const verdict = { policy: 'guard/x', level: 'deny', said: 'deny', ms: 1 } as const;
  const denied = tallied({ decision: 'deny', policies: [verdict] });
  expect(denied).toMatchObject({ 'policy guard/x refused': 1 });
  const allowed = tallied({ policies: [verdict], notes: ['allow-once abc'] });
  expect(allowed).toMatchObject({ 'policy guard/x overrides': 1, 'policy guard/x calls': 1 });
  expect(allowed['policy guard/x refused']).toBeUndefined();
});
