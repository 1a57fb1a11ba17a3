// Compares what the installer writes and the doctor reports with the behaviour of the real client.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { pawl, pawlJson } from '../support/pawl.ts';
import { toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const forcedPush = {
  script: [calls(bash('git push --force origin main')), says('end')],
  args: ['--allowedTools', 'Bash'],
};

/** By which registration each tool call came, the oldest first. */
function cameBy(world: World): string[] {
  return pawlJson<{ via: string }[]>(world, ['log', '--event', 'PreToolUse'])
    .map((one) => one.via)
    .reverse();
}

test('a project’s shared entry refuses, and beside the person’s own copy each event is handled once', async () => {
  using world = freshWorld();
  repository(world);
  pawl(world, ['init', '--project']);
  expect(toolResults(await session(world, forcedPush))[0]?.refused).toBe(true);
  expect(cameBy(world)).toEqual(['shared']);
  pawl(world, ['init', '--user']);
  expect(toolResults(await session(world, forcedPush))[0]?.refused).toBe(true);
  expect(cameBy(world)).toEqual(['shared', 'settings']);
});

const ok = { type: 'command', command: 'true' };

/** Whole files: does the client drop them, and does the doctor say so? */
const files: [name: string, hooks: unknown, dropped: boolean][] = [
  ['valid entries', { PreToolUse: [{ matcher: 'Bash', hooks: [ok] }] }, false],
  ['an object matcher on PreToolUse', { PreToolUse: [{ matcher: { toolName: 'Bash' }, hooks: [ok] }] }, true],
  ['a timeout of 0 on PreToolUse', { PreToolUse: [{ hooks: [{ ...ok, timeout: 0 }] }] }, true],
  ['a bare string on PermissionRequest', { PermissionRequest: ['true'] }, true],
  ['an unknown word for onFailure', { PreToolUse: [{ hooks: [{ ...ok, onFailure: 'deny' }] }] }, true],
  ['PreToolUse without a list', { PreToolUse: {} }, true],
  ['onFailure on the group', { PreToolUse: [{ onFailure: 'block', hooks: [ok] }] }, false],
  ['a bare string on Stop', { Stop: ['true'] }, false],
];

for (const [name, hooks, dropped] of files) {
  test(`client and doctor agree on ${name}: ${dropped ? 'the file is dropped' : 'the file counts'}`, async () => {
    using world = freshWorld();
    const proof = join(world.root, 'proof');
    const witness = [{ hooks: [{ type: 'command', command: `touch ${proof}` }] }];
    write(world.settings, JSON.stringify({ hooks: { ...(hooks as object), SessionStart: witness } }));
    const { findings } = JSON.parse(pawl(world, ['doctor', '--json']).stdout) as {
      findings: { code: string }[];
    };
    await session(world, { script: [says('end')] });
    expect(existsSync(proof)).toBe(!dropped);
    expect(findings.some((one) => one.code === 'file-dropped')).toBe(dropped);
  });
}
