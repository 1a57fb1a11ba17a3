// Sends the events of one session to `pawl hook`, and reads the answers as the client would.
import { pawl } from './pawl.ts';
import type { World } from './world.ts';

export interface HookAnswer {
  stdout: string;
  /** The text for the model. */
  context: string;
  /** Why the session must continue; undefined when the stop passes. */
  blocked: string | undefined;
  /** The text for the person. */
  shown: string;
}

export function talker(world: World, session_id: string, common: object = {}) {
  return (hook_event_name: string, more: object = {}): HookAnswer => {
    const event = { session_id, cwd: world.project, prompt_id: 'p1', hook_event_name, ...common, ...more };
    const { stdout, code, stderr } = pawl(world, ['hook', hook_event_name], JSON.stringify(event));
    if (code !== 0) throw new Error(`${hook_event_name}: exit ${code} ${stderr}`);
    const answer = stdout ? JSON.parse(stdout) : {};
    return {
      stdout,
      context: answer.hookSpecificOutput?.additionalContext ?? '',
      blocked: answer.decision === 'block' ? answer.reason : undefined,
      shown: answer.systemMessage ?? '',
    };
  };
}

export const used = (tool_name: string, tool_input: object, tool_response: object = {}) => ({
  tool_name,
  tool_input,
  tool_response,
  tool_use_id: `toolu_${Math.random().toString(36).slice(2)}`,
  duration_ms: 5,
});
