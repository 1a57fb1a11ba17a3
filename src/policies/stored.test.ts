// Tests what policies store. Their examples show only what they say.
import { expect, test } from 'bun:test';
import { parseEvent } from '../core/event.ts';
import { on, prompt, sessionStart, stop, tool } from '../core/examples.ts';
import { type Context, type Example, optionValues, type Policy } from '../core/policy.ts';
import type { Verdict } from '../core/verdict.ts';
import { fakeFacts } from '../facts/fake/facts.ts';
import { allPolicies } from './registry.ts';
import { announcements } from './workflow/shared/announce.ts';

/** The facts through which a policy stores something. */
const stores = {
  tasks: ['markOffered', 'replace', 'put', 'takeOver', 'cleanUp'],
  session: ['once', 'oncePerContext', 'markReachable', 'markUnreachable', 'keepLastMessage', 'notes'],
  memory: ['countInjected', 'save', 'recall'],
  handoffs: ['put', 'markTaken', 'markTold', 'markReminded'],
  work: ['snapshot', 'addEvidence', 'invalidateEvidence'],
  grants: ['request', 'renew', 'end'],
  workflow: ['save'],
} as const;

type Methods = Record<string, (...args: unknown[]) => unknown>;
type Situation = Pick<Example, 'event' | 'given' | 'options' | 'state'>;

/** Returns what the policy stores, as `[method, …arguments]`, and what it says. */
async function run(id: string, { event, given, options, state: before }: Situation) {
  const policy = allPolicies().find((policy) => policy.id === id) as Policy;
  const parsed = parseEvent(JSON.stringify(event));
  if (parsed.kind !== 'event') throw new Error('no event');
  const stored: unknown[][] = [];
  const facts = fakeFacts(parsed.event, given);
  for (const [name, methods] of Object.entries(stores)) {
    const part = facts[name as keyof typeof stores] as unknown as Methods;
    for (const method of methods) {
      const real = part[method]!;
      part[method] = (...args) => {
        stored.push([`${name}.${method}`, ...args]);
        return real(...args);
      };
    }
  }
  const now = before ?? policy.state?.initial;
  const update = (change: (old: unknown) => unknown) => void stored.push(['state', change(now)]);
  const own = {
    options: optionValues(policy, options as Record<string, unknown>),
    state: { get: () => now, update },
  };
  const context = Object.create(facts, Object.getOwnPropertyDescriptors(own)) as Context;
  const said = await policy.check?.(parsed.event, context);
  return { stored, said: [said ?? []].flat() as Verdict[] };
}

const task = { content: 'Write the parser', status: 'in_progress' } as const;
const having = (more: object) => [expect.objectContaining(more)];
const bashDone = (command: string, more: object = {}) =>
  on('PostToolUse', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_response: { stdout: '2 passed', stderr: '' },
    ...more,
  });
const reflection = {
  key_insight: 'The proxy strips the Origin header, so headers that the application sets are never seen.',
  what_was_done: 'Moved the CORS headers from the application to nginx',
  search_terms: ['cors', 'nginx'],
};
const handoff = { id: 'h1', from: 'builder', from_id: 'a1', to: 'tester', task: 'check it' };
const lesson = { content: 'LESSON: something about nginx' };

