// Records of parallel hooks arrive in any order; the resulting state must not depend on it.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { newSession, type Session, type SessionSignal } from './session.ts';
import { applySignal } from './transitions.ts';

const common = { session_id: 's', project: '/p', repository: '/p', cwd: '/p', decision: 'pass' };
const signal = (at: number, event: string, more: Partial<SessionSignal> = {}): SessionSignal => ({
  ...common,
  at,
  event,
  ...more,
});

function play(signals: readonly SessionSignal[]): Session {
  const session = newSession(signals[0]!);
  for (const received of signals) applySignal(session, received);
  return session;
}

const call = (at: number, id: string) =>
  signal(at, 'PreToolUse', { tool_use_id: id, tool: 'Bash', input_hash: id });
const done = (at: number, id: string) =>
  signal(at, 'PostToolUse', { tool_use_id: id, tool: 'Bash', input_hash: id });

const step = fc.constantFrom<((at: number) => SessionSignal)[]>(
  (at) => signal(at, 'UserPromptSubmit'),
  (at) => signal(at, 'Stop', { words: `said at ${at}` }),
  (at) => signal(at, 'StopFailure', { kind: 'server_error' }),
  (at) => signal(at, 'SessionStart', { kind: 'startup', identity: { role: `r${at}` } }),
  (at) => signal(at, 'SessionStart', { kind: 'compact' }),
  (at) => call(at, 'a'),
  (at) => done(at, 'a'),
  (at) => call(at, 'b'),
  (at) => done(at, 'b'),
  (at) => signal(at, 'SubagentStart', { agent_id: 'x', agent_type: 'Explore' }),
  (at) => signal(at, 'PreToolUse', { agent_id: 'x', agent_type: 'Explore', tool: 'Read' }),
);

test('swapping two neighbouring records changes nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 20 }), fc.nat(), (steps, position) => {
      const signals = steps.map((make, at) => make(1_000 + at));
      const at = position % (signals.length - 1);
      const swapped = [...signals];
      [swapped[at], swapped[at + 1]] = [signals[at + 1]!, signals[at]!];
      const [inOrder, outOfOrder] = [play(signals), play(swapped)];
      const seen = ({ state, why, last_words, role, ended_at, agents }: Session) => ({
        state,
        why,
        last_words,
        role,
        ended_at,
        agents: Object.values(agents).map((agent) => [agent.agent_id, agent.state]),
      });
      expect(seen(outOfOrder)).toEqual(seen(inOrder));
    }),
    { numRuns: 2_000 },
  );
});

test('a late record never reopens an ended session', () => {
  const end = signal(5, 'SessionEnd', { kind: 'other' });
  for (const late of [
    signal(4, 'UserPromptSubmit'),
    call(3, 'a'),
    signal(4, 'Stop'),
    signal(2, 'SessionStart'),
  ])
    expect(play([signal(1, 'SessionStart'), end, late]).state).toBe('ended');
  expect(
    play([end, signal(6, 'StopFailure'), signal(7, 'Notification', { kind: 'idle_prompt' })]).state,
  ).toBe('ended');
  expect(play([end, signal(6, 'UserPromptSubmit')]).state).toBe('active');
});

test('a request that a policy answers does not wait for the person', () => {
  const asked = signal(2, 'PermissionRequest', { tool: 'Bash', input_hash: 'h', decision: 'allow' });
  expect(play([signal(1, 'UserPromptSubmit'), asked]).state).toBe('active');
});

test('a blocked stop keeps the session active', () => {
  expect(play([signal(1, 'UserPromptSubmit'), signal(2, 'Stop', { decision: 'block' })]).state).toBe(
    'active',
  );
});

test('a blocked prompt does not start a turn', () => {
  expect(play([signal(1, 'Stop'), signal(2, 'UserPromptSubmit', { decision: 'block' })]).state).toBe('idle');
});
