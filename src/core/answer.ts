// Turns an outcome into the bytes that the client reads. No other file writes Claude Code's protocol.

import { clientLimit } from './budget.ts';
import { channels, type EventName } from './channels.ts';
import type { JsonObject } from './json.ts';
import type { Note, Outcome, Reason } from './merge.ts';
import { clip, oneLine } from './text.ts';
import { asSentence, type Decision, withSuggestion } from './verdict.ts';

export interface Answer {
  stdout: string;
  stderr: string;
  exit: 0 | 2;
}

/** Texts that this event can't carry. They are kept for the next event that can. */
export interface Undelivered {
  toModel: Note[];
  toUser: Note[];
}

export interface ComposedAnswer {
  answer: Answer;
  undelivered: Undelivered;
}

export const emptyAnswer: Answer = { stdout: '', stderr: '', exit: 0 };

/**
 * `context` is the text for the model, already fitted to the budget; `input` is the original tool input; `terminal` is
 * the escape sequence that alerts the person.
 */
export function composeAnswer(
  name: EventName,
  outcome: Outcome,
  context: string,
  input: JsonObject = {},
  terminal = '',
): ComposedAnswer {
  const channel = channels[name];
  if (channel.refuse === 'exit' && outcome.decision === 'block') return answerByExitCode(outcome, context);
  const specific: JsonObject = { ...decisionFields(name, outcome), ...inputFields(name, outcome, input) };
  if (context && channel.context) specific.additionalContext = context;
  const output: JsonObject = {};
  if (channel.refuse === 'block' && outcome.decision === 'block') {
    const text = blockText(name, outcome, context);
    if (isOnlyNews(name, outcome)) specific.additionalContext = text;
    else Object.assign(output, { decision: 'block', reason: text });
  }
  const messages = [...refusalForPerson(name, outcome), ...outcome.messages.map(signedNote)];
  if (channel.user && messages.length > 0) output.systemMessage = clipToClientLimit(messages.join('\n'));
  if (terminal) output.terminalSequence = terminal;
  if (Object.keys(specific).length > 0) output.hookSpecificOutput = { hookEventName: name, ...specific };
  const stdout = Object.keys(output).length > 0 ? JSON.stringify(output) : '';
  return { answer: { ...emptyAnswer, stdout }, undelivered: undelivered(name, outcome, context) };
}

function answerByExitCode(outcome: Outcome, context: string): ComposedAnswer {
  const stderr = clipToClientLimit([reasonText(outcome.reasons), context].filter(Boolean).join('\n\n'));
  return { answer: { stdout: '', stderr, exit: 2 }, undelivered: { toModel: [], toUser: outcome.messages } };
}

function decisionFields(name: EventName, { decision, reasons, lead }: Outcome): JsonObject {
  const text = [lead, reasonText(reasons)].filter(Boolean).join('\n');
  switch (channels[name].refuse) {
    case 'permission':
      return decision === 'pass' ? {} : { permissionDecision: decision, permissionDecisionReason: text };
    case 'request':
      if (decision === 'allow') return { decision: { behavior: 'allow' } };
      return decision === 'deny' ? { decision: { behavior: 'deny', message: text } } : {};
    case 'decline':
      return decision === 'block' ? { action: 'decline' } : {};
    default:
      return {};
  }
}

/** The client replaces the whole tool input, so the unchanged keys are sent too. */
function inputFields(name: EventName, { decision, set }: Outcome, input: JsonObject): JsonObject {
  if (!set) return {};
  const updatedInput = { ...input, ...set };
  if (name === 'PreToolUse') return { updatedInput };
  return name === 'PermissionRequest' && decision === 'allow'
    ? { decision: { behavior: 'allow', updatedInput } }
    : {};
}

/**
 * The reason of a blocked stop reaches the model, so the context that a stop can't carry otherwise is appended to it.
 */
function blockText(name: EventName, { reasons, lead }: Outcome, context: string): string {
  const list = [lead, reasonText(reasons)].filter(Boolean).join('\n');
  return clipToClientLimit([list, carriesContextInReason(name) && context].filter(Boolean).join('\n\n'));
}