const table: [title: string, policy: string, situation: Situation, stored: unknown[][]][] = [
  [
    'a session that starts without tasks is told of the task tool once per context',
    'tasks/restore',
    { event: sessionStart(), given: { files: { '/home/me/.pawl/bin/pawl': '' } } },
    [['tasks.cleanUp'], ['session.oncePerContext', 'task-tool']],
  ],
  [
    'a model with a task tool is not told of another',
    'tasks/restore',
    { event: sessionStart('clear'), given: { tasks: { tool: 'TodoWrite' } } },
    [],
  ],
  [
    'a task that was left over counts as offered',
    'tasks/restore',
    { event: sessionStart(), given: { tasks: { left_over: [task] } } },
    [['tasks.cleanUp'], ['tasks.markOffered', having(task)]],
  ],
  [
    'a fork takes over the tasks of its parent',
    'tasks/restore',
    { event: sessionStart('fork'), given: { tasks: { of_parent: [task] } } },
    [
      ['tasks.takeOver', having(task)],
      ['session.once', expect.stringMatching(/^tasks-\w+$/)],
    ],
  ],
  [
    'a fork that has tasks of its own takes over none',
    'tasks/restore',
    { event: sessionStart('fork'), given: { tasks: { mine: [task], of_parent: [task, task] } } },
    [['session.once', expect.stringMatching(/^tasks-\w+$/)]],
  ],
  [
    'the trigger of a compaction is kept for the start that follows',
    'tasks/restore',
    {
      event: on('PreCompact', { trigger: 'auto' }),
      given: { now: 5, tasks: { mine: [task] } },
    },
    [['state', { at: 5, trigger: 'auto' }]],
  ],
  [
    'the trigger of a compaction is not kept for a session without tasks',
    'tasks/restore',
    { event: on('PreCompact', { trigger: 'auto' }) },
    [],
  ],
  [
    'a new task list replaces the stored one',
    'tasks/keep',
    {
      event: on('PostToolUse', {
        tool_name: 'TodoWrite',
        tool_input: { todos: [{ content: 'a', activeForm: 'doing a', status: 'pending' }] },
      }),
    },
    [['tasks.replace', 'todo', having({ content: 'a', active_form: 'doing a', status: 'pending' })]],
  ],
  [
    'a completed task is stored as completed',
    'tasks/keep',
    { event: on('TaskCompleted', { task_id: '1', task_subject: 'a' }) },
    [['tasks.put', 'task', { ref: '1', content: 'a', status: 'completed' }]],
  ],
  [
    'a created task is stored without a status',
    'tasks/keep',
    { event: on('TaskCreated', { task_id: '1', task_subject: 'a' }) },
    [['tasks.put', 'task', { ref: '1', content: 'a' }]],
  ],
  [
    'a session with a nearly full context keeps its last message',
    'session/notes',
    { event: stop({ last_assistant_message: 'done' }), given: { session: { context: 85 } } },
    [['session.keepLastMessage', 'done']],
  ],
  [
    'a session with room in its context keeps no message',
    'session/notes',
    { event: stop({ last_assistant_message: 'done' }), given: { session: { context: 20 } } },
    [],
  ],
  [
    'notes are read at every start, so that no other session gets them',
    'session/notes',
    { event: sessionStart() },
    [['session.notes']],
  ],
  [
    'a session can be reached from its start',
    'session/messages',
    { event: sessionStart() },
    [['session.markReachable']],
  ],
  [
    'a session can’t be reached after its end',
    'session/messages',
    { event: on('SessionEnd', { reason: 'clear' }) },
    [['session.markUnreachable']],
  ],
  [
    'a subagent does not change whether its session can be reached',
    'session/messages',
    { event: sessionStart('startup', { agent_id: 'a1' }) },
    [],
  ],
  [
    'the lower warnings about the context are not given later',
    'session/context-use',
    { event: prompt('go on'), given: { session: { context: 91 } } },
    [
      ['session.oncePerContext', 'context-90'],
      ['session.oncePerContext', 'context-60'],
      ['session.oncePerContext', 'context-80'],
    ],
  ],
  [
    'a lesson is saved with what was done and its entities',
    'memory/capture',
    { event: stop(), given: { work: { checkpoint: { body: { reflection }, state: 'mine' } } } },
    [
      [
        'memory.save',
        {
          content: `LESSON: ${reflection.key_insight}\nDONE: ${reflection.what_was_done}`,
          category: 'lesson',
          entities: ['cors', 'nginx'],
        },
        [],
      ],
    ],
  ],
  [
    'the lesson of another session is not saved again',
    'memory/capture',
    { event: stop(), given: { work: { checkpoint: { body: { reflection }, state: 'foreign' } } } },
    [],
  ],
  [
    'memories that were given are counted, and the state of the tree is recorded at the start',
    'memory/recall',
    { event: sessionStart(), given: { memory: { memories: [lesson], recent: ['src/a.ts'] } } },
    [
      ['work.snapshot'],
      ['memory.recall', [{ text: 'src/a.ts', weight: 1, path: true }], 'start'],
      ['memory.countInjected', having(lesson), 'start'],
    ],
  ],
  [
    'a prompt is searched for by its words and by the paths in it',
    'memory/recall',
    { event: prompt('why does src/nginx.conf fail?'), given: { memory: { memories: [lesson] } } },
    [
      [
        'memory.recall',
        [
          { text: 'why does src/nginx.conf fail?', weight: 1 },
          { text: 'src/nginx.conf', weight: 1, path: true },
        ],
        'prompt',
      ],
      ['memory.countInjected', having(lesson), 'prompt'],
    ],
  ],
  [
    'a recall without a result counts nothing',
    'memory/recall',
    { event: prompt('why?') },
    [['memory.recall', [{ text: 'why?', weight: 1 }], 'prompt']],
  ],
  [
    'the result of a test is evidence for this tree',
    'handoff/observe',
    { event: bashDone('npm test', { duration_ms: 7 }) },
    [
      [
        'work.addEvidence',
        [
          {
            source: 'bash',
            exit: 0,
            ms: 7,
            tail: '2 passed',
            name: 'npm test',
            kind: 'test',
            command: 'npm test',
            ok: true,
            tree: 'now',
          },
        ],
      ],
    ],
  ],
  [
    'a failure is evidence as well, with its exit code and the end of its output',
    'handoff/observe',
    {
      event: on('PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        error: `Exit code 3\n${'x'.repeat(2_500)}`,
      }),
    },
    [['work.addEvidence', having({ ok: false, exit: 3, tail: 'x'.repeat(2_000) })]],
  ],
  ['other commands are no evidence', 'handoff/observe', { event: bashDone('ls') }, []],
  [
    'checks that pass are evidence',
    'checkpoint/evidence',
    {
      event: bashDone('npm test', { duration_ms: 7 }),
      given: { files: { 'package.json': '{"scripts":{"test":"x"}}' } },
    },
    [
      [
        'work.addEvidence',
        having({ name: 'npm test', kind: 'test', ok: true, exit: 0, source: 'bash', ms: 7 }),
      ],
    ],
  ],
  [
    'a handoff is passed on, and begins a chain',
    'handoff/pass-on',
    {
      event: on('SubagentStop', {
        agent_id: 'a1',
        agent_type: 'builder',
        stop_hook_active: false,
        last_assistant_message: 'Done. Use the tester subagent to check it',
      }),
      given: {
        now: 36,
        agents: { known: ['builder', 'tester'], ran: [{ id: 'a1', type: 'builder', parent: 'a0' }] },
      },
    },
    [
      [
        'handoffs.put',
        { type: 'builder', id: 'a1' },
        {
          from: 'builder',
          to: 'tester',
          chain: 'a1-10',
          task: 'check it',
          id: 'a1-10',
          at: 36,
          from_id: 'a1',
          parent: 'a0',
        },
      ],
    ],
  ],
  [
    'before a compaction, at most three tasks in progress and the open handoffs are saved',
    'workflow/compaction',
    {
      event: on('PreCompact', { trigger: 'auto' }),
      given: {
        tasks: { mine: [{ ...task, status: 'pending' }, task, task, task, task] },
        handoffs: [handoff, { ...handoff, id: 'h2', task: undefined }],
      },
    },
    [
      [
        'workflow.save',
        [
          ...Array(3).fill('Task in progress: Write the parser.'),
          expect.stringMatching(/^builder handed off to tester, in its words .*check it/),
          'builder handed off to tester.',
        ],
      ],
    ],
  ],
  [
    'before a compaction, nothing is saved without tasks, handoffs or a workflow',
    'workflow/compaction',
    { event: on('PreCompact', {}) },
    [],
  ],
  [
    'before a compaction, a running workflow is saved even without tasks and handoffs',
    'workflow/compaction',
    {
      event: on('PreCompact', { trigger: 'auto' }),
      given: { workflow: { runs: [{ workflow: 'plan', phase: 'plan' }] } },
    },
    [['workflow.save', []]],
  ],
  [
    'starting the agent takes its handoff',
    'handoff/route',
    { event: tool('Agent', { subagent_type: 'tester', prompt: 'x' }) },
    [['handoffs.markTaken', 'tester']],
  ],
  [
    'a handoff that was not followed is marked as reminded',
    'handoff/route',
    { event: stop(), given: { handoffs: [{ ...handoff, told_at: 1 }] } },
    [['handoffs.markReminded', ['h1']]],
  ],
  [
    'a handoff that the conversation is told is marked as told',
    'handoff/route',
    { event: prompt('<task-notification>…</task-notification>'), given: { handoffs: [handoff] } },
    [['handoffs.markTold', ['h1'], 'UserPromptSubmit']],
  ],
  [
    'an approved dialog renews the grant',
    'autonomy/approve',
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'npm test' } }),
      given: { grants: [{}] },
    },
    [['grants.renew']],
  ],
  [
    'the end of a session ends its grant',
    'autonomy/grant-end',
    { event: on('SessionEnd', { reason: 'prompt_input_exit' }) },
    [['grants.end', 'the session ended (prompt_input_exit)']],
  ],
  [
    'an attempt to send a message is kept, with the last 999 before it',
    'guard/comms',
    {
      event: tool('mcp__gmail__send_email', { to: 'ann@example.com' }),
      given: { now: 5 },
      state: Array.from({ length: 1_000 }, (_, at) => ({ at })),
    },
    [
      [
        'state',
        [
          ...Array.from({ length: 999 }, (_, at) => ({ at: at + 1 })),
          expect.objectContaining({ at: 5, decision: 'deny' }),
        ],
      ],
    ],
  ],
  ...(['autonomy/commit-first', 'checkpoint/proof', 'docs/update'] as const).map(
    (policy): [string, string, Situation, unknown[][]] => [
      `${policy} records the state of the tree at the start`,
      policy,
      { event: sessionStart() },
      [expect.arrayContaining(['work.snapshot']) as never],
    ],
  ),
];

