// What the built-in workflows demand at each of their steps, through the built program. The numbers of the tests are the
// steps of the command.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { defineTeam, type SimulatedSession, simulateSession, withPacks } from './support/events.ts';
import { commit, git, repository } from './support/git.ts';
import { pawl, pawlJson } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

const milestone = 'project/MS-02-Basic-Setup';

/** A repository with a milestone, the pack switched on, one session. */
function begin(): {
  world: World;
  session: SimulatedSession;
  put(path: string, text?: string): string;
} & Disposable {
  const world = freshWorld();
  repository(world);
  withPacks(world, ['workflow']);
  defineTeam(world);
  commit(
    world,
    'project/status.json',
    '{"current_milestone": "MS-02", "milestone_description": "Basic Setup"}',
  );
  const session = simulateSession(world);
  /** Writes a file as an agent does: the gate lets go of an agent that calls no tool. */
  const put = (path: string, text = '# text') => {
    const file_path = join(world.project, path);
    session.send('PreToolUse', { tool_name: 'Write', tool_input: { file_path, content: text } });
    write(file_path, text);
    return path;
  };
  return { world, session, put, [Symbol.dispose]: () => world[Symbol.dispose]() };
}

const artifact = (folder: string, name: string, session: SimulatedSession) =>
  `${milestone}/${folder}/${name}_${session.id}_111526.md`;

describe('/plan', () => {
  test('1. the planner waits for the research, and is told who writes it', () => {
    using here = begin();
    const { session, put } = here;
    expect(session.command('plan').text).toContain('strategic-planner');
    const { word, text } = session.launch('strategic-planner');
    expect(word).toBe('deny');
    expect(text).toContain('research-specialist');
    expect(text).toContain(`${milestone}/researches/research_${session.id}_`);
    put(artifact('researches', 'research', session));
    expect(session.launch('strategic-planner').word).toBe('pass');
  });

  test('2. the planner does not stop without the plan', () => {
    using here = begin();
    const { session, put } = here;
    session.command('plan');
    session.begin('strategic-planner');
    const blocked = session.finish('strategic-planner');
    expect(blocked).toMatchObject({ word: 'block', text: expect.stringContaining(`plan_${session.id}_`) });
    put(artifact('plans', 'plan', session));
    expect(session.finish('strategic-planner').word).toBe('pass');
  });

  test('3. the consultant waits for the plan', () => {
    using here = begin();
    const { session, put } = here;
    session.command('plan');
    const refused = session.launch('consulting-expert');
    expect(refused).toMatchObject({ word: 'deny', text: expect.stringContaining('strategic-planner') });
    put(artifact('plans', 'plan', session));
    expect(session.launch('consulting-expert').word).toBe('pass');
  });

  test('4. the consultant does not stop without its marker', () => {
    using here = begin();
    const { session, put } = here;
    session.command('plan');
    const plan = put(artifact('plans', 'plan', session));
    session.begin('consulting-expert');
    const blocked = session.finish('consulting-expert');
    expect(blocked).toMatchObject({
      word: 'block',
      text: expect.stringContaining('consulted_by: consulting-expert'),
    });
    put(plan, '---\nconsulted_by: consulting-expert\n---\n# Plan');
    expect(session.finish('consulting-expert').word).toBe('pass');
  });
});

describe('/research', () => {
  test('1. the specialist waits for the exploration', () => {
    using here = begin();
    const { session, put } = here;
    session.command('research');
    expect(session.launch('research-specialist')).toMatchObject({
      word: 'deny',
      text: expect.stringContaining('codebase-explorer'),
    });
    put(artifact('exploration', 'codebase-status', session));
    expect(session.launch('research-specialist').word).toBe('pass');
  });

  test('2. the specialist does not stop without the report', () => {
    using here = begin();
    const { session, put } = here;
    session.command('research');
    session.begin('research-specialist');
    expect(session.finish('research-specialist')).toMatchObject({
      word: 'block',
      text: expect.stringContaining(`research_${session.id}_`),
    });
    put(artifact('researches', 'research', session));
    expect(session.finish('research-specialist').word).toBe('pass');
  });

  test('3. the consultant waits for the report', () => {
    using here = begin();
    const { session, put } = here;
    session.command('research');
    expect(session.launch('research-consultant')).toMatchObject({
      word: 'deny',
      text: expect.stringContaining('research-specialist'),
    });
    put(artifact('researches', 'research', session));
    expect(session.launch('research-consultant').word).toBe('pass');
  });

  test('4. the consultant does not stop without marker, then without commit', () => {
    using here = begin();
    const { world, session, put } = here;
    session.command('research');
    const report = put(artifact('researches', 'research', session));
    session.begin('research-consultant');
    expect(session.finish('research-consultant').text).toContain('validated_by: research-consultant');
    put(report, '---\nvalidated_by:\n  - research-consultant\n---\n# Research');
    expect(session.finish('research-consultant')).toMatchObject({
      word: 'block',
      text: expect.stringMatching(/not committed/),
    });
    git(world, ['add', '-A']);
    git(world, ['commit', '-qm', 'research']);
    expect(session.finish('research-consultant').word).toBe('pass');
  });
});

