// Every client, by what the real programs were seen to send.
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, answerFailure } from '../core/answer.ts';
import type { EventName } from '../core/channels.ts';
import { parseEvent } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';
import { blockedStopLead } from '../core/stop-gate.ts';
import { isPawlHook } from '../domain/client-settings/handlers.ts';
import { allPolicies } from '../policies/registry.ts';
import { combineAnswers, fitAnswer, type NeutralAnswer, readAnswer } from './answer.ts';
import type { ClientName } from './client.ts';
import { hookEntry } from './entry.ts';
import { clients, limitsOf } from './index.ts';
import { callsOfPatch } from './patch.ts';

const captures = join(import.meta.dir, '../../test/clients/captures');

interface Capture {
  name: string;
  registered: string | undefined;
  raw: JsonObject;
}

function capturesOf(client: string): Capture[] {
  return readdirSync(join(captures, client)).map((name) => {
    const { registered_as, stdin, ...rest } = JSON.parse(readFileSync(join(captures, client, name), 'utf8'));
    return { name, registered: registered_as, raw: stdin ?? { directory: '/home/me/project', ...rest } };
  });
}

const said = (event: EventName, more: Partial<NeutralAnswer>): NeutralAnswer => ({
  event,
  decision: 'pass',
  reason: '',
  context: '',
  message: '',
  ...more,
});

