// The neutral form of an answer. The engine's answer, also that of a failure, is read into it, fitted to the abilities of
// the client, and then written in the client's own form.
import type { Answer } from '../core/answer.ts';
import { channels, type EventName } from '../core/channels.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { ClientChannel } from './client.ts';

export type ClientDecision = 'pass' | 'allow' | 'ask' | 'deny' | 'block';

export interface NeutralAnswer {
  event: EventName;
  decision: ClientDecision;
  reason: string;
  /** Text for the model. */
  context: string;
  /** Text for the person. */
  message: string;
  /** The changed input of the call, in Claude Code's words. */
  input?: JsonObject;
  /** Text for the model that this event can't carry with this client. It goes with the next event that can. */
  undelivered?: string;
}

export function readAnswer(event: EventName, { stdout, stderr, exit }: Answer): NeutralAnswer {
  if (exit === 2) return { event, decision: refusalOf(event), reason: stderr, context: '', message: '' };
  const output: JsonObject = stdout ? JSON.parse(stdout) : {};
  const specific = isObject(output.hookSpecificOutput) ? output.hookSpecificOutput : {};
  const request = isObject(specific.decision) ? specific.decision : {};
  const decision = specific.permissionDecision ?? request.behavior ?? output.decision ?? 'pass';
  return {
    event,
    decision: decision as ClientDecision,
    reason: text(specific.permissionDecisionReason ?? request.message ?? output.reason),
    context: text(specific.additionalContext),
    // Only Claude Code has `/pawl`.
    message: text(output.systemMessage).replace('type `/pawl allow-once`, or run', 'run'),
    ...inputOf(specific.updatedInput ?? request.updatedInput),
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const inputOf = (value: unknown) => (isObject(value) ? { input: value } : {});

function refusalOf(event: EventName): ClientDecision {
  return channels[event].refuse === 'permission' || channels[event].refuse === 'request' ? 'deny' : 'block';
}

const strength: Record<ClientDecision, number> = { pass: 0, allow: 1, ask: 2, deny: 3, block: 3 };

/**
 * Combines the answers about the parts of one call (a patch over several files): the strictest decision, with all of
 * its reasons.
 */
export function combineAnswers(answers: readonly NeutralAnswer[]): NeutralAnswer {
  const [first] = answers as [NeutralAnswer];
  if (answers.length === 1) return first;
  // A part can't be changed without the others, so the whole call is refused and the change is named.
  const parts = answers.map((answer) => (answer.input ? refuseRewrite(answer) : answer));
  const strictest = Math.max(...parts.map(({ decision }) => strength[decision]));
  const decisive = parts.filter(({ decision }) => strength[decision] === strictest);
  const joined = (texts: string[]) => [...new Set(texts)].filter(Boolean).join('\n');
  // One call is approved only if all of its parts are.
  const decision = decisive[0]!.decision;
  return {
    event: first.event,
    decision: decision === 'allow' && decisive.length < parts.length ? 'pass' : decision,
    reason: joined(decisive.map(({ reason }) => reason)),
    context: joined(parts.map(({ context }) => context)),
    message: joined(parts.map(({ message }) => message)),
  };
}

const wayOut = 'This client can’t ask the person. They can let it through once with `pawl allow-once`.';

/** Replaces parts of an answer that the client can't carry out by safe ones: a question by a refusal, an objection by a text. */
export function fitAnswer(answer: NeutralAnswer, channel: ClientChannel): NeutralAnswer {
  const fitted = withReason(fitDecision(fitRewrite(answer, channel), channel));
  if (channel.context.includes(fitted.event) || fitted.context === '') return fitted;
  return { ...fitted, context: '', undelivered: fitted.context };
}

function fitDecision(answer: NeutralAnswer, channel: ClientChannel): NeutralAnswer {
  const { event, decision, reason, context } = answer;
  if (decision === 'ask' && channel.ask === 'deny')
    return { ...answer, decision: 'deny', reason: `${reason}\n${wayOut}` };
  if (decision === 'allow' && event === 'PreToolUse' && !channel.allow)
    return { ...answer, decision: 'pass' };
  if (isAfterTool(event) && decision === 'block')
    return { ...answer, decision: 'pass', context: [reason, context].filter(Boolean).join('\n\n') };
  return isStop(event) ? fitStop(answer, channel) : answer;
}

/** Text for the model at a stop makes the session continue, as a block does. If the client can't block a stop, the person is told instead. */
function fitStop(answer: NeutralAnswer, { stop }: ClientChannel): NeutralAnswer {
  const { decision, reason, context, message } = answer;
  if (decision === 'pass' && context === '') return answer;
  if (stop) return { ...answer, decision: 'block', reason: reason || context, context: '' };
  return { ...answer, decision: 'pass', reason: '', message: [message, reason].filter(Boolean).join('\n') };
}

/** An empty reason makes some clients run the call. */
function withReason(answer: NeutralAnswer): NeutralAnswer {
  const refuses = answer.decision === 'deny' || answer.decision === 'block';
  return refuses && !answer.reason ? { ...answer, reason: 'Pawl refused this.' } : answer;
}

/** The client would run the original input, so a change that it does not take is a refusal. */
function fitRewrite(answer: NeutralAnswer, { rewrite }: ClientChannel): NeutralAnswer {
  if (!answer.input) return answer;
  const accepted = rewrite === 'input' || (rewrite === 'command' && typeof answer.input.command === 'string');
  return accepted ? answer : refuseRewrite(answer);
}

function refuseRewrite(answer: NeutralAnswer): NeutralAnswer {
  if (answer.decision === 'deny') return { ...answer, input: undefined };
  const { command } = answer.input!;
  const instead = typeof command === 'string' ? `\`${command}\`` : JSON.stringify(answer.input);
  const reason = [answer.reason, `This client can’t change a call. Make it this one: ${instead}`];
  return { ...answer, input: undefined, decision: 'deny', reason: reason.filter(Boolean).join('\n') };
}

const isAfterTool = (event: EventName) => event === 'PostToolUse' || event === 'PostToolUseFailure';
const isStop = (event: EventName) => event === 'Stop' || event === 'SubagentStop';

/** Leaves out keys without a value, because some clients refuse an answer with an empty one. */
export function jsonAnswer(output: JsonObject): Answer {
  const filled = Object.entries(output).filter(([, value]) => value !== undefined && value !== '');
  const stdout = filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : '';
  return { stdout, stderr: '', exit: 0 };
}
