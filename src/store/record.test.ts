import { expect, test } from 'bun:test';
import type { Finding } from '../core/engine.ts';
import type { Verdict } from '../core/verdict.ts';
import { eventUid, verdictRecord } from './record.ts';

const verdicts: Record<string, Exclude<Verdict, { kind: 'evidence' }>> = {
  block: { kind: 'block', reason: 'blocked' },
  deny: { kind: 'deny', reason: 'denied' },
  ask: { kind: 'ask', reason: 'asked' },
  rewrite: { kind: 'rewrite', set: {}, reason: 'rewritten' },
  allow: { kind: 'allow', reason: 'allowed' },
  inject: { kind: 'inject', text: 'injected' },
  tell: { kind: 'tell', text: 'told' },
};

const finding = (said: Verdict[], counted = said, more: Partial<Finding> = {}): Finding =>
  ({ policy: 'guard/x', level: 'deny', verdicts: said, effective: counted, ms: 1, ...more }) as Finding;

test('a policy without a verdict is recorded as a pass', () => {
  expect(verdictRecord(finding([]))).toEqual({ policy: 'guard/x', level: 'deny', said: 'pass', ms: 1 });
});

test('the strongest verdict of a policy is recorded, with its reason or text', () => {
  const order = Object.values(verdicts);
  for (const [at, strongest] of order.entries()) {
    const weaker = order.slice(at);
    for (const said of [weaker, weaker.toReversed()])
      expect(verdictRecord(finding(said))).toEqual({
        policy: 'guard/x',
        level: 'deny',
        said: strongest.kind,
        reason: 'reason' in strongest ? strongest.reason! : strongest.text,
        ms: 1,
      });
  }
});

test('evidence is recorded beside the verdict, and does not count as one', () => {
  const found: Verdict = { kind: 'evidence', text: '2 processes, all in this project' };
  expect(verdictRecord(finding([found]))).toMatchObject({ said: 'pass', evidence: [found.text] });
  const asked = verdictRecord(finding([found, { kind: 'ask', reason: 'why' }]));
  expect(asked).toMatchObject({ said: 'ask', reason: 'why', evidence: [found.text] });
});

test('the first of two equally strong verdicts is recorded', () => {
  const said: Verdict[] = [
    { kind: 'deny', reason: 'first' },
    { kind: 'deny', reason: 'second' },
  ];
  expect(verdictRecord(finding(said)).reason).toBe('first');
});

test('the effective verdict is recorded if the level changed it', () => {
  const { deny, ask } = verdicts as { deny: Verdict; ask: Verdict };
  expect(verdictRecord(finding([deny], [ask]))).toMatchObject({
    said: 'deny',
    counted: 'ask',
    reason: 'denied',
  });
  expect(verdictRecord(finding([deny], []))).toMatchObject({ said: 'deny', counted: 'pass' });
  expect(verdictRecord(finding([deny]))).not.toHaveProperty('counted');
});

test('the time is rounded, an error is kept', () => {
  expect(verdictRecord(finding([], [], { ms: 1.23456, error: 'threw' }))).toMatchObject({
    ms: 1.23,
    error: 'threw',
  });
  expect(verdictRecord(finding([]))).not.toHaveProperty('error');
});

test('an id contains the time and process, and is unique', () => {
  const uid = eventUid(36 ** 4);
  expect(uid).toMatch(new RegExp(`^10000-${process.pid.toString(36)}-[0-9a-z]{1,6}$`));
  expect(new Set(Array.from({ length: 200 }, () => eventUid(1))).size).toBe(200);
});
