// Handoffs through the built program: what counts, who is told, by which event, and how often.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type SessionAnswer, type SimulatedSession, simulateSession, withPacks } from './support/events.ts';
import { repository } from './support/git.ts';
import { pawlJson } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

function begin(packs = ['handoff']): { world: World; session: SimulatedSession } & Disposable {
  const world = freshWorld();
  repository(world);
  withPacks(world, packs);
  for (const name of ['builder', 'tester', 'task-orchestrator', 'tdd-validation-agent'])
    write(join(world.project, `.claude/agents/${name}.md`), `---\nname: ${name}\n---\nWork.`);
  const session = simulateSession(world);
  session.prompt('go');
  return { world, session, [Symbol.dispose]: () => world[Symbol.dispose]() };
}

const toTester = 'Built it. Use the tester subagent to check the login.';

/** From the call to the end of an agent; its answer at the end. */
function run(
  session: SimulatedSession,
  agent: string,
  last: string,
  more: Record<string, unknown> = {},
): SessionAnswer {
  session.launch(agent);
  session.begin(agent);
  return session.finish(agent, last, more);
}

const result = (session: SimulatedSession, agent: string, status = 'completed', more = {}) =>
  session.send('PostToolUse', {
    tool_name: 'Agent',
    tool_input: { subagent_type: agent },
    tool_response: { status, agentId: `agent-${agent}` },
    ...more,
  });
const stop = (session: SimulatedSession, more = {}) =>
  session.send('Stop', { stop_hook_active: false, background_tasks: [], ...more });
const notification =
  '<task-notification>\n<task-id>agent-builder</task-id>\n<status>completed</status>\n</task-notification>';

describe('routing', () => {
  test('in the foreground the result of the agent carries the handoff, once', () => {
    using here = begin();
    const { session } = here;
    expect(run(session, 'builder', toTester)).toMatchObject({ word: 'pass', text: '' });
    const { text } = result(session, 'builder');
    expect(text).toContain('builder has finished and hands off to tester, in its words: “check the login”.');
    expect(text.match(/check the login/g)).toHaveLength(1);
    expect(text).not.toContain('agent-builder');
    expect(result(session, 'builder').text).toBe('');
    expect(session.send('UserPromptSubmit', { prompt: notification }).text).not.toContain('hands off');
    session.launch('tester');
    expect(stop(session).word).toBe('pass');
  });

  test('a handoff that was not followed does not count for the next one', () => {
    using here = begin();
    const { session } = here;
    run(session, 'builder', toTester);
    result(session, 'builder');
    expect(stop(session).word).toBe('block');
    session.prompt('go on');
    run(session, 'builder', toTester);
    result(session, 'builder');
    session.launch('tester');
    expect(stop(session).word).toBe('pass');
  });

  test('in the background the notification carries the handoff, once', () => {
    using here = begin();
    const { session } = here;
    session.launch('builder');
    session.begin('builder');
    expect(result(session, 'builder', 'async_launched').text).toBe('');
    expect(stop(session).word).toBe('pass');
    session.finish('builder', toTester);
    expect(session.prompt(notification).text).toContain('start the tester agent');
    session.launch('tester');
    expect(stop(session).word).toBe('pass');
  });

  test('a handoff that was announced and not followed blocks the stop once, and not in a later turn', () => {
    using here = begin();
    const { session } = here;
    run(session, 'builder', toTester);
    result(session, 'builder');
    const { word, text } = stop(session);
    expect(word).toBe('block');
    expect(text).toContain('builder handed off to tester, which was not started');
    expect(text).not.toContain('check the login');
    expect(stop(session).word).toBe('pass');
    run(session, 'builder', toTester);
    result(session, 'builder');
    session.prompt('thanks');
    expect(stop(session).word).toBe('pass');
  });

  test('an agent that was started before its handoff was announced needs no reminder', () => {
    using here = begin();
    const { session } = here;
    run(session, 'builder', toTester);
    session.launch('tester');
    expect(result(session, 'builder').text).toBe('');
    expect(stop(session).word).toBe('pass');
  });

  test('results that arrive at the same time carry each agent’s own handoff', () => {
    using here = begin();
    const { session } = here;
    run(session, 'builder', toTester);
    run(session, 'tester', 'Use the builder subagent to mend it.');
    expect(result(session, 'tester').text).not.toContain('hands off to tester');
    expect(session.prompt(notification.replace('builder', 'tester')).text).not.toContain('hands off');
    expect(result(session, 'builder').text).not.toContain('hands off to builder');
  });

  test('a stop is not blocked because of a handoff that was not announced; the next prompt brings it', () => {
    using here = begin();
    const { session } = here;
    run(session, 'builder', toTester);
    expect(stop(session)).toMatchObject({ word: 'pass', text: '' });
    expect(session.prompt('go on').text).toContain('start the tester agent');
  });

  test('an agent that started another one is told, not the main conversation', () => {
    using here = begin();
    const { session } = here;
    const lead = { agent_id: 'agent-lead', agent_type: 'lead' };
    session.begin('lead');
    session.launch('builder', lead);
    session.begin('builder');
    session.finish('builder', toTester);
    expect(session.prompt('anything').text).not.toContain('hands off');
    expect(stop(session).word).toBe('pass');
    expect(result(session, 'builder', 'completed', lead).text).toContain('hands off to tester');
  });

  test('an agent that is kept working has not handed off yet, and may change its mind', () => {
    using here = begin();
    const { world, session } = here;
    write(join(world.project, 'src/api.ts'), '');
    const contract = `State contract:\n- src/api.ts\n- src/gone.ts\n\n${toTester}`;
    expect(run(session, 'builder', contract)).toMatchObject({
      word: 'block',
      text: expect.stringContaining('src/gone.ts'),
    });
    expect(session.send('UserPromptSubmit', { prompt: 'hm' }).text).not.toContain('hands off');
    session.finish('builder', 'It is not finished after all.');
    expect(result(session, 'builder').text).toBe('');
  });

  test('sessions don’t get each other’s handoffs', () => {
    using here = begin();
    const other = simulateSession(here.world);
    run(here.session, 'builder', toTester);
    expect(result(other, 'builder').text).toBe('');
    expect(other.prompt('go').text).not.toContain('hands off');
  });
});

