// The registry, through the built program, with payloads of the real client.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { grantId, writeGrant } from '../src/store/files/grants.ts';
import { homeAt } from '../src/system/home.ts';
import { act, captured, run, runJson, sessionOf, sessions, someClient, stateOf } from './support/fleet.ts';
import { git, repository } from './support/git.ts';
import { configure } from './support/pawl.ts';
import { somebody } from './support/person.ts';
import { freshWorld } from './support/world.ts';

const me = { session_id: 's-one' };
const call = (id: string, more = {}) => ({ ...captured('PreToolUse.Bash'), tool_use_id: id, ...more });
const ends = (id: string, more = {}) => ({ ...captured('PostToolUse.Bash'), tool_use_id: id, ...more });

test('every event of a turn changes the state as documented', async () => {
  using world = freshWorld();
  await using client = someClient();
  const one = { ...me, env: { CLAUDE_PID: String(client.pid) } };
  const states: string[] = [];
  const after = (event: string | Record<string, unknown>, more = {}) => {
    act(world, one, event, more);
    states.push(stateOf(world, 's-one'));
  };
  after('SessionStart.startup');
  after('UserPromptSubmit.plain');
  after(call('t1'));
  after(ends('t1'));
  after(call('t2'));
  after({ ...captured('PostToolUseFailure.Bash'), tool_use_id: 't2' });
  after('Stop.plain');
  after('SessionEnd.prompt_input_exit');
  expect(states).toEqual([
    'idle',
    'active',
    'tool_active',
    'active',
    'tool_active',
    'active',
    'idle',
    'ended',
  ]);
  expect(sessionOf(world, 's-one').end_reason).toBe('prompt_input_exit');
  after('SessionStart.resume');
  expect(states.at(-1)).toBe('idle');
  expect(sessionOf(world, 's-one').end_reason).toBeNull();
});

test('an event that only a newer client knows does not take a session out of its project', () => {
  using world = freshWorld();
  act(world, me, 'UserPromptSubmit.plain');
  const before = sessionOf(world, 's-one');
  act(world, me, { ...captured('UserPromptSubmit.plain'), hook_event_name: 'OfTomorrow' });
  const { project, repository, cwd } = sessionOf(world, 's-one');
  expect(project).toBe(world.project);
  expect({ project, repository, cwd }).toMatchObject({ project: before.project, cwd: before.cwd });
});

test('a denied call does not count as running, and parallel calls end one by one', () => {
  using world = freshWorld();
  act(world, me, 'UserPromptSubmit.plain');
  act(world, me, call('t0', { tool_input: { command: 'rm -rf /' } }));
  expect(stateOf(world, 's-one')).toBe('active');
  act(world, me, call('t1'));
  act(world, me, call('t2', { tool_input: { command: 'ls -l' } }));
  act(world, me, ends('t1'));
  expect(stateOf(world, 's-one')).toBe('tool_active');
  act(world, me, ends('t2', { tool_input: { command: 'ls -l' } }));
  expect(stateOf(world, 's-one')).toBe('active');
});

test('a dialog that the guard opened shows the command in the list, also under a grant', () => {
  using world = freshWorld();
  configure(world, { packs: { autonomy: true }, policies: { 'autonomy/approve': { questions: 'ask' } } });
  const where = { directory: world.project, repository: world.project, worktrees: false };
  const grant = { id: grantId(), at: Date.now(), for_ms: 3_600_000, session_id: 's-one', by: 'pawl grant' };
  writeGrant(homeAt(world.pawlHome), { ...grant, ...where, mode: 'build', allow: [] }, somebody);
  act(world, me, 'UserPromptSubmit.plain');
  const push = { tool_input: { command: 'docker push example/app' } };
  act(world, me, call('t1', push));
  act(world, me, { ...captured('PermissionRequest.Bash'), ...push });
  act(world, me, 'Notification.permission_prompt');
  expect(sessionOf(world, 's-one')).toMatchObject({
    state: 'needs_input',
    why: 'permission for Bash: docker push example/app',
  });
});

