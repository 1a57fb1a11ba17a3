// Checks answers against what the client accepts for each event. The tables follow its documentation and observed
// behaviour, independently of the program's own table, so that each finds mistakes in the other.

type Json = Record<string, unknown>;

const permission = {
  permissionDecision: ['allow', 'deny', 'ask'],
  permissionDecisionReason: 'string',
} as const;
const context = { additionalContext: 'string' } as const;

type Kind = 'string' | 'object' | readonly string[];

/** The keys that hookSpecificOutput may have besides hookEventName. */
const specific: Record<string, Record<string, Kind>> = {
  PreToolUse: { ...permission, ...context, updatedInput: 'object' },
  PermissionRequest: { decision: 'object' },
  PostToolUse: context,
  PostToolUseFailure: context,
  PostToolBatch: context,
  UserPromptSubmit: context,
  UserPromptExpansion: context,
  SessionStart: context,
  SubagentStart: context,
  Stop: context,
  PostModelSwitch: context,
  PreModelSwitch: permission,
  Elicitation: { action: ['accept', 'decline', 'cancel'] },
  ElicitationResult: { action: ['accept', 'decline', 'cancel'] },
};

const blockable = [
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'ConfigChange',
];
/** Events at which the client shows `systemMessage` to the person. */
const showsMessage = [
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'SubagentStop',
  'PreModelSwitch',
  'PostModelSwitch',
  'CwdChanged',
  'FileChanged',
];

/** The client drops a sequence with anything but a bell or one of these commands in it. */
const terminalSequence = /^(\x07|\x1b\](0|1|2|9|99|777);[^\x00-\x1f]*(\x07|\x1b\\))+$/;

/** The mistakes in an answer; empty if it is valid. */
export function invalid(event: string, stdout: string): string[] {
  if (stdout === '') return [];
  if (!stdout.startsWith('{') || !stdout.endsWith('}')) return ['not one JSON object'];
  let output: Json;
  try {
    output = JSON.parse(stdout);
  } catch (error) {
    return [(error as Error).message];
  }
  return Object.entries(output).flatMap(([key, value]) => wrongKey(event, key, value, output));
}

function wrongKey(event: string, key: string, value: unknown, output: Json): string[] {
  switch (key) {
    case 'terminalSequence':
      return typeof value === 'string' && terminalSequence.test(value) ? [] : ['terminalSequence'];
    case 'systemMessage':
      return showsMessage.includes(event) && typeof value === 'string' && value.length <= 10_000
        ? []
        : ['systemMessage is not shown here, or too long'];
    case 'decision':
      return blockable.includes(event) && value === 'block' && typeof output.reason === 'string'
        ? []
        : ['decision does not fit'];
    case 'reason':
      return output.decision === 'block' ? [] : ['reason without decision'];
    case 'hookSpecificOutput':
      return wrongSpecific(event, value as Json);
    default:
      return [`unknown key ${key}`];
  }
}

function wrongSpecific(event: string, { hookEventName, ...rest }: Json): string[] {
  if (hookEventName !== event) return [`hookEventName is ${hookEventName}`];
  return Object.entries(rest).flatMap(([key, value]) => {
    const kind = specific[event]?.[key];
    if (!kind) return [`hookSpecificOutput.${key} does not exist on ${event}`];
    const fits = Array.isArray(kind) ? kind.includes(value as string) : typeof value === kind;
    const short = typeof value !== 'string' || value.length <= 10_000;
    return fits && short ? [] : [`hookSpecificOutput.${key} does not fit`];
  });
}
