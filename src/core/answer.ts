// The only place that turns an outcome into bytes for the client.

import { channels, type EventName } from './channels.ts';
import type { Json } from './json.ts';
import type { Note, Outcome, Reason } from './merge.ts';
import { type Decision, withWayOut } from './verdict.ts';

export interface Answer {
  stdout: string;
  stderr: string;
  exit: 0 | 2;
}

/** What could not be said by this event, for one that can. */
export interface Undelivered {
  toModel: Note[];
  toUser: Note[];
}

export interface Spoken {
  answer: Answer;
  undelivered: Undelivered;
}

export const silence: Answer = { stdout: '', stderr: '', exit: 0 };

/** `context` is the text for the model after the budget; `input` the tool's input as it came. */
export function speak(name: EventName, outcome: Outcome, context: string, input: Json = {}): Spoken {
  const channel = channels[name];
  if (channel.refuse === 'exit' && outcome.decision === 'block') return byExit(outcome, context);
  const specific: Json = { ...decisionFields(name, outcome), ...inputFields(name, outcome, input) };
  if (context && channel.context) specific.additionalContext = context;
  const output: Json = {};
  if (channel.refuse === 'block' && outcome.decision === 'block')
    Object.assign(output, { decision: 'block', reason: blockText(name, outcome, context) });
  if (channel.user && outcome.messages.length > 0)
    output.systemMessage = fit(outcome.messages.map(line).join('\n'));
  if (Object.keys(specific).length > 0) output.hookSpecificOutput = { hookEventName: name, ...specific };
  const stdout = Object.keys(output).length > 0 ? JSON.stringify(output) : '';
  return { answer: { ...silence, stdout }, undelivered: undelivered(name, outcome, context) };
}

function byExit(outcome: Outcome, context: string): Spoken {
  const stderr = fit([reasonText(outcome.reasons), context].filter(Boolean).join('\n\n'));
  return { answer: { stdout: '', stderr, exit: 2 }, undelivered: { toModel: [], toUser: outcome.messages } };
}

function decisionFields(name: EventName, { decision, reasons }: Outcome): Json {
  const text = reasonText(reasons);
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

/** The client replaces the whole input, so the keys that stay are sent along. */
function inputFields(name: EventName, { decision, set }: Outcome, input: Json): Json {
  if (!set) return {};
  const updatedInput = { ...input, ...set };
  if (name === 'PreToolUse') return { updatedInput };
  return name === 'PermissionRequest' && decision === 'allow'
    ? { decision: { behavior: 'allow', updatedInput } }
    : {};
}

/** A blocked stop reaches the model anyway, so it takes along what the event could not carry otherwise. */
function blockText(name: EventName, { reasons, lead }: Outcome, context: string): string {
  const list = [lead, reasonText(reasons)].filter(Boolean).join('\n');
  return fit([list, carriesContextInReason(name) && context].filter(Boolean).join('\n\n'));
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

/** Stdin could not be read as an event. Without a name this still refuses a tool call; other events ignore an answer that is not theirs. */
export function answerMalformed(problem: string, name?: EventName): Answer {
  return answerFailure(`pawl could not read this event (${problem})`, name ?? 'PreToolUse');
}

/** We could not do our work: a tool call is put to the person, everything else goes on, and the person is told where that is possible. */
export function answerFailure(problem: string, name: EventName): Answer {
  const next = 'Run `pawl doctor` to see what is wrong.';
  if (name === 'PreToolUse') {
    const hookSpecificOutput = {
      hookEventName: name,
      permissionDecision: 'ask',
      permissionDecisionReason: `${problem}, so this call was not checked. ${next}`,
    };
    return { ...silence, stdout: JSON.stringify({ hookSpecificOutput }) };
  }
  return channels[name].user
    ? { ...silence, stdout: JSON.stringify({ systemMessage: `${problem}. ${next}` }) }
    : silence;
}

/** One sentence or more per reason, each signed by its policy. */
export function reasonText(reasons: readonly Reason[]): string {
  return fit(reasons.map(signed).join('\n'));
}

function signed({ policy, text, instead, code }: Reason): string {
  const mark = code ? `${policy}:${code}` : policy;
  return `[${mark}] ${withWayOut(text, instead)}`;
}

function line({ policy, text }: Note): string {
  return `[${policy}] ${text}`;
}

/** Below the length from which on the client shows only a preview. */
function fit(text: string): string {
  return text.length < 10_000 ? text : `${text.slice(0, 9_900)}… (cut; \`pawl explain\` has the whole text)`;
}

/** The word people see: stops and prompts are blocked, tool calls denied. */
export function isRefusal(decision: Decision): boolean {
  return decision === 'deny' || decision === 'block' || decision === 'ask';
}
