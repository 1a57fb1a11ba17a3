// The engine without a machine: reading, naming, moving.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { hasValue } from '../front-matter.ts';
import { builtIn } from './builtin.ts';
import { describeAgent, describePhase } from './describe.ts';
import { exits } from './graph.ts';
import { endRun, enterPhase, type MachineContext, observe, startRun } from './machine.ts';
import { fillPlaces, globToFind, pathToWrite } from './naming.ts';
import { readWorkflows } from './read.ts';
import { promptTrigger, targetsOf } from './trigger.ts';
import { emptyWorkflowState, type WorkflowState } from './types.ts';

const problems = (config: Record<string, unknown>) =>
  readWorkflows(config).problems.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('reading', () => {
  test('the built-in workflows have no problems', () => {
    expect(problems({})).toEqual([]);
  });

  test.each([
    [{ x: 1 }, 'x: expected an object, found 1'],
    [{ x: { about: 'a' } }, 'x: needs "phases", or "agents" for a single phase'],
    [
      { x: { agents: { a: { delivers: [{ marker: { by: 'a' } }] } } } },
      'x.phases.x.agents.a.delivers.0.marker: needs "file" beside it',
    ],
    [
      { x: { agents: { a: { requires: [{ message: 'no' }] } } } },
      'x.phases.x.agents.a.requires.0: checks nothing',
    ],
    [
      { x: { agents: { a: { requires: [{ tests: 'green' }] } } } },
      'x.agents.a.requires.0.tests: expected one of failing, passing, found "green"',
    ],
    [
      { x: { phases: { one: { moves: [{ when: { tests: 'passing' }, to: 'one' }] } } } },
      'x.phases.one: has no way to the end: give it agents, moves or "runs"',
    ],
    [{ x: { phases: { one: { runs: 'x' } } } }, 'x.phases.one.runs: there is no other workflow "x"'],
    [
      { x: { agents: { a: { requires: [{ phase: 'code.comit' }] } } } },
      'x.phases.x.agents.a.requires.0.phase: there is no phase "code.comit"; did you mean "code.commit"?',
    ],
    [{ x: { agents: {}, strat: {} } }, 'x.strat: unknown key; did you mean "start"?'],
    [
      { x: { phases: { p: { runs: 'y' } } }, y: { phases: { p: { runs: 'x' } } } },
      'x: contains itself through other workflows',
    ],
    [
      {
        x: {
          phases: {
            a: { moves: [{ when: { clean: true }, to: 'b' }] },
            b: {
              moves: [
                { when: { clean: true }, to: 'a' },
                { when: { committed: true }, to: 'end' },
              ],
            },
          },
        },
      },
      'x.phases.a: leads back to itself as long as nothing is uncommitted',
    ],
    [
      { x: { phases: { end: { agents: { a: {} } } } } },
      'x.phases.end: is reserved for the end of a workflow; choose another name',
    ],
    [
      { x: { phases: { p: { moves: [{ when: { times: 2 }, to: 'end' }] } } } },
      'x.phases.p.moves.0.when: names no condition, so the move never happens',
    ],
    [
      { x: { agents: { a: { requires: [{ any: [] }] } } } },
      'x.phases.x.agents.a.requires.0.any: needs at least one check',
    ],
    [
      { x: { agents: { a: { delivers: [{ file: '../notes.md' }] } } } },
      'x.phases.x.agents.a.delivers.0.file: lies outside the project, where no file is searched for',
    ],
    [{ x: { places: { a: '{b}', b: '{a}' }, agents: { a: {} } } }, 'x.places.a: is defined by itself'],
    [
      { $places: { plan: '/tmp/plan.md' } },
      '$places.plan: lies outside the project, where no file is searched for',
    ],
    [
      { x: { start: { commands: ['/plan'] }, agents: { a: {} } } },
      'x.start.commands: “/plan” already starts plan, so it does not start this one',
    ],
    [{ $place: {} }, '$place: unknown key; the only known one is $places'],
    [{ $places: { plan: 3 } }, '$places.plan: expected a string, found 3'],
  ])('the problem of a config: %j', (config, problem) => {
    expect(problems(config as Record<string, unknown>)).toContain(problem);
  });

  test('changing one agent keeps the others; the short form changes the only phase', () => {
    const { workflows, from } = readWorkflows({
      plan: { agents: { 'consulting-expert': { delivers: [] } } },
    });
    expect(Object.keys(workflows.plan!.phases.plan!.agents!)).toEqual([
      'strategic-planner',
      'consulting-expert',
    ]);
    expect(from.plan).toBe('built in, changed by config');
  });

  test('workflows that depend on a broken one are left out too, and names like `constructor` are ordinary names', () => {
    const { workflows } = readWorkflows({
      bad: { phases: { p: { next: 'nowhere' } } },
      uses: { phases: { p: { runs: 'bad' } } },
      constructor: { about: 'c', agents: { a: {} } },
    });
    expect(Object.keys(workflows)).toEqual([...Object.keys(builtIn), 'constructor']);
  });

  test('a file that only a disabled workflow delivers is no longer required', () => {
    const requires = (config: Record<string, unknown>) =>
      readWorkflows(config).workflows.research!.phases.research!.agents!['research-specialist']!.requires;
    expect(requires({})).toHaveLength(1);
    expect(requires({ explore: false })).toEqual([]);
    expect(describeAgent('a', { requires: [] }, { places: {}, session: 's', now: 0, status: {} })).toBe('a');
    expect(requires({ plan: false })).toHaveLength(1);
  });

  test('an invalid place leaves the built-in places and workflows unchanged', () => {
    const { workflows, places } = readWorkflows({ $places: { milestone: '{plan}' } });
    expect(Object.keys(workflows)).toEqual(Object.keys(builtIn));
    expect(places.milestone).toContain('current_milestone');
  });

  test('an arbitrary value is reported or ignored, and never throws', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.anything()), (config) => void readWorkflows(config)));
  });
});

