// Commands that must be refused or asked about, and ordinary ones that must pass without a word. One a line; \n is a line break.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { parseEvent } from '../../core/event.ts';
import { bash } from '../../core/examples.ts';
import { type Context, optionValues } from '../../core/policy.ts';
import type { Verdict } from '../../core/verdict.ts';
import { givenFacts } from '../../facts/given.ts';
import { policies } from '../index.ts';

const guard = policies.filter(
  (policy) => policy.id.startsWith('guard/') && (!policy.tools || policy.tools.includes('Bash')),
);

/** Who would refuse or ask. */
function objections(command: string): string[] {
  const parsed = parseEvent(JSON.stringify(bash(command)));
  if (parsed.kind !== 'event') throw new Error('no event');
  const facts = givenFacts(parsed.event);
  return guard.flatMap((policy) => {
    const more = {
      options: optionValues(policy),
      state: { get: () => policy.state?.initial, update: () => {} },
    };
    const context = Object.create(facts, Object.getOwnPropertyDescriptors(more)) as Context;
    const said = policy.check?.(parsed.event, context) as Verdict | readonly Verdict[] | undefined;
    const all = said === undefined ? [] : ([said].flat() as Verdict[]);
    return all.filter((v) => v.kind === 'deny' || v.kind === 'ask').map(() => policy.id);
  });
}

const lines = (file: string) =>
  readFileSync(`${import.meta.dir}/corpus/${file}`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replaceAll('\\n', '\n'));

test('none of these slips through', () => {
  expect(lines('refused.txt').filter((command) => objections(command).length === 0)).toEqual([]);
});

test('none of these is stopped', () => {
  const stopped = lines('passed.txt').flatMap((command) =>
    objections(command).map((policy) => `${policy}: ${command}`),
  );
  expect(stopped).toEqual([]);
});
