import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { composeAnswer } from './answer.ts';
import { channels, type EventName, eventNames } from './channels.ts';
import { type Finding, fitToEvent, limitToLevel } from './engine.ts';
import { merge } from './merge.ts';
import { levels } from './policy.ts';
import { type Decision, strength, type Verdict } from './verdict.ts';

const text = fc.string({ minLength: 1, maxLength: 12 });
const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('deny' as const, 'ask' as const, 'block' as const, 'allow' as const),
    reason: text,
  }),
  fc.record({ kind: fc.constantFrom('inject' as const, 'tell' as const), text }),
  fc.record({
    kind: fc.constant('rewrite' as const),
    set: fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(2)),
    reason: text,
  }),
);
const finding = (policy: string, counts: Verdict[]): Finding => ({
  policy,
  level: 'deny',
  verdicts: counts,
  effective: counts,
  ms: 0,
});
/** Findings as the engine makes them: only verdicts that the event can carry. */
const findingsOn = (event: EventName) =>
  fc.array(fc.array(verdict, { maxLength: 3 }), { maxLength: 5 }).map((all) =>
    all.map((said, i) =>
      finding(
        `p/${i}`,
        said.flatMap((verdict) => fitToEvent(verdict, event) ?? []),
      ),
    ),
  );
const event = fc.constantFrom(...eventNames);

const hardest = (a: Decision, b: Decision) => (strength[b] > strength[a] ? b : a);
const withoutRewrites = (findings: Finding[]) =>
  findings.map((result) =>
    finding(
      result.policy,
      result.effective.filter(({ kind }) => kind !== 'rewrite'),
    ),
  );

test('the decision does not depend on how findings are grouped', () => {
  fc.assert(
    fc.property(
      event.chain((name) => fc.tuple(findingsOn(name), findingsOn(name))),
      ([left, right]) => {
        const [a, b] = [withoutRewrites(left), withoutRewrites(right)];
        expect(merge([...a, ...b]).decision).toBe(hardest(merge(a).decision, merge(b).decision));
      },
    ),
  );
});

test('the decision does not depend on the order of findings', () => {
  fc.assert(
    fc.property(event.chain(findingsOn), (findings) => {
      expect(merge([...findings].reverse()).decision).toBe(merge(findings).decision);
    }),
  );
});

test('a refusal keeps the reasons of all policies that objected, denials first, then in order', () => {
  fc.assert(
    fc.property(event.chain(findingsOn), (findings) => {
      const { decision, reasons } = merge(withoutRewrites(findings));
      if (strength[decision] < strength.ask) return;
      const objections = findings.flatMap((finding) =>
        finding.effective
          .filter(({ kind }) => kind === 'deny' || kind === 'block' || kind === 'ask')
          .map((said) => ({ policy: finding.policy, said })),
      );
      const hard = objections.filter(({ said }) => said.kind !== 'ask');
      const soft = objections.filter(({ said }) => said.kind === 'ask');
      expect(reasons.map(({ policy }) => policy)).toEqual([...hard, ...soft].map(({ policy }) => policy));
    }),
  );
});

test('pass is not allow: no opinion prints nothing', () => {
  for (const name of eventNames) {
    const { answer } = composeAnswer(name, merge([finding('p/quiet', [])]), '');
    expect(answer).toEqual({ stdout: '', stderr: '', exit: 0 });
  }
});

test('a call is allowed only if a policy allows it', () => {
  fc.assert(
    fc.property(
      event.chain((name) => fc.tuple(fc.constant(name), findingsOn(name))),
      ([name, findings]) => {
        const said = findings.some((finding) => finding.effective.some(({ kind }) => kind === 'allow'));
        const { stdout } = composeAnswer(name, merge(findings), '').answer;
        if (!said) expect(stdout).not.toMatch(/"permissionDecision":"allow"|"behavior":"allow"/);
      },
    ),
  );
});