describe('naming', () => {
  const { places } = readWorkflows();
  const naming = {
    places,
    session: 'abcdefgh-1234',
    now: Date.UTC(2026, 10, 15),
    status: { current_milestone: 'MS-02', milestone_description: 'Log in: now!' },
  };

  test('names are valid on every file system', () => {
    expect(pathToWrite('plan', naming)).toBe('project/MS-02-Log-in-now/plans/plan_abcdefgh-1234_111526.md');
    expect(fillPlaces('Write {plan}.', naming)).toContain('Write project/MS-02-Log-in-now/plans');
    expect(pathToWrite('plan', { ...naming, status: {} })).toContain('project/MS-01-work/plans/');
    const long = { ...naming, status: { current_milestone: 'x'.repeat(5_000) } };
    expect(pathToWrite('plan', long).length).toBeLessThan(200);
    expect(new Bun.Glob(globToFind('plan', long)).match(pathToWrite('plan', long))).toBe(true);
  });

  test.each([
    'project/MS-02-Log-in-now/plans/plan_abcdefgh-1234_010125.md',
    'project/MS-02:Log in: now!/plans/plan_abcdefgh-1234_111526.md',
    'project/MS-02-Log-in-now/plans/plan_abcdefgh_111526.md',
  ])('the glob of a place finds %s', (path) => {
    expect(new Bun.Glob(globToFind('plan', naming)).match(path)).toBe(true);
  });

  test.each([
    'project/MS-03-Log-in-now/plans/plan_abcdefgh-1234_010125.md',
    'project/MS-02-Log-in-now/plans/plan_other_010125.md',
    'project/MS-02-Log-in-now/plan_abcdefgh-1234_010125.md',
  ])('the glob of a place does not find %s', (path) => {
    expect(new Bun.Glob(globToFind('plan', naming)).match(path)).toBe(false);
  });
});

