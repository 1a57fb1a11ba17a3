// A script that was written and then run, in the real client.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { install } from '../support/pawl.ts';
import { result, toolResults, whereIs } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { freshWorld, type World } from '../support/world.ts';

const args = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'];

const writes = (world: World, name: string, content: string) =>
  calls({ name: 'Write', input: { file_path: join(world.project, name), content } });

test('a script that was written and is then run is read: harm is refused with the reason, the rest runs', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const run = await session(world, {
    args,
    script: [
      writes(world, 'tidy.sh', '#!/bin/sh\ntouch ran-tidy\nrm -rf "$HOME"\n'),
      calls(bash('bash tidy.sh')),
      writes(world, 'greet.sh', '#!/bin/sh\necho "rm -rf / is only a word here"\n'),
      calls(bash('bash greet.sh')),
      says('understood'),
    ],
  });
  const [, refused, , ran] = toolResults(run);
  expect(refused?.refused).toBe(true);
  expect(refused?.text).toContain('guard/delete:delete-home');
  expect(whereIs(run, 'guard/delete:delete-home').length).toBeGreaterThan(0);
  expect(existsSync(join(world.project, 'ran-tidy'))).toBe(false);
  expect(ran).toMatchObject({ refused: false, text: 'rm -rf / is only a word here' });
  expect(result(run)).toBe('understood');
});
