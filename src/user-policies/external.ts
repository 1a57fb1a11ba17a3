// Runs an existing hook script as a policy (`external` in the config). The script gets the event as the client would
// send it, and its exit code and output are read by the client's own rules.

import type { External } from '../config/load.ts';
import { type EventName, isEventName } from '../core/channels.ts';
import { type Finding, failedFinding, type Selected, toFinding } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Policy } from '../core/policy.ts';
import { type Verdict, validateVerdicts } from '../core/verdict.ts';
import type { Env } from '../system/env.ts';
import { type ChildResult, runChild } from './child-process.ts';

export interface ExternalPolicy extends Policy {
  external: External;
}

export function externalPolicy(external: External): ExternalPolicy {
  const on = [external.on].flat().filter(isEventName) as EventName[];
  return {
    id: `external/${external.id}`,
    summary: external.command.join(' '),
    why: 'A hook script in your config.',
    on,
    ...(external.tool && { tools: [external.tool].flat() }),
    level: external.level ?? 'deny',
    onError: external.onError ?? 'pass',
    // A script may allow calls, because a person put it into a trusted config; an untrusted config can't add scripts.
    loosens: true,
    examples: [],
    check: () => undefined,
    external,
  };
}

export async function runExternal(selected: Selected, event: Event, ms: number, env: Env): Promise<Finding> {
  const { external } = selected.policy as ExternalPolicy;
  const start = performance.now();
  const limit = Math.max(1, Math.min((external.timeout ?? 5) * 1000, ms));
  const command = external.command.map((word) => expandVariables(word, env));
  const result = await runChild(command, JSON.stringify(event), limit, env);
  const verdicts = result.problem ? result.problem : readAnswer(result, event.hook_event_name);
  const took = performance.now() - start;
  return typeof verdicts === 'string'
    ? failedFinding(selected, event, verdicts, took)
    : toFinding(selected, event, verdicts, took);
}

/** Expands `~` and CLAUDE_PROJECT_DIR, as the client does when it starts a hook without a shell. */
function expandVariables(word: string, env: Env): string {
  const home = env.HOME ? word.replace(/^~(?=\/)/, env.HOME) : word;
  return env.CLAUDE_PROJECT_DIR
    ? home.replace(/\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g, env.CLAUDE_PROJECT_DIR)
    : home;
}

/** On these events the client adds plain text on stdout to the model's context. */
const plainTextEvents = ['UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'PostModelSwitch'];

/** The verdicts that exit code and output mean to the client, or what is wrong with them: `exited with 1`. */
export function readAnswer({ stdout, stderr, exit }: ChildResult, name: EventName): Verdict[] | string {
  const text = stdout.trim();
  const json = text.startsWith('{') && text.endsWith('}') ? readJson(text, name) : undefined;
  if (exit === 2) return refuse(json, stderr.trim());
  if (json) return json;
  if (exit !== 0) return `exited with ${exit}${stderr.trim() ? `: ${stderr.trim().split('\n')[0]}` : ''}`;
  return text && plainTextEvents.includes(name) ? [{ kind: 'inject', text }] : [];
}

/** Exit code 2 always refuses, even if the output says `allow`; injected text and messages are kept. */
function refuse(json: Verdict[] | string | undefined, stderr: string): Verdict[] {
  const verdicts = Array.isArray(json) ? json : [];
  const refusal = verdicts.find((verdict) => verdict.kind === 'deny');
  const others = verdicts.filter((verdict) => verdict.kind === 'inject' || verdict.kind === 'tell');
  return [refusal ?? { kind: 'deny', reason: stderr || 'refused without a reason' }, ...others];
}

interface HookOutput {
  decision?: string;
  reason?: string;
  systemMessage?: string;
  continue?: boolean;
  stopReason?: string;
  hookSpecificOutput?: {
    permissionDecision?: string;
    permissionDecisionReason?: string;
    additionalContext?: string;
    updatedInput?: Record<string, unknown>;
    decision?: { behavior?: string; message?: string };
  };
}

function readJson(text: string, name: EventName): Verdict[] | string {
  let output: HookOutput;
  try {
    output = JSON.parse(text);
  } catch (error) {
    return `answered with broken JSON (${(error as Error).message})`;
  }
  return validateVerdicts(verdictsOf(output, name));
}

function verdictsOf(output: HookOutput, name: EventName): Verdict[] {
  const specific = output.hookSpecificOutput ?? {};
  const verdicts: Verdict[] = [];
  const word = specific.permissionDecision ?? specific.decision?.behavior ?? output.decision;
  const reason = specific.permissionDecisionReason ?? specific.decision?.message ?? output.reason ?? '';
  if (word) verdicts.push(...decisionVerdicts(word, reason));
  if (output.continue === false)
    verdicts.push(endOfTurn(output.stopReason ?? 'the script ended the turn', name));
  if (specific.additionalContext) verdicts.push({ kind: 'inject', text: specific.additionalContext });
  if (specific.updatedInput) verdicts.push({ kind: 'rewrite', set: specific.updatedInput, reason });
  if (output.systemMessage) verdicts.push({ kind: 'tell', text: output.systemMessage });
  return verdicts;
}

/** `continue: false` refuses a tool call; on a stop it lets the stop happen. */
function endOfTurn(reason: string, name: EventName): Verdict {
  return name === 'Stop' || name === 'SubagentStop'
    ? { kind: 'tell', text: reason }
    : { kind: 'deny', reason };
}

/** Understands `block`, `approve`, `fail` and `warn` of older hook documentation too. */
function decisionVerdicts(word: string, reason: string): Verdict[] {
  switch (word) {
    case 'deny':
    case 'block':
    case 'fail':
      return [{ kind: 'deny', reason: reason || 'refused without a reason' }];
    case 'ask':
      return [{ kind: 'ask', reason: reason || 'wants confirmation, without a reason' }];
    case 'allow':
    case 'approve':
      return [{ kind: 'allow', reason }];
    case 'warn':
      return reason ? [{ kind: 'inject', text: reason }] : [];
    default:
      return [];
  }
}