test('Esc makes a session idle: no event says so, but the transcript does', () => {
  using world = freshWorld();
  const transcript_path = join(world.home, 't.jsonl');
  const add = (type: string, content: unknown) =>
    appendFileSync(
      transcript_path,
      `${JSON.stringify({ type, timestamp: new Date().toISOString(), message: { content } })}\n`,
    );
  const interrupted = [{ type: 'text', text: '[Request interrupted by user for tool use]' }];
  add('user', interrupted);
  act(world, me, 'UserPromptSubmit.plain', { transcript_path });
  act(world, me, call('t1'), { transcript_path });
  act(world, me, 'PermissionRequest.Bash', { transcript_path });
  expect(stateOf(world, 's-one')).toBe('needs_input');
  add('assistant', [{ type: 'text', text: 'I quote: [Request interrupted by user]' }]);
  expect(stateOf(world, 's-one')).toBe('needs_input');
  add('user', interrupted);
  expect(sessionOf(world, 's-one')).toMatchObject({ state: 'idle', why: null });
  act(world, me, 'UserPromptSubmit.plain', { transcript_path });
  expect(stateOf(world, 's-one')).toBe('active');
});

test('a worktree is listed with the name of its repository', () => {
  using world = freshWorld();
  repository(world);
  const tree = join(world.root, 'somewhere', 'parser');
  git(world, ['worktree', 'add', '-q', tree]);
  act({ ...world, project: tree }, me, 'SessionStart.startup');
  expect(run(world, ['sessions'], { NO_COLOR: '1' }).stdout).toContain(`${basename(world.project)} (parser)`);
});

test('a question makes the session need input and names it; the answer ends that', () => {
  using world = freshWorld();
  act(world, me, 'UserPromptSubmit.plain');
  const asked = captured('PermissionRequest.Bash');
  act(world, me, asked);
  expect(sessionOf(world, 's-one')).toMatchObject({
    state: 'needs_input',
    why: expect.stringContaining('permission for Bash'),
  });
  act(world, me, 'Notification.permission_prompt');
  expect(stateOf(world, 's-one')).toBe('needs_input');
  act(world, me, ends('t1', { tool_input: { command: 'something else' } }));
  expect(stateOf(world, 's-one')).toBe('needs_input');
  act(world, me, ends('t2', { tool_input: asked.tool_input }));
  expect(stateOf(world, 's-one')).toBe('active');
  act(world, me, 'Notification.agent_needs_input');
  expect(sessionOf(world, 's-one')).toMatchObject({
    state: 'needs_input',
    why: "Auto mode can't check actions in this session and needs your choice",
  });
  act(world, me, 'UserPromptSubmit.plain');
  expect(stateOf(world, 's-one')).toBe('active');
  // An interrupted turn has no Stop; a minute later the client says that it is idle.
  act(world, me, 'Notification.idle_prompt');
  expect(stateOf(world, 's-one')).toBe('idle');
  act(world, me, 'Elicitation.form');
  expect(stateOf(world, 's-one')).toBe('needs_input');
  act(world, me, 'ElicitationResult.form.decline');
  expect(stateOf(world, 's-one')).toBe('idle');
});

test('a session whose turn failed is idle and says why', () => {
  using world = freshWorld();
  act(world, me, 'UserPromptSubmit.plain');
  act(world, me, 'StopFailure.server_error');
  expect(sessionOf(world, 's-one')).toMatchObject({ state: 'idle', why: 'the turn failed: server_error' });
});

test('subagents are shown under their session and do not change its state', () => {
  using world = freshWorld();
  act(world, me, 'UserPromptSubmit.plain');
  act(world, me, 'SubagentStart.general-purpose');
  act(world, me, 'Stop.with-background');
  expect(sessionOf(world, 's-one')).toMatchObject({
    state: 'idle',
    agents: [{ agent_type: 'general-purpose', state: 'running' }],
  });
  const inside = { agent_id: 'ae7f44029e77a6315', agent_type: 'general-purpose' };
  act(world, me, call('t5', inside));
  expect(stateOf(world, 's-one')).toBe('idle');
  act(world, me, { ...captured('PermissionRequest.Bash.in-subagent'), ...inside });
  expect(stateOf(world, 's-one')).toBe('needs_input');
  act(world, me, 'SubagentStop.general-purpose');
  expect(sessionOf(world, 's-one')).toMatchObject({
    state: 'idle',
    agents: [{ state: 'ended', last_words: 'bg finished' }],
  });
  expect(runJson<object[]>(world, ['worker', 'list', '--all'])).toMatchObject([
    { id: 'ae7f44029e77a6315', kind: 'subagent', state: 'complete', summary: 'bg finished' },
  ]);
  // The client's own helper for compaction is not a subagent.
  act(world, me, 'SubagentStop.compact');
  expect(sessionOf(world, 's-one').agents).toHaveLength(1);
});

