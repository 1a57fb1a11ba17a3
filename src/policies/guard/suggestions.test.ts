// Every suggested alternative must itself pass, otherwise one refusal leads to the next.
import { expect, test } from 'bun:test';
import { parseEvent } from '../../core/event.ts';
import { bash } from '../../core/examples.ts';
import { type Context, examplesOf, optionValues, type Policy } from '../../core/policy.ts';
import type { Verdict } from '../../core/verdict.ts';
import { fakeFacts } from '../../facts/fake/facts.ts';
import { specOf } from '../../shell/programs/registry.ts';
import { allPolicies } from '../registry.ts';

const guard = allPolicies().filter(
  (policy) => policy.id.startsWith('guard/') && (!policy.tools || policy.tools.includes('Bash')),
);

function refusals(command: string): string[] {
  const parsed = parseEvent(JSON.stringify(bash(command)));
  if (parsed.kind !== 'event') throw new Error('no event');
  const facts = fakeFacts(parsed.event);
  return guard.flatMap((policy) => refusalsOf(policy, parsed.event, facts));
}

function refusalsOf(
  policy: Policy,
  event: Parameters<NonNullable<Policy['check']>>[0],
  facts: object,
): string[] {
  const state = { get: () => policy.state?.initial, update: () => {} };
  const context = Object.create(
    facts,
    Object.getOwnPropertyDescriptors({ options: optionValues(policy), state }),
  ) as Context;
  const result = policy.check?.(event, context) as Verdict | readonly Verdict[] | undefined;
  const all = result === undefined ? [] : Array.isArray(result) ? result : [result];
  return all.filter((v: Verdict) => v.kind === 'deny' || v.kind === 'ask').map(() => policy.id);
}

/** The commands in a suggestion: in backticks, or a text that starts like a command. */
function commandsIn(suggestion: string): string[] {
  const ticked = [...suggestion.matchAll(/`([^`]+)`/g)].map((m) => m[1] as string);
  // `pawl` commands in a suggestion are meant for the person, not the agent.
  if (ticked.length > 0) return ticked.filter((command) => !command.startsWith('pawl '));
  const first = suggestion.split(' ', 1)[0] ?? '';
  const isCommand =
    specOf({ name: first })?.effects !== undefined ||
    /^(ls|lsblk|rm|rsync|chmod|pgrep|lsof|pg_dump|mysqldump|npm|cargo|curl|crontab|iptables)$/.test(first);
  return isCommand ? [suggestion.split(/, then|, read|, or|, and| -- CMD/)[0] as string] : [];
}

const suggestions = new Set<string>();
for (const policy of guard)
  for (const example of examplesOf(policy)) {
    const parsed = parseEvent(JSON.stringify(example.event));
    if (parsed.kind !== 'event' || !('tool_name' in parsed.event)) continue;
    const context = Object.create(
      fakeFacts(parsed.event, example.given),
      Object.getOwnPropertyDescriptors({
        options: optionValues(policy, example.options as never),
        state: { get: () => policy.state?.initial, update: () => {} },
      }),
    );
    const result = policy.check?.(parsed.event, context) as { instead?: string } | undefined;
    if (result?.instead) suggestions.add(result.instead);
  }
for (const name of 'git docker kubectl helm terraform pulumi aws gcloud rclone gh vault npm cargo systemctl crontab iptables apt brew wipefs fdisk dropdb mysqladmin prisma rabbitmqctl restic dnscontrol'.split(
  ' ',
))
  for (const rule of specOf({ name })?.effects ?? []) if (rule.safer) suggestions.add(rule.safer);

test('policies make more than 25 suggestions that can be tested', () =>
  expect([...suggestions].flatMap(commandsIn).length).toBeGreaterThan(25));

for (const suggestion of suggestions)
  for (const command of commandsIn(suggestion))
    test(`the suggested command passes: ${command}`, () => expect(refusals(command)).toEqual([]));
