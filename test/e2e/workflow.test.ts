// Workflows and handoffs in the real client, with scripted agents.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, session } from '../support/client.ts';
import { repository } from '../support/git.ts';
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

test('a planner is refused without research, and allowed with it; it learns what it owes and delivers it', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner'], ['plan']);
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

test('a reviewer is kept working until its report has what it needs', async () => {
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

test('two agents that end together hand off once each', async () => {
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

test('a handoff of a background agent reaches the parent with the note of its end, once', async () => {
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

test('a background planner is held to its plan, too', async () => {
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

test('real test runs and a commit lead through /code', async () => {
  using world = freshWorld();
  team(world, [], ['code']);
  write(join(world.project, 'package.json'), '{"scripts": {"test": "test -f src/answer.ts"}}');
  const tests = calls(bash('npm test'));
  const run = await session(world, {
    prompt: '/code',
    args: [...edits, '--allowedTools', 'Bash'],
    script: {
      main: [
        tests,
        calls(agent('general-purpose')),
        calls({
          name: 'Write',
          input: { file_path: join(world.project, 'src/answer.ts'), content: 'export {}' },
        }),
        tests,
        calls(bash('git add -A && git commit -qm answer')),
        says('coded'),
      ],
    },
  });
  const [failed, refused, , passed] = toolResults(run);
  expect([failed?.refused, refused?.refused, passed?.refused]).toEqual([true, true, false]);
  expect(refused?.text).toContain('main conversation');
  for (const phase of ['phase passing_test', 'phase refactor', 'the review comes next'])
    expect(whereIs(run, phase)).not.toEqual([]);
  expect(pawlJson(world, ['workflow', 'status'])).toEqual([]);
});

test('another session in the same folder does not inherit a phase', async () => {
  using world = freshWorld();
  team(world, ['strategic-planner'], ['plan']);
  const script = { main: [calls(agent('strategic-planner')), says('end')], agents: [[says('done')]] };
  const first = await session(world, { prompt: '/plan', args: edits, script });
  const second = await session(world, { prompt: 'go', args: edits, script });
  expect([toolResults(first)[0]?.refused, toolResults(second)[0]?.refused]).toEqual([true, false]);
});

testUnless(withoutTmux())('after /clear there is no phase any more', async () => {
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

testUnless(withoutTmux())('after a compaction the phase is there again, once', async () => {
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
  expect(after).toContain('Workflow plan');
});