test('background commands are recorded by themselves, from start to end', () => {
  using world = freshWorld();
  const started = (id: string) => ends(`t-${id}`, { tool_response: { stdout: '', backgroundTaskId: id } });
  const shell = (id: string) => ({ id, type: 'shell', status: 'running', description: 'watch the build' });
  const listed = () =>
    runJson<{ id: string; state: string }[]>(world, ['worker', 'list', '--all']).map(
      ({ id, state }) => `${id} ${state}`,
    );
  act(world, me, 'UserPromptSubmit.plain');
  for (const id of ['b1', 'b2', 'b3']) act(world, me, started(id));
  expect(listed().sort()).toEqual(['b1 running', 'b2 running', 'b3 running']);
  act(world, me, 'Stop.plain', { background_tasks: [shell('b1'), shell('b2')] });
  expect(listed().sort()).toEqual(['b1 running', 'b2 running', 'b3 complete']);
  const told = '<task-notification>\n<task-id>b2</task-id>\n<status>failed</status>\n</task-notification>';
  act(world, me, 'UserPromptSubmit.plain', { prompt: told });
  expect(listed().sort()).toEqual(['b1 running', 'b2 failed', 'b3 complete']);
  act(world, me, 'SessionEnd.other');
  expect(listed().sort()).toEqual(['b1 failed', 'b2 failed', 'b3 complete']);
});

test('after /clear the new id continues the old session', async () => {
  using world = freshWorld();
  await using client = someClient();
  const env = { CLAUDE_PID: String(client.pid), CLAUDE_SESSION_ROLE: 'chief' };
  act(world, { ...me, env }, 'SessionStart.startup');
  run(world, ['status', 'writing the parser'], { CLAUDE_CODE_SESSION_ID: 's-one' });
  act(world, { ...me, env }, 'SessionEnd.clear');
  expect(stateOf(world, 's-one')).toBe('idle');
  act(world, { session_id: 's-two', env }, 'SessionStart.clear');
  expect(sessionOf(world, 's-one')).toMatchObject({
    state: 'ended',
    end_reason: 'clear',
    successor: 's-two',
  });
  expect(sessionOf(world, 's-two')).toMatchObject({
    state: 'idle',
    role: 'chief',
    conversation_id: 's-one',
    status_text: 'writing the parser',
  });
});

test('a session stays in its turn over a compaction', () => {
  using world = freshWorld();
  act(world, me, 'UserPromptSubmit.plain');
  act(world, me, 'SessionStart.compact');
  expect(stateOf(world, 's-one')).toBe('active');
});

test('`pawl session show` gives role, mode, alias, pane, model and branch', async () => {
  using world = freshWorld();
  repository(world);
  await using client = someClient();
  const env = {
    CLAUDE_PID: String(client.pid),
    CLAUDE_SESSION_ID: 'a1b2c3d4',
    CLAUDE_SESSION_ROLE: 'planner',
    CLAUDE_SESSION_MODE: 'mission',
    CLAUDE_SESSION_DESCRIPTION: 'upgrade',
    MISSION_EXECUTION_ID: 'm-7',
    CLAUDE_CONVERSATION_ID: 'planner-77',
    CLAUDE_PARENT_SESSION_ID: 's-zero',
    TMUX_PANE: '%7',
    TMUX: '/tmp/tmux-0/default,1,0',
  };
  act(world, { ...me, env }, 'SessionStart.startup');
  const { stdout } = run(world, ['session', 'show', 'a1b2c3d4', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    session_id: 's-one',
    alias: 'a1b2c3d4',
    role: 'planner',
    mode: 'mission',
    description: 'upgrade',
    mission: 'm-7',
    conversation_id: 'planner-77',
    parent_session_id: 's-zero',
    pane: '%7',
    model: 'claude-opus-5-5',
    branch: 'main',
    client_pid: client.pid,
  });
  // A script that has only the name a person gave speaks for that session too.
  const named = { CLAUDE_SESSION_ID: 'a1b2c3d4' };
  expect(run(world, ['status', 'two\nlines'], named).stdout).toContain('two lines');
  expect(run(world, ['session', 'show'], named).stdout).toContain('s-one');
  expect(runJson<object>(world, ['mission', 'show', 'm-7'])).toMatchObject({
    state: 'running',
    sessions: [{ session_id: 's-one' }],
  });
});

