// How the other clients whose hooks are commands read answers, by their observed behaviour (docs/clients.md). OpenCode
// runs plugins inside its own process, so there is no command to check.
import { type Keys, type Protocol, shapes } from '../protocol.ts';

const block: Keys = { decision: ['block', 'approve'], reason: 'text' };
const context: Keys = { additionalContext: 'text' };
const request: Keys = {
  decision: { keys: { behavior: ['allow', 'deny'], message: 'text', updatedInput: 'object' } },
};
const reason: Keys = { permissionDecisionReason: 'text' };

/** Codex fails open: any failure lets the call run, and an unknown key voids the whole answer. */
export const codex: Protocol = {
  client: 'codex',
  title: 'Codex',
  maxTextLength: undefined,
  asks: false,
  silentExit2: false,
  unknownKey: 'voids the whole answer, and the call runs',
  tool: 'PreToolUse',
  prompt: 'UserPromptSubmit',
  stop: 'Stop',
  sessionEnd: 1,
  projectVariables: [],
  shapes: shapes(
    [
      [
        'PreToolUse',
        {
          top: { decision: ['block'], reason: 'text' },
          // A question is not supported: the call runs.
          specific: { permissionDecision: ['deny', 'allow'], ...reason, ...context, updatedInput: 'object' },
          exit2: 'stops',
        },
      ],
      ['PermissionRequest', { specific: request }],
      [
        'PostToolUse',
        { top: { ...block, continue: 'boolean', stopReason: 'text' }, specific: context, exit2: 'tells' },
      ],
      [
        'UserPromptSubmit',
        { top: { ...block, continue: 'boolean' }, specific: context, text: true, exit2: 'stops' },
      ],
      [
        'SessionStart',
        { top: { continue: 'boolean', stopReason: 'text' }, specific: context, text: true, exit2: 'tells' },
      ],
      ['Stop SubagentStop', { top: block, exit2: 'stops' }],
      ['PreCompact', { top: { continue: 'boolean', stopReason: 'text' }, exit2: 'stops' }],
      ['PostCompact SubagentStart SessionEnd', { specific: {} }],
    ],
    { systemMessage: 'text', hookSpecificOutput: 'object' },
  ),
};

/** Copilot fails closed: any exit code but 0 denies the call, but the reason on stderr is lost. */
export const copilot: Protocol = {
  client: 'copilot',
  title: 'Copilot CLI',
  maxTextLength: undefined,
  failsClosed: true,
  asks: true,
  silentExit2: true,
  unknownKey: 'is ignored without a word',
  tool: 'PreToolUse',
  prompt: 'UserPromptSubmit',
  stop: 'Stop',
  sessionEnd: 30,
  projectVariables: ['COPILOT_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  shapes: shapes(
    [
      [
        'PreToolUse preToolUse',
        {
          top: {
            permissionDecision: ['allow', 'deny', 'ask'],
            ...reason,
            modifiedArgs: 'object',
            ...context,
          },
          specific: {
            permissionDecision: ['allow', 'deny', 'ask'],
            ...reason,
            ...context,
            updatedInput: 'object',
          },
          exit2: 'stops',
        },
      ],
      [
        'PermissionRequest permissionRequest',
        { top: { behavior: ['allow', 'deny'], message: 'text', interrupt: 'boolean' } },
      ],
      ['PostToolUse postToolUse', { top: { ...block, ...context }, specific: context, exit2: 'tells' }],
      [
        'UserPromptSubmit userPromptSubmitted SessionStart sessionStart',
        { top: { ...block, ...context }, specific: context, exit2: 'stops' },
      ],
      ['Stop SubagentStop agentStop', { top: block, exit2: 'stops' }],
      ['SubagentStart Notification SessionEnd sessionEnd userPromptTransformed', {}],
    ],
    { systemMessage: 'text', hookSpecificOutput: 'object', suppressOutput: 'boolean', continue: 'boolean' },
  ),
};

const decision: Keys = { decision: ['allow', 'approve', 'deny', 'block', 'ask'], reason: 'text' };

/** Gemini has its own event names and takes the decision at the top: with `permissionDecision` the call runs. */
export const gemini: Protocol = {
  client: 'gemini',
  title: 'Gemini CLI',
  maxTextLength: undefined,
  // With `-p` a question waits for ever, so a hook can't stop a call by asking.
  asks: false,
  silentExit2: false,
  unknownKey: 'is ignored without a word',
  tool: 'BeforeTool',
  prompt: 'BeforeAgent',
  stop: 'AfterAgent',
  sessionEnd: 60,
  projectVariables: ['GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  shapes: shapes(
    [
      ['BeforeTool', { top: decision, specific: { tool_input: 'object' }, exit2: 'stops' }],
      ['AfterTool', { top: decision, specific: context, exit2: 'tells' }],
      ['BeforeAgent', { top: decision, specific: context, exit2: 'stops' }],
      ['AfterAgent', { top: decision, specific: { clearContext: 'boolean' }, exit2: 'stops' }],
      ['SessionStart', { specific: context, exit2: 'tells' }],
      [
        'BeforeModel',
        { top: decision, specific: { llm_request: 'object', llm_response: 'object' }, exit2: 'stops' },
      ],
      ['AfterModel', { top: decision, specific: { llm_response: 'object' }, exit2: 'stops' }],
      ['BeforeToolSelection', { specific: { toolConfig: 'object' } }],
      ['SessionEnd Notification PreCompress', {}],
    ],
    {
      systemMessage: 'text',
      continue: 'boolean',
      stopReason: 'text',
      suppressOutput: 'boolean',
      hookSpecificOutput: 'object',
    },
  ),
};

/** Qwen has Claude Code's keys, but ignores a changed input and an objection after a tool. */
export const qwen: Protocol = {
  client: 'qwen',
  title: 'Qwen Code',
  maxTextLength: undefined,
  asks: true,
  silentExit2: true,
  unknownKey: 'is ignored without a word',
  tool: 'PreToolUse',
  prompt: 'UserPromptSubmit',
  stop: 'Stop',
  sessionEnd: 60,
  projectVariables: ['QWEN_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  shapes: shapes(
    [
      [
        'PreToolUse',
        {
          top: block,
          specific: { permissionDecision: ['allow', 'deny', 'ask'], ...reason },
          exit2: 'stops',
        },
      ],
      ['PostToolUse', { specific: context, exit2: 'tells' }],
      ['UserPromptSubmit', { top: block, specific: context, exit2: 'stops' }],
      ['SessionStart', { specific: context, exit2: 'tells' }],
      ['Stop', { top: block, exit2: 'stops' }],
      ['Notification SessionEnd', {}],
    ],
    {
      systemMessage: 'text',
      continue: 'boolean',
      stopReason: 'text',
      suppressOutput: 'boolean',
      hookSpecificOutput: 'object',
    },
  ),
};