for (const client of Object.values(clients)) {
  describe(client.title, () => {
    const registered = capturesOf(client.name).filter(({ registered, raw }) => {
      const name = String(registered ?? raw.hook);
      return name in client.events || /^[a-z]+[A-Z]/.test(name);
    });

    test('every captured event that is registered is known to Pawl', () => {
      expect(registered.length).toBeGreaterThan(5);
      for (const { name, raw, registered: as } of registered)
        for (const event of client.read(raw, as)) {
          const parsed = parseEvent(JSON.stringify(event));
          // Transformed prompts of Copilot are a separate event that is not registered.
          if (name.includes('userPromptTransformed')) continue;
          expect([name, parsed.kind]).toEqual([name, 'event']);
          expect([name, parsed.kind === 'event' && parsed.event.session_id]).not.toEqual([name, '']);
        }
    });

    test('shell commands are Bash, and files have absolute paths under the keys that the guard reads', () => {
      const calls = registered
        .flatMap(({ raw, registered: as }) => client.read(raw, as))
        .filter(({ hook_event_name }) => hook_event_name === 'PreToolUse');
      const tools = new Set(calls.map(({ tool_name }) => tool_name));
      expect(tools).toContain('Bash');
      for (const { tool_name, tool_input } of calls) {
        const input = tool_input as JsonObject;
        if (tool_name === 'Bash') expect(input.command).toBeString();
        if (['Read', 'Edit', 'Write'].includes(String(tool_name))) expect(input.file_path).toMatch(/^\//);
      }
    });

    test('an MCP tool has the name that policies know', () => {
      const captured = capturesOf(client.name).filter(({ name }) => name.startsWith('server-'));
      const names = captured.flatMap(({ raw, registered: as }) => client.read(raw, as));
      expect(names.length).toBeGreaterThan(1);
      expect(new Set(names.map(({ tool_name }) => tool_name))).toEqual(
        new Set(['mcp__github__delete_repository']),
      );
    });

    test('a refusal reaches the client, a failure of Pawl refuses too, and a passing call gets an empty answer', () => {
      const [{ raw }] = registered as [Capture];
      const write = (answer: NeutralAnswer) => client.write(fitAnswer(answer, client.channel), raw);
      expect(write(said('PreToolUse', {}))).toEqual({ stdout: '', stderr: '', exit: 0 });
      expect(write(said('PreToolUse', { decision: 'deny', reason: 'R' })).stdout).toContain('"R"');
      const failure = write(readAnswer('PreToolUse', answerFailure('broken', 'PreToolUse')));
      expect(refuses(failure) || client.channel.ask === 'dialog').toBe(true);
      const question = write(said('PreToolUse', { decision: 'ask', reason: 'R' }));
      expect(refuses(question)).toBe(client.channel.ask === 'deny');
      if (client.channel.ask === 'deny') expect(question.stdout).toContain('pawl allow-once');
    });
  });
}

const refuses = ({ stdout }: Answer) => /"deny"|"refuse":/.test(stdout);

describe('entries on Windows', () => {
  const launcher = 'C:\\Users\\Ann O’Hara\\.pawl\\bin\\pawl.exe';
  const entryOf = (name: ClientName, event: string) =>
    hookEntry(clients[name], launcher, event, 'win32') as unknown as JsonObject;

  test('cmd gets no quotes, PowerShell a call operator; both refuse a tool call when the program is gone', () => {
    expect(entryOf('codex', 'PreToolUse').command).toMatch(
      /^C:\\Users\\Ann\^ O’Hara\\\.pawl\\bin\\pawl\.exe hook PreToolUse --client codex \|\| \(echo [^"'()&]+ 1>&2 & exit 2\)$/,
    );
    for (const [name, event] of [
      ['gemini', 'BeforeTool'],
      ['qwen', 'PreToolUse'],
    ] as const)
      expect(entryOf(name, event).command).toMatch(
        /^& 'C:\\Users\\Ann O’Hara\\\.pawl\\bin\\pawl\.exe' hook \w+ --client \w+; if \(\$LASTEXITCODE -ne 0\) \{ .+ exit 2 \}$/,
      );
    expect(entryOf('qwen', 'Stop')).toMatchObject({
      shell: 'powershell',
      command: expect.stringMatching(/--client qwen$/),
    });
    expect(entryOf('copilot', 'PreToolUse')).toEqual({
      type: 'command',
      exec: launcher,
      args: ['hook', 'PreToolUse', '--client', 'copilot'],
      timeout: 40,
    });
  });

  test('every entry is recognised as Pawl’s, unless it also runs something else', () => {
    for (const name of ['codex', 'gemini', 'qwen'] as const)
      for (const event of Object.keys(clients[name].events)) {
        const entry = entryOf(name, event);
        expect([entry.command, isPawlHook(entry)]).toEqual([entry.command, true]);
        expect(isPawlHook({ ...entry, command: `${entry.command}; calc` })).toBe(false);
      }
  });
});

describe('what a client can’t do', () => {
  const { codex, qwen, opencode, gemini, copilot } = clients;

  test('Codex gets no unknown key, no bare approval and no empty reason', () => {
    const write = (answer: NeutralAnswer) => codex.write(fitAnswer(answer, codex.channel), {}).stdout;
    expect(write(said('PreToolUse', { decision: 'allow' }))).toBe('');
    expect(JSON.parse(write(said('PreToolUse', { decision: 'deny' })))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'Pawl refused this.',
      },
    });
    expect(JSON.parse(write(said('PreToolUse', { input: { command: 'ls', description: 'x' } })))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'ls' },
      },
    });
  });

  test('an objection after a tool is added to the result and does not replace it', () => {
    const objection = said('PostToolUse', { decision: 'block', reason: 'R', context: 'C' });
    for (const client of Object.values(clients)) {
      const text = client.write(fitAnswer(objection, client.channel), {}).stdout;
      expect(text).toContain('R\\n\\nC');
      expect(text).not.toContain('"block"');
    }
  });

  test('Qwen ignores a changed input, so the call is refused and the changed one named', () => {
    const changed = said('PreToolUse', { input: { command: 'git push --force-with-lease' } });
    const { stdout } = qwen.write(fitAnswer(changed, qwen.channel), {});
    expect(stdout).toContain('"deny"');
    expect(stdout).toContain('`git push --force-with-lease`');
  });

  test('a stop that OpenCode can’t block passes, and the person is told the reason', () => {
    const held = said('Stop', { decision: 'block', reason: 'R' });
    expect(JSON.parse(opencode.write(fitAnswer(held, opencode.channel), {}).stdout)).toEqual({
      message: 'R',
    });
  });

  test.each([
    ['github-mcp-server-get_me', 'mcp__github-mcp-server__get_me'],
    ['mongodb-delete-many', 'mcp__mongodb__delete-many'],
    ['my-files/read', 'mcp__my-files__read'],
    ['read_bash', 'read_bash'],
  ])('Copilot: %s is %s', (tool_name, expected) => {
    const [event] = copilot.read({ hook_event_name: 'PreToolUse', tool_name, tool_input: {} }, undefined);
    expect(event!.tool_name).toBe(expected);
  });

  test('OpenCode: a server may have dashes, a tool underscores, and its own tools keep their names', () => {
    const nameOf = (tool: string) =>
      opencode.read({ hook: 'tool.execute.before', input: { tool }, output: { args: {} } }, undefined)[0]!
        .tool_name;
    expect(['google-drive_delete_file', 'apply_patch', 'skill'].map(nameOf)).toEqual([
      'mcp__google-drive__delete_file',
      'apply_patch',
      'skill',
    ]);
  });

  test('news at a stop makes the session continue', () => {
    const { stdout } = codex.write(fitAnswer(said('Stop', { context: 'NEWS' }), codex.channel), {});
    expect(JSON.parse(stdout)).toEqual({ decision: 'block', reason: 'NEWS' });
  });

  test('text that an event can’t carry is kept for the next one', () => {
    const fitted = fitAnswer(said('PreToolUse', { context: 'C' }), gemini.channel);
    expect(fitted).toMatchObject({ context: '', undelivered: 'C' });
  });

  test('a change that the client does not take becomes a refusal: of a file in Codex, of one file in a patch', () => {
    const changed = said('PreToolUse', { input: { file_path: '/p/a', content: 'x' } });
    expect(fitAnswer(changed, codex.channel)).toMatchObject({ decision: 'deny', input: undefined });
    expect(fitAnswer(changed, copilot.channel).input).toBeDefined();
    const patch = combineAnswers([said('PreToolUse', {}), changed]);
    expect(patch).toMatchObject({ decision: 'deny', reason: expect.stringContaining('/p/a') });
  });

  test('prompts that no person typed are not events', () => {
    const prompt = (text: string, more: JsonObject = {}) => ({
      hook_event_name: 'UserPromptSubmit',
      session_id: 's',
      prompt: text,
      ...more,
    });
    const held = `${blockedStopLead}\n[tasks/stop] 1 task is in progress`;
    const before = { ...prompt(held), hook_event_name: 'BeforeAgent' };
    expect(gemini.read(before, 'BeforeAgent')).toEqual([]);
    for (const client of [codex, copilot, qwen]) {
      expect(client.read(prompt(held), 'UserPromptSubmit')).toEqual([]);
      expect(client.read(prompt('go'), 'UserPromptSubmit')).toHaveLength(1);
    }
    expect(qwen.read(prompt(''), 'UserPromptSubmit')).toEqual([]);
    const inside = prompt('do it', { agent_id: 'a', parent_agent_id: 'p' });
    expect([codex.read(inside, 'UserPromptSubmit'), copilot.read(inside, 'UserPromptSubmit')]).toEqual([
      [],
      [],
    ]);
  });

  test('the paths of a search are under the client’s own keys, and several paths become several calls', () => {
    const read = (client: typeof gemini, tool_name: string, tool_input: JsonObject) =>
      client
        .read({ hook_event_name: 'PreToolUse', cwd: '/p', tool_name, tool_input }, 'BeforeTool')
        .map(({ tool_input }) => tool_input);
    expect(read(copilot, 'Grep', { pattern: 'x', paths: '.env' })).toEqual([
      { pattern: 'x', path: '/p/.env' },
    ]);
    expect(read(copilot, 'Grep', { pattern: 'x', paths: ['a', '.env'] })).toEqual([
      { pattern: 'x', path: '/p/a' },
      { pattern: 'x', path: '/p/.env' },
    ]);
    expect(read(copilot, 'Grep', { pattern: 'x', paths: [] })).toEqual([{ pattern: 'x' }]);
    expect(read(gemini, 'grep_search', { pattern: 'x', include_pattern: '.env' })).toEqual([
      { pattern: 'x', glob: '.env' },
    ]);
    expect(read(gemini, 'read_many_files', { paths: ['a', '.env'] })).toEqual([
      { file_path: '/p/a' },
      { file_path: '/p/.env' },
    ]);
    expect(read(qwen, 'tool_call', { name: 'read_file', arguments: { file_path: '.env' } })).toEqual([
      { file_path: '/p/.env' },
    ]);
  });

  test('Qwen’s monitor runs a shell command, and its zoom reads a file', () => {
    const event = { hook_event_name: 'PreToolUse', cwd: '/p' };
    const monitor = { ...event, tool_name: 'monitor', tool_input: { command: 'cat .env' } };
    expect(qwen.read(monitor, 'PreToolUse')[0]).toMatchObject({ tool_name: 'Bash' });
    const zoom = { ...event, tool_name: 'zoom_image', tool_input: { file_path: '.env' } };
    expect(qwen.read(zoom, 'PreToolUse')[0]).toMatchObject({
      tool_name: 'Read',
      tool_input: { file_path: '/p/.env' },
    });
  });

  test('keys of another client do not hide the path that the tool opens', () => {
    const input = { file_path: '.env', path: 'README.md', filePath: 'README.md' };
    const pathFor = (client: typeof gemini, tool: string) =>
      (
        client.read(
          { hook_event_name: 'PreToolUse', cwd: '/p', tool_name: tool, tool_input: input },
          'BeforeTool',
        )[0]!.tool_input as JsonObject
      ).file_path;
    expect(pathFor(gemini, 'read_file')).toBe('/p/.env');
    expect(pathFor(qwen, 'read_file')).toBe('/p/.env');
    expect(pathFor(copilot, 'Read')).toBe('/p/README.md');
  });

  test('a changed input is returned under the client’s own keys', () => {
    const changed = said('PreToolUse', { decision: 'allow', input: { file_path: '/p/a', content: 'x' } });
    const { stdout } = copilot.write(fitAnswer(changed, copilot.channel), { tool_name: 'Write' });
    expect(JSON.parse(stdout).hookSpecificOutput.updatedInput).toEqual({ path: '/p/a', file_text: 'x' });
  });

  test('a command runs in the folder that its input names', () => {
    const raw = (input: JsonObject) => ({
      hook_event_name: 'BeforeTool',
      cwd: '/p',
      tool_name: 'run_shell_command',
      tool_input: input,
    });
    expect(gemini.read(raw({ command: 'ls', dir_path: 'sub' }), 'BeforeTool')[0]!.cwd).toBe('/p/sub');
  });

  test('exit codes: a failed command is a failure, and one without a code proves nothing', () => {
    const after = { hook_event_name: 'PostToolUse', cwd: '/p' };
    const [copilots] = copilot.read(
      {
        ...after,
        tool_name: 'Bash',
        tool_input: {},
        tool_result: { text_result_for_llm: 'no\n<shellId: 0 completed with exit code 3>' },
      },
      'PostToolUse',
    );
    expect(copilots).toMatchObject({
      hook_event_name: 'PostToolUseFailure',
      error: expect.stringMatching(/^Exit code 3/),
    });
    const [codexs] = codex.read(
      { ...after, tool_name: 'Bash', tool_input: {}, tool_response: 'ok' },
      'PostToolUse',
    );
    expect(codexs!.tool_response).toEqual({ stdout: 'ok', exit_code_unknown: true });
  });

  test('the work of a Copilot subagent belongs to the session that started it', () => {
    const inside = { sessionId: 'child', agent_id: 'child', parent_agent_id: 'parent', cwd: '/p' };
    const [stop] = copilot.read({ ...inside, hook_event_name: 'Stop' }, 'Stop');
    expect(stop).toMatchObject({ hook_event_name: 'SubagentStop', session_id: 'parent', agent_id: 'child' });
  });
});

