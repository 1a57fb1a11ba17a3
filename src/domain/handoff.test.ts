import { describe, expect, test } from 'bun:test';
import {
  contractFiles,
  describeLoop,
  findHandoff,
  findToken,
  type Handoff,
  hasPhaseMarker,
} from './handoff.ts';

const known = ['builder', 'tester', 'plugin:critic'];

test.each([
  ['Use the tester subagent to check the login. Then rest.', 'tester', 'check the login'],
  ['use the builder\u2013two subagent to build', 'builder-two', 'build'],
  ['Use the `tester` sub-agent to check', 'tester', 'check'],
  ['Use the tester agent to check', 'tester', 'check'],
  ['Use the builder subagent to a. Use the tester subagent to b', 'tester', 'b'],
  ['Use the tester subagent to', 'tester', undefined],
])('%s', (message, to, task) => {
  expect(findHandoff(message, known)).toEqual({ to, ...(task && { task }) });
});

test.each([
  'People use the ssh agent to forward keys',
  'Never use the tester subagent to deploy',
  'You should not use the tester subagent to deploy',
  'I would use the tester',
  '```\nUse the tester subagent to check\n```',
  '',
])('no handoff: %s', (message) => {
  expect(findHandoff(message, known)).toBeUndefined();
});

test.each([
  ['Token: LOGIN_READY_20261115_120000', { token: 'LOGIN_READY_20261115_120000' }],
  ['handoff_token = `soon`', { malformed: 'soon' }],
  ['It costs 200 tokens', {}],
])('%s', (message, expected) => {
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
])('%s', (message, expected) => {
  expect(hasPhaseMarker(message)).toBe(expected);
});

test('a loop is the same handoff too often; a blocked one does not count', () => {
  const one: Handoff = { id: 'h', at: 0, from: 'a', from_id: 'x', to: 'b', parent: '' };
  expect(describeLoop([one, one], { from: 'a', to: 'b' }, 3)).toBeUndefined();
  expect(describeLoop([one, one, one], { from: 'a', to: 'b' }, 3)).toContain('3 times');
  expect(describeLoop([one, one, { ...one, held: 'loop' }], { from: 'a', to: 'b' }, 3)).toBeUndefined();
  expect(describeLoop([one, one, one], { from: 'b', to: 'a' }, 3)).toBeUndefined();
});
