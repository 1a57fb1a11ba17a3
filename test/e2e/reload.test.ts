// Installing Pawl counts for sessions that are already running.
import { expect, test } from 'bun:test';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { install } from '../support/pawl.ts';
import { toolResults } from '../support/read.ts';
import { type Asked, bash, calls, says, type Turn } from '../support/script.ts';
import { freshWorld } from '../support/world.ts';

const forcedPush = calls(bash('git push --force origin main'));
/** A minute, at five times a second. */
const tries = 300;

/** The client picks settings up when it notices them: ask again until it has, but not for ever. */
async function askAgain(asked: Asked): Promise<Turn> {
  const told = JSON.stringify(asked.body?.messages.findLast((message) => message.role === 'user'));
  if (told.includes('guard/force-push')) return says('noticed');
  await Bun.sleep(200);
  return forcedPush;
}

test('init in the middle of a session guards its next tool calls', async () => {
  using world = freshWorld();
  repository(world);
  const afterInstalling = () => {
    install(world);
    return forcedPush;
  };
  const script = [forcedPush, afterInstalling, ...Array(tries).fill(askAgain)];
  const run = await session(world, { script, args: ['--allowedTools', 'Bash'] });
  const texts = toolResults(run).map((one) => one.text);
  expect(texts[0]).not.toContain('guard/force-push');
  expect(texts.at(-1)).toContain('guard/force-push');
});
