// Reads one answer as the client would, and lists what is wrong with it.
import { isObject, type JsonObject } from '../core/json.ts';
import type { EventShape, Keys, Kind, Protocol } from './protocol.ts';
import type { Ended } from './start.ts';

/** The kinds of mistakes in an answer; each belongs to a check. */
export type MistakeKind = 'ends' | 'exit-code' | 'exit-2' | 'json' | 'keys' | 'values' | 'reasons' | 'length';

export interface Mistake {
  kind: MistakeKind;
  problem: string;
}

export interface ReadAnswer {
  mistakes: Mistake[];
  /** The meaning of the answer for a tool call, a prompt or a stop. */
  decision: 'pass' | 'allow' | 'ask' | 'refuse';
}

/** For an event that the client does not have there is no shape, and any key is accepted. */
export function readAnswer(protocol: Protocol, event: string, ended: Ended): ReadAnswer {
  const mistakes: Mistake[] = [];
  const note = (kind: MistakeKind, problem: string) => void mistakes.push({ kind, problem });
  const shape = protocol.shapes[event];
  const ending = badEnding(ended);
  if (ending) {
    note(...ending);
    return { mistakes, decision: protocol.failsClosed && ended.code ? 'refuse' : 'pass' };
  }
  const output = parse(ended.stdout, shape, note);
  if (output && shape) checkKeys({ protocol, event, shape, output, note });
  if (ended.code === 2) checkExit2(protocol, event, shape, ended, note);
  return { mistakes, decision: decisionOf(protocol, shape, ended, output) };
}

type Note = (kind: MistakeKind, problem: string) => void;

function badEnding({ late, code, signal, stderr, limit }: Ended): [MistakeKind, string] | undefined {
  if (late) return ['ends', `did not end within ${limit / 1_000} s`];
  if (signal) return ['ends', `ended by ${signal}`];
  const word = lastLine(stderr);
  return code === 0 || code === 2 ? undefined : ['exit-code', `exit code ${code}${word && `: ${word}`}`];
}

/** The last line of a stack trace says what happened. */
const lastLine = (text: string) => clip(text.trim().split('\n').at(-1) ?? '');
const clip = (text: string) => (text.length > 160 ? `${text.slice(0, 160)} …` : text);

function parse(stdout: string, shape: EventShape | undefined, note: Note): JsonObject | undefined {
  const text = stdout.trim();
  if (text === '') return undefined;
  if (text.startsWith('{') && text.endsWith('}')) {
    try {
      return JSON.parse(text) as JsonObject;
    } catch {
      note('json', `not valid JSON: ${clip(text)}`);
      return undefined;
    }
  }
  if (!shape?.text)
    note('json', `plain text, which the client ignores at this event: ${clip(text.split('\n')[0]!)}`);
  return undefined;
}

interface Checked {
  protocol: Protocol;
  event: string;
  shape: EventShape;
  output: JsonObject;
  note: Note;
}

function checkKeys(checked: Checked): void {
  const { event, shape, output, note } = checked;
  compare(checked, output, shape.top, '');
  const { hookSpecificOutput: specific } = output;
  if (isObject(specific)) {
    const { hookEventName, ...rest } = specific;
    if (hookEventName !== event)
      note('values', `hookEventName is ${JSON.stringify(hookEventName)}, not ${event}`);
    compare(checked, rest, shape.specific, 'hookSpecificOutput.');
  }
  for (const missing of missingReasons(output)) note('reasons', missing);
}

function compare(checked: Checked, output: JsonObject, keys: Keys, path: string): void {
  const { protocol, event, note } = checked;
  for (const [key, value] of Object.entries(output)) {
    const kind = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (kind === undefined) note('keys', `${path}${key} at ${event} ${protocol.unknownKey}`);
    else if (isNested(kind)) compareNested(checked, value, kind.keys, `${path}${key}`);
    else if (!fits(value, kind))
      note('values', `${path}${key} is ${clip(JSON.stringify(value))}${butAllowed(kind)}`);
    else if (kind === 'text' && (value as string).length > (protocol.maxTextLength ?? Infinity))
      note('length', `${path}${key} has ${(value as string).length} characters`);
  }
}

const isNested = (kind: Kind): kind is { keys: Keys } =>
  typeof kind === 'object' && 'keys' in kind && !Array.isArray(kind);

function compareNested(checked: Checked, value: unknown, keys: Keys, path: string): void {
  if (isObject(value)) compare(checked, value, keys, `${path}.`);
  else checked.note('values', `${path} is ${clip(JSON.stringify(value))}, not an object`);
}

function fits(value: unknown, kind: Kind): boolean {
  if (Array.isArray(kind)) return kind.includes(value as string);
  if (kind === 'any') return true;
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'object') return isObject(value);
  return typeof value === (kind === 'text' ? 'string' : kind);
}

const butAllowed = (kind: Kind) => (Array.isArray(kind) ? `, not ${kind.join(', ')}` : '');

/** Refusals and questions without a reason: the model would repeat the call, or a stop would be blocked without an explanation. */
function missingReasons(output: JsonObject): string[] {
  const specific = isObject(output.hookSpecificOutput) ? output.hookSpecificOutput : {};
  const request = isObject(specific.decision) ? specific.decision : {};
  const empty = (value: unknown) => typeof value !== 'string' || value.trim() === '';
  return [
    needsReason(output.decision) && empty(output.reason) && `decision "${output.decision}" without a reason`,
    needsReason(specific.permissionDecision) &&
      empty(specific.permissionDecisionReason) &&
      `permissionDecision "${specific.permissionDecision}" without a reason`,
    needsReason(request.behavior) && empty(request.message) && 'behavior "deny" without a message',
  ].filter((problem) => problem !== false);
}

const needsReason = (word: unknown) => word === 'block' || word === 'deny' || word === 'ask';

function checkExit2(
  protocol: Protocol,
  event: string,
  shape: EventShape | undefined,
  { stderr }: Ended,
  note: Note,
): void {
  if (shape?.exit2 === 'nothing') note('exit-2', `exit code 2 has no effect at ${event}`);
  if (stderr.trim() === '') note('reasons', 'exit code 2 without a text on stderr');
  if (stderr.length > (protocol.maxTextLength ?? Infinity))
    note('length', `stderr has ${stderr.length} characters`);
}

function decisionOf(
  { asks, silentExit2 }: Protocol,
  shape: EventShape | undefined,
  { code, stderr }: Ended,
  output: JsonObject | undefined,
): ReadAnswer['decision'] {
  if (code === 2 && shape?.exit2 === 'stops' && (silentExit2 || stderr.trim() !== '')) return 'refuse';
  const specific = isObject(output?.hookSpecificOutput) ? output.hookSpecificOutput : {};
  const request = isObject(specific.decision) ? specific.decision : {};
  // A decision under a key that this client does not read has no effect.
  const decision = [
    shape?.specific.permissionDecision && specific.permissionDecision,
    shape?.specific.decision && request.behavior,
    shape?.top.decision && output?.decision,
    shape?.top.permissionDecision && output?.permissionDecision,
    shape?.top.behavior && output?.behavior,
  ].find((word) => typeof word === 'string');
  if (decision === 'deny' || decision === 'block') return 'refuse';
  if (decision === 'ask') return asks ? 'ask' : 'pass';
  return decision === 'allow' || decision === 'approve' ? 'allow' : 'pass';
}