test('exit code and JSON never contradict each other', () => {
  fc.assert(
    fc.property(
      event.chain((name) => fc.tuple(fc.constant(name), findingsOn(name))),
      ([name, findings]) => {
        const outcome = merge(findings);
        const { stdout, stderr, exit } = composeAnswer(name, outcome, '').answer;
        if (exit === 2) {
          expect(stdout).toBe('');
          expect(stderr).not.toBe('');
          expect(outcome.decision).toBe('block');
        } else expect(stderr).toBe('');
      },
    ),
  );
});

test('two rewrites of one key become an ask that names both policies; other rewrites add up', () => {
  const set = (key: string, value: unknown): Verdict => ({
    kind: 'rewrite',
    set: { [key]: value },
    reason: 'r',
  });
  expect(merge([finding('p/a', [set('x', 1)]), finding('p/b', [set('y', 2)])]).set).toEqual({ x: 1, y: 2 });
  expect(merge([finding('p/a', [set('x', 1)]), finding('p/b', [set('x', 1)])]).decision).toBe('pass');
  const conflict = merge([finding('p/a', [set('x', 1)]), finding('p/b', [set('x', 2)])]);
  expect(conflict.decision).toBe('ask');
  expect(conflict.set).toBeUndefined();
  expect(conflict.reasons[0]?.text).toMatch(/p\/a.*p\/b/);
});

test('a level never makes a verdict stronger, and observe silences it', () => {
  fc.assert(
    fc.property(event, verdict, fc.constantFrom(...levels), (name, said, level) => {
      const fitted = fitToEvent(said, name);
      if (!fitted) return;
      const counts = limitToLevel(fitted, level, name);
      if (level === 'off' || level === 'observe') expect(counts).toEqual([]);
      for (const count of counts)
        expect(strength[count.kind as Decision] ?? 0).toBeLessThanOrEqual(
          strength[fitted.kind as Decision] ?? 0,
        );
    }),
  );
});

test('a refusal that an event can’t carry still reaches the person or a later event', () => {
  for (const name of eventNames) {
    const refusal = fitToEvent({ kind: 'deny', reason: 'because' }, name)!;
    const { answer, undelivered } = composeAnswer(name, merge([finding('p/a', [refusal])]), '');
    const elsewhere =
      undelivered.toUser.length > 0 || channels[name].refuse === 'decline' || name === 'ConfigChange';
    expect(`${answer.stdout}${answer.stderr}`.includes('because') || elsewhere).toBe(true);
  }
});

test('an allow keeps the reasons of the policies that allowed; a refusal leaves them out', () => {
  const allow = finding('p/yes', [{ kind: 'allow', reason: 'known' } as Verdict]);
  const ask = finding('p/ask', [{ kind: 'ask', reason: 'sure?', instead: 'look first' } as Verdict]);
  expect(merge([allow])).toMatchObject({ decision: 'allow', reasons: [{ policy: 'p/yes', text: 'known' }] });
  expect(merge([allow, ask]).reasons).toEqual([{ policy: 'p/ask', text: 'sure?', instead: 'look first' }]);
});

test('a rewrite is dropped if the call is denied, and kept if it is asked about', () => {
  const set = finding('p/set', [{ kind: 'rewrite', set: { x: 1 }, reason: 'r' } as Verdict]);
  const beside = (kind: 'ask' | 'deny') => merge([set, finding('p/no', [{ kind, reason: 'no' } as Verdict])]);
  expect(beside('deny')).not.toHaveProperty('set');
  expect(beside('ask').set).toEqual({ x: 1 });
});

test('notes keep exactly their own fields', () => {
  const said = [
    { kind: 'inject', text: 'a', again: true, to: 'agent-1' },
    { kind: 'inject', text: 'b' },
    { kind: 'tell', text: 'c', alert: 'bell' },
  ] as Verdict[];
  const { context, messages } = merge([finding('p/a', said)]);
  expect(context).toStrictEqual([
    { policy: 'p/a', text: 'a', again: true, to: 'agent-1' },
    { policy: 'p/a', text: 'b' },
  ]);
  expect(messages).toStrictEqual([{ policy: 'p/a', text: 'c', alert: 'bell' }]);
});