describe('triggers', () => {
  const hit = (prompt: string) => targetsOf(promptTrigger(prompt), builtIn).map((target) => target.workflow);
  test.each([
    ['/plan it', ['plan']],
    ['  /plan', ['plan']],
    ['/team:plan it', []],
    ['/planning', []],
    ['see /plan', []],
    ['src/plan.ts', []],
    ['/implement', ['implement']],
    ['/commit', ['implement']],
  ])('the workflow that a prompt starts: %s', (prompt, expected) => {
    expect(hit(prompt)).toEqual(expected);
  });
  test('an empty beginning of a prompt starts nothing', () => {
    const plan = { ...builtIn.plan!, start: { prompts: ['', 'Plan '] } };
    const started = (prompt: string) => targetsOf({ prompt }, { plan }).length;
    expect([started('anything'), started('plan the login')]).toEqual([0, 1]);
  });
});

test.each([
  [{ by: 'consulting-expert' }, true],
  [{ by: ['x', 'Consulting-Expert'] }, true],
  [{ by: 'x, consulting-expert (late)' }, true],
  [{ by: 'consulting-expert-2' }, false],
  [{ by: null }, false],
  [{}, false],
])('whether a front matter has a value: %j', (front, expected) => {
  expect(hasValue(front, 'by', 'consulting-expert')).toBe(expected);
});

describe('moving', () => {
  const machine = (clean = true): MachineContext => ({
    now: 1,
    workflows: builtIn,
    clean: () => clean,
    codeClean: () => clean,
  });
  const started = (workflow: string): WorkflowState =>
    startRun(emptyWorkflowState, { workflow, owner: '', root: '/', by: 'x' }, machine()).state;
  const observation = fc.record({
    ok: fc.boolean(),
    commit: fc.boolean(),
    clean: fc.boolean(),
    released: fc.boolean(),
  });

  test('the message of a phase contains the paths of its places', () => {
    const phase = { message: 'Write {plan}.' };
    const [run] = started('plan').runs;
    const naming = { places: { plan: 'plan_{session}.md' }, session: 'abc', now: 0, status: {} };
    const words = describePhase('plan', phase, { about: '', phases: { plan: phase } }, run!, naming);
    expect(words).toContain('Write plan_abc.md.');
  });

  test('after any sequence of tests and commits, every phase of every workflow can still end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(builtIn)),
        fc.array(observation, { maxLength: 12 }),
        (workflow, seen) => {
          let state = started(workflow);
          for (const { ok, commit, clean, released } of seen)
            state = observe(
              state,
              { test: { at: 1, ok, command: 't' }, committed: commit, released: () => released },
              machine(clean),
            ).state;
          for (const run of state.runs) expect(exits(builtIn[run.workflow]!, run.phase)).not.toEqual([]);
          // A person who advances often enough is through.
          for (let step = 0; step < 40 && state.runs.length > 0; step++) {
            const run = state.runs.at(-1)!;
            const phases = Object.keys(builtIn[run.workflow]!.phases);
            state = enterPhase(
              state,
              run,
              phases[phases.indexOf(run.phase) + 1] ?? 'end',
              machine(false),
            ).state;
          }
          expect(state.runs).toEqual([]);
        },
      ),
    );
  });

  test('implement runs all of its workflows, and ending it ends them', () => {
    let state = started('implement');
    const way: string[] = [];
    for (let step = 0; step < 20 && state.runs.length > 0; step++) {
      way.push(state.runs.map((run) => `${run.workflow}.${run.phase}`).join(' '));
      state = endRun(state, state.runs.at(-1)!, 'done', machine(false)).state;
    }
    expect(way).toEqual([
      'implement.explore explore.explore',
      'implement.research research.research',
      'implement.plan plan.plan',
      'implement.code code.failing_test',
      'implement.review code-review.review',
      'implement.commit',
    ]);
    expect(state.ended.map((run) => run.workflow)).toEqual([
      'implement',
      'code-review',
      'code',
      'plan',
      'research',
      'explore',
    ]);
  });

  test('starting again discards the earlier run, and ending the parent ends its child', () => {
    const twice = startRun(
      started('implement'),
      { workflow: 'implement', owner: '', root: '/', by: 'x' },
      machine(),
    ).state;
    expect(twice.runs.map((run) => run.workflow)).toEqual(['implement', 'explore']);
    expect(endRun(twice, twice.runs[0]!, 'ended by a person', machine()).state.runs).toEqual([]);
  });
});
