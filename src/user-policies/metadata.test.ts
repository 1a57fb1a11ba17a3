import { expect, test } from 'bun:test';
import { metadataProblem, normalizeMetadata } from './metadata.ts';

const right = { id: 'mine/friday', on: 'PreToolUse', check: true };

test('minimal metadata and full metadata are valid', () => {
  expect(metadataProblem(right)).toBeUndefined();
  expect(
    metadataProblem({
      ...right,
      on: ['PreToolUse', 'Stop'],
      summary: 's',
      why: 'w',
      level: 'ask',
      onError: 'pass',
      tools: ['Bash'],
      options: { days: { default: [], about: 'a' } },
      state: { scope: 'session', initial: 0 },
      examples: [],
    }),
  ).toBeUndefined();
});

test.each([
  ['id', 'friday', 'a name like'],
  ['id', 'Mine/friday', 'a name like'],
  ['id', 7, 'a name like'],
  ['id', 'rules/x', 'in a pack other than rules, external, pawl'],
  ['id', 'external/x', 'in a pack other than'],
  ['id', 'pawl/x', 'in a pack other than'],
  ['on', 'PreToolUsed', 'the name of an event'],
  ['on', [], 'the name of an event'],
  ['on', ['PreToolUse', 'Nothing'], 'the name of an event'],
  ['check', undefined, 'a function'],
  ['summary', 1, 'a sentence'],
  ['why', 1, 'a sentence'],
  ['level', 'loud', 'one of off, observe'],
  ['onError', 'block', 'one of pass, ask, deny'],
  ['tools', 'Bash', 'a list of tool names'],
  ['tools', [1], 'a list of tool names'],
  ['tools', ['Bash', 1], 'a list of tool names'],
  ['id', 'mine/friday/x', 'a name like'],
  ['id', ' mine/friday', 'a name like'],
  ['options', { a: { default: 1 }, days: {} }, 'an object of'],
  ['options', 'x', 'an object of'],
  ['options', { days: 1 }, 'an object of'],
  ['options', { days: { default: null } }, 'an object of'],
  ['options', { days: {} }, 'an object of'],
  ['state', { scope: 'world' }, '{ scope, initial }'],
  ['state', 'session', '{ scope, initial }'],
  ['examples', {}, 'a list'],
])('a wrong "%s" (%p) is named with what is expected', (key, value, expected) => {
  const problem = metadataProblem({ ...right, [key]: value });
  expect(problem).toStartWith(`"${key}" must be `);
  expect(problem).toContain(expected);
});

test('the value that was found is shown, shortened', () => {
  expect(metadataProblem({ ...right, id: 'x'.repeat(500) })!.length).toBeLessThan(200);
  expect(metadataProblem({ ...right, id: 'friday' })).toEndWith(', but is "friday"');
  expect(metadataProblem({ ...right, id: 'x'.repeat(500) })).toEndWith(`, but is "${'x'.repeat(79)}`);
  expect(metadataProblem({ on: 'Stop', check: true })).toContain('but is nothing');
  expect(metadataProblem({ ...right, check: 'x' })).toContain('but is nothing');
});

test.each(['pass', 'ask', 'deny'])('a policy that fails may %s', (onError) => {
  expect(metadataProblem({ ...right, onError })).toBeUndefined();
});

test.each(['session', 'agent', 'project', 'repository', 'machine'])('state may belong to a %s', (scope) => {
  expect(metadataProblem({ ...right, state: { scope, initial: 0 } })).toBeUndefined();
});

test('names of tools and events may be in any spelling, and an unknown one is the problem', () => {
  expect(normalizeMetadata({ ...right, on: 'pretooluse', tools: ['bash'] })).toEqual({
    ...right,
    on: ['PreToolUse'],
    tools: ['Bash'],
  });
  expect(normalizeMetadata(right)).toEqual({ ...right, on: ['PreToolUse'] });
  expect(normalizeMetadata({ ...right, on: 'Sometimes' })).toEqual({
    problem: expect.stringMatching(/^"on": .*Sometimes/),
  });
  expect(normalizeMetadata({ on: [], tools: [7] })).toEqual({ on: [], tools: [7] });
});
