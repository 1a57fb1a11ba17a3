// The task list of a session, event by event, through the built program.
import { describe, expect, test } from 'bun:test';
import { repository } from './support/git.ts';
import { install, pawl, pawlJson } from './support/pawl.ts';
import { talker, used } from './support/talk.ts';
import { envOf, freshWorld, type World } from './support/world.ts';

const todo = (content: string, status: string) => ({ content, status, activeForm: `${content}…` });
const todos = (...list: object[]) => used('TodoWrite', { todos: list });

const begin = (world: World, session: string) => {
  const say = talker(world, session);
  say('SessionStart', { source: 'startup' });
  say('PostToolUse', todos(todo('write the parser', 'in_progress'), todo('write the docs', 'pending')));
  return say;
};

describe('session start', () => {
  test('startup: without tasks there is no message; tasks of an ended session are shown', () => {
    using world = freshWorld();
    const first = talker(world, 'one');
    expect(first('SessionStart', { source: 'startup' }).stdout).toBe('');
    begin(world, 'one')('SessionEnd', { reason: 'other' });
    const heard = talker(world, 'two')('SessionStart', { source: 'startup' });
    expect(heard.context).toContain('write the parser');
    expect(heard.context).not.toContain('session-restored');
  });

  test('startup: a model without a task tool gets one line, with commands that work', () => {
    using world = freshWorld();
    install(world);
    const { context } = talker(world, 'one')('SessionStart', { source: 'startup' });
    expect(context).toContain('Task list for work of several steps');
    const [add, start, done] = [...context.matchAll(/`([^`]+)`/g)].map((match) =>
      match[1]!.replace('…', 'write it').replace(/\bN\b/, '1').replace('~', world.home),
    );
    for (const command of [add!, start!, done!])
      expect([
        command,
        Bun.spawnSync(['sh', '-c', command], { cwd: world.project, env: envOf(world) }).exitCode,
      ]).toEqual([command, 0]);
  });

  test('clear: the line is given as at startup, and the reminder names only the first of its commands', () => {
    using world = freshWorld();
    install(world);
    const say = talker(world, 'one');
    expect(say('SessionStart', { source: 'clear' }).context).toContain('Task list for work of several steps');
    const { context } = say('UserPromptSubmit', { prompt: 'implement the login' });
    expect(context).toContain('task add');
    expect(context).not.toContain('task done');
  });

  test('startup: left-over tasks are offered once, tasks that a person added in each session', () => {
    using world = freshWorld();
    begin(world, 'one')('SessionEnd', { reason: 'other' });
    pawl(world, ['task', 'add', 'check the licence']);
    const start = (name: string) => talker(world, name)('SessionStart', { source: 'startup' }).context;
    const first = start('two');
    expect(first).toContain('The person added this task for this project:\n[ ] 3. check the licence');
    expect(first).toContain(
      'Earlier sessions left these tasks unfinished in this project:\n[~] 1. write the parser',
    );
    const second = start('three');
    expect(second).toContain('check the licence');
    expect(second).not.toContain('write the parser');
  });

  test('tasks that were offered to another session are still in the list of this one', () => {
    using world = freshWorld();
    begin(world, 'one')('SessionEnd', { reason: 'other' });
    talker(world, 'two')('SessionStart', { source: 'startup' });
    const list = (session: string) => pawl(world, ['task', 'list', '--session', session]).stdout;
    talker(world, 'three')('SessionStart', { source: 'startup' });
    expect(list('three')).toStartWith('This session has no open tasks.\n\nOf earlier sessions or a person');
    expect(pawl(world, ['task', 'start', '1', '--session', 'three']).code).toBe(0);
    expect(list('three')).toMatch(/^1\..*write the parser\n\nOf earlier sessions.*\n2\..*write the docs\n$/s);
    expect(list('one')).not.toContain('write the parser');
  });

  test('startup: a list that is about to be deleted is not shown', () => {
    using world = freshWorld();
    begin(world, 'one')('SessionEnd');
    const { Database } = require('bun:sqlite') as typeof import('bun:sqlite');
    const db = new Database(`${world.pawlHome}/pawl.db`);
    db.run('UPDATE tasks SET updated_at = ?', [Date.now() - 8 * 86_400_000]);
    db.close();
    expect(talker(world, 'two')('SessionStart', { source: 'startup' }).context).not.toContain('parser');
  });

  test('a left-over task that is taken up is finished with Pawl’s own tools', () => {
    using world = freshWorld();
    begin(world, 'one')('SessionEnd', { reason: 'other' });
    const say = talker(world, 'two');
    say('SessionStart', { source: 'startup' });
    const task = (...args: string[]) => pawl(world, ['task', ...args, '--session', 'two']);
    expect(task('start', '1').code).toBe(0);
    const blocked = say('Stop').blocked!;
    expect(blocked).toContain('[~] 1. write the parser');
    expect(blocked).toContain('pawl task done 1`');
    expect(blocked).toContain('pawl task pending 1`');
    expect(blocked).not.toContain('TodoWrite');
    expect(task('pending', '1').stdout).toContain('pending');
    expect(say('Stop', { stop_hook_active: true }).blocked).toBeUndefined();
  });

  test('startup: the tasks of a session that is still working are not offered to another', () => {
    using world = freshWorld();
    begin(world, 'one');
    expect(talker(world, 'two')('SessionStart', { source: 'startup' }).context).not.toContain('parser');
  });

  test.each(['resume', 'compact'])(
    'startup: the tasks of a session that has just come back (%s) are not offered to another',
    (source) => {
      using world = freshWorld();
      begin(world, 'one')('SessionStart', { source });
      expect(talker(world, 'two')('SessionStart', { source: 'startup' }).context).not.toContain('parser');
    },
  );

  test('startup deletes lists that were not changed for seven days', () => {
    using world = freshWorld();
    begin(world, 'one')('SessionEnd');
    const { Database } = require('bun:sqlite') as typeof import('bun:sqlite');
    const db = new Database(`${world.pawlHome}/pawl.db`);
    db.run('UPDATE tasks SET updated_at = ?', [Date.now() - 8 * 86_400_000]);
    db.close();
    talker(world, 'two')('SessionStart', { source: 'startup' });
    expect(pawlJson<unknown[]>(world, ['task', 'list', '--all'])).toEqual([]);
  });

  test('resume gives the list back', () => {
    using world = freshWorld();
    const say = begin(world, 'one');
    say('SessionEnd');
    const heard = say('SessionStart', { source: 'resume' });
    expect(heard.context).toContain('<session-restored reason="session_resumed">');
    expect(heard.context).toMatch(/\[~\] \d+\. write the parser\n\[ \] \d+\. write the docs/);
  });

  test('compaction: the list is saved with the trigger and restored afterwards, even if the session was told before', () => {
    using world = freshWorld();
    const say = begin(world, 'one');
    for (const trigger of ['auto', 'manual']) {
      expect(say('PreCompact', { trigger }).stdout).toBe('');
      // The client ends a compaction with the stop of an agent that has no type.
      expect(say('SubagentStop', { agent_id: 'a', agent_type: '' }).stdout).toBe('');
      const heard = say('SessionStart', { source: 'compact' });
      expect(heard.context).toContain(`reason="context_compacted" trigger="${trigger}"`);
      expect(heard.context).toContain('write the parser');
    }
  });

  test('clear starts fresh, and the record stays', () => {
    using world = freshWorld();
    begin(world, 'one')('SessionEnd', { reason: 'clear' });
    expect(talker(world, 'two')('SessionStart', { source: 'clear' }).stdout).toBe('');
    expect(pawlJson<unknown[]>(world, ['task', 'list', '--all'])).toHaveLength(2);
  });

  test('a fork has the list of its parent, and from then on its own', () => {
    using world = freshWorld();
    begin(world, 'other');
    const parent = begin(world, 'parent');
    const fork = talker(world, 'fork');
    expect(fork('SessionStart', { source: 'fork' }).context).toContain('reason="session_forked"');
    expect(fork('Stop').blocked).toContain('write the parser');
    parent('PostToolUse', todos());
    expect(fork('Stop', { prompt_id: 'p2' }).blocked).toContain('write the parser');
  });
});

