// The harness itself, shown to work with stand-in hooks: if one of these fails, look here before Pawl.
import { expect, test } from 'bun:test';
import { session } from '../support/client.ts';
import { answers, settingsWith, shell } from '../support/hooks.ts';
import { hookAnswers, result, toolResults, whereIs } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { freshWorld } from '../support/world.ts';

test('without hooks a tool call runs and its output reaches the model', async () => {
  using world = freshWorld();
  const run = await session(world, { script: [calls(bash('echo ran')), says('done')] });
  expect(toolResults(run)).toEqual([{ id: expect.any(String), refused: false, text: 'ran' }]);
  expect(result(run)).toBe('done');
  expect(run.code).toBe(0);
});

test('a hook that exits 2 stops the tool call', async () => {
  using world = freshWorld();
  settingsWith(world, { PreToolUse: [shell('echo no entry >&2; exit 2')] });
  const run = await session(world, { script: [calls(bash('echo ran')), says('done')] });
  expect(toolResults(run)[0]).toMatchObject({ refused: true, text: expect.stringContaining('no entry') });
});

test('context of SessionStart is in the first request to the model', async () => {
  using world = freshWorld();
  const note = {
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'a "quoted" note' },
  };
  settingsWith(world, { SessionStart: [answers(note)] });
  const run = await session(world, { script: [says('done')] });
  expect(whereIs(run, 'a "quoted" note')).toEqual(['#0 system']);
});

test('the answers of hooks can be read from the stream', async () => {
  using world = freshWorld();
  settingsWith(world, { Stop: [answers({ systemMessage: 'bye' })] });
  const run = await session(world, { script: [says('done')] });
  expect(hookAnswers(run, 'Stop').map((answer) => answer.exit_code)).toEqual([0]);
});
