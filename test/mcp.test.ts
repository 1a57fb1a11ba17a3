// Pawl's MCP tools, called with the official MCP client.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { act, someClient } from './support/fleet.ts';
import { repository } from './support/git.ts';
import { configure, pawl, pawlJson, program } from './support/pawl.ts';
import { person } from './support/person.ts';
import { talker, used } from './support/talk.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

type Json = Record<string, unknown>;

async function connected<T>(
  world: World,
  env: Record<string, string>,
  talk: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: program,
    args: ['mcp'],
    cwd: world.project,
    env: envOf(world, env),
  });
  await client.connect(transport);
  try {
    return await talk(client);
  } finally {
    await client.close();
  }
}

async function call(client: Client, name: string, input: Json = {}): Promise<Json & { failed: boolean }> {
  const result = await client.callTool({ name, arguments: input });
  const [part] = result.content as { text: string }[];
  return { ...(JSON.parse(part!.text) as Json), failed: result.isError === true };
}

const session = { CLAUDE_CODE_SESSION_ID: 's' };

describe('pawl mcp', () => {
  test('offers tasks, checkpoint, verify, memory and status, but no decision of a person', async () => {
    using world = freshWorld();
    const names = await connected(world, session, async (client) =>
      (await client.listTools()).tools.map(({ name }) => name),
    );
    const own =
      'task_list task_add task_update checkpoint_form checkpoint_check checkpoint_write verify memory_search status session_status session_list message_send worker_start worker_finish'.split(
        ' ',
      );
    expect(names.filter((name) => own.includes(name))).toEqual(own);
    expect(names.filter((name) => /grant|trust|pause|allow|resume|config/.test(name))).toEqual([]);
  });

  test('the tasks of another open session can’t be changed; those of an ended one can be taken up', async () => {
    using world = freshWorld();
    const other = talker(world, 'other');
    other('SessionStart', { source: 'startup' });
    const [task] = pawlJson<{ id: number }[]>(world, ['task', 'add', 'theirs', '--session', 'other']);
    const { id } = task!;
    await connected(world, session, async (client) => {
      const start = () => call(client, 'task_update', { id, status: 'in_progress' });
      expect(await start()).toMatchObject({ failed: true });
      expect(await call(client, 'task_list')).toMatchObject({ tasks: [], to_take_up: [] });
      other('SessionEnd', { reason: 'other' });
      expect(await call(client, 'task_list')).toMatchObject({ tasks: [], to_take_up: [{ id }] });
      expect(await start()).toMatchObject({ failed: false });
      expect(await call(client, 'task_list')).toMatchObject({ tasks: [{ id }], to_take_up: [] });
    });
  });

  test('a session sets its status, sends a message, and reports a worker', async () => {
    using world = freshWorld();
    const [one, other] = [talker(world, 's'), talker(world, 'other')];
    one('UserPromptSubmit', { prompt: 'go' });
    other('UserPromptSubmit', { prompt: 'go' });
    await connected(world, session, async (client) => {
      const set = await call(client, 'session_status', { text: 'reading the spec' });
      expect(set).toMatchObject({ status_text: 'reading the spec', failed: false });
      const { sessions } = (await call(client, 'session_list')) as unknown as { sessions: Json[] };
      expect(sessions).toContainEqual(
        expect.objectContaining({ session_id: 's', status_text: 'reading the spec' }),
      );
      await call(client, 'message_send', { to: 'other', text: 'the API is frozen' });
      const { worker } = (await call(client, 'worker_start', {
        title: 'long tests',
        conversation: 'other',
      })) as unknown as { worker: { id: string } };
      const done = await call(client, 'worker_finish', { id: worker.id, summary: 'all green' });
      expect(done).toMatchObject({ worker: { state: 'complete' }, failed: false });
      expect(await call(client, 'worker_finish', { id: worker.id, summary: 'x' })).toMatchObject({
        failed: true,
      });
      const { stdout } = other('Stop');
      expect(stdout).toContain('Message from session s: the API is frozen');
      expect(stdout).toContain('all green');
    });
  });

  test('tasks belong to the session and block its stop', async () => {
    using world = freshWorld();
    await connected(world, session, async (client) => {
      const added = (await call(client, 'task_add', { tasks: ['one', 'two'] })) as unknown as {
        tasks: { id: number }[];
      };
      const [{ id }] = added.tasks as [{ id: number }];
      await call(client, 'task_update', { id, status: 'in_progress' });
      expect(talker(world, 's')('Stop').blocked).toContain('one');
      await call(client, 'task_update', { id, status: 'completed' });
      const { tasks } = (await call(client, 'task_list')) as unknown as { tasks: { status: string }[] };
      expect(tasks.map(({ status }) => status)).toEqual(['completed', 'pending']);
      expect(await call(client, 'task_update', { id: 999, status: 'completed' })).toMatchObject({
        failed: true,
      });
      expect(await call(client, 'task_update', { id, status: 'later' })).toMatchObject({ failed: true });
    });
  });

  test('without a session id it works for the newest session of the directory', async () => {
    using world = freshWorld();
    talker(world, 'older')('SessionStart', { source: 'startup' });
    talker(world, 'newer')('SessionStart', { source: 'startup' });
    await connected(world, {}, (client) => call(client, 'task_add', { tasks: ['mine'] }));
    expect(talker(world, 'newer')('Stop').shown).toContain('mine');
    expect(talker(world, 'older')('Stop').shown).toBe('');
  });

  test.each(['clear', 'resume'])(
    'after a %s the client continues under another session id, and so do the tools',
    async (source) => {
      using world = freshWorld();
      await using running = someClient();
      const env = { CLAUDE_PID: String(running.pid) };
      act(world, { session_id: 's', env }, 'SessionStart.startup');
      await connected(world, session, async (client) => {
        expect(await call(client, 'status')).toMatchObject({ session_id: 's' });
        act(world, { session_id: 's', env }, 'SessionEnd.clear', { reason: source });
        act(world, { session_id: 't', env }, 'SessionStart.clear', { source });
        expect(await call(client, 'status')).toMatchObject({ session_id: 't' });
      });
    },
  );

  test('tasks can be added and listed even if no session is known', async () => {
    using world = freshWorld();
    await connected(world, {}, async (client) => {
      await call(client, 'task_add', { tasks: ['later'] });
      expect(await call(client, 'task_list', {})).toMatchObject({ tasks: [{ content: 'later' }] });
    });
  });

  test('a blocked stop can be resolved with the tools alone', async () => {
    using world = freshWorld();
    configure(world, { packs: { checkpoint: true, memory: true } });
    repository(world);
    const say = talker(world, 's');
    say('SessionStart', { source: 'startup' });
    write(join(world.project, 'Makefile'), 'test:\n\ttrue\n');
    write(join(world.project, 'a.ts'), 'x');
    say('PostToolUse', used('Write', { file_path: join(world.project, 'a.ts') }));
    expect(say('Stop').blocked).toContain('a.ts');
    await connected(world, session, async (client) => {
      const status = (await call(client, 'status')) as unknown as {
        changed: { path: string }[];
        checkpoint: { ok: boolean };
      };
      expect(status.changed.map(({ path }) => path).sort()).toEqual(['a.ts']);
      expect(status.checkpoint.ok).toBe(false);
      expect(await call(client, 'verify')).toMatchObject({ passed: true, failed: false });
      const form = await call(client, 'checkpoint_form');
      expect(await call(client, 'checkpoint_write', { checkpoint: form })).toMatchObject({ ok: false });
      const reflection = {
        what_was_done: 'Added a file that holds one letter',
        what_remains: 'none',
        key_insight: 'A file with one letter is enough to find out whether a stop is held.',
        search_terms: ['letter', 'stop'],
      };
      const tests = [{ id: '1', type: 'unit', expected: 'held', actual: 'held', passed: true }];
      const verification = { ...(form.verification as Json), tests };
      const checkpoint = { ...form, reflection, verification };
      expect(await call(client, 'checkpoint_write', { checkpoint })).toMatchObject({
        ok: true,
      });
    });
    expect(say('Stop', { stop_hook_active: true }).stdout).toBe('');
    await connected(world, session, async (client) => {
      const { memories } = (await call(client, 'memory_search', { query: 'letter' })) as unknown as {
        memories: unknown[];
      };
      expect(memories).toHaveLength(1);
    });
  });
});