test.each(table)('%s', async (_, policy, situation, stored) => {
  expect((await run(policy, situation)).stored).toEqual(stored);
});

test('only a session start after a compaction names the trigger', async () => {
  const given = { tasks: { mine: [task] } };
  const says = async (source: string) =>
    JSON.stringify(
      (await run('tasks/restore', { event: sessionStart(source), given, state: { trigger: 'auto' } })).said,
    );
  expect(await says('compact')).toContain('trigger=\\"auto\\"');
  expect(await says('resume')).not.toContain('trigger=');
});

test('announcements of a workflow are given every time, to the agent that they are for', () => {
  const takeAnnouncements = () => [{ to: 'a1', text: 'The phase is over.' }];
  expect(announcements({ takeAnnouncements } as never)).toEqual([
    { kind: 'inject', text: 'The phase is over.', again: true, to: 'a1' },
  ]);
});

test('which verdicts may be repeated, and which block only once', async () => {
  const cases: [policy: string, situation: Situation, details: object][] = [
    [
      'session/context-use',
      { event: prompt('x'), given: { session: { context: 61 } } },
      { kind: 'inject', again: true },
    ],
    [
      'session/context-use',
      { event: stop(), given: { session: { context: 91 } } },
      { kind: 'block', once: true },
    ],
    [
      'handoff/route',
      { event: prompt('x'), given: { handoffs: [handoff] } },
      { kind: 'inject', again: true },
    ],
    [
      'session/messages',
      { event: prompt('x'), given: { session: { mail: [{ id: 'm', text: 'hi' }] } } },
      { kind: 'inject', text: 'hi', again: true },
    ],
    [
      'session/messages',
      { event: stop(), given: { session: { mail: [{ id: 'm', text: 'hi' }] } } },
      { kind: 'block', reason: 'hi', news: true },
    ],
    [
      'memory/capture',
      {
        event: stop(),
        options: { announce: true },
        given: { work: { checkpoint: { body: { reflection }, state: 'mine' } } },
      },
      { kind: 'tell', again: false },
    ],
  ];
  for (const [policy, situation, details] of cases)
    expect((await run(policy, situation)).said, policy).toMatchObject([details]);
});

test('a lesson keeps its problem type only if lessons are indexed under it', async () => {
  const saved = async (problem_type: string) => {
    const body = { reflection: { ...reflection, problem_type } };
    const given = { work: { checkpoint: { body, state: 'mine' } } };
    const { stored } = await run('memory/capture', { event: stop(), given });
    return JSON.stringify(stored);
  };
  const types =
    'race-condition config-mismatch api-change import-resolution state-management crash-safety data-integrity performance tooling dependency-management';
  for (const type of types.split(' ')) expect(await saved(type)).toContain(`"problem":"${type}"`);
  expect(await saved('something-else')).not.toContain('problem');
});
