// An existing hook script, adopted as a policy: it gets the event as the client would send it, and its answer is
// read by the client's own rules (exit code and output together).

import type { External } from '../config/load.ts';
import { type EventName, isEventName } from '../core/channels.ts';
import { type Finding, failure, finding, type Selected } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Policy } from '../core/policy.ts';
import type { Verdict } from '../core/verdict.ts';
import { type ChildResult, runChild } from './child.ts';

export interface ExternalPolicy extends Policy {
  external: External;
}

export function externalPolicy(external: External): ExternalPolicy {
  const on = [external.on].flat().filter(isEventName) as EventName[];
  return {
    id: `external/${external.id}`,
    summary: external.command.join(' '),
    why: 'A hook script of your own.',
    on,
    ...(external.tool && { tools: [external.tool].flat() }),
    level: external.level ?? 'deny',
    onError: external.onError ?? 'pass',
    // What a script allows, the person who adopted it allows; a stranger's config can't adopt one.
    loosens: true,
    examples: [],
    check: () => undefined,
    external,
  };
}

export async function runExternal(
  one: Selected,
  event: Event,
  ms: number,
  env: Record<string, string | undefined>,
): Promise<Finding> {
  const { external } = one.policy as ExternalPolicy;
  const start = performance.now();
  const limit = Math.max(1, Math.min((external.timeout ?? 5) * 1000, ms));
  const result = await runChild(external.command, JSON.stringify(event), limit, env);
  const verdicts = result.problem ? result.problem : readAnswer(result, event.hook_event_name);
  const took = performance.now() - start;
  return typeof verdicts === 'string'
    ? failure(one, event, verdicts, took)
    : finding(one, event, verdicts, took);
}

/** Verdicts, or what is wrong with the answer. */
export function readAnswer({ stdout, stderr, exit }: ChildResult, name: EventName): Verdict[] | string {
  const text = stdout.trim();
  if (exit === 2)
    return [{ kind: 'deny', reason: blockReason(text) ?? (stderr.trim() || 'refused without a reason') }];
  if (text.startsWith('{') && text.endsWith('}')) return readJson(text);
  if (exit !== 0) return `exited with ${exit}${stderr.trim() ? `: ${stderr.trim().split('\n')[0]}` : ''}`;
  const plainIsContext = [
    'UserPromptSubmit',
    'UserPromptExpansion',
    'SessionStart',
    'PostModelSwitch',
  ].includes(name);
  return text && plainIsContext ? [{ kind: 'inject', text }] : [];
}

function blockReason(text: string): string | undefined {
  const verdicts = text.startsWith('{') ? readJson(text) : [];
  const refusal =
    typeof verdicts === 'string'
      ? undefined
      : verdicts.find((one) => one.kind === 'deny' || one.kind === 'block');
  return refusal && 'reason' in refusal ? refusal.reason : undefined;
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

function readJson(text: string): Verdict[] | string {
  let output: HookOutput;
  try {
    output = JSON.parse(text);
  } catch (error) {
    return `answered with broken JSON (${(error as Error).message})`;
  }
  const specific = output.hookSpecificOutput ?? {};
  const verdicts: Verdict[] = [];
  const word = specific.permissionDecision ?? specific.decision?.behavior ?? output.decision;
  const reason = specific.permissionDecisionReason ?? specific.decision?.message ?? output.reason ?? '';
  if (word) verdicts.push(...decision(word, reason));
  if (output.continue === false)
    verdicts.push({ kind: 'deny', reason: output.stopReason ?? 'the script ended the turn' });
  if (specific.additionalContext) verdicts.push({ kind: 'inject', text: specific.additionalContext });
  if (specific.updatedInput) verdicts.push({ kind: 'rewrite', set: specific.updatedInput, reason });
  if (output.systemMessage) verdicts.push({ kind: 'tell', text: output.systemMessage });
  return verdicts;
}

/** Also the words that older documents use. */
function decision(word: string, reason: string): Verdict[] {
  switch (word) {
    case 'deny':
    case 'block':
    case 'fail':
      return [{ kind: 'deny', reason: reason || 'refused without a reason' }];
    case 'ask':
      return [{ kind: 'ask', reason: reason || 'wants to be asked' }];
    case 'allow':
    case 'approve':
      return [{ kind: 'allow', reason }];
    case 'warn':
      return reason ? [{ kind: 'inject', text: reason }] : [];
    default:
      return [];
  }
}