test('a fork: the numbers of its parent are not named, and its parent’s tasks are left alone', () => {
  using world = freshWorld();
  const parent = talker(world, 'one');
  parent('SessionStart', { source: 'startup' });
  pawl(world, ['task', 'add', 'write the parser', '--session', 'one']);
  parent('UserPromptSubmit', { prompt: 'go' });
  const fork = talker(world, 'two');
  const { context } = fork('SessionStart', { source: 'fork' });
  expect(context).toContain('[ ] write the parser');
  expect(context).toContain('task list` shows the numbers');
  const prompt = 'so where were we with all of it';
  expect(fork('UserPromptSubmit', { prompt }).context).not.toContain('write the parser');
  const done = (id: string) => pawl(world, ['task', 'done', id, '--session', 'two']);
  expect(done('1')).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to another session') });
  const [copy] = pawlJson<{ id: number }[]>(world, ['task', 'list', '--session', 'two']);
  expect(done(String(copy!.id)).code).toBe(0);
});

test('a fork of a TodoWrite list: the next list replaces the copies', () => {
  using world = freshWorld();
  begin(world, 'one')('UserPromptSubmit', { prompt: 'go' });
  const fork = talker(world, 'two');
  fork('SessionStart', { source: 'fork' });
  fork('PostToolUse', todos(todo('write the parser', 'completed'), todo('write the docs', 'completed')));
  expect(fork('Stop').stdout).toBe('');
});

