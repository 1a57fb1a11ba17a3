// Recognises prompts that no person typed: some clients also send the task of a subagent, the text of a blocked stop, or
// an empty text after each round of tools as a prompt.
import type { JsonObject } from '../core/json.ts';
import { blockedStopLead } from '../core/stop-gate.ts';

export function isAutomaticPrompt({ hook_event_name, prompt, agent_id }: JsonObject): boolean {
  if (hook_event_name !== 'UserPromptSubmit') return false;
  return agent_id !== undefined || prompt === '' || String(prompt).startsWith(blockedStopLead);
}
