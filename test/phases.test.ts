// Phases through the built program: whose they are, what moves them, whose word counts, and how people get out.
import { describe, expect, test } from 'bun:test';
import { readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { defineTeam, type SimulatedSession, simulateSession, withPacks } from './support/events.ts';
import { git, repository } from './support/git.ts';
import { pawl, pawlJson, program } from './support/pawl.ts';
import { talker } from './support/talk.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

function begin(
  workflows: Record<string, unknown> = {},
): { world: World; session: SimulatedSession } & Disposable {
  const world = freshWorld();
  repository(world);
  withPacks(world, ['workflow'], { workflows });
  defineTeam(world);
  return { world, session: simulateSession(world), [Symbol.dispose]: () => world[Symbol.dispose]() };
}

interface Standing {
  session_id: string;
  workflow: string;
  phase: string;
}

const where = (world: World, session: SimulatedSession) =>
  pawlJson<Standing[]>(world, ['workflow', 'status', '--session', session.id])
    .map(({ workflow, phase }) => `${workflow}.${phase}`)
    .join(' ');

const pawlWorkflow = (world: World, session: SimulatedSession, ...args: string[]) =>
  pawl(world, ['workflow', ...args, '--session', session.id]);

describe('starting', () => {
  test('a typed command comes as two events and starts once; a skill in the same prompt adds nothing', () => {
    using here = begin();
    const { session } = here;
    expect(session.command('plan').text.match(/Workflow `plan`/g)).toHaveLength(1);
    expect(session.skill('plan').text).toBe('');
    expect(session.command('plan').text).toContain('Workflow `plan`');
  });

  test('a prompt that begins as a workflow says starts it', () => {
    using here = begin({ ship: { about: 'Ship', start: { prompts: ['ship it'] }, agents: { shipper: {} } } });
    expect(here.session.prompt('should we ship it?').text).not.toContain('Workflow `ship`');
    expect(here.session.prompt('Ship it, please').text).toContain('Workflow `ship`');
  });

  test('neither two sessions nor two agents share a phase', () => {
    using here = begin();
    const { world, session } = here;
    const other = simulateSession(world);
    session.command('plan');
    expect(other.launch('strategic-planner').word).toBe('pass');
    other.send('PreToolUse', {
      tool_name: 'Skill',
      tool_input: { skill: 'plan' },
      agent_id: 'x1',
      agent_type: 'lead',
    });
    expect(other.launch('strategic-planner').word).toBe('pass');
    expect(other.launch('strategic-planner', { agent_id: 'x1', agent_type: 'lead' }).word).toBe('deny');
  });

  test('without a session id no state is shared between sessions', () => {
    using here = begin();
    const nobody = simulateSession(here.world, '');
    nobody.command('plan');
    expect(nobody.launch('strategic-planner').word).toBe('pass');
  });

  test('the names that an older client uses (Task, subagent_type) are understood', () => {
    using here = begin();
    const { session } = here;
    session.command('plan');
    expect(session.launch('strategic-planner', { tool_name: 'Task' }).word).toBe('deny');
    expect(
      session.finish('', 'Done.', { subagent_type: 'strategic-planner', agent_type: undefined }).word,
    ).toBe('block');
  });

  test('a pack that is off has no effect', () => {
    using world = freshWorld();
    repository(world);
    const session = simulateSession(world);
    expect(session.command('plan').text).not.toContain('Workflow');
    expect(session.launch('strategic-planner').word).toBe('pass');
  });
});

describe('agents', () => {
  test('several agents at once: each must deliver its own files, the client’s own agents none', () => {
    using here = begin();
    const { world, session } = here;
    session.command('research');
    session.begin('research-specialist');
    session.begin('research-consultant');
    expect(session.finish('research-specialist').text).toContain('report is missing');
    write(join(world.project, `project/MS-01-work/researches/research_${session.id}_010126.md`), '# r');
    expect(session.finish('research-consultant').text).toContain('validated_by');
    expect(session.finish('research-specialist').word).toBe('pass');
    expect(session.finish('').word).toBe('pass');
    expect(session.finish('general-purpose').word).toBe('pass');
  });

  test('an agent that calls no tool is released, and that is recorded', () => {
    using here = begin();
    const { world, session } = here;
    session.command('plan');
    session.begin('strategic-planner');
    const words = Array.from(
      { length: 6 },
      () => session.finish('strategic-planner', 'x', { stop_hook_active: true }).word,
    );
    expect(words.indexOf('pass')).toBeGreaterThan(0);
    const log = pawlJson<{ notes?: string[] }[]>(world, ['log', '--session', session.id, '--limit', '50']);
    expect(JSON.stringify(log)).toContain('stop not blocked');
    const result = { tool_name: 'Agent', tool_input: {}, tool_response: { status: 'completed' } };
    expect(session.send('PostToolUse', result).text).toContain('strategic-planner ended without');
    expect(session.send('PostToolUse', result).text).toBe('');
    session.launch('strategic-planner');
    session.begin('strategic-planner', 'another');
    for (let step = 0; step < 6; step++)
      session.finish('strategic-planner', 'x', { stop_hook_active: true, agent_id: 'another' });
    expect(session.send('PostToolUse', result).text).toContain('strategic-planner ended without');
    expect(session.send('PostToolUse', result).text).toBe('');
  });

  test('a marker counts if its agent ran; a forged or outdated one does not', async () => {
    const ship = {
      about: 'Ship it',
      start: { commands: ['ship'] },
      agents: {
        shipper: { requires: [{ file: 'plan.md', marker: { consulted_by: 'consulting-expert' } }] },
        'consulting-expert': {},
      },
    };
    using here = begin({ ship });
    const { world, session } = here;
    const plan = (text: string) => write(join(world.project, 'plan.md'), text);
    const signed = '---\nconsulted_by: consulting-expert\n---\n# Plan';
    session.command('ship');
    plan('# Plan');
    expect(session.launch('shipper').text).toContain('consulted_by: consulting-expert');
    plan(signed);
    expect(session.launch('shipper').text).toContain('did not run');
    session.launch('consulting-expert');
    session.begin('consulting-expert');
    session.finish('consulting-expert');
    expect(session.launch('shipper').word).toBe('pass');
    // A change counts as later from two seconds on: some file systems know the time no better.
    await Bun.sleep(2_100);
    plan(`${signed}, and something else`);
    expect(session.launch('shipper').text).toContain('changed after consulting-expert');
    // Setting the date back does not undo the change.
    utimesSync(join(world.project, 'plan.md'), 1_000, 1_000);
    expect(session.launch('shipper').text).toContain('changed after consulting-expert');
  });

  test('a dangling link does not count as a document', () => {
    const delivers = [{ file: 'notes.md' }];
    using here = begin({ notes: { start: { commands: ['notes'] }, agents: { writer: { delivers } } } });
    const { world, session } = here;
    session.command('notes');
    session.begin('writer');
    symlinkSync('nowhere', join(world.project, 'notes.md'));
    expect(session.finish('writer')).toMatchObject({
      word: 'block',
      text: expect.stringContaining('can be read'),
    });
  });

  test('with self_attested a marker counts without a recorded agent', () => {
    const check = { file: 'plan.md', marker: { consulted_by: 'consulting-expert' } };
    const ship = {
      about: 'Ship it',
      start: { commands: ['ship'] },
      self_attested: true,
      agents: { shipper: { requires: [check] } },
    };
    using here = begin({ ship });
    write(join(here.world.project, 'plan.md'), '---\nconsulted_by: consulting-expert\n---\n');
    here.session.command('ship');
    expect(here.session.launch('shipper').word).toBe('pass');
  });

  test('an unknown agent is warned about, with the nearest known name', () => {
    using here = begin();
    write(
      join(here.world.project, '.claude/agents/db.md'),
      '---\nname: db-migrator\ntools: Read, Edit\n---\nMigrate.',
    );
    const { word, text } = here.session.launch('db-migratr');
    expect(word).toBe('pass');
    expect(text).toContain('db-migrator');
    expect(here.session.launch('db-migrator').text).toBe('');
    const below = join(here.world.project, 'packages/app');
    write(join(below, '.claude/agents/painter.md'), '---\nname: painter\n---\nPaint.');
    expect(here.session.launch('painter', { cwd: below }).text).toBe('');
    expect(here.session.launch('painter').text).toContain('no agent');
  });

  test('a starting agent is told what it must deliver and which frameworks the project uses', () => {
    using here = begin();
    write(join(here.world.project, 'package.json'), '{"dependencies": {"next": "^15.1.0"}}');
    write(join(here.world.project, 'go.mod'), 'module x\n\ngo 1.24\n');
    here.session.command('plan');
    const { text } = here.session.begin('strategic-planner');
    expect(text).toContain(`plan_${here.session.id}_`);
    expect(text).toContain('next ^15.1.0');
    expect(text).toContain('go 1.24');
  });
});

describe('/code', () => {
  const test_ = 'npm test';

  test('test runs and the commit lead through all phases', () => {
    using here = begin();
    const { world, session } = here;
    write(join(world.project, 'package.json'), '{"scripts": {"test": "vitest run"}}');
    session.command('code');
    session.begin('test-engineer');
    expect(session.finish('test-engineer').text).toContain('Write the test first');
    write(join(world.project, 'src/a.test.ts'), 'test()');
    session.send('PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'x' } });
    expect(session.finish('test-engineer').text).toContain('No new test was seen to fail');
    const engineer = { agent_id: 'agent-test-engineer', agent_type: 'test-engineer' };
    const seen = session.ran(test_, false, engineer).text;
    expect(seen).toContain('finish here');
    expect(seen).not.toContain('passing_test');
    expect(session.finish('test-engineer').word).toBe('pass');
    // The conversation is told by the first event that reaches it.
    const back = { tool_name: 'Agent', tool_input: {}, tool_response: { status: 'completed' } };
    expect(session.send('PostToolUse', back).text).toContain('phase `passing_test`');
    expect(session.send('PostToolUse', back).text).toBe('');
    const { word, text } = session.launch('general-purpose');
    expect(word).toBe('deny');
    expect(text).toContain('npm run test');
    expect(session.launch('Explore').word).toBe('pass');
    expect(session.ran(test_, true).text).toContain('phase `refactor`');
    expect(session.ran(test_, false).text).toContain('phase `troubleshoot`');
    expect(session.launch('troubleshooter').word).toBe('pass');
    expect(session.ran(test_, true).text).toContain('phase `refactor`');
    expect(session.ran(test_, true).text).toContain('phase `commit`');
    expect(session.ran('git commit -m wip', true).text).toBe('');
    git(world, ['add', '-A']);
    git(world, ['commit', '-qm', 'all']);
    expect(session.ran('git commit -m all', true).text).toContain('Next comes `code-review` (/code-review)');
    expect(where(world, session)).toBe('');
  });

  test('a person can leave every phase, and an agent that can’t deliver does not block the workflow', () => {
    using here = begin();
    const { world, session } = here;
    session.command('code');
    const seen: string[] = [];
    for (let step = 0; step < 10 && where(world, session); step++) {
      seen.push(where(world, session).replace('code.', ''));
      expect(pawlWorkflow(world, session, 'advance').code).toBe(0);
    }
    expect(seen).toEqual(['failing_test', 'passing_test', 'refactor', 'troubleshoot', 'commit']);
    session.command('code');
    session.launch('test-engineer');
    session.begin('test-engineer');
    for (let step = 0; step < 6; step++) session.finish('test-engineer', 'x', { stop_hook_active: true });
    expect(session.prompt('<task-notification>').text).toContain('test-engineer ended without');
    expect(where(world, session)).toBe('code.failing_test');
    // The conversation can write the test itself.
    write(join(world.project, 'tests/test_a.py'), 'def test_a(): assert False');
    expect(session.ran('pytest tests/test_a.py', false).text).toContain('phase `passing_test`');
  });

  test('a dry run of a commit advances no phase', () => {
    using here = begin();
    const { world, session } = here;
    session.command('code');
    pawlWorkflow(world, session, 'advance', 'commit');
    session.ran('git commit --dry-run', true);
    expect(where(world, session)).toBe('code.commit');
  });

  test('in a phase of the main conversation, agents without tools to edit may start', () => {
    using here = begin();
    const { world, session } = here;
    const define = (name: string, more: string) =>
      write(join(world.project, `.claude/agents/${name}.md`), `---\nname: ${name}\n${more}\n---\nWork.`);
    define('reader', 'tools: Read, Grep, Bash');
    define('barred', 'disallowedTools: Write, Edit, NotebookEdit');
    define('half-barred', 'disallowedTools: Write');
    session.command('code');
    write(join(world.project, 'a.test.ts'), 'test()');
    session.ran('npm test', false);
    const words = ['reader', 'barred', 'half-barred', 'general-purpose', 'Explore'].map(
      (name) => session.launch(name).word,
    );
    expect(words).toEqual(['pass', 'pass', 'deny', 'deny', 'pass']);
  });

  test('two sessions, two phases; a command that is not a test moves nothing', () => {
    using here = begin();
    const { world, session } = here;
    const other = simulateSession(world);
    session.command('code');
    other.command('code');
    write(join(world.project, 'test_a.py'), 'def test_a(): assert False');
    session.ran('pytest -q', false);
    other.ran('ls nowhere', false);
    expect([where(world, session), where(world, other)]).toEqual(['code.passing_test', 'code.failing_test']);
  });
});

test('a workflow that an agent started applies to the agents below it only', () => {
  using here = begin();
  const { session } = here;
  const lead = { agent_id: 'agent-lead', agent_type: 'lead' };
  session.begin('lead');
  session.send('PreToolUse', { tool_name: 'Skill', tool_input: { skill: 'plan' }, ...lead });
  session.launch('strategic-planner');
  session.begin('strategic-planner', 'mine');
  session.launch('strategic-planner', {
    ...lead,
    tool_input: { subagent_type: 'Explore', description: 'x' },
  });
  session.begin('Explore', 'below');
  expect(session.finish('strategic-planner', 'Done.', { agent_id: 'mine' }).word).toBe('pass');
  expect(session.launch('strategic-planner', { agent_id: 'below', agent_type: 'Explore' }).word).toBe('deny');
});

test('a workflow does not release agents that another agent started', () => {
  using here = begin();
  const { session } = here;
  const lead = { agent_id: 'agent-lead', agent_type: 'lead' };
  const result = { tool_name: 'Agent', tool_input: {}, tool_response: { status: 'completed' }, ...lead };
  session.launch('lead');
  session.begin('lead');
  session.send('PreToolUse', { tool_name: 'Skill', tool_input: { skill: 'plan' }, ...lead });
  session.launch('strategic-planner');
  session.begin('strategic-planner');
  session.finish('strategic-planner');
  expect(session.send('PostToolUse', result).text).toBe('');
});

test('an unreadable record neither opens a gate nor blocks a stop', () => {
  using here = begin();
  const { world, session } = here;
  session.command('plan');
  session.begin('strategic-planner');
  for (const file of readdirSync(world.pawlHome).filter((name) => name.startsWith('pawl.db')))
    write(join(world.pawlHome, file), 'garbage, and no database');
  expect(session.launch('strategic-planner')).toMatchObject({
    word: 'ask',
    text: expect.stringContaining('can’t be read'),
  });
  expect(session.finish('strategic-planner').word).toBe('pass');
  expect(simulateSession(world).launch('strategic-planner').word).toBe('pass');
});

describe('compaction', () => {
  test('the state is restored once, to the session it belongs to', () => {
    using here = begin();
    const { session } = here;
    session.command('plan');
    session.launch('strategic-planner', { agent_id: '' });
    session.begin('strategic-planner');
    session.send('PreCompact', { trigger: 'auto' });
    const agent = { agent_id: 'agent-strategic-planner', agent_type: 'strategic-planner' };
    expect(session.send('SessionStart', { source: 'compact', ...agent }).text).toBe('');
    const { text } = session.send('SessionStart', { source: 'compact' });
    expect(text).toContain('Workflow `plan`');
    expect(text).toContain('strategic-planner (agent-strategic-planner)');
    expect(session.send('SessionStart', { source: 'compact' }).text).not.toContain('Workflow `plan`');
    expect(session.begin('helper').text).toContain('was compacted');
    session.send('PreCompact', { trigger: 'auto', ...agent });
    expect(session.send('SessionStart', { source: 'compact' }).text).not.toContain('Workflow `plan`');
    expect(session.send('SessionStart', { source: 'compact', ...agent }).text).toContain('Workflow `plan`');
  });
});

test('many concurrent hooks lose no change', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `worker-${index}`);
  const agents = Object.fromEntries([...names, 'last'].map((name) => [name, {}]));
  using here = begin({ many: { about: 'Many hands', start: { commands: ['many'] }, agents } });
  const { world, session } = here;
  session.command('many');
  const stops = names.map((agent_type) => {
    const event = {
      hook_event_name: 'SubagentStop',
      session_id: session.id,
      cwd: world.project,
      agent_id: agent_type,
      agent_type,
    };
    return Bun.spawn([program, 'hook'], {
      stdin: Buffer.from(JSON.stringify(event)),
      env: envOf(world),
      stdout: 'ignore',
    }).exited;
  });
  expect(new Set(await Promise.all(stops))).toEqual(new Set([0]));
  const [run] = pawlJson<{ agents: Record<string, unknown> }[]>(world, ['workflow', 'status']);
  expect(Object.keys(run!.agents).sort()).toEqual(names.sort());
  session.finish('last');
  expect(where(world, session)).toBe('');
});