test('the list is shown once after a compaction, not again with the prompt', () => {
  using world = freshWorld();
  const say = begin(world, 'one');
  say('PreCompact', { trigger: 'auto' });
  expect(say('SessionStart', { source: 'compact' }).context).toContain('write the parser');
  expect(say('UserPromptSubmit', { prompt: 'so where were we with all of it' }).context).not.toContain(
    'parser',
  );
});

test('finished todos stay finished when a new list is written', () => {
  using world = freshWorld();
  const say = begin(world, 'one');
  say('PostToolUse', todos(todo('write the parser', 'completed')));
  say('PostToolUse', todos(todo('write the lexer', 'in_progress')));
  const all = pawlJson<{ content: string; status: string }[]>(world, [
    'task',
    'list',
    '--all',
    '--session',
    'one',
  ]);
  expect(all.map(({ content, status }) => `${content}: ${status}`)).toEqual([
    'write the parser: completed',
    'write the docs: dropped',
    'write the lexer: in_progress',
  ]);
  expect(say('Stop').blocked).toContain('(1 done)');
});

test('a task in progress blocks the stop of a turn that worked, not of one that only talks or ends with a question', () => {
  using world = freshWorld();
  const say = begin(world, 'one');
  say('UserPromptSubmit', { prompt: 'thanks, how is it going', prompt_id: 'p2' });
  expect(say('Stop', { prompt_id: 'p2' }).blocked).toBeUndefined();
  say('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p3' });
  say('PostToolUse', used('Bash', { command: 'echo x > a' }));
  expect(say('Stop', { prompt_id: 'p3', last_assistant_message: 'Which one?' }).blocked).toBeUndefined();
  say('UserPromptSubmit', { prompt: 'the first', prompt_id: 'p4' });
  say('PostToolUse', used('Bash', { command: 'echo x > a' }));
  expect(say('Stop', { prompt_id: 'p4' }).blocked).toContain('write the parser');
});

test('a task that the client’s tool made keeps the client’s number, and is finished with the client’s tool', () => {
  using world = freshWorld();
  pawl(world, ['task', 'add', 'a', 'b', 'c']);
  const say = talker(world, 'one');
  say('SessionStart', { source: 'startup' });
  say('PostToolUse', used('TaskCreate', { subject: 'log out' }, { task: { id: '1', subject: 'log out' } }));
  say('PostToolUse', used('TaskUpdate', { taskId: '1', status: 'in_progress' }, { success: true }));
  const blocked = say('Stop').blocked!;
  expect(blocked).toContain('[~] 1. log out');
  expect(blocked).toContain('TaskUpdate');
  expect(blocked).not.toContain('pawl task');
});

