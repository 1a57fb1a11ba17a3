// A session finishes what it began, proves it, and the next one remembers: in the real client.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { configure, install, launcher, pawl, pawlJson } from '../support/pawl.ts';
import { result, toolResults, whereIs } from '../support/read.ts';
import { bash, calls, type Scripted, says, type ToolCall } from '../support/script.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const insight = 'The greeter reads its text once at start, so a changed text needs a restart to be seen.';

const checkpoint = {
  self_report: { is_job_complete: true, code_changes_made: true, linters_pass: true, category: 'bugfix' },
  reflection: {
    what_was_done: 'Changed the greeting and looked at it',
    what_remains: 'none',
    key_insight: insight,
    search_terms: ['greeting', 'restart'],
  },
};

/** Writes the checkpoint with the version filled in, as an agent would. */
function writeCheckpoint(): ToolCall {
  const tests = [{ id: '1', type: 'unit', expected: 'a', actual: 'a', passed: true }];
  const body = JSON.stringify({
    ...checkpoint,
    verification: { tests_executed_at_version: 'VERSION', tests },
  });
  const file = '.claude/completion-checkpoint.json';
  return bash(
    `mkdir -p .claude && V=$(git rev-parse --short HEAD) && sed "s/VERSION/$V/" > ${file} <<'EOF'\n${body}\nEOF`,
  );
}

