// Workflows and handoffs in the real client, with scripted agents.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, session } from '../support/client.ts';
import { commit, repository } from '../support/git.ts';
import { configure, install, pawlJson } from '../support/pawl.ts';
import { result, toolResults, whereIs } from '../support/read.ts';
import { type Asked, bash, calls, says, type ToolCall, type Turn } from '../support/script.ts';
import { testUnless, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const edits = ['--permission-mode', 'acceptEdits'];

function team(world: World, agents: string[], commands: string[] = []): void {
  repository(world);
  configure(world, { packs: { workflow: true, handoff: true } });
  for (const name of agents)
    write(
      join(world.project, `.claude/agents/${name}.md`),
      `---\nname: ${name}\ndescription: ${name}\n---\nWork.`,
    );
  for (const name of commands) write(join(world.project, `.claude/commands/${name}.md`), 'Do it.');
  install(world);
}

const agent = (subagent_type: string, run_in_background = false): ToolCall => ({
  name: 'Agent',
  input: { subagent_type, description: subagent_type, prompt: 'work', run_in_background },
});

/** The last path of this kind that the model was told. */
function told(asked: Asked, kind: string): string {
  const found = [
    ...JSON.stringify(asked.body?.messages).matchAll(
      new RegExp(`project/[\\w/.-]*/${kind}_[\\w-]+\\.md`, 'g'),
    ),
  ];
  if (found.length === 0) throw new Error(`nobody said where the ${kind} goes`);
  return found.at(-1)![0];
}

const writes =
  (world: World, kind: string, content: string) =>
  (asked: Asked): Turn =>
    calls({ name: 'Write', input: { file_path: join(world.project, told(asked, kind)), content } });

/** All requests of agents, as one text. */
const toAgents = (run: Run) =>
  JSON.stringify(run.requests.filter((one) => one.kind === 'agent').map((one) => one.body));

test('a planner is refused without research and allowed with it; it is told what to deliver, and delivers it', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner', 'research-specialist'], ['plan']);
  const planner = calls(agent('strategic-planner'));
  const run = await session(world, {
    prompt: '/plan the login',
    args: edits,
    script: {
      main: [planner, writes(world, 'research', '# Research'), planner, says('planned')],
      agents: [[says('done'), writes(world, 'plan', '# Plan'), says('written')]],
    },
  });
  const [refused, written, allowed] = toolResults(run);
  expect([refused?.refused, written?.refused, allowed?.refused]).toEqual([true, false, false]);
  expect(refused?.text).toContain('Start research-specialist first');
  expect(toAgents(run)).toContain('strategic-planner must deliver');
  expect(toAgents(run)).toContain('The plan is missing');
  expect(allowed?.text).toContain('written');
  expect(result(run)).toBe('planned');
});

test('a reviewer’s stop is blocked until its report is complete', async () => {
  using world = freshWorld();
  team(world, ['code-reviewer'], ['code-review']);
  const full = `# Summary\n${'It is fine. '.repeat(30)}\n# Findings\nNone.`;
  const run = await session(world, {
    prompt: '/code-review',
    args: edits,
    script: {
      main: [calls(agent('code-reviewer')), says('reviewed')],
      agents: [
        [
          says('looks good'),
          writes(world, 'review', '# Summary\nfine'),
          says('report written'),
          writes(world, 'review', full),
          says('now it is complete'),
        ],
      ],
    },
  });
  expect(toAgents(run)).toContain('The review has no report');
  expect(toAgents(run)).toContain('lacks “findings”');
  expect(toolResults(run)[0]?.text).toContain('now it is complete');
  expect(whereIs(run, 'The review is complete')).not.toEqual([]);
  expect(pawlJson(world, ['workflow', 'status'])).toEqual([]);
});

const handsOff = says('Built it. Use the tester subagent to check the login.');

test('a handoff reaches the parent with the result of the agent, once', async () => {
  using world = freshWorld();
  team(world, ['builder', 'tester']);
  const run = await session(world, {
    args: edits,
    script: {
      main: [calls(agent('builder')), calls(agent('tester')), says('all done')],
      agents: [[handsOff], [says('checked')]],
    },
  });
  expect(whereIs(run, 'hands off to tester').map((where) => where.slice(0, 2))).toEqual(['#1', '#2']);
  expect(toolResults(run).at(-1)?.text).toContain('checked');
  expect(result(run)).toBe('all done');
});

