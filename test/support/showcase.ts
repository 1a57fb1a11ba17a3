// A home in which every screen of the dashboard has something to show, made of captured events without a client.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { act, someClient } from './fleet.ts';
import { repository } from './git.ts';
import { install, pawl } from './pawl.ts';
import { freshWorld, type World } from './world.ts';

export const refusedCall = 'toolu_refused';
export const askedCall = 'toolu_asked';

const sessionId = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
/** The ended session, in which a push was refused. */
export const endedSession = sessionId(1);
/** The open session, which waits for a person. */
export const waitingSession = sessionId(2);

export interface Showcase extends AsyncDisposable {
  world: World;
}

type Happening = [event: string, more?: Record<string, unknown>];

const bash = (command: string, id: string) => ({ tool_input: { command }, tool_use_id: id });

const published: Happening[] = [
  ['SessionStart.startup'],
  ['UserPromptSubmit.plain', { prompt: 'Make the greeting polite and publish it' }],
  ['PreToolUse.Bash', bash('npm test', 'toolu_test')],
  ['PostToolUse.Bash', bash('npm test', 'toolu_test')],
  ['PreToolUse.Bash', bash('git push --force origin main', refusedCall)],
  ['Stop.plain', { last_assistant_message: 'The push was refused and waits for you.' }],
  ['SessionEnd.other'],
];

const migrating: Happening[] = [
  ['SessionStart.startup'],
  ['UserPromptSubmit.plain', { prompt: 'Split the checkout form into steps, then publish the package' }],
  ['PreToolUse.Bash', bash('npm publish --access public', askedCall)],
  ['PermissionRequest.Bash', { tool_input: { command: 'npm publish --access public' } }],
];

const working: Happening[] = [
  ['SessionStart.startup'],
  ['UserPromptSubmit.plain', { prompt: 'Write the upgrade guide' }],
  ['PreToolUse.Bash', bash('ls docs', 'toolu_ls')],
];

export function showcase({ open = true } = {}): Showcase {
  const world = freshWorld();
  world.project = join(world.home, 'work', 'greeter');
  mkdirSync(world.project, { recursive: true });
  repository(world);
  install(world);
  pawl(world, [
    'memory',
    'add',
    'The proxy strips the Origin header; set it again behind it',
    '--about',
    'cors',
  ]);
  pawl(world, ['worktree', 'create', 'polite']);
  const clients = open ? [someClient(), someClient()] : [];
  const play = (n: number, happenings: Happening[], pid?: number) => {
    const env: Record<string, string> = pid ? { CLAUDE_PID: String(pid) } : {};
    const actor = { session_id: sessionId(n), env };
    for (const [name, more] of happenings) act(world, actor, name, more);
  };
  play(1, published);
  for (const [at, { pid }] of clients.entries()) play(at + 2, at === 0 ? migrating : working, pid);
  return {
    world,
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.stop();
      world[Symbol.dispose]();
    },
  };
}
