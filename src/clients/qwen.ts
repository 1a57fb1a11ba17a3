// Qwen Code: Claude Code's events and answers, Gemini's tools. A changed input is ignored, and so is an objection after a
// tool; every stop claims to have been held before.
import type { Answer } from '../core/answer.ts';
import type { JsonObject } from '../core/json.ts';
import { join } from '../system/path.ts';
import { jsonAnswer, type NeutralAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { readGeminiCall } from './gemini.ts';

export const qwen: Client = {
  name: 'qwen',
  title: 'Qwen Code',
  seenWith: '0.24.4',
  events: {
    SessionStart: 'SessionStart',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    PostToolUse: 'PostToolUse',
    Stop: 'Stop',
    Notification: 'Notification',
    SessionEnd: 'SessionEnd',
  },
  channel: {
    ask: 'dialog',
    allow: false,
    rewrite: false,
    context: ['SessionStart', 'UserPromptSubmit', 'PostToolUse'],
    stop: true,
    message: true,
    failure: { missing: 'runs', crash: 'refused', timeout: 'runs' },
    lacks: ['typed grants', 'context use', 'subagents'],
  },
  registration: {
    program: 'qwen',
    file: (home) => join(home, '.qwen', 'settings.json'),
    kind: 'entries',
    timeoutUnit: 'ms',
  },
  read(raw) {
    const event = readGeminiCall(raw);
    if (event.hook_event_name === 'Stop') return [{ ...event, stop_hook_active: false }];
    // After every round of tools an empty prompt comes that nobody typed.
    return event.hook_event_name === 'UserPromptSubmit' && event.prompt === ''
      ? [{ ...event, source: 'agent' }]
      : [event];
  },
  write,
};

function write(answer: NeutralAnswer): Answer {
  const { event, decision, reason, context, message } = answer;
  const specific: JsonObject = { hookEventName: event };
  if (context) specific.additionalContext = context;
  if (event === 'PreToolUse' && decision !== 'pass')
    Object.assign(specific, { permissionDecision: decision, permissionDecisionReason: reason });
  return jsonAnswer({
    ...(decision === 'block' && { decision, reason }),
    systemMessage: message,
    ...(Object.keys(specific).length > 1 && { hookSpecificOutput: specific }),
  });
}