test('two agents that end at the same time hand off once each', async () => {
  using world = freshWorld();
  team(world, ['builder', 'painter', 'tester']);
  const run = await session(world, {
    args: edits,
    script: {
      main: [calls(agent('builder'), agent('painter')), says('all done')],
      agents: [[handsOff], [handsOff]],
    },
  });
  const last = JSON.stringify(run.requests.filter((one) => one.kind === 'main').at(-1)?.body);
  expect(last.match(/(builder|painter) has finished and hands off/g)?.sort()).toEqual([
    'builder has finished and hands off',
    'painter has finished and hands off',
  ]);
});

test('a handoff of a background agent reaches the parent once, with the notification that it ended', async () => {
  using world = freshWorld();
  team(world, ['builder', 'tester']);
  const slow: Turn = { ...handsOff, delayMs: 1_500 };
  const run = await session(world, {
    args: edits,
    script: {
      main: [calls(agent('builder', true)), says('waiting'), calls(agent('tester')), says('all done')],
      agents: [[slow], [says('checked')]],
    },
  });
  const seen = whereIs(run, 'hands off to tester');
  expect(seen[0]).toStartWith('#2');
  expect(new Set(seen.map((where) => where.slice(0, 2))).size).toBe(seen.length);
  expect(toolResults(run).at(-1)?.text).toContain('checked');
});

test('a background planner can’t stop without its plan either', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner'], ['plan']);
  let plan = '';
  const deliver = (asked: Asked) => {
    plan = told(asked, 'plan');
    return writes(world, 'plan', '# Plan')(asked);
  };
  const run = await session(world, {
    prompt: '/plan the login',
    args: edits,
    script: {
      main: [
        calls(agent('strategic-planner', true)),
        writes(world, 'research', '# R'),
        calls(agent('strategic-planner', true)),
        says('waiting'),
        says('planned'),
      ],
      agents: [[says('done'), deliver, says('written')]],
    },
  });
  expect(toolResults(run)[0]?.refused).toBe(true);
  expect(toAgents(run)).toContain('The plan is missing');
  expect(existsSync(join(world.project, plan))).toBe(true);
});

const writesFile = (world: World, path: string, content: string): ToolCall => ({
  name: 'Write',
  input: { file_path: join(world.project, path), content },
});

test('no code before a new test was seen to fail, whatever writes it; then test runs and a commit lead through /code', async () => {
  using world = freshWorld();
  team(world, [], ['code']);
  write(join(world.project, 'package.json'), '{"scripts": {"test": "test -f src/answer.ts"}}');
  const tests = calls(bash('npm test'));
  const run = await session(world, {
    prompt: '/code',
    args: [...edits, '--allowedTools', 'Bash'],
    script: {
      main: [
        calls(writesFile(world, 'src/answer.ts', 'export {}')),
        calls(bash('mkdir -p src && echo "export {}" > src/answer.ts')),
        tests,
        calls(writesFile(world, 'src/answer.test.ts', 'test("it")')),
        tests,
        calls(agent('general-purpose')),
        calls(writesFile(world, 'src/answer.ts', 'export {}')),
        tests,
        calls(bash('git add -A && git commit -qm answer')),
        says('coded'),
      ],
    },
  });
  const [byEditor, byShell, early, test, failed, helper, code, passed] = toolResults(run);
  expect(byEditor?.text).toContain('a new test that was seen to fail');
  expect(byShell?.text).toContain('a new test that was seen to fail');
  expect([test?.refused, failed?.refused, code?.refused, passed?.refused]).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(early?.refused).toBe(true);
  expect(whereIs(run, 'no test was written in phase `failing_test` yet')[0]).toStartWith('#3');
  expect(whereIs(run, 'phase `passing_test`')[0]).toStartWith('#5');
  expect(helper?.text).toContain('main conversation');
  for (const words of ['phase `refactor`', 'The change is tested and committed'])
    expect(whereIs(run, words)).not.toEqual([]);
  expect(pawlJson(world, ['workflow', 'status'])).toEqual([]);
});

test('when an agent runs the failing test, the next phase is announced to the conversation, not to the agent', async () => {
  using world = freshWorld();
  team(world, ['test-engineer'], ['code']);
  write(join(world.project, 'package.json'), '{"scripts": {"test": "false"}}');
  const run = await session(world, {
    prompt: '/code',
    args: [...edits, '--allowedTools', 'Bash'],
    script: {
      main: [calls(agent('test-engineer')), says('now the code')],
      agents: [
        [
          calls(writesFile(world, 'src/a.ts', 'export {}')),
          calls(writesFile(world, 'src/a.test.ts', 'test("it")')),
          calls(bash('npm test')),
          says('it fails as it should'),
        ],
      ],
    },
  });
  expect(toAgents(run)).toContain('a new test that was seen to fail');
  expect(toAgents(run)).toContain('finish here');
  expect(toAgents(run)).not.toContain('Write the code that makes the test pass');
  const toMain = JSON.stringify(run.requests.findLast((one) => one.kind === 'main')?.body);
  expect(toMain.match(/Write the code that makes the test pass/g)).toHaveLength(1);
});

