// Every client, by what the real programs were seen to send.
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, answerFailure } from '../core/answer.ts';
import type { EventName } from '../core/channels.ts';
import { parseEvent } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';
import { combineAnswers, fitAnswer, type NeutralAnswer, readAnswer } from './answer.ts';
import { clients } from './index.ts';
import { callsOfPatch, patchesIn } from './patch.ts';

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

    test('every captured event that is registered is one of ours', () => {
      expect(registered.length).toBeGreaterThan(5);
      for (const { name, raw, registered: as } of registered)
        for (const event of client.read(raw, as)) {
          const parsed = parseEvent(JSON.stringify(event));
          // Transformed prompts of Copilot are an event of their own, which nobody registers.
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

    test('a refusal reaches the client, a failure of Pawl is one too, and nothing is said about a call that passes', () => {
      const [{ raw }] = registered as [Capture];
      const write = (one: NeutralAnswer) => client.write(fitAnswer(one, client.channel), raw);
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

describe('what a client can’t do', () => {
  const { codex, qwen, opencode, gemini, copilot } = clients;

  test('Codex gets no key that it does not know, no bare approval, and never an empty reason', () => {
    const write = (one: NeutralAnswer) => codex.write(fitAnswer(one, codex.channel), {}).stdout;
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

  test('an objection after a tool stands beside the result and does not replace it', () => {
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

  test('Qwen’s stops always claim to have been held before', () => {
    const [stop] = qwen.read({ hook_event_name: 'Stop', stop_hook_active: true }, 'Stop');
    expect(stop!.stop_hook_active).toBe(false);
  });

  test('a stop that OpenCode can’t hold is let go', () => {
    const held = said('Stop', { decision: 'block', reason: 'R' });
    expect(opencode.write(fitAnswer(held, opencode.channel), {}).stdout).toBe('');
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

  test('a changed input goes back with the client’s own keys', () => {
    const changed = said('PreToolUse', { decision: 'allow', input: { file_path: '/p/a', content: 'x' } });
    const { stdout } = copilot.write(fitAnswer(changed, copilot.channel), { tool_name: 'Write' });
    expect(JSON.parse(stdout).hookSpecificOutput.updatedInput).toEqual({ path: '/p/a', file_text: 'x' });
  });

  test('a command runs where its input says', () => {
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

  test('what a subagent of Copilot does belongs to the session that started it', () => {
    const inside = { sessionId: 'child', agent_id: 'child', parent_agent_id: 'parent', cwd: '/p' };
    const [stop] = copilot.read({ ...inside, hook_event_name: 'Stop' }, 'Stop');
    expect(stop).toMatchObject({ hook_event_name: 'SubagentStop', session_id: 'parent', agent_id: 'child' });
    const [prompt] = copilot.read(
      { ...inside, hook_event_name: 'UserPromptSubmit', prompt: 'x' },
      'UserPromptSubmit',
    );
    expect(prompt!.source).toBe('agent');
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

  test('each file is a call of its own', () => {
    expect(callsOfPatch(patch, '/p')).toEqual([
      { tool_name: 'Write', tool_input: { file_path: '/p/new.txt', content: 'hello' } },
      { tool_name: 'Edit', tool_input: { file_path: '/p/src/old.ts', old_string: '', new_string: '' } },
      { tool_name: 'Write', tool_input: { file_path: '/p/src/new.ts', content: 'b' } },
      { tool_name: 'Bash', tool_input: { command: "rm -- '/p/it'\\''s.txt'" } },
    ]);
  });

  test('a patch in a shell command is found, with the command', () => {
    const command = `apply_patch <<'EOF'\n${patch}\nEOF`;
    expect(patchesIn(command)).toEqual([patch]);
    const events = clients.codex.read(
      { hook_event_name: 'PreToolUse', cwd: '/p', tool_name: 'Bash', tool_input: { command } },
      'PreToolUse',
    );
    expect(events.map(({ tool_name }) => tool_name)).toEqual(['Bash', 'Write', 'Edit', 'Write', 'Bash']);
  });

  test('a patch that never ends is read to its end', () => {
    expect(patchesIn('*** Begin Patch\n*** Add File: a')).toEqual(['*** Begin Patch\n*** Add File: a']);
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
