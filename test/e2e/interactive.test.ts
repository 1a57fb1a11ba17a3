// Tests the interactive client as a person uses it. Needs tmux; where it can’t be installed, the tests are skipped.
import { expect } from 'bun:test';
import { repository } from '../support/git.ts';
import { configure, install } from '../support/pawl.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { freshWorld } from '../support/world.ts';

// In the default mode a classifier of the real service decides, which no script can play.
const manual = ['--permission-mode', 'manual'];
const forcedPush = calls(bash('git push --force origin main'));

testUnless(withoutTmux())(
  'ask opens the dialog of the client, with the reason, and a yes runs the call',
  async () => {
    using world = freshWorld();
    repository(world);
    install(world);
    configure(world, { policies: { 'guard/force-push': { level: 'ask' } } });
    await using client = tui(world, { script: [forcedPush, says('end of turn')], args: manual });
    await client.shows(/❯/);
    await client.say('go');
    await client.shows(/guard\/force-push/);
    expect(await client.shows(/Do you want to proceed/)).toContain('force-push');
    await client.press('Enter', /end of turn/);
  },
);