describe('/implement', () => {
  test('1. the explorer waits for the tasks', () => {
    using here = begin();
    const { session, put } = here;
    session.command('implement');
    expect(session.launch('codebase-explorer')).toMatchObject({
      word: 'deny',
      text: expect.stringContaining('specs/tasks.md'),
    });
    put('specs/tasks.md');
    expect(session.launch('codebase-explorer').word).toBe('pass');
  });

  test('2. the explorer does not stop without the status of the codebase; then research follows', () => {
    using here = begin();
    const { world, session, put } = here;
    session.command('implement');
    session.begin('codebase-explorer');
    expect(session.finish('codebase-explorer')).toMatchObject({
      word: 'block',
      text: expect.stringContaining(`codebase-status_${session.id}_`),
    });
    put(artifact('exploration', 'codebase-status', session));
    expect(session.finish('codebase-explorer').word).toBe('pass');
    const runs = pawlJson<{ workflow: string; phase: string }[]>(world, ['workflow', 'status']);
    expect(runs.map(({ workflow, phase }) => `${workflow}.${phase}`)).toEqual([
      'implement.research',
      'research.research',
    ]);
    // Text that could not be told to the agent reaches the conversation with its next event.
    expect(session.launch('research-specialist').text).toContain('research');
  });

  test('a later phase is refused, the current one and earlier ones are not', () => {
    using here = begin();
    const { session } = here;
    session.command('implement');
    expect(session.skill('plan')).toMatchObject({
      word: 'deny',
      text: expect.stringContaining('finish `explore` first'),
    });
    expect(session.command('commit')).toMatchObject({ word: 'block' });
    expect(session.launch('strategic-planner').word).toBe('deny');
    expect(session.skill('explore').word).toBe('pass');
  });
});

describe('/code-review', () => {
  const dirty = ({ put }: { put(path: string): string }) => put('src/app.ts');

  test('1. the review does not start with uncommitted code, unless the coding workflow has reached its commit', () => {
    using here = begin();
    const { world, session } = here;
    dirty(here);
    const { word, text } = session.command('code-review');
    expect(word).toBe('block');
    expect(text).toContain('src/app.ts');
    expect(text).toContain('Commit the code first');
    expect(pawl(world, ['workflow', 'start', 'code', '--session', session.id]).code).toBe(0);
    expect(pawl(world, ['workflow', 'advance', 'commit', '--session', session.id]).code).toBe(0);
    expect(session.command('code-review')).toMatchObject({
      word: 'pass',
      text: expect.stringContaining('code-reviewer'),
    });
  });

  test('1. changes after the end of coding count as uncommitted', () => {
    using here = begin();
    const { world, session } = here;
    pawl(world, ['workflow', 'start', 'code', '--session', session.id]);
    pawl(world, ['workflow', 'advance', 'commit', '--session', session.id]);
    pawl(world, ['workflow', 'advance', '--session', session.id]);
    dirty(here);
    expect(session.launch('code-reviewer').word).toBe('deny');
    expect(session.command('code-review')).toMatchObject({
      word: 'block',
      text: expect.stringContaining('src/app.ts'),
    });
  });

  test('1. files that git could not check count as uncommitted', () => {
    using here = begin();
    // Git would wait for ever for what this pipe says, so it is not asked.
    Bun.spawnSync(['mkfifo', join(here.world.project, '.gitattributes')]);
    expect(here.session.launch('code-reviewer')).toMatchObject({
      word: 'deny',
      text: expect.stringContaining('git could not tell'),
    });
  });

  test('1. the review starts when everything is committed', () => {
    using here = begin();
    expect(here.session.command('code-review').text).toContain('code-reviewer');
  });

  test('2. the reviewer may start while the review runs, else only if the code is committed or coding has reached its commit', () => {
    using here = begin();
    const { world, session } = here;
    expect(session.launch('code-reviewer').word).toBe('pass');
    dirty(here);
    expect(session.launch('code-reviewer')).toMatchObject({
      word: 'deny',
      text: expect.stringContaining('src/app.ts'),
    });
    pawl(world, ['workflow', 'start', 'code', '--session', session.id]);
    pawl(world, ['workflow', 'advance', 'commit', '--session', session.id]);
    expect(session.launch('code-reviewer').word).toBe('pass');
    pawl(world, ['workflow', 'reset', '--session', session.id]);
    pawl(world, ['workflow', 'start', 'code-review', '--session', session.id]);
    expect(session.launch('code-reviewer').word).toBe('pass');
  });

  test('3. the review is complete when its report exists, has its sections and is long enough', () => {
    using here = begin();
    const { world, session, put } = here;
    expect(session.finish('code-reviewer').word).toBe('pass');
    session.command('code-review');
    session.begin('code-reviewer');
    const path = artifact('reviews', 'review', session);
    expect(session.finish('code-reviewer')).toMatchObject({
      word: 'block',
      text: expect.stringContaining('review_'),
    });
    put(path, '# Summary\nshort');
    expect(session.finish('code-reviewer').text).toContain('findings');
    put(path, '# Summary\nshort\n# Findings\nnone');
    expect(session.finish('code-reviewer').text).toContain('at least 200');
    put(path, `# Summary\n${'x'.repeat(200)}\n# Findings\nnone`);
    expect(session.finish('code-reviewer').word).toBe('pass');
    expect(pawlJson(world, ['workflow', 'status'])).toEqual([]);
    expect(session.prompt('go on').text).toContain('review is complete');
  });
});