test('a pane has one session; a session started inside it does not replace it', async () => {
  using world = freshWorld();
  await using first = someClient();
  await using second = someClient();
  const tmux = { TMUX_PANE: '%1', TMUX: '/tmp/x/default,1,0' };
  act(world, { ...me, env: { ...tmux, CLAUDE_PID: String(first.pid) } }, 'SessionStart.startup');
  act(
    world,
    { session_id: 's-two', env: { ...tmux, CLAUDE_PID: String(second.pid) } },
    'SessionStart.startup',
  );
  expect(sessionOf(world, 's-one')).toMatchObject({ state: 'ended', end_reason: 'pane_reused' });
  // This very test is the client of the third, and the fourth is a child of it.
  act(
    world,
    { session_id: 's-three', env: { ...tmux, CLAUDE_PID: String(process.pid) } },
    'SessionStart.startup',
  );
  await using child = someClient();
  act(
    world,
    { session_id: 's-four', env: { ...tmux, CLAUDE_PID: String(child.pid) } },
    'SessionStart.startup',
  );
  expect(stateOf(world, 's-three')).toBe('idle');
  expect(sessionOf(world, 's-four').parent_session_id).toBe('s-three');
});

test('a session whose process is gone is ended, even if the process id was reused', async () => {
  using world = freshWorld();
  const client = someClient();
  act(world, { ...me, env: { CLAUDE_PID: String(client.pid) } }, 'SessionStart.startup');
  expect(stateOf(world, 's-one')).toBe('idle');
  await client.stop();
  expect(sessionOf(world, 's-one')).toMatchObject({ state: 'ended', end_reason: 'process_gone' });

  act(world, { session_id: 's-two', env: { CLAUDE_PID: String(process.pid) } }, 'SessionStart.startup');
  expect(stateOf(world, 's-two')).toBe('idle');
  using db = new Database(`${world.pawlHome}/pawl.db`);
  const row = db.query("SELECT detail FROM sessions WHERE session_id = 's-two'").get() as { detail: string };
  const detail = JSON.parse(row.detail);
  detail.client.started = '1';
  db.run("UPDATE sessions SET detail = ? WHERE session_id = 's-two'", [JSON.stringify(detail)]);
  expect(sessionOf(world, 's-two')).toMatchObject({ state: 'ended', end_reason: 'process_gone' });
});

test('subagents end with their client, or when another session takes the pane', async () => {
  using world = freshWorld();
  const tmux = { TMUX_PANE: '%1', TMUX: '/tmp/x/default,1,0' };
  const first = someClient();
  await using second = someClient();
  const helper = (id: string) => ({ ...captured('SubagentStart.general-purpose'), agent_id: id });
  const envOfClient = (client: { pid: number }) => ({ ...tmux, CLAUDE_PID: String(client.pid) });
  act(world, { ...me, env: envOfClient(first) }, 'SessionStart.startup');
  act(world, me, helper('a-one'));
  act(world, { session_id: 's-two', env: envOfClient(second) }, 'SessionStart.startup');
  act(world, { session_id: 's-two' }, helper('a-two'));
  const listed = () =>
    runJson<{ id: string; state: string }[]>(world, ['worker', 'list', '--all'])
      .map(({ id, state }) => `${id} ${state}`)
      .sort();
  expect(listed()).toEqual(['a-one failed', 'a-two running']);
  await first.stop();
  await second.stop();
  expect(listed()).toEqual(['a-one failed', 'a-two failed']);
});

test('starting a session does not change the rows of other sessions', () => {
  using world = freshWorld();
  for (const n of [1, 2, 3, 4]) act(world, { session_id: `s-${n}` }, 'SessionStart.startup');
  sessions(world);
  using db = new Database(join(world.pawlHome, 'pawl.db'));
  db.run('CREATE TABLE written (id TEXT)');
  db.run(
    'CREATE TRIGGER note AFTER INSERT ON sessions BEGIN INSERT INTO written VALUES (new.session_id); END',
  );
  act(world, { session_id: 's-5' }, 'SessionStart.startup');
  sessions(world);
  expect(db.query('SELECT DISTINCT id FROM written').all()).toEqual([{ id: 's-5' }]);
});

test('the list begins with the sessions that need input', async () => {
  using world = freshWorld();
  const start = (session_id: string) => act(world, { session_id }, 'UserPromptSubmit.plain');
  for (const id of ['working', 'idle', 'asking', 'broken']) start(id);
  act(world, { session_id: 'idle' }, 'Stop.plain');
  act(world, { session_id: 'asking' }, 'PermissionRequest.Bash');
  act(world, { session_id: 'broken' }, 'StopFailure.server_error');
  expect(sessions(world).map((one) => one.session_id)).toEqual(['asking', 'broken', 'idle', 'working']);
  const { stdout } = run(world, ['sessions'], { NO_COLOR: '1' });
  expect(stdout).toContain('1 needs you');
  expect(stdout).toMatch(/needs input .*asking .*permission for Bash/);
  expect(stdout).toMatch(/idle .*“.*”/);
});