describe('patches', () => {
  const patch = `*** Begin Patch
*** Add File: new.txt
+hello
*** Update File: src/old.ts
*** Move to: src/new.ts
@@
-a
+b
*** Delete File: it's.txt
*** End Patch`;

  test('each file becomes a separate call', () => {
    expect(callsOfPatch(patch, '/p')).toEqual([
      { tool_name: 'Write', tool_input: { file_path: '/p/new.txt', content: 'hello' } },
      { tool_name: 'Edit', tool_input: { file_path: '/p/src/old.ts', old_string: '', new_string: '' } },
      { tool_name: 'Write', tool_input: { file_path: '/p/src/new.ts', content: 'b' } },
      { tool_name: 'Bash', tool_input: { command: "rm -- '/p/it'\\''s.txt'" } },
    ]);
  });

  test('a patch in a shell command is found, with the command', () => {
    const command = `apply_patch <<'EOF'\n${patch}\nEOF`;
    const events = clients.codex.read(
      { hook_event_name: 'PreToolUse', cwd: '/p', tool_name: 'Bash', tool_input: { command } },
      'PreToolUse',
    );
    expect(events.map(({ tool_name }) => tool_name)).toEqual(['Bash', 'Write', 'Edit', 'Write', 'Bash']);
  });

  const filesOf = (client: typeof clients.codex, tool_name: string, tool_input: JsonObject) =>
    client
      .read({ hook_event_name: 'PreToolUse', cwd: '/p', tool_name, tool_input }, 'PreToolUse')
      .map(({ tool_input }) => (tool_input as JsonObject).file_path);

  test('blanks around a header, an added line that looks like the end, and a patch without an end hide no file', () => {
    const patch =
      '*** Begin Patch\n*** Add File: a\n+*** End Patch\n  *** Add File: .env  \n+x\n*** Update File:b';
    expect(filesOf(clients.codex, 'apply_patch', { command: patch })).toEqual(['/p/a', '/p/.env', '/p/b']);
  });

  test('every client that has the tool is read, whatever the key of the patch', () => {
    const patch = '*** Begin Patch\n*** Add File: .env\n+x\n*** End Patch';
    expect(filesOf(clients.copilot, 'apply_patch', { input: patch })).toEqual(['/p/.env']);
    const input = { tool: 'apply_patch', sessionID: 's', args: { patchText: patch } };
    const [event] = clients.opencode.read({ hook: 'tool.execute.before', input, directory: '/p' }, undefined);
    expect(event!.tool_input).toEqual({ file_path: '/p/.env', content: 'x' });
  });

  test('a file that only contains the text of a patch is one file', () => {
    const content = '*** Begin Patch\n*** Add File: .env\n+x\n*** End Patch';
    expect(filesOf(clients.copilot, 'Write', { path: 'notes.md', file_text: content })).toEqual([
      '/p/notes.md',
    ]);
  });

  test('the strictest answer about a file counts for the whole patch, and all must be approved', () => {
    const parts = [said('PreToolUse', { decision: 'allow' }), said('PreToolUse', {})];
    expect(combineAnswers(parts).decision).toBe('pass');
    const denied = said('PreToolUse', { decision: 'deny', reason: 'A' });
    expect(combineAnswers([...parts, denied, { ...denied, reason: 'B' }])).toMatchObject({
      decision: 'deny',
      reason: 'A\nB',
    });
  });
});

test('the policies that a client limits exist', () => {
  const known = new Set(allPolicies().map(({ id }) => id));
  const named = Object.values(clients).flatMap((client) => limitsOf(client).map(({ policy }) => policy));
  expect(named.filter((id) => !known.has(id))).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
});