/** Sent as context, text makes the client continue as a block does, but the client does not show it as a hook error. */
function isOnlyNews(name: EventName, { reasons }: Outcome): boolean {
  return carriesContextInReason(name) && reasons.every(({ news }) => news);
}

function carriesContextInReason(name: EventName): boolean {
  return name === 'Stop' || name === 'SubagentStop';
}

function undelivered(name: EventName, outcome: Outcome, context: string): Undelivered {
  const channel = channels[name];
  const delivered =
    channel.context || !context || (carriesContextInReason(name) && outcome.decision === 'block');
  return {
    toModel: delivered ? [] : [{ policy: 'pawl', text: context }],
    toUser: channel.user ? [] : outcome.messages,
  };
}

/**
 * The answer when stdin could not be read as an event. Without a name we answer as if it were PreToolUse, so that a
 * tool call is not let through; other events ignore an answer meant for PreToolUse.
 */
export function answerMalformed(problem: string, name?: EventName): Answer {
  return answerFailure(`Pawl could not read this event (${problem})`, name ?? 'PreToolUse');
}

/**
 * The answer when Pawl itself failed: a tool call becomes `ask`, every other event passes with a message if it can
 * carry one.
 */
export function answerFailure(problem: string, name: EventName): Answer {
  const advice = 'Run `pawl doctor` to see what is wrong.';
  if (name === 'PreToolUse') {
    const hookSpecificOutput = {
      hookEventName: name,
      permissionDecision: 'ask',
      permissionDecisionReason: `${problem}, so this call was not checked. ${advice}`,
    };
    return { ...emptyAnswer, stdout: JSON.stringify({ hookSpecificOutput }) };
  }
  return channels[name].user
    ? { ...emptyAnswer, stdout: JSON.stringify({ systemMessage: `${problem}. ${advice}` }) }
    : emptyAnswer;
}

/** One line per reason, prefixed with the policy that gave it. */
export function reasonText(reasons: readonly Reason[]): string {
  const whole = reasons.map((reason) => signedReason(reason)).join('\n');
  if (whole.length < clientLimit) return whole;
  // Each reason keeps its alternative: the texts are shortened instead.
  const share = Math.floor((clientLimit - 100) / reasons.length);
  return clipToClientLimit(reasons.map((reason) => signedReason(reason, share)).join('\n'));
}

function signedReason(
  { policy, text, instead, code, news }: Reason,
  limit = Number.POSITIVE_INFINITY,
): string {
  if (news) return text;
  const mark = code ? `${policy}:${code}` : policy;
  const alternative = instead && clip(instead, limit / 2);
  const room = limit - mark.length - (alternative?.length ?? 0) - 20;
  return `[${mark}] ${withSuggestion(clip(text, Math.max(50, room)), alternative)}`;
}

/**
 * The client cuts the reason of a refused call off after about two lines, but shows messages in full. So a message says
 * what was refused, the alternative, and how to allow the call once. An `ask` needs none, because its dialog shows the reason.
 */
function refusalForPerson(name: EventName, { decision, reasons }: Outcome): string[] {
  const [first] = reasons;
  if (name !== 'PreToolUse' || decision !== 'deny' || !first) return [];
  const refusal = oneLine(withSuggestion(clip(first.text, 200), first.instead && clip(first.instead, 160)));
  const more = reasons.length > 1 ? ` (the first of ${reasons.length} reasons)` : '';
  return [`Pawl refused this${more}: ${asSentence(refusal)} ${wayOut}`];
}

const wayOut =
  'To allow it once: type `/pawl allow-once`, or run `pawl allow-once` in another terminal. Why: `pawl explain`.';

function signedNote({ policy, text }: Note): string {
  return `[${policy}] ${text}`;
}

/** Keeps a text below the length at which the client would show only a preview of it. */
function clipToClientLimit(text: string): string {
  return text.length < clientLimit
    ? text
    : `${text.slice(0, 9_900)}… (truncated; \`pawl explain\` shows the full text)`;
}

/** True for decisions that stop the action, at least until a person agrees. */
export function isObjection(decision: Decision): boolean {
  return decision === 'deny' || decision === 'block' || decision === 'ask';
}