describe('pawl workflow', () => {
  test('a mistake in the config is named by its key, told to the person, and opens no gate', () => {
    using here = begin({
      plan: { phases: { plan: { next: 'biuld' } } },
      ship: { start: 'now' },
      odd: { agents: { a: { requires: [{ file: '{reserch}' }] } } },
    });
    const { code, stdout } = pawl(here.world, ['workflow', 'validate']);
    expect(code).toBe(1);
    expect(stdout).toContain('workflows.plan.phases.plan.next: there is no phase "biuld"');
    expect(stdout).toContain('workflows.ship.start: expected an object');
    expect(stdout).toContain('did you mean "research"');
    const config = pawl(here.world, ['config']);
    expect([config.code, config.stdout.includes('workflows.ship.start')]).toEqual([1, true]);
    expect(here.session.send('SessionStart', { source: 'startup' }).toUser).toContain(
      'pawl workflow validate',
    );
    here.session.command('plan');
    expect(here.session.launch('strategic-planner').word).toBe('deny');
  });

  test('`show` draws a workflow as text and as Mermaid; `list` and --json give data', () => {
    using here = begin({ plan: false });
    expect(pawl(here.world, ['workflow', 'show', 'code']).stdout).toContain('test-engineer');
    expect(pawl(here.world, ['workflow', 'show', 'code', '--mermaid']).stdout).toContain(
      'refactor -->|committed| end_',
    );
    expect(
      pawlJson<{ name: string }[]>(here.world, ['workflow', 'list']).map((one) => one.name),
    ).not.toContain('plan');
    expect(pawl(here.world, ['workflow', 'show', 'nothing']).code).toBe(1);
    expect(pawl(here.world, ['workflow', 'dance']).code).toBe(2);
  });

  test('a team can choose where artifacts are stored', () => {
    using here = begin({ $places: { research: 'docs/research/{session}.md' } });
    const { world, session } = here;
    session.command('plan');
    expect(session.launch('strategic-planner').text).toContain(`docs/research/${session.id}.md`);
    write(join(world.project, `docs/research/${session.id}.md`), '# r');
    expect(session.launch('strategic-planner').word).toBe('pass');
  });

  test('older milestone folders with a colon are found', () => {
    using here = begin();
    const { world, session } = here;
    write(
      join(world.project, 'project/status.json'),
      '{"current_milestone": "MS-03", "milestone_description": "Log in"}',
    );
    write(join(world.project, `project/MS-03:Log in/researches/research_${session.id}_010126.md`), '# r');
    session.command('plan');
    expect(session.launch('strategic-planner').word).toBe('pass');
  });

  test('`advance` accepts a phase of an outer workflow; without a next phase or a run it says what to do', () => {
    using here = begin();
    const { world, session } = here;
    session.command('implement');
    expect(pawlWorkflow(world, session, 'advance', 'code').stdout).toContain('implement: explore → code');
    expect(where(world, session)).toBe('implement.code code.failing_test');
    const wrong = pawlWorkflow(world, session, 'advance', 'dance');
    expect([wrong.code, wrong.stderr.includes('code: failing_test')]).toEqual([2, true]);
    pawlWorkflow(world, session, 'reset');
    const none = pawlWorkflow(world, session, 'advance');
    expect([none.code, none.stderr.includes('pawl workflow start')]).toEqual([1, true]);
    session.command('plan');
    const single = pawlWorkflow(world, session, 'advance');
    expect([single.code, single.stderr.includes('only one phase')]).toEqual([1, true]);
    expect(where(world, session)).toBe('plan.plan');
  });

  test('a refused start names the command that starts it anyway, and that works', () => {
    using here = begin();
    const { world, session } = here;
    write(join(world.project, 'src/app.ts'), 'x');
    const { text } = session.command('code-review');
    const way = /`pawl (workflow start code-review --session \S+)`/.exec(text)?.[1];
    expect(pawl(world, way!.split(' ')).code).toBe(0);
    expect(where(world, session)).toBe('code-review.review');
  });

  test('`new` writes a valid workflow; `validate` reads it before it is trusted', () => {
    using here = begin();
    const { world } = here;
    expect(pawl(world, ['workflow', 'new', 'notes']).stdout).toContain('.pawl/config.jsonc');
    const before = pawl(world, ['workflow', 'validate']);
    expect(before.code).toBe(0);
    expect(before.stdout).toContain('is not trusted');
    expect(before.stdout.trim().split('\n')).toHaveLength(1);
    expect(pawl(world, ['workflow', 'new', 'plan']).code).toBe(1);
    const again = pawl(world, ['workflow', 'new', 'notes']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was written') });
    expect(pawl(world, ['workflow', 'new']).code).toBe(2);
  });

  test('`validate` names agents and commands that are not defined, and a workflow that nothing starts', () => {
    using here = begin({
      ship: { about: 'Ship', agents: { shipper: {} } },
      look: { about: 'Look', start: { commands: ['review', 'look'] }, agents: { 'code-reviewer': {} } },
    });
    const { code, stdout } = pawl(here.world, ['workflow', 'validate']);
    expect(code).toBe(0);
    expect(stdout).toContain('there is no agent "shipper" here');
    expect(stdout).toContain('workflows.ship.start: nothing starts it');
    expect(stdout).toContain('/review is a command of Claude Code itself');
    expect(stdout).toContain('there is no command /look');
    expect(stdout).not.toContain('"code-reviewer"');
  });

  test('without commands and agents no built-in workflow is in use, and `list` says so', () => {
    using world = freshWorld();
    repository(world);
    withPacks(world, ['workflow']);
    write(join(world.project, 'src/app.ts'), 'x');
    const session = simulateSession(world);
    expect(session.send('SessionStart', { source: 'startup' }).text).not.toContain('milestone');
    for (const name of ['plan', 'review', 'code-review']) {
      const { word, text } = session.command(name);
      expect([word, text.includes('Workflow')]).toEqual(['pass', false]);
    }
    expect(session.launch('feature-dev:code-reviewer')).toMatchObject({ word: 'pass', text: '' });
    expect(pawl(world, ['workflow', 'list']).stdout).toContain('not used here');
    write(join(world.project, '.claude/agents/code-reviewer.md'), '---\nname: code-reviewer\n---\nRead.');
    expect(session.command('review').word).toBe('pass');
    expect(session.launch('code-reviewer').word).toBe('deny');
    expect(session.launch('feature-dev:code-reviewer')).toMatchObject({ word: 'pass', text: '' });
    expect(session.send('SessionStart', { source: 'clear' }).text).toContain(
      `Session ${session.id}, milestone`,
    );
  });

  test('the status line shows the phase, and `status` whether the session has ended', () => {
    using here = begin();
    const { world, session } = here;
    session.command('code');
    const input = JSON.stringify({ session_id: session.id, cwd: world.project });
    expect(pawl(world, ['statusline'], input).stdout).toContain('code: failing_test');
    expect(pawl(world, ['workflow', 'status']).stdout).not.toContain('session ended');
    talker(world, session.id)('SessionEnd', { reason: 'other' });
    expect(pawl(world, ['workflow', 'status']).stdout).toContain('session ended');
  });

  test('another session’s committed research counts, an uncommitted one is named', () => {
    using here = begin();
    const { world, session } = here;
    const path = 'project/MS-01-work/researches/research_earlier_010126.md';
    write(join(world.project, path), '---\nsession: earlier\n---\n# Research');
    session.command('plan');
    expect(session.launch('strategic-planner').text).toContain(
      `${path} is from another session and not committed`,
    );
    git(world, ['add', '-A']);
    git(world, ['commit', '-qm', 'research']);
    expect(session.launch('strategic-planner').word).toBe('pass');
    session.begin('strategic-planner');
    expect(session.finish('strategic-planner').text).toContain('The plan is missing');
  });

  test('`end` ends a workflow, `reset` removes all runs', () => {
    using here = begin();
    const { world, session } = here;
    session.command('implement');
    expect(pawlWorkflow(world, session, 'end', '--workflow', 'implement').stdout).toContain(
      'no workflow is running',
    );
    session.command('plan');
    expect(pawlWorkflow(world, session, 'reset').code).toBe(0);
    expect(session.launch('strategic-planner').word).toBe('pass');
  });
});

test('modes of an older system become runs of the newest session here, once', () => {
  using here = begin();
  const { world, session } = here;
  const cache = {
    plan_mode: { is_active: true },
    implement: { current_phase: 'plan' },
    research_mode: { is_active: false },
  };
  write(join(world.project, '.claude/hooks/cache.json'), JSON.stringify(cache));
  const taken = () =>
    pawlJson<{ what: string; found: number; added: number }[]>(world, ['import']).filter(
      (one) => one.what === 'workflows',
    );
  expect(taken()[0]).toMatchObject({ found: 2, added: 0 });
  session.prompt('hello');
  expect(pawl(world, ['import', '--dry-run']).stdout).toContain('2 would be added');
  expect(where(world, session)).toBe('');
  expect(taken()[0]).toMatchObject({ found: 2, added: 2 });
  expect(where(world, session)).toBe('implement.plan plan.plan');
  expect(taken()[0]).toMatchObject({ added: 0 });
  expect(session.launch('strategic-planner').word).toBe('deny');
});
