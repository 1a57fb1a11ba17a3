// A session that works alone: what it may not decide is left out, and the person finds it in `pawl sessions`.
import { expect, test } from 'bun:test';
import { grantId, writeGrant } from '../src/store/files/grants.ts';
import { homeAt } from '../src/system/home.ts';
import { bashEvent, plainEvent, run, send, session } from './support/events.ts';
import { repository } from './support/git.ts';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { somebody } from './support/person.ts';
import { freshWorld, type World } from './support/world.ts';

function place(policies: object = {}): World {
  const world = freshWorld();
  repository(world);
  configure(world, { packs: { autonomy: true }, policies });
  const where = { directory: world.project, repository: world.project, worktrees: false };
  const grant = { id: grantId(), at: Date.now(), for_ms: 3_600_000, session_id: session, by: 'pawl grant' };
  writeGrant(homeAt(world.pawlHome), { ...grant, ...where, mode: 'build', allow: [] }, somebody);
  return world;
}

interface Shown {
  session_id: string;
  unanswered: { tool: string; label?: string; policy: string; why: string }[];
}
const unansweredIn = (world: World) =>
  pawlJson<Shown[]>(world, ['sessions']).find((one) => one.session_id === session)?.unanswered;

const questions = ['docker push example/app', 'gh release create v1', 'terraform apply', 'npm publish'];

for (const command of questions)
  test(`in a session that works alone, a question about ${command} becomes a refusal that says how to go on`, () => {
    using world = place();
    const { decision, reason } = run(world, command);
    expect(decision).toBe('deny');
    expect(reason).toStartWith('Leave this out, go on with the rest, and say in your last message');
    expect(reason).toContain('[guard/');
    expect(unansweredIn(world)).toMatchObject([{ tool: 'Bash', label: command }]);
    const text = pawl(world, ['sessions']).stdout;
    expect(text).toContain('└ left out');
    expect(text).toContain(command.slice(0, 20));
  });

test('a call that ran after all is no longer listed, and the same call twice is listed once', () => {
  using world = place();
  run(world, 'docker push example/app');
  run(world, 'docker push example/app');
  run(world, 'gh release create v1');
  expect(unansweredIn(world)).toHaveLength(2);
  send(world, { ...bashEvent(world, 'docker push example/app'), hook_event_name: 'PostToolUse' });
  expect(unansweredIn(world)?.map(({ label }) => label)).toEqual(['gh release create v1']);
});

test('a call that was left out is listed after the session has ended, and by `pawl session show`', () => {
  using world = place();
  run(world, 'docker push example/app');
  send(world, plainEvent(world, 'SessionEnd', { reason: 'other' }));
  expect(pawl(world, ['sessions']).stdout).toContain('docker push');
  expect(pawl(world, ['session', 'show', session]).stdout).toContain(
    'left out, because no person could be asked',
  );
});

test('with "questions": "ask" the person is asked all the same', () => {
  using world = place({ 'autonomy/approve': { questions: 'ask' } });
  expect(run(world, 'docker push example/app').decision).toBe('ask');
});

test('without a grant, a question becomes a refusal in an unattended mode, and stays a question in any other', () => {
  using world = freshWorld();
  repository(world);
  const decide = (env: Record<string, string>) =>
    run(world, 'docker push example/app', { session_id: 'other' }, env).decision;
  expect(decide({})).toBe('ask');
  expect(decide({ CLAUDE_SESSION_MODE: 'interactive' })).toBe('ask');
  for (const mode of ['mission', 'autonomous', 'background', 'nightly'])
    expect([mode, decide({ CLAUDE_SESSION_MODE: mode })]).toEqual([mode, 'deny']);
});

test('`claude -p` refuses what it would have to ask about, so it is listed too', () => {
  using world = freshWorld();
  repository(world);
  const env = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
  send(world, plainEvent(world, 'SessionStart', { source: 'startup' }), [], env);
  expect(run(world, 'docker push example/app', {}, env).decision).toBe('ask');
  expect(unansweredIn(world)).toHaveLength(1);
});
