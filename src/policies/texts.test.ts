// Tests the texts of policies in situations that their examples leave out: one or many, long lists, other sources.
import { expect, test } from 'bun:test';
import { bash, on, prompt, sessionStart, stop, tool } from '../core/examples.ts';
import type { Example, Policy } from '../core/policy.ts';
import type { Verdict } from '../core/verdict.ts';
import { verdictsFor } from '../user-policies/run-examples.ts';
import { allPolicies } from './registry.ts';

/** The event and facts of an example, typed loosely because most of these are computed. */
type Situation = { [part in 'given' | 'options' | 'state']?: unknown } & { event: unknown };

async function verdicts(id: string, situation: Situation): Promise<Verdict[]> {
  const policy = allPolicies().find((policy) => policy.id === id) as Policy;
  return verdictsFor(policy, { ...situation, expect: 'pass' } as Example);
}

/** The reasons and texts of all verdicts, as one text. */
async function said(id: string, situation: Situation): Promise<string> {
  return (await verdicts(id, situation))
    .map((verdict) => ('reason' in verdict ? verdict.reason : 'text' in verdict ? verdict.text : ''))
    .join('\n');
}

const names = (count: number, prefix = 'f') => Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`);
const granted = { grants: [{}] };
const task = (status: string, more: object = {}) => ({ content: 'Write the parser', status, ...more });

test('a long list of files is cut, and the rest is counted', async () => {
  const dirty = (count: number) => ({
    event: stop(),
    given: { ...granted, work: { changes: names(count) } },
  });
  expect(await said('autonomy/commit-first', dirty(5))).toEndWith('in f1, f2, f3, f4, f5');
  expect(await said('autonomy/commit-first', dirty(7))).toEndWith('in f1, f2, f3, f4, f5 and 2 more');
  const docs = (count: number) => ({
    event: stop(),
    given: { files: { 'README.md': '' }, work: { changes: names(count, 'src/f') } },
  });
  expect(await said('docs/update', docs(5))).toContain(
    'changed src/f1, src/f2, src/f3, src/f4, src/f5 but no',
  );
  expect(await said('docs/update', docs(6))).toContain('src/f5 and 1 more but no documentation');
  const merge = (count: number) => ({
    event: sessionStart(),
    given: { git: { operation: 'rebase', branch: 'main', conflicts: names(count) } },
  });
  expect(await said('session/repository-state', merge(0))).toBe(
    'A rebase is in progress in this repository on branch main. Before other work, finish it (`git rebase --continue`), or ask the person whether to abort it (`git rebase --abort`).',
  );
  expect(await said('session/repository-state', merge(10))).toContain(
    'Unresolved: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10. Before',
  );
  expect(await said('session/repository-state', merge(12))).toContain('f10 and 2 more. Before');
});

test('a repository without a branch is described without one', async () => {
  const event = sessionStart();
  expect(
    await said('session/repository-state', { event, given: { git: { operation: 'merge' } } }),
  ).toStartWith('A merge is in progress in this repository. Before');
});

test('unresolved conflicts block a turn that did work, and are named', async () => {
  const given = (conflicts: string[], worked = true) => ({
    event: stop(),
    given: { git: { operation: 'merge', conflicts }, work: { worked } },
  });
  expect(await said('session/unfinished-merge', given(['a']))).toBe(
    'A merge is unfinished: a still has conflicts',
  );
  expect(await said('session/unfinished-merge', given(['a', 'b']))).toBe(
    'A merge is unfinished: a, b still have conflicts',
  );
  expect(await said('session/unfinished-merge', given(names(11)))).toContain('f9, f10 still');
  expect(await said('session/unfinished-merge', given([]))).toBe('');
  expect(await said('session/unfinished-merge', given(['a'], false))).toBe('');
  expect(await verdicts('session/unfinished-merge', given(['a']))).toMatchObject([
    { kind: 'block', once: true },
  ]);
});

test('other sessions in the directory are named with their role, state and process', async () => {
  const neighbour = (name: string, more: object = {}) => ({ name, state: 'waiting_input', ...more });
  const meets = (source: string, ...neighbours: object[]) => ({
    event: sessionStart(source),
    given: { session: { neighbours } },
  });
  expect(
    await said('session/neighbours', meets('startup', neighbour('a', { role: 'lead', pid: 7 }))),
  ).toStartWith('1 other session works in this directory: a (lead, waiting input, process 7). Use');
  expect(await said('session/neighbours', meets('resume', neighbour('a'), neighbour('b')))).toStartWith(
    '2 other sessions work in this directory: a (waiting input), b (waiting input). Use',
  );
  const many = names(9).map((name) => neighbour(name));
  const text = await said('session/neighbours', meets('startup', ...many));
  const shown = text.match(/\(waiting input\)/g)!.length;
  expect(text).toContain(` and ${9 - shown} more. Use`);
  for (const source of ['compact', 'clear'])
    expect(await said('session/neighbours', meets(source, neighbour('a')))).toBe('');
});

test('a worker reports to the session that started it', async () => {
  const worker = (env: Record<string, string>, more: Record<string, string | boolean> = {}) => ({
    event: stop(more),
    given: { env: { CLAUDE_SESSION_MODE: 'background', ...env } },
  });
  const send = async (env: Record<string, string>) =>
    JSON.stringify(await verdicts('session/report', worker(env)));
  expect(await send({ CLAUDE_PARENT_SESSION_ID: 'p1', CLAUDE_CONVERSATION_ID: 'c1' })).toContain(
    'pawl send p1 ',
  );
  expect(await send({ CLAUDE_CONVERSATION_ID: 'c1' })).toContain('pawl send c1 ');
  expect(await send({})).toContain('pawl send SESSION ');
  expect(await verdicts('session/report', worker({}))).toMatchObject([{ kind: 'block', once: true }]);
  expect(await said('session/report', worker({}, { stop_hook_active: true }))).toBe('');
  expect(await said('session/report', worker({}, { agent_id: 'a1' }))).toBe('');
});

test('a notification names the project and what is needed', async () => {
  const note = (notification_type: string, more: object = {}, options: object = {}) => ({
    event: on('Notification', { notification_type, message: 'Claude is waiting' }),
    given: more,
    options: options,
  });
  const needs = { session: { needs: 'a permission' } };
  expect(await verdicts('session/call-person', note('permission_prompt', needs))).toMatchObject([
    { kind: 'tell', text: 'project: a permission', alert: expect.any(String) },
  ]);
  expect(await said('session/call-person', note('permission_prompt'))).toBe('project: Claude is waiting');
  expect(await said('session/call-person', note('idle_prompt', needs))).toBe('');
  expect(await said('session/call-person', note('idle_prompt', needs, { idle: true }))).toBe(
    'project: Claude is waiting',
  );
  expect(await said('session/call-person', note('auth_success', needs, { idle: true }))).toBe('');
});

test('`/pawl allow-once` tells the person and the model the result, whatever it is', async () => {
  const typed = (more: object = {}, given: object = {}) => ({
    event: on('UserPromptExpansion', {
      expansion_type: 'slash_command',
      command_name: 'pawl',
      command_args: 'allow-once',
      ...more,
    }),
    given: { env: { CLAUDE_CODE_ENTRYPOINT: 'cli' }, ...given },
  });
  const kinds = async (situation: Situation) =>
    (await verdicts('session/allow-once', situation)).map(({ kind }) => `${kind}`);
  const both = ['tell', 'inject'];
  expect(await kinds(typed({}, { refused: 'rm -rf x' }))).toEqual(both);
  expect(await said('session/allow-once', typed({}, { refused: 'y'.repeat(400) }))).toContain(
    `${'y'.repeat(299)}…`,
  );
  expect(await kinds(typed())).toEqual(both);
  expect(await said('session/allow-once', typed())).toContain('there is nothing to allow');
  const refusals: [Situation, string][] = [
    [typed({ agent_id: 'a1' }), 'nobody typed it at a keyboard'],
    [typed({}, { env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-py' } }), 'nobody typed it at a keyboard'],
    [typed({}, { env: {} }), 'nobody typed it at a keyboard'],
    [typed({}, granted), 'this session works alone'],
    [typed({}, { whyNotByPerson: 'a program did' }), 'a program did'],
    [typed({}, { whyNotTyped: 'it was pasted' }), 'it was pasted'],
  ];
  for (const [situation, why] of refusals) {
    expect(await kinds(situation)).toEqual(both);
    expect(await said('session/allow-once', situation)).toContain(
      `\`/pawl allow-once\` does not count here: ${why}.`,
    );
  }
  for (const more of [
    { expansion_type: 'mcp_prompt' },
    { command_name: 'pawls' },
    { command_args: 'allow-once x' },
    { command_args: 'allow' },
    { command_args: undefined },
  ])
    expect(await kinds(typed(more))).toEqual([]);
});

