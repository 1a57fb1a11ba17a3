// Sends events like those of the client to the built program, and checks its answers.
import { pawl } from './pawl.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;

export const session = '11111111-2222-4333-8444-555555555555';

export const bashEvent = (world: World, command: string, more: Json = {}): Json => ({
  hook_event_name: 'PreToolUse',
  session_id: session,
  cwd: world.project,
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 'toolu_test',
  ...more,
});

export const plainEvent = (world: World, hook_event_name: string, more: Json = {}): Json => ({
  hook_event_name,
  session_id: session,
  cwd: world.project,
  ...more,
});

export interface Answered {
  decision: string;
  reason: string;
  context: string;
  message: string;
  raw: string;
}

/** Sends one event through the program; a crash or anything before the JSON fails the test. */
export function send(
  world: World,
  event: Json,
  args: string[] = [],
  env: Record<string, string> = {},
): Answered {
  const { code, stdout, stderr } = pawl(world, ['hook', ...args], JSON.stringify(event), env);
  if (code !== 0 || stderr !== '') throw new Error(`pawl hook: exit ${code}\n${stdout}${stderr}`);
  const output = stdout === '' ? {} : JSON.parse(stdout);
  const specific = output.hookSpecificOutput ?? {};
  return {
    decision: specific.permissionDecision ?? output.decision ?? 'pass',
    reason: specific.permissionDecisionReason ?? output.reason ?? '',
    context: specific.additionalContext ?? '',
    message: output.systemMessage ?? '',
    raw: stdout,
  };
}

export const run = (
  world: World,
  command: string,
  more: Json = {},
  env: Record<string, string> = {},
): Answered => send(world, bashEvent(world, command, more), [], env);
