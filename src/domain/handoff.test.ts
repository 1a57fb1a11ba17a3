import { describe, expect, test } from 'bun:test';
import {
  contractFiles,
  describeLoop,
  findHandoff,
  findToken,
  type Handoff,
  hasPhaseMarker,
  quoteTask,
} from './handoff.ts';

const known = ['builder', 'tester', 'plugin:critic', 'plugin-two', 'review-agent', 'thee'];

test.each([
  ['Use the tester subagent to check the login. Then rest.', 'tester', 'check the login'],
  ['use the plugin\u2013two subagent to build', 'plugin-two', 'build'],
  ['Use the critic subagent to read it', 'plugin:critic', 'read it'],
  ['Use the `tester` sub-agent to check', 'tester', 'check'],
  ['Use the tester agent to check', 'tester', 'check'],
  ['Use the builder subagent to build it. Then use the tester subagent to check it', 'builder', 'build it'],
  ['Use the nobody subagent to a. Use the tester subagent to b', 'tester', 'b'],
  ['Use the tester subagent to', 'tester', undefined],
  ['Use `tester` subagent to check', 'tester', 'check'],
  ['Use the review agent to read e.g. the login. Then rest.', 'review-agent', 'read e.g. the login'],
  ['The tests do not pass, so use the tester subagent to find out why', 'tester', 'find out why'],
  ['Rather than use the tester subagent to check, use the builder subagent to build', 'builder', 'build'],
])('the next agent and its task: %s', (message, to, task) => {
  expect(findHandoff(message, known)).toEqual({ to, ...(task && { task }) });
});

test.each([
  'People use the ssh agent to forward keys',
  'Never use the tester subagent to deploy',
  'You should not use the tester subagent to deploy',
  'I would use the tester',
  'There is no need to use the tester subagent to check',
  'You no longer have to use the tester subagent to check',
  "We can't use the tester subagent to check",
  'It would be wrong to use the tester agent to check',
  'You may use the subagent to check',
  'Use the poet subagent to write a poem',
  '```\nUse the tester subagent to check\n```',
  '',
])('no handoff: %s', (message) => {
  expect(findHandoff(message, known)).toBeUndefined();
});

test.each([
  ['Token: LOGIN_READY_20261115_120000', { token: 'LOGIN_READY_20261115_120000' }],
  ['handoff_token = `soon`', { malformed: 'soon' }],
  ['It costs 200 tokens', {}],
])('the token of a handoff: %s', (message, expected) => {
  expect(findToken(message)).toEqual(expected);
});

describe('a state contract', () => {
  test('lists files one per line or in backticks', () => {
    const text =
      'State contract (v1.2, e.g. today):\n- src/api.ts: the API\n- see `docs/api.md` and version 2.0\n\nsrc/other.ts';
    expect(contractFiles(text)).toEqual(['src/api.ts', 'docs/api.md']);
    expect(contractFiles('There is no contract: src/api.ts')).toEqual([]);
  });
});

test.each([
  ['ORCHESTRATION STATUS: phase 2 COMPLETED', true],
  ['All tasks successfully completed', true],
  ['PHASE 2 HAS BEEN COMPLETED', true],
  ['Phase 2 is nearly complete', false],
])('the mark of a completed phase: %s', (message, expected) => {
  expect(hasPhaseMarker(message)).toBe(expected);
});

test('a misspelled name is found before a later handoff, so that no agent is skipped', () => {
  expect(findHandoff('Use the testr subagent to check. Use the builder subagent to go on', known)).toEqual({
    name: 'testr',
    near: 'tester',
    task: 'check',
  });
});

test('an agent’s words are quoted in short, on one line and without quotation marks', () => {
  expect(quoteTask('check\n"the" login')).toBe('“check ’the’ login”');
  expect(quoteTask('x'.repeat(500))).toHaveLength(122);
});

describe('a loop', () => {
  const handoff: Handoff = {
    id: 'h',
    at: 0,
    from: 'a',
    from_id: 'x',
    to: 'b',
    parent: '',
    task: 'Check it',
    chain: 'c',
  };
  const next = { from: 'a', to: 'b', task: 'check it.', chain: 'c' };
  const limits = { times: 3, rounds: 10 };
  const loop = (all: Handoff[], following = next) => describeLoop(all, following, limits);

  test('is the same work passed too often between the same agents; a blocked handoff does not count', () => {
    expect(loop([handoff, handoff])).toBeUndefined();
    expect(loop([handoff, handoff, handoff])).toContain('the same work to b 3 times');
    expect(loop([handoff, handoff, { ...handoff, held: 'loop' }])).toBeUndefined();
    expect(loop([handoff, handoff, handoff], { ...next, from: 'b', to: 'a' })).toBeUndefined();
  });

  test('is counted per piece of work: another chain or task starts a new count', () => {
    expect(loop([handoff, handoff, handoff], { ...next, chain: 'd' })).toBeUndefined();
    expect(loop([handoff, handoff, handoff], { ...next, task: 'check the next one' })).toBeUndefined();
    const many = Array.from({ length: 10 }, (_, index) => ({ ...handoff, task: `part ${index}` }));
    expect(loop(many, { ...next, task: 'the last part' })).toContain('10 times');
  });
});