test('the help of `pawl mcp` names the command that registers it', () => {
  using world = freshWorld();
  expect(pawl(world, ['mcp', '--help']).stdout).toContain('pawl init --mcp');
});

describe('pawl init --mcp', () => {
  const servers = (file: string) => JSON.parse(readFileSync(file, 'utf8')).mcpServers;

  test('adds one server, keeps everything else, is idempotent, and uninstall removes it', () => {
    using world = freshWorld();
    const file = join(world.home, '.claude.json');
    const before = readFileSync(file, 'utf8');
    expect(pawl(world, ['init', '--mcp']).code).toBe(0);
    const after = readFileSync(file, 'utf8');
    expect(servers(file)).toEqual({
      pawl: { type: 'stdio', command: join(world.pawlHome, 'bin/pawl'), args: ['mcp'] },
    });
    expect(JSON.parse(after)).toMatchObject(JSON.parse(before));
    expect(pawl(world, ['init', '--mcp']).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(after);
    expect(person(world, ['uninstall']).code).toBe(0);
    expect(servers(file)).toEqual({});
  });

  test('registers a project’s server in its shared .mcp.json', () => {
    using world = freshWorld();
    repository(world);
    expect(pawl(world, ['init', '--project', '--mcp']).code).toBe(0);
    expect(servers(join(world.project, '.mcp.json')).pawl.args.at(-1)).toBe('mcp');
    expect(readFileSync(join(world.project, '.mcp.json'), 'utf8')).not.toContain(world.home);
  });

  test('keeps a different server that is already named pawl', () => {
    using world = freshWorld();
    const file = join(world.home, '.claude.json');
    write(file, JSON.stringify({ mcpServers: { pawl: { type: 'stdio', command: 'other', args: [] } } }));
    pawl(world, ['init']);
    person(world, ['uninstall']);
    expect(servers(file).pawl.command).toBe('other');
  });
});