describe('prompts', () => {
  const heard = (world: World, prompt: string, session = 's') =>
    talker(world, session)('UserPromptSubmit', { prompt }).context;

  test('trivial prompts get nothing, even with open tasks', () => {
    using world = freshWorld();
    begin(world, 's');
    for (const prompt of ['hi', 'yes', 'ok!', '??', 'what is the latest?'])
      expect(heard(world, prompt)).toBe('');
  });

  test('a skill gets one reminder, from prompt and expansion together, and not again', () => {
    using world = freshWorld();
    const say = talker(world, 's');
    const expansion = { prompt: '/review src', command_name: 'review', command_args: 'src' };
    expect(say('UserPromptSubmit', { prompt: '/review src' }).context).toContain('<skill-todo-enforcement>');
    expect(say('UserPromptExpansion', expansion).stdout).toBe('');
    expect(say('UserPromptSubmit', { prompt: '/review src' }).stdout).toBe('');
    const other = { ...expansion, prompt: '/audit', command_name: 'audit' };
    expect(say('UserPromptExpansion', other).context).toContain('/audit');
  });

  test('a task prompt gets the reminder once', () => {
    using world = freshWorld();
    expect(heard(world, 'implement the login page and add tests')).toContain('<todo-reminder>');
    expect(heard(world, 'implement the logout page too')).toBe('');
  });

  test('other prompts bring the open tasks, again only when they changed', () => {
    using world = freshWorld();
    const say = begin(world, 's');
    expect(heard(world, 'how far along is this?')).toContain('<active-todos>');
    expect(heard(world, 'and in percent it is?')).toBe('');
    say('PostToolUse', todos(todo('write the parser', 'completed'), todo('write the docs', 'in_progress')));
    expect(heard(world, 'how far along is this now?')).toMatch(/\[~\] \d+\. write the docs\n\(1 done\)/);
  });
});

