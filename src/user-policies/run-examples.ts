// Plays the examples of a policy: in our tests, in `pawl doctor`, on an author's machine. No client, no disk.
import { toFinding } from '../core/engine.ts';
import { parseEvent } from '../core/event.ts';
import { type Context, type Example, examplesOf, optionValues, type Policy } from '../core/policy.ts';
import { type Verdict, validateVerdicts } from '../core/verdict.ts';
import { fakeFacts } from '../facts/fake/facts.ts';

export interface Played {
  policy: string;
  example: string;
  expected: string;
  got: string;
  ok: boolean;
  problem?: string;
}

const order = ['block', 'deny', 'ask', 'allow', 'rewrite', 'inject', 'tell'];

export async function playExamples(policy: Policy): Promise<Played[]> {
  const played: Played[] = [];
  for (const example of examplesOf(policy)) played.push(await playExample(policy, example));
  return played;
}

export async function playExample(policy: Policy, example: Example): Promise<Played> {
  const result = (got: string, problem?: string): Played => ({
    policy: policy.id,
    example: titleOf(example),
    expected: example.expect,
    got,
    ok: got === example.expect && !problem,
    ...(problem && { problem }),
  });
  try {
    const said = await sayings(policy, example);
    const got = order.find((kind) => said.some((verdict) => verdict.kind === kind)) ?? 'pass';
    const missing = example.says && !JSON.stringify(said).includes(JSON.stringify(example.says).slice(1, -1));
    return result(got, missing ? `does not say “${example.says}”` : undefined);
  } catch (error) {
    return result('failure', (error as Error)?.message ?? String(error));
  }
}

async function sayings(policy: Policy, example: Example): Promise<Verdict[]> {
  const parsed = parseEvent(JSON.stringify(example.event));
  if (parsed.kind !== 'event')
    throw new Error(`its event is none: ${parsed.kind === 'malformed' ? parsed.problem : 'unknown name'}`);
  const state = { get: () => example.state ?? policy.state?.initial, update: () => {} };
  const options = optionValues(policy, example.options as Record<string, unknown>);
  const more = Object.getOwnPropertyDescriptors({ options, state });
  const context = Object.create(fakeFacts(parsed.event, example.given), more) as Context;
  const said = validateVerdicts(await policy.check?.(parsed.event, context));
  if (typeof said === 'string') throw new Error(said);
  return toFinding({ policy, level: 'deny', options: {} }, parsed.event, said, 0).effective;
}

export function titleOf({ title, event }: Example): string {
  const input = event.tool_input as { command?: string; file_path?: string } | undefined;
  return title ?? input?.command ?? input?.file_path ?? String(event.hook_event_name);
}
