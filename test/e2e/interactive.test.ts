// What a person sees at the keyboard. Needs tmux, which is not part of the two-command promise.
import { expect, test } from 'bun:test';
import { answers, settingsWith } from '../support/hooks.ts';
import { bash, calls, says } from '../support/script.ts';
import { tui } from '../support/tui.ts';
import { freshWorld } from '../support/world.ts';

const manual = ['--permission-mode', 'manual'];

test.skipIf(!Bun.which('tmux'))('ask opens the dialog of the client, with the reason', async () => {
  using world = freshWorld();
  const ask = {
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: 'a reason',
  };
  settingsWith(world, { PreToolUse: [answers({ hookSpecificOutput: ask })] });
  await using client = tui(world, { script: [calls(bash('echo ran')), says('end of turn')], args: manual });
  await client.shows(/manual mode|\? for shortcuts|>/);
  await client.say('go');
  expect(await client.shows(/a reason/)).toContain('echo ran');
  await client.press('Enter', /end of turn/);
});