describe('what counts as a handoff', () => {
  test.each([
    ['Use the tdd‑validation‑agent subagent to validate.', 'tdd-validation-agent'],
    ['Next: use  the `tester`   subagent to check.', 'tester'],
    ['USE THE TESTER SUBAGENT TO CHECK', 'tester'],
    ['Use the tester agent to check. Then use the task-orchestrator subagent to go on.', 'tester'],
    ['Use the poet subagent to praise it. Use the tester subagent to check.', 'tester'],
  ])('%s', (last, to) => {
    using here = begin();
    run(here.session, 'builder', last);
    expect(result(here.session, 'builder').text).toContain(`hands off to ${to}`);
  });

  test.each([
    'I used the tester yesterday.',
    '```\nUse the tester subagent to x\n```',
    'Don’t use the tester subagent to do it.',
    'Use the poet subagent to praise it.',
  ])('no handoff: %s', (last) => {
    using here = begin();
    run(here.session, 'builder', last);
    expect(result(here.session, 'builder').text).toBe('');
  });

  test('a handoff to a misspelled name is sent back', () => {
    using here = begin();
    const { word, text } = run(here.session, 'builder', 'Use the testr subagent to check.');
    expect(word).toBe('block');
    expect(text).toContain('Use the tester subagent');
  });

  test('an orchestrator’s “phase completed” is handed to the validator, “ready to deploy” is not', () => {
    using here = begin();
    const { session } = here;
    run(session, 'task-orchestrator', 'PHASE 2 HAS BEEN COMPLETED. Next: testing');
    expect(result(session, 'task-orchestrator').text).toContain('hands off to tdd-validation-agent');
    run(session, 'task-orchestrator', 'PHASE 3 HAS BEEN COMPLETED, ready to deploy');
    expect(result(session, 'task-orchestrator').text).toBe('');
    run(session, 'builder', 'ALL TASKS SUCCESSFULLY COMPLETED');
    expect(result(session, 'builder').text).toBe('');
  });

  test('an endless exchange between agents is noticed, and the person is told', () => {
    using here = begin();
    const { session } = here;
    for (let round = 0; round < 3; round++) {
      run(session, 'builder', toTester);
      expect(result(session, 'builder').text).toContain('hands off to tester');
      run(session, 'tester', 'Use the builder subagent to mend it.');
      expect(result(session, 'tester').text).toContain('hands off to builder');
    }
    expect(run(session, 'builder', toTester).toUser).toContain('3 times');
    expect(result(session, 'builder').text).toContain('not passed on');
    expect(stop(session).word).toBe('pass');
  });

  test('any number of features may go from one agent to another', () => {
    using here = begin();
    const { session } = here;
    for (let feature = 0; feature < 5; feature++) {
      const ids = { agent_id: `builder-${feature}` };
      session.launch('builder');
      session.begin('builder', ids.agent_id);
      expect(session.finish('builder', toTester, ids).toUser).toBe('');
      const back = { tool_response: { status: 'completed', agentId: ids.agent_id } };
      expect(result(session, 'builder', 'completed', back).text).toContain('hands off to tester');
      session.launch('tester');
      session.begin('tester', `tester-${feature}`);
      session.finish('tester', 'All is well.', { agent_id: `tester-${feature}` });
    }
  });
});