describe('the tools all feed the same list', () => {
  const list = (world: World, session: string) =>
    pawlJson<{ content: string; status: string }[]>(world, [
      'task',
      'list',
      '--session',
      session,
      '--all',
    ]).map(({ content, status }) => `${status} ${content}`);

  test('TodoWrite: a bad item is reported, the rest is kept', () => {
    using world = freshWorld();
    const say = talker(world, 's');
    const heard = say('PostToolUse', todos(todo('good', 'pending'), { content: 'bad', status: 'later' }));
    expect(heard.context).toContain('item 2 has the status "later"');
    expect(list(world, 's')).toEqual(['pending good']);
  });

  test('TaskCreate, TaskUpdate, TaskList and the task events', () => {
    using world = freshWorld();
    const say = talker(world, 's');
    say('TaskCreated', { task_id: '1', task_subject: 'first' });
    say('PostToolUse', used('TaskCreate', { subject: 'first' }, { task: { id: '1', subject: 'first' } }));
    say('PostToolUse', used('TaskCreate', { subject: 'second' }, { task: { id: '2', subject: 'second' } }));
    const update = { taskId: '2', status: 'in_progress' };
    say('PostToolUse', used('TaskUpdate', update, { success: true, taskId: '2' }));
    expect(list(world, 's')).toEqual(['pending first', 'in_progress second']);
    say('TaskCompleted', { task_id: '1', task_subject: 'first' });
    const tasks = [{ id: '2', subject: 'second', status: 'pending', blockedBy: [] }];
    say('PostToolUse', used('TaskList', {}, { tasks }));
    expect(list(world, 's')).toEqual(['completed first', 'pending second']);
    say('PostToolUse', used('TaskUpdate', { taskId: '2', status: 'deleted' }, { success: true }));
    expect(list(world, 's')).toEqual(['completed first', 'dropped second']);
  });

  test('pawl task: add, start, done, drop', () => {
    using world = freshWorld();
    const task = (...args: string[]) => pawl(world, ['task', ...args, '--session', 's']);
    expect(task('add', 'for nobody')).toMatchObject({
      code: 1,
      stderr: 'pawl: No recorded session begins with "s". `pawl log` shows their ids.\n',
    });
    talker(world, 's')('SessionStart', { source: 'startup' });
    expect(task('add', 'from the command line').stdout).toMatch(/^\d+\. /);
    const [{ id }] = pawlJson<[{ id: number }]>(world, ['task', 'list', '--session', 's']);
    expect(task('start', String(id)).code).toBe(0);
    expect(talker(world, 's')('Stop').blocked).toContain('from the command line');
    expect(task('done', String(id)).code).toBe(0);
    expect(talker(world, 's')('Stop', { prompt_id: 'p2' }).stdout).toBe('');
    expect(task('done', '999').code).toBe(1);
    // One JSON document, however many tasks are named.
    task('add', 'a', 'b');
    const several = task('drop', String(id), String(id + 1), '--json');
    expect(JSON.parse(several.stdout)).toMatchObject([{ status: 'dropped' }, { status: 'dropped' }]);
    expect(task('frobnicate').code).toBe(2);
  });

  test('control characters in an agent’s text do not reach the terminal', () => {
    using world = freshWorld();
    pawl(world, ['task', 'add', 'wipe \x1b[2J it']);
    pawl(world, ['memory', 'add', 'wipe \x1b[2J it', '--about', 'a.ts']);
    for (const args of [
      ['task', 'list', '--all'],
      ['memory', 'search', 'wipe'],
    ])
      expect(pawl(world, args).stdout).toContain('wipe \\u{1b}[2J it');
  });

  test('two sessions in one project never overwrite each other', () => {
    using world = freshWorld();
    const one = begin(world, 'one');
    const two = talker(world, 'two');
    two('PostToolUse', todos(todo('something else', 'in_progress')));
    one('PostToolUse', todos(todo('write the parser', 'completed')));
    expect(two('Stop').blocked).toContain('something else');
    expect(one('Stop').blocked).toBeUndefined();
  });

  test('a subagent’s todos are its own', () => {
    using world = freshWorld();
    talker(world, 's', { agent_id: 'a1', agent_type: 'x' })(
      'PostToolUse',
      todos(todo('mine', 'in_progress')),
    );
    expect(talker(world, 's')('Stop').stdout).toBe('');
  });
});

describe('stop', () => {
  test('without a task tool and tasks a stop passes', () => {
    using world = freshWorld();
    repository(world);
    const say = talker(world, 's');
    expect(say('SessionStart', { source: 'startup' }).stdout).toBe('');
    expect(say('Stop').stdout).toBe('');
  });

  test('a task in progress blocks a stop once, with the list; the second stop passes', () => {
    using world = freshWorld();
    const say = begin(world, 's');
    expect(say('Stop', { stop_hook_active: false }).blocked).toMatch(/tasks\/finish.*in progress:\n\[~\]/);
    expect(say('Stop', { stop_hook_active: true }).blocked).toBeUndefined();
  });

  test('pending tasks warn the person once until something changes, and never block a stop', () => {
    using world = freshWorld();
    const say = talker(world, 's');
    say('PostToolUse', todos(todo('write the docs', 'pending')));
    const heard = say('Stop');
    expect(heard.blocked).toBeUndefined();
    expect(heard.shown).toContain('write the docs');
    expect(say('Stop', { prompt_id: 'p2' }).shown).toBe('');
  });

  test('a stop is not blocked while background work runs; a server does not count as work', () => {
    using world = freshWorld();
    const say = begin(world, 's');
    const running = (type: string, command?: string) => ({
      background_tasks: [{ id: 'b', type, status: 'running', description: 'x', ...(command && { command }) }],
    });
    expect(say('Stop', running('subagent')).blocked).toBeUndefined();
    expect(say('Stop', running('shell', 'npm test')).blocked).toBeUndefined();
    expect(say('Stop', running('shell', 'npm run dev')).blocked).toContain('write the parser');
  });
});