test('a typed command gives a grant with the terms in the config', async () => {
  const typed = (named: unknown, given: object = {}, options: object = {}) => ({
    event: on('UserPromptExpansion', { expansion_type: 'slash_command', command_name: 'go' }),
    given: { env: { CLAUDE_CODE_ENTRYPOINT: 'cli' }, ...given },
    options: { commands: { go: named }, ...options },
  });
  const grant = (situation: Situation) => said('autonomy/typed-command', situation);
  expect(await grant(typed({}))).toContain('(grant g2, go) until it has been idle for 8 h.');
  expect(await grant(typed({ mode: 'build', for: '90m' }))).toContain(
    '(grant g2, build) until it has been idle for 90 min',
  );
  expect(await grant(typed({ for: '2d' }))).toContain('idle for 2 d');
  expect(await grant(typed({ for: '30d' }))).toContain('idle for 7 d');
  expect(await grant(typed({ for: 'soon' }))).toContain('idle for 8 h');
  expect(await grant(typed({ for: 'x1h' }))).toContain('idle for 8 h');
  expect(await grant(typed({ allow: ['a', 'b'] }))).toContain('(grant g2, go, with a, b)');
  expect(await grant(typed({ allow: ['a'] }, granted))).toContain('It does not include a, because');
  expect(await grant(typed({}, { whyNotTyped: 'it was pasted' }))).toBe(
    '/go gives no grant here: it was pasted. Run `pawl grant --for 8h` in your own terminal instead.',
  );
  expect(await grant(typed({ for: '90m' }, { whyNotTyped: 'it was pasted' }))).toContain(
    '`pawl grant --for 90m`',
  );
  expect(await grant(typed({}, { env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' } }))).toBe('');
  expect(await grant(typed({}, { env: {} }))).toBe('');
  expect(await grant(typed({}, { env: {} }, { unattended: true }))).toContain('grant g2');
  expect(await grant(typed({}, { whyNotByPerson: 'x' }))).toBe('');
});

test('a session that works alone is told so after a skill, and at its start', async () => {
  const skill = on('PostToolUse', { tool_name: 'Skill', tool_input: { skill: 'plan' } });
  expect(await said('autonomy/continue', { event: skill, given: granted })).toStartWith(
    'The skill plan has finished,',
  );
  const unnamed = on('PostToolUse', { tool_name: 'Skill', tool_input: {} });
  expect(await said('autonomy/continue', { event: unnamed, given: granted })).toStartWith(
    'The skill has finished,',
  );
  expect(await verdicts('autonomy/continue', { event: skill, given: granted })).toMatchObject([
    { again: true },
  ]);
  const [start] = await verdicts('autonomy/continue', { event: sessionStart(), given: granted });
  expect(start).not.toHaveProperty('again');
});

test('which permission dialogs a grant approves', async () => {
  const dialog = (name: string, more: object = {}, options: object = {}) => ({
    event: on('PermissionRequest', { tool_name: name, tool_input: {}, ...more }),
    given: granted,
    options: options,
  });
  const approved = async (situation: Situation) => (await verdicts('autonomy/approve', situation)).length > 0;
  expect(await approved(dialog('Edit'))).toBe(true);
  expect(await approved(dialog('Edit', { permission_mode: 'plan' }))).toBe(false);
  expect(await approved(dialog('ExitPlanMode', { permission_mode: 'plan' }))).toBe(true);
  expect(await approved(dialog('AskUserQuestion', { permission_mode: 'plan' }))).toBe(true);
  expect(await approved(dialog('AskUserQuestion', {}, { questions: 'ask' }))).toBe(false);
  expect(await approved(dialog('Edit', {}, { never: ['Ed*'] }))).toBe(false);
  expect(await approved(dialog('Edit', { agent_id: 'a1' }, { subagents: false }))).toBe(false);
  expect(await approved(dialog('Edit', { agent_id: 'a1' }, { subagents: true }))).toBe(true);
});

test('a prompt that asks to read the documentation is recognised, and one that only mentions it is not', async () => {
  const reads = (text: string) =>
    said('docs/read', { event: prompt(text), given: { files: { 'docs/index.md': '' } } });
  for (const text of ['read the docs', 'Please read all docs', 'read our project docs', 'read these docs'])
    expect(await reads(text), text).toContain('1. docs/index.md');
  for (const text of [
    'I read the docs',
    'you have read the docs',
    'had read the docs',
    'already read the docs',
    'read docs',
    'reread the docs',
    'read the docstring',
  ])
    expect(await reads(text), text).toBe('');
  const [verdict] = await verdicts('docs/read', {
    event: prompt('read the docs'),
    given: { files: { 'docs/index.md': '' } },
  });
  expect(verdict).toMatchObject({ kind: 'inject', again: true });
});

test('tasks in progress block a stop, pending ones are only named', async () => {
  const ends = (...mine: object[]) => ({ event: stop(), given: { tasks: { mine }, work: { worked: true } } });
  expect(await said('tasks/finish', ends(task('in_progress')))).toStartWith('A task is still in progress:');
  expect(await said('tasks/finish', ends(task('in_progress')))).toContain('Finish it. If it is done,');
  const two = ends(task('in_progress'), task('in_progress'));
  expect(await said('tasks/finish', two)).toStartWith('2 tasks are still in progress:');
  expect(await said('tasks/finish', two)).toContain('Finish them. When they are done,');
  expect(await verdicts('tasks/finish', two)).toMatchObject([{ kind: 'block', once: true }]);
  expect(await verdicts('tasks/finish', ends(task('pending'), task('pending')))).toMatchObject([
    { kind: 'tell', text: 'Pending tasks: Write the parser; Write the parser', again: false },
  ]);
  expect(await said('tasks/finish', ends(task('completed')))).toBe('');
});

test('a prompt for work shows the list, in plan mode or if there is one', async () => {
  const asks = (
    text: string,
    more: Record<string, string | boolean> = {},
    mine: object[] = [task('pending')],
  ) => ({
    event: prompt(text, more),
    given: { tasks: { mine } },
  });
  expect(await said('tasks/remind', asks('please implement the login page'))).toStartWith('<active-todos>');
  expect(await said('tasks/remind', asks('please implement the login page', {}, []))).toStartWith(
    '<todo-reminder>',
  );
  expect(await said('tasks/remind', asks('/review x', { permission_mode: 'plan' }))).toStartWith(
    '<active-todos>',
  );
  expect(await said('tasks/remind', asks('please implement it', { permission_mode: 'plan' }, []))).toBe('');
});

test('restored tasks name the next step', async () => {
  const resumed = (...mine: object[]) => ({ event: sessionStart('resume'), given: { tasks: { mine } } });
  expect(await said('tasks/restore', resumed(task('in_progress')))).toContain(
    'Continue with the task in progress; when it is done,',
  );
  expect(await said('tasks/restore', resumed(task('pending')))).toContain(
    'Continue with the next task; when a task is done,',
  );
  expect(await said('tasks/restore', resumed(task('in_progress'), task('in_progress')))).toContain(
    'when a task is done,',
  );
  const left = (...left_over: object[]) => ({ event: sessionStart(), given: { tasks: { left_over } } });
  expect(await said('tasks/restore', left(task('pending')))).toContain(
    'Earlier sessions left this task unfinished',
  );
  expect(await said('tasks/restore', left(task('pending')))).toContain(
    'To take it up, run `~/.pawl/bin/pawl task start 1`',
  );
  expect(await said('tasks/restore', left(task('pending')))).toEndWith('Otherwise leave it.');
  const two = left(task('pending'), task('pending', { session_id: '' }));
  expect(await said('tasks/restore', two)).toContain('The person added this task for this project');
  expect(await said('tasks/restore', two)).toContain('To take one up, run `~/.pawl/bin/pawl task start N`');
  expect(await said('tasks/restore', two)).toEndWith('Otherwise leave them.');
  expect(
    (await said('tasks/restore', left(...names(21).map(() => task('pending'))))).match(/Write the parser/g),
  ).toHaveLength(20);
});

test('a single task in progress is the next step, also among others', async () => {
  const given = { tasks: { mine: [task('pending'), task('in_progress')] } };
  expect(await said('tasks/restore', { event: sessionStart('resume'), given })).toContain(
    'Continue with the task in progress; when it is done,',
  );
});

test('the commands for tasks are given once; later reminders name only the first', async () => {
  const asks = (given: object) =>
    said('tasks/remind', { event: prompt('please implement the login page'), given });
  const first = await asks({});
  expect(first).toContain('task start');
  expect(await asks({ session: { said: ['task-tool'] } })).toContain(
    'first (`~/.pawl/bin/pawl task add "…"`) and',
  );
  const mcp = { tasks: { tool: 'mcp' } };
  expect(await asks({ ...mcp, session: { said: ['task-tool'] } })).toBe(await asks(mcp));
});

test('a session is reminded of its status after two minutes', async () => {
  const at = (minutes: number, more: Record<string, string> = {}) =>
    said('session/status', { event: prompt('x', more), given: { session: { minutes } } });
  expect(await at(1.99)).toBe('');
  expect(await at(2)).toContain('This session has no status yet.');
  expect(await at(2, { agent_id: 'a1' })).toBe('');
});

test('a warning about the context gives its use and, from 80 % on, the command that keeps a note', async () => {
  const used = (context: number, event: object = prompt('x')) => ({
    event: event,
    given: { session: { context } },
  });
  expect(await said('session/context-use', used(59))).toBe('');
  expect(await said('session/context-use', used(60))).toStartWith(
    'The context of this session is 60 % full (120,000 of 200,000 tokens).',
  );
  const kept = 'Keep the note with `pawl status --note';
  expect(await said('session/context-use', used(60))).not.toContain(kept);
  expect(await said('session/context-use', used(90))).toContain(kept);
  expect((await verdicts('session/context-use', used(60, stop())))[0]?.kind).toBe('inject');
  expect((await verdicts('session/context-use', used(95, stop())))[0]?.kind).toBe('block');
});

test('messages that do not fit into one answer are delivered with the next', async () => {
  const mail = (...lengths: number[]) => ({
    event: stop(),
    given: {
      session: { mail: lengths.map((length, n) => ({ id: `${n}`, text: `${n}`.repeat(length) })) },
    },
  });
  expect(await said('session/messages', mail(20_000))).toHaveLength(20_000);
  expect(await said('session/messages', mail(4_498, 4_498))).toHaveLength(2 * 4_498 + 2);
  expect(await said('session/messages', mail(4_498, 4_499))).toHaveLength(4_498);
});

test('notes come back only after a compaction or a clear, and can’t close the element that quotes them', async () => {
  const notes = { written: { at: Date.UTC(2026, 0, 1) - 60_000, text: 'a </note> b' } };
  const start = (source: string, more: Record<string, string | boolean> = {}) => ({
    event: sessionStart(source, more),
    given: { session: { notes } },
  });
  for (const source of ['compact', 'clear'])
    expect(await said('session/notes', start(source))).toBe(
      '1 min ago, before its context was reset, this session noted:\n<note>\na <\\/note> b\n</note>',
    );
  for (const source of ['startup', 'resume']) expect(await said('session/notes', start(source))).toBe('');
  expect(await said('session/notes', start('compact', { agent_id: 'a1' }))).toBe('');
});

test('an unknown agent is refused, and the nearest known one or a list is suggested', async () => {
  const starts = (name: unknown, known: string[]) => ({
    event: tool('Agent', { subagent_type: name as string, prompt: 'x' }),
    given: { agents: { known } },
  });
  const [misspelled] = await verdicts('workflow/known-agents', starts('buidler', ['builder', 'tester']));
  expect(misspelled).toMatchObject({
    reason: 'There is no agent “buidler” here; “builder” is the nearest',
    instead: 'start builder',
  });
  const [unknown] = await verdicts('workflow/known-agents', starts('zzzzzzzz', names(25, 'agent')));
  expect(unknown).toMatchObject({ reason: 'There is no agent “zzzzzzzz” here' });
  expect((unknown as { instead: string }).instead.split(', ')).toHaveLength(20);
  for (const name of ['', 'plugin:agent', undefined, 'builder'])
    expect(await verdicts('workflow/known-agents', starts(name, ['builder']))).toEqual([]);
});

test('at most three mistakes in workflows are shown to the person at the start', async () => {
  const broken = Object.fromEntries(names(5, 'w').map((name) => [name, 'x']));
  const start = (source: string) => ({
    event: sessionStart(source),
    given: { workflow: { workflows: broken } },
  });
  const text = await said('workflow/broken', start('startup'));
  expect(text).toContain('The config has mistakes in its workflows. ');
  expect(text.match(/; /g)).toHaveLength(2);
  expect(await said('workflow/broken', start('resume'))).toBe(text);
  expect(await said('workflow/broken', start('compact'))).toBe('');
});

test('a notification that the client sends as a prompt recalls no memories', async () => {
  const recalls = (text: string) =>
    said('memory/recall', { event: prompt(text), given: { memory: { memories: [{}] } } });
  expect(await recalls('<task-notification>x')).toBe('');
  expect(await recalls('why a < b')).toContain('<memories count="1">');
  expect(await recalls('is it a <')).toContain('<memories count="1">');
});

test('the first five files that a session changed are named', async () => {
  const ends = (count: number) => ({ event: stop(), given: { work: { changes: names(count, 'src/f') } } });
  expect(await said('checkpoint/proof', ends(5))).toStartWith(
    'This session changed src/f1, src/f2, src/f3, src/f4, src/f5. To do:\n1. ',
  );
  expect(await said('checkpoint/proof', ends(7))).toContain('src/f5 and 2 more. To do:');
});

test('a handoff counts only if the tests and the build passed after the agent’s changes', async () => {
  const project = { 'package.json': '{"scripts":{"test":"x","build":"y"}}', 'src/a.ts': '' };
  const ends = (evidence: object[], more: object = {}) => ({
    event: on('SubagentStop', {
      agent_id: 'a1',
      agent_type: 'builder',
      stop_hook_active: false,
      last_assistant_message: 'Use the tester subagent to check it',
    }),
    given: {
      files: project,
      agents: { known: ['builder', 'tester'] },
      work: { changes: ['src/a.ts'], evidence, ...more },
    },
  });
  const testRun = { kind: 'test', command: 'npm test' };
  const build = { kind: 'build', command: 'npm run build' };
  const text = (...evidence: object[]) => said('handoff/evidence', ends(evidence));
  expect(await text()).toBe(
    'The handoff does not count yet. `npm run test` was not run, or a pipe or `;` hid its exit code.\n`npm run build` was not run, or a pipe or `;` hid its exit code.',
  );
  expect(await text(testRun)).toBe(
    'The handoff does not count yet. `npm run build` was not run, or a pipe or `;` hid its exit code.',
  );
  expect(await text(testRun, build)).toBe('');
  expect(await text({ ...testRun, ok: false, tail: 'boom' }, build)).toBe(
    'The handoff does not count yet. `npm run test` failed:\nboom',
  );
  expect(await text({ ...testRun, ok: false, tail: 'x'.repeat(2_000) }, build)).toEndWith(
    `failed:\n${'x'.repeat(1_500)}`,
  );
  expect(await text({ ...testRun, ok: false, at: 1 }, { ...testRun, at: 2 }, build)).toBe('');
  expect(await text({ ...testRun, at: 1 }, { ...testRun, ok: false, at: 2, tail: 'boom' }, build)).toContain(
    'failed',
  );
  expect(await text({ ...testRun, command: 'npm test -- a.ts' }, build)).toBe(
    'The handoff does not count yet. `npm run test` was not run, only `npm test -- a.ts`.',
  );
  expect(await text({ ...testRun, stale: 'there was a deploy' }, build)).toContain(
    'no longer counts: there was a deploy.',
  );
  expect(await said('handoff/evidence', ends([], { changes: ['README.md'] }))).toBe('');
});

test('a command that another one runs is named with that one', async () => {
  expect(await said('guard/publish', { event: bash('npm publish') })).not.toContain('through');
  expect(await said('guard/publish', { event: bash('timeout 5 npm publish') })).toMatch(
    /[^.] \(`npm publish`, through timeout\)$/,
  );
});

test('a server’s question is refused for a session that works alone, unless the server is named', async () => {
  const asks = (options: object) => ({
    event: on('Elicitation', { mcp_server_name: 'jira', message: 'Which project?' }),
    given: granted,
    options: options,
  });
  expect(await said('autonomy/elicitation', asks({}))).toStartWith(
    'No person is available to answer the MCP server jira;',
  );
  expect(await said('autonomy/elicitation', asks({ servers: ['jira'] }))).toBe('');
  expect(await said('autonomy/elicitation', asks({ servers: ['other'] }))).toContain('jira');
});

test('processes that a command would end are counted and named', async () => {
  const own = { pid: 7, program: 'node', folder: '/home/me/project', owner: 'project' as const };
  const other = { pid: 9, program: 'postgres', folder: undefined, owner: 'other' as const };
  const kills = (...processes: object[]) => ({ event: bash('killall node'), given: { processes } });
  const found = (...processes: object[]) => said('guard/processes', kills(...processes));
  expect(await found()).toBe('no process matches');
  expect(await found(own)).toBe('1 process, in this project');
  expect(await found(own, own)).toBe('2 processes, all in this project');
  expect(await found({ ...own, owner: 'session' })).toBe('1 process, started by this session');
  expect(await found({ ...own, owner: 'session' }, own)).toBe('2 processes, all in this project');
  expect(await found(other)).toStartWith(
    'Ends 1 process that does not belong to this project: 9 (postgres in a folder that can’t be seen)',
  );
  expect(await found(other, { ...other, owner: 'client' })).toStartWith(
    'Ends 2 processes that do not belong to this project: 9 (postgres in a folder that can’t be seen), 9 (postgres in a folder that can’t be seen, which this session runs in)',
  );
  expect(await found(...names(7).map(() => other))).toContain('and 2 more');
  const [mixed] = await verdicts('guard/processes', kills(own, other));
  expect(mixed).toMatchObject({ instead: 'kill 7' });
  const [foreign] = await verdicts('guard/processes', kills(other));
  expect(foreign).toMatchObject({ instead: 'kill PID, with the number of the process you mean' });
  const [many] = await verdicts('guard/processes', kills(other, ...names(25).map(() => own)));
  expect((many as { instead: string }).instead.split(' ')).toHaveLength(21);
});
