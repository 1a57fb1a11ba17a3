// How Claude Code reads answers, by its hooks reference and the behaviour of its versions up to 2.1.325 (docs/events.md).
import { type Keys, type Protocol, shapes } from '../protocol.ts';

const block: Keys = { decision: ['block', 'approve'], reason: 'text' };
const shown: Keys = { systemMessage: 'text' };
const context: Keys = { additionalContext: 'text' };
const permission: Keys = {
  permissionDecision: ['allow', 'deny', 'ask', 'defer'],
  permissionDecisionReason: 'text',
};
const elicitation: Keys = { action: ['accept', 'decline', 'cancel'], content: 'object' };
const request: Keys = {
  decision: {
    keys: {
      behavior: ['allow', 'deny'],
      updatedInput: 'object',
      updatedPermissions: 'list',
      message: 'text',
      interrupt: 'boolean',
    },
  },
};
const start: Keys = {
  ...context,
  initialUserMessage: 'text',
  sessionTitle: 'string',
  watchPaths: 'list',
  reloadSkills: 'boolean',
};
const result: Keys = {
  ...context,
  updatedToolOutput: 'any',
  updatedMCPToolOutput: 'any',
  classifierContext: 'string',
};

export const claude: Protocol = {
  client: 'claude',
  title: 'Claude Code',
  maxTextLength: 10_000,
  asks: true,
  silentExit2: true,
  unknownKey: 'is ignored without a word',
  tool: 'PreToolUse',
  prompt: 'UserPromptSubmit',
  stop: 'Stop',
  sessionEnd: 1.5,
  projectVariables: ['CLAUDE_PROJECT_DIR'],
  shapes: shapes(
    [
      [
        'PreToolUse',
        {
          top: { ...block, ...shown },
          specific: { ...permission, ...context, updatedInput: 'object' },
          exit2: 'stops',
        },
      ],
      ['PermissionRequest', { top: shown, specific: request }],
      ['PermissionDenied', { specific: { retry: 'boolean' } }],
      ['PostToolUse', { top: { ...block, ...shown }, specific: result, exit2: 'tells' }],
      ['PostToolUseFailure', { top: { ...block, ...shown }, specific: context, exit2: 'tells' }],
      ['PostToolBatch', { top: { ...block, ...shown }, specific: context, exit2: 'stops' }],
      [
        'UserPromptSubmit',
        {
          top: { ...block, ...shown },
          specific: { ...context, sessionTitle: 'string', suppressOriginalPrompt: 'boolean' },
          text: true,
          exit2: 'stops',
        },
      ],
      [
        'UserPromptExpansion',
        {
          top: { ...block, ...shown },
          specific: { ...context, suppressOriginalPrompt: 'boolean' },
          text: true,
          exit2: 'stops',
        },
      ],
      ['SessionStart', { top: shown, specific: start, text: true, exit2: 'tells' }],
      ['Setup', { specific: context }],
      ['SessionEnd PostCompact', { exit2: 'tells' }],
      ['Stop SubagentStop', { top: { ...block, ...shown }, specific: context, exit2: 'stops' }],
      ['StopFailure InstructionsLoaded Notification', {}],
      ['SubagentStart', { specific: context, exit2: 'tells' }],
      ['TaskCreated TaskCompleted', { top: block, exit2: 'stops' }],
      ['TeammateIdle', { exit2: 'stops' }],
      ['MessageDisplay', { specific: { displayContent: 'string' } }],
      // Text on stdout is taken as further instructions for the summary.
      ['PreCompact', { top: block, text: true, exit2: 'stops' }],
      ['PreModelSwitch', { top: { ...block, ...shown }, specific: permission, exit2: 'stops' }],
      ['PostModelSwitch', { top: shown, specific: context, text: true, exit2: 'tells' }],
      ['Elicitation', { top: block, specific: elicitation, exit2: 'stops' }],
      ['ElicitationResult', { specific: elicitation, exit2: 'stops' }],
      ['ConfigChange', { top: block, exit2: 'stops' }],
      ['CwdChanged FileChanged', { top: shown, specific: { watchPaths: 'list' }, exit2: 'tells' }],
      ['DirectoryAdded', { top: shown }],
      // The last line is the path of the worktree, which the hook has to make.
      ['WorktreeCreate', { text: true, exit2: 'stops' }],
      ['WorktreeRemove', { exit2: 'stops' }],
    ],
    {
      continue: 'boolean',
      stopReason: 'text',
      suppressOutput: 'boolean',
      terminalSequence: 'string',
      hookSpecificOutput: 'object',
      async: 'boolean',
      asyncTimeout: 'number',
    },
  ),
};