/** Does what the message says, word for word. */
const asTold: Scripted = (asked) => {
  const command = /`([^`]*bin\/pawl verify)`/.exec(JSON.stringify(asked.body?.messages.at(-1)))?.[1];
  return calls(bash(command ?? 'echo no command was named'));
};

const anything = { args: ['--permission-mode', 'bypassPermissions'], env: { IS_SANDBOX: '1' } };

function project(packs = { checkpoint: true, memory: true }): World {
  const world = freshWorld();
  configure(world, { packs, policies: { 'checkpoint/proof': { web_smoke: false } } });
  repository(world);
  write(join(world.project, 'Makefile'), 'test:\n\tgrep -q good greeting.txt\n');
  install(world);
  return world;
}

const edit = bash("echo 'good day' > greeting.txt");

test('after an edit a stop is blocked; after verify and a checkpoint it passes, and the next session gets the lesson', async () => {
  using world = project();
  const script = [
    calls(edit),
    says('done'),
    asTold,
    calls(writeCheckpoint()),
    says('proven'),
    says('not reached'),
  ];
  const run = await session(world, { script, ...anything });
  expect(whereIs(run, 'Stop hook feedback')[0]).toBe('#2 user');
  expect(whereIs(run, 'checkpoint/proof')[0]).toBe('#2 user');
  expect(toolResults(run).map(({ refused }) => refused)).toEqual([false, false, false]);
  expect(toolResults(run)[1]?.text).toContain('All passed');
  expect(result(run)).toBe('proven');
  const next = await session(world, { script: [says('hello')], ...anything });
  expect(whereIs(next, insight)).toContain('#0 system');
});

test('after two blocks in which it changed nothing, an agent may stop', async () => {
  using world = project();
  const script = [calls(edit), says('one'), says('two'), says('three'), says('four')];
  const run = await session(world, { script, ...anything });
  expect(result(run)).toBe('three');
  const [stop] = pawlJson<{ notes?: string[] }[]>(world, ['log', '--event', 'Stop', '--limit', '1']);
  expect(stop?.notes?.join()).toContain('2 blocks in a row changed nothing');
});

test('todos block a stop once and are restored when the session is resumed', async () => {
  using world = project({ checkpoint: false, memory: false });
  const todos = [
    { content: 'write the parser', status: 'in_progress', activeForm: 'writing' },
    { content: 'write the docs', status: 'pending', activeForm: 'writing' },
  ];
  const env = { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1', CLAUDE_CODE_ENABLE_TASKS: '0', ENABLE_TOOL_SEARCH: '0' };
  const script = [calls({ name: 'TodoWrite', input: { todos } }), says('one'), says('two')];
  const run = await session(world, { script, env });
  expect(whereIs(run, 'tasks/finish')).toContain('#2 user');
  expect(result(run)).toBe('two');
  const id = run.lines.find((line) => line.session_id)!.session_id!;
  const again = await session(world, { script: [says('hello'), says('end')], env, args: ['--resume', id] });
  expect(whereIs(again, 'reason="session_resumed"')).not.toEqual([]);
  const fork = await session(world, {
    script: [says('hello'), says('end')],
    env,
    args: ['--resume', id, '--fork-session'],
  });
  expect(whereIs(fork, 'session_forked')).not.toEqual([]);
});

test('after a compaction the tasks are there, and changed code still needs evidence', async () => {
  using world = project();
  const add = bash(`${launcher(world)} task add "restart the greeter" && ${launcher(world)} task start 1`);
  const first = await session(world, {
    script: [calls(edit), calls(add), says('one'), says('two'), says('three')],
    ...anything,
  });
  const id = first.lines.find((line) => line.session_id)!.session_id!;
  const script = {
    main: [says('after'), says('end'), says('end')],
    summary: '<summary>nothing much</summary>',
  };
  const compacted = await session(world, {
    script,
    prompt: '/compact',
    ...anything,
    args: [...anything.args, '--resume', id],
  });
  expect(compacted.code).toBe(0);
  const starts = pawlJson<{ label: string }[]>(world, ['log', '--event', 'SessionStart', '--limit', '1']);
  expect(starts[0]?.label).toBe('compact');
  const goOn = { ...script, main: [calls(bash("echo 'good night' > greeting.txt")), ...script.main] };
  const after = await session(world, { script: goOn, ...anything, args: [...anything.args, '--resume', id] });
  expect(whereIs(after, 'restart the greeter')).not.toEqual([]);
  expect(whereIs(after, 'checkpoint/proof')).not.toEqual([]);
});

test('the agent’s MCP tools work once init has registered them', async () => {
  using world = project();
  pawl(world, ['init', '--mcp']);
  const add = { name: 'mcp__pawl__task_add', input: { tasks: ['from the model'] } };
  const status = { name: 'mcp__pawl__status', input: {} };
  const script = [calls(add), calls(status), says('end')];
  const run = await session(world, {
    script,
    ...anything,
    env: { ...anything.env, ENABLE_TOOL_SEARCH: '0' },
  });
  const [added, stated] = toolResults(run);
  expect(added).toMatchObject({ refused: false, text: expect.stringContaining('from the model') });
  const id = run.lines.find((line) => line.session_id)!.session_id!;
  expect(JSON.parse(stated!.text)).toMatchObject({ session_id: id, tasks: [{ content: 'from the model' }] });
});

const taskTools = { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1', ENABLE_TOOL_SEARCH: '0' };

test('the client’s own task tools feed the same list', async () => {
  using world = project({ checkpoint: false, memory: false });
  const update = (status: string) => calls({ name: 'TaskUpdate', input: { taskId: '1', status } });
  const create = { name: 'TaskCreate', input: { subject: 'count the stars', description: 'all of them' } };
  const script = [calls(create), update('in_progress'), says('one'), update('completed'), says('two')];
  const run = await session(world, { script, env: taskTools });
  expect(whereIs(run, 'mark it completed with TaskUpdate')[0]).toBe('#3 user');
  expect(result(run)).toBe('two');
  const tasks = pawlJson<{ content: string; status: string }[]>(world, ['task', 'list', '--all']);
  expect(tasks).toMatchObject([{ content: 'count the stars', status: 'completed' }]);
});

test('a slash command gives one reminder, although two events report it', async () => {
  using world = project({ checkpoint: false, memory: false });
  write(join(world.project, '.claude/commands/tidy.md'), 'Tidy up: $ARGUMENTS');
  const run = await session(world, { script: [says('end')], prompt: '/tidy the attic' });
  const asked = JSON.stringify(run.requests.find(({ kind }) => kind === 'main')?.body);
  expect(asked.split('<skill-todo-enforcement>')).toHaveLength(2);
  const events = pawlJson<{ event: string }[]>(world, ['log', '--limit', '50']).map(({ event }) => event);
  expect(events).toContain('UserPromptExpansion');
});

test('a stop is not blocked while an agent works in the background, but after it has ended', async () => {
  using world = project({ checkpoint: false, memory: false });
  const todos = [{ content: 'wait for the agent', status: 'in_progress', activeForm: 'waiting' }];
  const agent = { description: 'helper', prompt: 'help', subagent_type: 'general-purpose' };
  const script = {
    main: [
      calls({ name: 'TodoWrite', input: { todos } }),
      calls({ name: 'Agent', input: agent }),
      says('waiting'),
      says('heard'),
      says('end'),
    ],
    agents: [[{ text: 'helped', delayMs: 1_500 }]],
  };
  await session(world, { script, env: { ...taskTools, CLAUDE_CODE_ENABLE_TASKS: '0' } });
  const stops = pawlJson<{ decision: string; notes?: string[] }[]>(world, [
    'log',
    '--event',
    'Stop',
  ]).reverse();
  expect(stops[0]).toMatchObject({ decision: 'pass', notes: [expect.stringContaining('is still running')] });
  expect(stops[1]).toMatchObject({ decision: 'block' });
});