test('another session in the same folder does not inherit a phase', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner'], ['plan']);
  const script = { main: [calls(agent('strategic-planner')), says('end')], agents: [[says('done')]] };
  const first = await session(world, { prompt: '/plan', args: edits, script });
  const second = await session(world, { prompt: 'go', args: edits, script });
  expect([toolResults(first)[0]?.refused, toolResults(second)[0]?.refused]).toEqual([true, false]);
});

testUnless(withoutTmux())('after /clear no phase is active', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner'], ['plan']);
  const planner = calls(agent('strategic-planner'));
  await using client = tui(world, {
    args: edits,
    script: {
      main: [planner, says('first turn over'), planner, says('second turn over')],
      agents: [[says('agent done')]],
    },
  });
  await client.shows(/❯/);
  await client.say('/plan');
  await client.shows(/first turn over/);
  await client.say('/clear');
  await client.shows(/^(?![\s\S]*first turn over)[\s\S]*❯/);
  await client.say('go');
  await client.shows(/second turn over/);
  const log = pawlJson<{ event: string; decision: string; session_id: string }[]>(world, [
    'log',
    '--limit',
    '100',
  ]);
  const launches = log.filter((one) => one.event === 'PreToolUse').map((one) => one.decision);
  expect(launches.reverse()).toEqual(['deny', 'pass']);
});

testUnless(withoutTmux())('after a compaction the phase is restored once', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner'], ['plan']);
  await using client = tui(world, {
    args: edits,
    script: { main: [says('first turn over'), says('second turn over'), says('third turn over')] },
  });
  await client.shows(/❯/);
  await client.say('/plan the login');
  await client.shows(/first turn over/);
  await client.say('/compact');
  await client.shows(/[Cc]ompacted/);
  await client.say('go on');
  await client.shows(/second turn over/);
  const after = JSON.stringify(client.requests.findLast((one) => one.kind === 'main')?.body?.messages);
  expect(after.match(/State before the compaction/g)).toHaveLength(1);
  expect(after).toContain('Workflow `plan`');
});

test('the client’s own commands and another plugin’s agent are left alone, with uncommitted code and our agents defined', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner', 'code-reviewer']);
  write(join(world.project, 'src/app.ts'), 'export {}');
  const plugin = join(world.root, 'feature-dev');
  write(join(plugin, '.claude-plugin/plugin.json'), '{"name": "feature-dev", "version": "1.0.0"}');
  write(
    join(plugin, 'agents/code-reviewer.md'),
    '---\nname: code-reviewer\ndescription: Reviews\n---\nReview.',
  );
  const args = [...edits, '--plugin-dir', plugin];
  for (const prompt of ['/code-review', '/review 123', '/plan the login']) {
    const run = await session(world, { prompt, args, script: { main: [says('done')] } });
    expect(JSON.stringify(run.requests.map((one) => one.body))).not.toMatch(
      /Workflow `(plan|code-review)`|strategic-planner \(/,
    );
    expect(result(run)).not.toContain('blocked by hook');
  }
  const run = await session(world, {
    args,
    script: {
      main: [calls(agent('feature-dev:code-reviewer')), calls(agent('code-reviewer')), says('done')],
      agents: [[says('fine')]],
    },
  });
  expect(toolResults(run).map((one) => one.refused)).toEqual([false, true]);
});

test('a handoff that the conversation ignores blocks its stop once', async () => {
  using world = freshWorld();
  team(world, ['builder', 'tester']);
  const run = await session(world, {
    args: edits,
    script: {
      main: [calls(agent('builder')), says('all done'), says('The tester is not needed.')],
      agents: [[handsOff]],
    },
  });
  // The client itself repeats the reason of a block as a system message.
  expect(whereIs(run, 'which was not started')).toEqual(['#2 user', '#2 system']);
  expect(result(run)).toBe('The tester is not needed.');
});

test('research that an earlier session committed lets the planner start', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner', 'research-specialist'], ['plan']);
  commit(
    world,
    'project/MS-01-work/researches/research_earlier_010126.md',
    '---\nsession: earlier\n---\n# Research',
  );
  const run = await session(world, {
    prompt: '/plan the login',
    args: edits,
    script: {
      main: [calls(agent('strategic-planner')), says('planned')],
      agents: [[writes(world, 'plan', '# Plan'), says('written')]],
    },
  });
  expect(toolResults(run)[0]).toMatchObject({ refused: false, text: expect.stringContaining('written') });
  expect(whereIs(run, 'milestone MS-01')).not.toEqual([]);
});
