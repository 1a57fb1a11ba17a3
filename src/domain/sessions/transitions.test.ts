// Lines of parallel hooks arrive in any order; what they add up to must not depend on it.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { newSession, type Session, type Sign } from './session.ts';
import { apply } from './transitions.ts';

const common = { session_id: 's', project: '/p', repository: '/p', cwd: '/p', decision: 'pass' };
const sign = (at: number, event: string, more: Partial<Sign> = {}): Sign => ({
  ...common,
  at,
  event,
  ...more,
});

function play(signs: readonly Sign[]): Session {
  const session = newSession(signs[0]!);
  for (const one of signs) apply(session, one);
  return session;
}

const call = (at: number, id: string) =>
  sign(at, 'PreToolUse', { tool_use_id: id, tool: 'Bash', input_hash: id });
const done = (at: number, id: string) =>
  sign(at, 'PostToolUse', { tool_use_id: id, tool: 'Bash', input_hash: id });

const step = fc.constantFrom<((at: number) => Sign)[]>(
  (at) => sign(at, 'UserPromptSubmit'),
  (at) => sign(at, 'Stop', { words: `said at ${at}` }),
  (at) => sign(at, 'StopFailure', { kind: 'server_error' }),
  (at) => sign(at, 'SessionStart', { kind: 'startup', identity: { role: `r${at}` } }),
  (at) => sign(at, 'SessionStart', { kind: 'compact' }),
  (at) => call(at, 'a'),
  (at) => done(at, 'a'),
  (at) => call(at, 'b'),
  (at) => done(at, 'b'),
  (at) => sign(at, 'SubagentStart', { agent_id: 'x', agent_type: 'Explore' }),
  (at) => sign(at, 'PreToolUse', { agent_id: 'x', agent_type: 'Explore', tool: 'Read' }),
);

test('neighbouring lines that change places change nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 20 }), fc.nat(), (steps, where) => {
      const signs = steps.map((make, at) => make(1_000 + at));
      const at = where % (signs.length - 1);
      const swapped = [...signs];
      [swapped[at], swapped[at + 1]] = [signs[at + 1]!, signs[at]!];
      const [one, other] = [play(signs), play(swapped)];
      const seen = ({ state, why, last_words, role, ended_at, agents }: Session) => ({
        state,
        why,
        last_words,
        role,
        ended_at,
        agents: Object.values(agents).map((agent) => [agent.agent_id, agent.state]),
      });
      expect(seen(other)).toEqual(seen(one));
    }),
    { numRuns: 2_000 },
  );
});

test('a late line never brings an ended session back', () => {
  const end = sign(5, 'SessionEnd', { kind: 'other' });
  for (const late of [sign(4, 'UserPromptSubmit'), call(3, 'a'), sign(4, 'Stop'), sign(2, 'SessionStart')])
    expect(play([sign(1, 'SessionStart'), end, late]).state).toBe('ended');
  expect(play([end, sign(6, 'StopFailure'), sign(7, 'Notification', { kind: 'idle_prompt' })]).state).toBe(
    'ended',
  );
  expect(play([end, sign(6, 'UserPromptSubmit')]).state).toBe('active');
});

test('an answer given by a policy is no question to the person', () => {
  const asked = sign(2, 'PermissionRequest', { tool: 'Bash', input_hash: 'h', decision: 'allow' });
  expect(play([sign(1, 'UserPromptSubmit'), asked]).state).toBe('active');
});

test('a stop that is held goes on', () => {
  expect(play([sign(1, 'UserPromptSubmit'), sign(2, 'Stop', { decision: 'block' })]).state).toBe('active');
});

test('a prompt that is blocked begins no turn', () => {
  expect(play([sign(1, 'Stop'), sign(2, 'UserPromptSubmit', { decision: 'block' })]).state).toBe('idle');
});
