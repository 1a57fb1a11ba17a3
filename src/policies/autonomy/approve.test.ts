// The answer that a grant gives to each kind of tool call.
import { expect, test } from 'bun:test';
import { on, tool } from '../../core/examples.ts';
import type { Example } from '../../core/policy.ts';
import type { Rewrite } from '../../core/verdict.ts';
import { verdictsFor } from '../../user-policies/run-examples.ts';
import policy from './approve.ts';

const given = { grants: [{ id: 'g7', mode: 'repair' }] };
const verdicts = (event: Example['event']) => verdictsFor(policy, { event, expect: 'allow', given });
const approval = { kind: 'allow', reason: 'Approved under grant g7 (repair, given by pawl grant)' };

test('a tool call is approved, and its input stays as it is', async () => {
  expect(await verdicts(tool('Write', { file_path: 'a.ts' }))).toEqual([approval] as never);
});

test('every question is answered with the instruction to decide itself', async () => {
  const questions = [{ question: 'Which one?' }, { question: 'How many?' }, null];
  for (const event of [
    tool('AskUserQuestion', { questions }),
    on('PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: { questions } }),
  ]) {
    const [allowed, rewritten] = await verdicts(event);
    expect(allowed).toMatchObject(approval);
    const answers = (rewritten as Rewrite).set.answers as Record<string, string>;
    expect(Object.keys(answers)).toEqual(['Which one?', 'How many?', 'undefined']);
    for (const answer of Object.values(answers))
      expect(answer).toMatch(/^No person is available to answer; .*grant g7 .*Decide yourself/);
  }
});

test('a call without questions gets no answers, but an input, because the client requires one', async () => {
  for (const questions of [undefined, 'x', {}])
    expect(await verdicts(tool('AskUserQuestion', { questions }))).toMatchObject([
      approval,
      { kind: 'rewrite', set: { answers: {} } },
    ]);
});

test('a plan is accepted with the input that it has', async () => {
  const plan = tool('ExitPlanMode', { plan: 'p' }, { permission_mode: 'plan' });
  expect(await verdicts(plan)).toMatchObject([approval, { kind: 'rewrite', set: {} }]);
});

test('in plan mode questions are answered, and everything else waits for the plan', async () => {
  const inPlan = (name: string) => verdicts(tool(name, { questions: [] }, { permission_mode: 'plan' }));
  expect(await inPlan('AskUserQuestion')).toHaveLength(2);
  expect(await inPlan('Bash')).toEqual([]);
});
