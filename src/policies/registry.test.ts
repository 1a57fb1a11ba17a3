// Selects the built-in policies for an event.
import { expect, test } from 'bun:test';
import type { Event } from '../core/event.ts';
import { bash, stop } from '../core/examples.ts';
import { allPolicies, policiesFor } from './registry.ts';

const idsFor = (event: Record<string, unknown>, harmless: boolean) =>
  policiesFor(event as unknown as Event, { harmless }).map(({ id }) => id);

test('policies about shell effects are left out for a harmless call, and for every event but a tool call', () => {
  const dangerous = idsFor(bash('git push --force'), false);
  const harmless = idsFor(bash('git status'), true);
  expect(dangerous).toContain('guard/force-push');
  expect(harmless).not.toContain('guard/force-push');
  expect(dangerous).toEqual(expect.arrayContaining(harmless));
  expect(idsFor(stop(), false)).toEqual(idsFor(stop(), true));
  expect(idsFor(stop(), false)).toContain('tasks/finish');
});

test('a policy about one tool is not given calls of another', () => {
  const read = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/a' } };
  expect(idsFor(read, false)).not.toContain('guard/force-push');
});

test('all policies are listed once, the packs by rank and the policies of a pack by name', () => {
  const ids = allPolicies().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const packs = [...new Set(ids.map((id) => id.split('/')[0]))];
  expect(packs[0]).toBe('guard');
  for (const pack of packs) {
    const own = ids.filter((id) => id.startsWith(`${pack}/`));
    expect(own).toEqual(own.toSorted());
    // No policy of another pack is in between.
    expect(ids.indexOf(own.at(-1)!) - ids.indexOf(own[0]!)).toBe(own.length - 1);
  }
  expect(allPolicies()).toBe(allPolicies());
});

test('a policy made from its card has the texts and options of its file, and no check if it only records', () => {
  const find = (id: string) => allPolicies().find((policy) => policy.id === id)!;
  expect(find('guard/force-push').summary).toContain('push');
  expect(find('guard/force-push').why.length).toBeGreaterThan(20);
  expect(find('guard/force-push').options).toHaveProperty('branches');
  const recording = allPolicies().filter(({ check }) => check === undefined);
  expect(recording.map(({ id }) => id)).toContain('metrics/count');
});