test('a list of hundreds still contains a session that has waited longer', () => {
  using world = freshWorld();
  act(world, { session_id: 'asking' }, 'PermissionRequest.Bash');
  sessions(world);
  using db = new Database(join(world.pawlHome, 'pawl.db'));
  const later = Date.now() + 1_000;
  db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
     INSERT INTO sessions (session_id, state, conversation, project, started_at, last_seen_at, detail)
     SELECT 'over-' || i, 'ended', 'c', project, started_at, ?,
       json_set(detail, '$.session_id', 'over-' || i, '$.state', 'ended', '$.last_seen_at', ?) FROM n, sessions`,
    [later, later],
  );
  expect(sessions(world)[0]).toMatchObject({ session_id: 'asking', state: 'needs_input' });
  expect(run(world, ['sessions', '--all']).stdout).toContain('1 needs you');
});

test('a waiting session shows the question it asked', () => {
  using world = freshWorld();
  const why = (event: string) => {
    act(world, me, 'UserPromptSubmit.plain');
    act(world, me, event);
    return sessionOf(world, 's-one').why;
  };
  expect(why('PermissionRequest.AskUserQuestion')).toBe('asks: Which one?');
  expect(why('PermissionRequest.ExitPlanMode')).toBe('a plan to approve');
  expect(why('Elicitation.form')).toBe('Your name?');
});

test('control characters in a model’s text do not reach the terminal', () => {
  using world = freshWorld();
  const evil = '\x1b[2Jgone\x1b]0;title\x07';
  act(world, { ...me, env: { CLAUDE_SESSION_ROLE: evil } }, 'UserPromptSubmit.plain');
  act(world, me, 'Stop.plain', { last_assistant_message: evil });
  const id = run(world, ['worker', 'start', evil, '--conversation', 'c']).stdout.trim();
  run(world, ['worker', 'finish', id, evil]);
  run(world, ['send', 's-one', evil]);
  run(world, ['mission', 'start', evil]);
  for (const args of [
    ['sessions'],
    ['session', 'show', 's-one'],
    ['worker', 'list'],
    ['send', '--list'],
    ['mission', 'show'],
  ]) {
    const { stdout } = run(world, args);
    expect(stdout).toContain('gone');
    expect(stdout).not.toMatch(/[\x1b\x07]/);
  }
});

test('the status line counts other sessions that need input, without those whose client has ended', async () => {
  using world = freshWorld();
  const client = someClient();
  const asking = { ...me, env: { CLAUDE_PID: String(client.pid) } };
  act(world, asking, 'UserPromptSubmit.plain');
  act(world, asking, 'PermissionRequest.Bash');
  const line = () => run(world, ['statusline'], { NO_COLOR: '1' }, '{"session_id":"s-two"}').stdout;
  expect(line()).toContain('1 other needs you');
  await client.stop();
  expect(line()).not.toContain('needs you');
});

test('a second session in a directory is told of the first, as long as its process runs', async () => {
  using world = freshWorld();
  const first = someClient();
  await using second = someClient();
  act(world, { ...me, env: { CLAUDE_PID: String(first.pid) } }, 'SessionStart.startup');
  const two = { session_id: 's-two', env: { CLAUDE_PID: String(second.pid) } };
  expect(act(world, two, 'SessionStart.startup').message).toContain('s-one');
  await first.stop();
  const three = { session_id: 's-three', env: { CLAUDE_PID: String(second.pid) } };
  expect(act(world, three, 'SessionStart.startup').message).toBe('');
});

test('invalid lines in the spool do not stop the others', () => {
  using world = freshWorld();
  act(world, me, 'UserPromptSubmit.plain');
  const odd = {
    uid: 'odd-1',
    at: Date.now(),
    event: 'Stop',
    session_id: 's-one',
    project: 5,
    repository: {},
    cwd: [],
  };
  const lines = [
    { ...odd, background: 7, identity: 'no', agent_id: { deep: 1 } },
    { ...odd, uid: 'odd-2', session_id: 42, identity: { alias: {}, client: 'x' } },
    {
      ...odd,
      uid: 'odd-3',
      session_id: 's-odd',
      identity: { alias: { a: 1 }, role: [1] },
      kind: 9,
      words: {},
    },
  ];
  const hour = new Date().toISOString().slice(0, 13);
  appendFileSync(
    join(world.pawlHome, 'spool', `${hour}.jsonl`),
    `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`,
  );
  act(world, { session_id: 's-two' }, 'UserPromptSubmit.plain');
  expect(stateOf(world, 's-two')).toBe('active');
  act(world, me, 'Stop.plain');
  expect(stateOf(world, 's-one')).toBe('idle');
});
