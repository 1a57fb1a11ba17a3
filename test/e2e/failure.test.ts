// When Pawl itself is gone or dies: tool calls fail closed, stops fail open.
import { expect, test } from 'bun:test';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { install, launcher } from '../support/pawl.ts';
import { result, toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const broken: [string, (world: World) => void][] = [
  ['missing', (world) => rmSync(launcher(world))],
  ['failing', (world) => replace(launcher(world), 'exit 1')],
  ['killed at its start', (world) => replace(launcher(world), 'kill -9 $$')],
  ['killed while it decides', (world) => write(join(world.pawlHome, 'policies', 'assassin.ts'), assassin)],
];

/** A person's own policy runs in a process beside Pawl; this one turns on its parent. */
const assassin = `export default {
  id: 'own/assassin', summary: 'Kills Pawl', why: 'To see what happens then.', examples: [],
  on: ['PreToolUse', 'Stop'], level: 'deny', check: () => process.kill(process.ppid, 'SIGKILL'),
};`;

/** The launcher may be a link to the real program: never write through it. */
function replace(program: string, line: string): void {
  rmSync(program);
  writeFileSync(program, `#!/bin/sh\n${line}\n`);
  chmodSync(program, 0o755);
}

test.each(broken)(
  'with Pawl %s no tool call goes through, and the session still ends',
  async (_, breakIt) => {
    using world = freshWorld();
    repository(world);
    install(world);
    breakIt(world);
    const run = await session(world, { script: [calls(bash('echo ran')), says('end')] });
    expect(toolResults(run)[0]?.refused).toBe(true);
    expect(toolResults(run)[0]?.text).not.toContain('ran');
    expect([run.code, result(run)]).toEqual([0, 'end']);
  },
);