describe('evidence', () => {
  const ready = 'Implemented.\nCOLLECTIVE_HANDOFF_READY\nUse the tester subagent to check it.';
  const builder = { agent_id: 'agent-builder', agent_type: 'builder' };

  function changed(world: World, session: SimulatedSession): void {
    const file_path = join(world.project, 'src/app.ts');
    session.send('PreToolUse', { tool_name: 'Write', tool_input: { file_path, content: '' }, ...builder });
    write(file_path, 'export {}');
    session.send('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path, content: '' },
      tool_response: {},
      ...builder,
    });
  }

  test('tests and build must have been seen to pass since the last change; failures come back with their output', () => {
    using here = begin();
    const { world, session } = here;
    write(join(world.project, 'package.json'), '{"scripts": {"test": "vitest run", "build": "tsc"}}');
    session.begin('builder');
    changed(world, session);
    const first = session.finish('builder', ready);
    expect(first.word).toBe('block');
    expect(first.text).toContain('`npm run test` was not run');
    expect(first.text).toContain('`npm run build` was not run');
    session.ran('npm run test', false, { ...builder, error: 'Exit code 1\nexpected 2, got 3' });
    expect(session.finish('builder', ready).text).toContain('expected 2, got 3');
    session.ran('npm run test', true, builder);
    session.ran('npm run build', true, builder);
    expect(session.finish('builder', ready).word).toBe('pass');
    expect(result(session, 'builder').text).toContain('hands off to tester');
  });

  test('an agent that changed nothing needs no evidence', () => {
    using here = begin();
    write(join(here.world.project, 'package.json'), '{"scripts": {"test": "vitest run"}}');
    expect(run(here.session, 'builder', ready).word).toBe('pass');
  });

  test('a handoff token of an unknown form is reported and blocks no stop', () => {
    using here = begin();
    const { word, toUser } = run(here.session, 'builder', 'Handoff token: later');
    expect([word, toUser.includes('NAME_YYYYMMDD_HHMMSS')]).toEqual(['pass', true]);
    run(here.session, 'builder', `${toTester}\nLOGIN_READY_20261115_120000`);
    expect(result(here.session, 'builder').text).toContain('token is LOGIN_READY_20261115_120000');
  });

  test('every decision is recorded', () => {
    using here = begin();
    run(here.session, 'builder', 'Use the testr subagent to check.');
    const rows = pawlJson<{ decision: string }[]>(here.world, ['log', '--session', here.session.id]);
    expect(rows.some((row) => row.decision === 'block')).toBe(true);
  });
});
