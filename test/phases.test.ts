// Phases through the built program: whose they are, what moves them, whose word counts, and how people get out.
import { describe, expect, test } from 'bun:test';
import { readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type Hooked, hooked, withPacks } from './support/events.ts';
import { git, repository } from './support/git.ts';
import { pawl, pawlJson, program } from './support/pawl.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

function begin(workflows: Record<string, unknown> = {}): { world: World; session: Hooked } & Disposable {
  const world = freshWorld();
  repository(world);
  withPacks(world, ['workflow'], { workflows });
  return { world, session: hooked(world), [Symbol.dispose]: () => world[Symbol.dispose]() };
}

interface Standing {
  session_id: string;
  workflow: string;
  phase: string;
}

const where = (world: World, session: Hooked) =>
  pawlJson<Standing[]>(world, ['workflow', 'status', '--session', session.id])
    .map(({ workflow, phase }) => `${workflow}.${phase}`)
    .join(' ');

const person = (world: World, session: Hooked, ...args: string[]) =>
  pawl(world, ['workflow', ...args, '--session', session.id]);

describe('starting', () => {
  test('a typed command comes as two events and starts once; a skill in the same prompt adds nothing', () => {
    using here = begin();
    const { session } = here;
    expect(session.command('plan').text.match(/Workflow plan/g)).toHaveLength(1);
    expect(session.skill('plan').text).toBe('');
    expect(session.command('plan').text).toContain('Workflow plan');
  });

  test('a prompt may begin as a workflow says', () => {
    using here = begin({ ship: { about: 'Ship', start: { prompts: ['ship it'] }, agents: { shipper: {} } } });
    expect(here.session.prompt('should we ship it?').text).not.toContain('Workflow ship');
    expect(here.session.prompt('Ship it, please').text).toContain('Workflow ship');
  });

  test('two sessions never share a phase, nor do agents', () => {
    using here = begin();
    const { world, session } = here;
    const other = hooked(world);
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
    const nobody = hooked(here.world, '');
    nobody.command('plan');
    expect(nobody.launch('strategic-planner').word).toBe('pass');
  });

  test('an older client says Task and subagent_type', () => {
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
    const session = hooked(world);
    expect(session.command('plan').text).not.toContain('Workflow');
    expect(session.launch('strategic-planner').word).toBe('pass');
  });
});

describe('agents', () => {
  test('several at once: each is held for its own, the client’s own agents for nothing', () => {
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

  test('one that calls no tool is let go, and that is on record', () => {
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
    expect(JSON.stringify(log)).toContain('gate released');
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

  test('a link to nowhere is no document', () => {
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

  test('a team may believe what files say', () => {
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

  test('a name that does not exist is warned about, with the nearest that does', () => {
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

  test('a starting agent learns what it owes and what the project is built with', () => {
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
    expect(session.finish('test-engineer').text).toContain('No failing test run was seen');
    expect(
      session.ran(test_, false, { agent_id: 'agent-test-engineer', agent_type: 'test-engineer' }).text,
    ).toContain('passing_test');
    expect(session.finish('test-engineer').word).toBe('pass');
    const { word, text } = session.launch('general-purpose');
    expect(word).toBe('deny');
    expect(text).toContain('npm run test');
    expect(session.launch('Explore').word).toBe('pass');
    expect(session.ran(test_, true).text).toContain('phase refactor');
    expect(session.ran(test_, false).text).toContain('troubleshooter');
    expect(session.launch('troubleshooter').word).toBe('pass');
    expect(session.ran(test_, true).text).toContain('phase refactor');
    expect(session.ran(test_, true).text).toContain('phase commit');
    expect(session.ran('git commit -m wip', true).text).toBe('');
    git(world, ['add', '-A']);
    git(world, ['commit', '-qm', 'all']);
    expect(session.ran('git commit -m all', true).text).toContain('review comes next');
    expect(where(world, session)).toBe('');
  });

  test('from every phase a person gets on, and an agent that can’t deliver is no dead end', () => {
    using here = begin();
    const { world, session } = here;
    session.command('code');
    const seen: string[] = [];
    for (let step = 0; step < 10 && where(world, session); step++) {
      seen.push(where(world, session).replace('code.', ''));
      expect(person(world, session, 'advance').code).toBe(0);
    }
    expect(seen).toEqual(['failing_test', 'passing_test', 'refactor', 'troubleshoot', 'commit']);
    session.command('code');
    session.launch('test-engineer');
    session.begin('test-engineer');
    for (let step = 0; step < 6; step++) session.finish('test-engineer', 'x', { stop_hook_active: true });
    expect(session.launch('troubleshooter').word).toBe('pass');
    expect(where(world, session)).toBe('code.troubleshoot');
  });

  test('a commit that only says what it would do moves nothing', () => {
    using here = begin();
    const { world, session } = here;
    session.command('code');
    person(world, session, 'advance', 'commit');
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
    session.ran('npm test', false);
    const words = ['reader', 'barred', 'half-barred', 'general-purpose', 'Explore'].map(
      (name) => session.launch(name).word,
    );
    expect(words).toEqual(['pass', 'pass', 'deny', 'deny', 'pass']);
  });

  test('two sessions, two phases; a command that is not a test moves nothing', () => {
    using here = begin();
    const { world, session } = here;
    const other = hooked(world);
    session.command('code');
    other.command('code');
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

test('an agent that others started is not let go by this one’s workflow', () => {
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
  expect(hooked(world).launch('strategic-planner').word).toBe('pass');
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
    expect(text).toContain('Workflow plan');
    expect(text).toContain('strategic-planner (agent-strategic-planner)');
    expect(session.send('SessionStart', { source: 'compact' }).text).toBe('');
    expect(session.begin('helper').text).toContain('was compacted');
    session.send('PreCompact', { trigger: 'auto', ...agent });
    expect(session.send('SessionStart', { source: 'compact' }).text).toBe('');
    expect(session.send('SessionStart', { source: 'compact', ...agent }).text).toContain('Workflow plan');
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

  test('show draws it, as text and as Mermaid; list and --json give data', () => {
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

  test('artifacts lie where a team wants them', () => {
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

  test('end and reset', () => {
    using here = begin();
    const { world, session } = here;
    session.command('implement');
    expect(person(world, session, 'end', '--workflow', 'implement').stdout).toContain(
      'no workflow is under way',
    );
    session.command('plan');
    expect(person(world, session, 'reset').code).toBe(0);
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
