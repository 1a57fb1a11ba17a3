// Tests that the notes of a session are given back after its context was lost, and that a person who looks elsewhere is
// called.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, captured, run, runJson, someClient } from './support/fleet.ts';
import { freshWorld, type World } from './support/world.ts';

const me = (pid: number, session_id = 's-one') => ({ session_id, env: { CLAUDE_PID: String(pid) } });

/** A transcript whose last message used so many of the 200,000 tokens. */
function transcript(world: World, percent: number, text = 'x'): string {
  const file = join(world.home, 't.jsonl');
  const usage = { input_tokens: percent * 2_000 };
  const message = { model: 'claude-sonnet-4-5', content: [{ type: 'text', text }], usage };
  writeFileSync(file, `${JSON.stringify({ type: 'assistant', message })}\n`);
  return file;
}

test('a written note comes back after a compaction and after a clear, and to no other session', async () => {
  using world = freshWorld();
  await using client = someClient();
  const one = me(client.pid);
  act(world, one, 'SessionStart.startup');
  const noted = run(world, ['status', '--note', 'The parser is done, the docs are next'], {
    CLAUDE_CODE_SESSION_ID: 's-one',
  });
  expect(noted).toMatchObject({ code: 0, stdout: expect.stringContaining('Noted.') });
  expect(act(world, one, 'SessionStart.compact').context).toContain('the docs are next');
  expect(act(world, one, 'SessionStart.resume').context).not.toContain('the docs are next');
  run(world, ['status', '--note', 'Only the index is missing', '--session', 's-one']);
  const cleared = act(world, me(client.pid, 's-two'), 'SessionStart.clear').context;
  expect(cleared).toContain('Only the index is missing');
  expect(cleared).not.toContain('the docs are next');
  // The cleared session has it from now on; another one that begins in the same client does not.
  expect(act(world, me(client.pid, 's-two'), 'SessionStart.compact').context).toContain('Only the index');
  act(world, me(client.pid, 's-three'), 'SessionStart.startup');
  expect(act(world, me(client.pid, 's-four'), 'SessionStart.clear').context).not.toContain('index');
  await using other = someClient();
  expect(act(world, me(other.pid, 's-five'), 'SessionStart.clear').context).not.toContain('index');
});

test('the last message is kept when the context is nearly full, and not before', async () => {
  using world = freshWorld();
  await using client = someClient();
  const one = me(client.pid);
  const end = (percent: number, words: string) =>
    act(world, one, 'Stop.plain', {
      transcript_path: transcript(world, percent, words),
      last_assistant_message: words,
      prompt_id: words,
    });
  act(world, one, 'SessionStart.startup');
  end(40, 'early words');
  expect(act(world, one, 'SessionStart.compact').context).not.toContain('early words');
  end(85, 'The tests pass; what is open is the changelog.');
  const { context } = act(world, one, 'SessionStart.compact');
  expect(context).toContain('<last-message>\nThe tests pass; what is open is the changelog.');
  expect(context).toContain('before its context was reset');
});

test('the warning says how to keep a note, and the command works as printed', async () => {
  using world = freshWorld();
  await using client = someClient();
  const one = me(client.pid);
  act(world, one, 'SessionStart.startup');
  const { context } = act(world, one, 'UserPromptSubmit.plain', { transcript_path: transcript(world, 82) });
  expect(context).toContain('82 % full');
  expect(context).toContain('`pawl status --note "…"`');
  const note = run(world, ['status', '--note', '…'], { CLAUDE_CODE_SESSION_ID: 's-one' });
  expect(note.code).toBe(0);
  expect(runJson<{ note: { text: string } }>(world, ['status', '--session', 's-one']).note.text).toBe('…');
  expect(run(world, ['status', '--note', ' ', '--session', 's-one']).code).toBe(2);
});

test('secrets in a note are redacted', async () => {
  using world = freshWorld();
  await using client = someClient();
  act(world, me(client.pid), 'SessionStart.startup');
  run(world, ['status', '--note', `use ghp_${'a1B2'.repeat(9)}`, '--session', 's-one']);
  expect(act(world, me(client.pid), 'SessionStart.compact').context).toContain('use [redacted]');
});

test('a dialog calls the person: by the bell in tmux, by a notice where the terminal shows one', () => {
  using world = freshWorld();
  const call = (env: Record<string, string>, kind = 'Notification.permission_prompt') => {
    const event = { ...captured(kind), session_id: 's-one', cwd: world.project };
    const { stdout } = run(world, ['hook'], env, JSON.stringify(event));
    return stdout ? (JSON.parse(stdout) as { terminalSequence?: string }) : {};
  };
  act(world, { session_id: 's-one' }, 'UserPromptSubmit.plain');
  act(world, { session_id: 's-one' }, 'PermissionRequest.Bash');
  expect(call({ TMUX: '/tmp/t,1,0' })).toEqual({ terminalSequence: '\x07' });
  const { terminalSequence } = call({ TERM_PROGRAM: 'WezTerm', TERM: 'xterm-256color' });
  expect(terminalSequence).toStartWith('\x1b]9;project: permission for Bash: ');
  expect(call({ TERM_PROGRAM: 'iTerm.app' })).toEqual({});
  expect(call({ TMUX: 'x' }, 'Notification.idle_prompt')).toEqual({});
  // The call is not repeated as a message with the next event.
  expect(act(world, { session_id: 's-one' }, 'UserPromptSubmit.plain').message).toBe('');
});
