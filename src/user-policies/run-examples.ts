// Runs the examples of a policy against fake facts: in our tests, in `pawl doctor`, and for authors of policies.
import { appliesTo, fitToEvent, limitToLevel } from '../core/engine.ts';
import { parseEvent } from '../core/event.ts';
import { type Context, type Example, examplesOf, optionValues, type Policy } from '../core/policy.ts';
import { type Verdict, validateVerdicts } from '../core/verdict.ts';
import { fakeFacts } from '../facts/fake/facts.ts';
import { normalizeMetadata } from './metadata.ts';

export interface ExampleResult {
  policy: string;
  example: string;
  expected: string;
  got: string;
  ok: boolean;
  problem?: string;
}

/** The strongest verdict of a policy is compared with what the example expects. */
const strongestFirst = ['block', 'deny', 'ask', 'allow', 'rewrite', 'inject', 'tell'];

export async function runExamples(policy: Policy): Promise<ExampleResult[]> {
  const results: ExampleResult[] = [];
  for (const example of examplesOf(policy)) results.push(await runExample(policy, example));
  return results;
}

export async function runExample(policy: Policy, example: Example): Promise<ExampleResult> {
  const result = (got: string, problem?: string): ExampleResult => ({
    policy: policy.id,
    example: titleOf(example),
    expected: example.expect,
    got,
    ok: got === example.expect && !problem,
    ...(problem && { problem }),
  });
  try {
    const verdicts = await verdictsFor(policy, example);
    const got = strongestFirst.find((kind) => verdicts.some((verdict) => verdict.kind === kind)) ?? 'pass';
    const missing =
      example.says && !JSON.stringify(verdicts).includes(JSON.stringify(example.says).slice(1, -1));
    return result(got, missing ? `does not say “${example.says}”` : undefined);
  } catch (error) {
    return result('failure', (error as Error)?.message ?? String(error));
  }
}

/** The verdicts of a policy for one of its examples. */
export async function verdictsFor(policy: Policy, example: Example): Promise<Verdict[]> {
  const parsed = parseEvent(JSON.stringify(example.event));
  if (parsed.kind !== 'event')
    throw new Error(
      `its event can’t be used: ${parsed.kind === 'malformed' ? parsed.problem : 'unknown event name'}`,
    );
  if (!appliesTo(namesOf(policy), parsed.event)) {
    if (example.expect === 'pass') return [];
    throw new Error('the policy is never asked about this event; look at its `on` and `tools`');
  }
  const state = { get: () => example.state ?? policy.state?.initial, update: () => {} };
  const options = optionValues(policy, example.options as Record<string, unknown>);
  const properties = Object.getOwnPropertyDescriptors({ options, state });
  const context = Object.create(fakeFacts(parsed.event, example.given), properties) as Context;
  const verdicts = validateVerdicts(await policy.check?.(parsed.event, context));
  if (typeof verdicts === 'string') throw new Error(verdicts);
  const name = parsed.event.hook_event_name;
  const fitted = verdicts.flatMap((verdict) => fitToEvent(verdict, name) ?? []);
  return fitted.flatMap((verdict) => limitToLevel(verdict, 'deny', name));
}

/** A user's policy may spell the names of tools and events in its own way. */
function namesOf(policy: Policy): Pick<Policy, 'on' | 'tools'> {
  const { on, tools } = normalizeMetadata({ on: policy.on, tools: policy.tools }) as Partial<Policy>;
  return on ? { on, ...(tools && { tools }) } : policy;
}

export function titleOf({ title, event }: Example): string {
  return title ?? describeEvent(event);
}

/** The title with the tool call it is about, for pages on which several examples have the same title. */
export function fullTitleOf(example: Example): string {
  const { title, event } = example;
  return title === undefined || event.tool_name === undefined
    ? titleOf(example)
    : `${title}: ${describeEvent(event)}`;
}

/** The fields of an event by which a reader recognises it. */
const titleFields = [
  'prompt',
  'source',
  'agent_type',
  'message',
  'command_name',
  'error',
  'reason',
  'trigger',
];

function describeEvent({ hook_event_name, tool_name, tool_input, ...event }: Example['event']): string {
  const input = (tool_input ?? {}) as Record<string, unknown>;
  const isTool = typeof tool_name === 'string';
  const subject = isTool && tool_name.startsWith('mcp__') ? undefined : (input.command ?? input.file_path);
  if (typeof subject === 'string') return subject;
  const words = input.subagent_type ? [input.subagent_type] : Object.values(input);
  if (isTool) return [tool_name, ...words.filter(isShort)].join(' ');
  const detail = titleFields.map((key) => (event as Record<string, unknown>)[key]).find(isShort);
  return detail === undefined ? String(hook_event_name) : `${hook_event_name}: ${detail}`;
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 80;
