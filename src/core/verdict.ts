// The verdict of one policy. A check that returns `undefined` passes: no opinion, which is not the same as allow.

import type { AlertWay } from './terminal.ts';

export type Decision = 'pass' | 'allow' | 'ask' | 'deny' | 'block';

/** Details that an objection (a deny, an ask or a block) can add to its reason. */
export interface ObjectionDetails {
  /** A safer way that works, shown after "Instead:". */
  instead?: string;
  /** A stable code with a docs page, for policies with several reasons. */
  code?: string;
  /** On a stop: this reason may block the first stop of a turn, but not the next one by itself. */
  once?: boolean;
  /**
   * On a stop: the turn continues with this text. The text is news and demands nothing, so the client does not show it
   * as an error.
   */
  news?: boolean;
}

export interface Deny extends ObjectionDetails {
  kind: 'deny';
  reason: string;
}
export interface Ask extends ObjectionDetails {
  kind: 'ask';
  reason: string;
}
export interface Block extends ObjectionDetails {
  kind: 'block';
  reason: string;
}
export interface Allow {
  kind: 'allow';
  reason: string;
  /** Set if the call runs the project's checks: it is approved only if the policies pass each of their commands too. */
  runs?: 'checks';
  /** The tree whose checks it runs, if that is not the project. */
  root?: string;
}
/** Text for the model. A session is given the same text only once, unless `again` is set. */
export interface Inject {
  kind: 'inject';
  text: string;
  again?: boolean;
  /**
   * The id of the agent that gets the text with its next event, empty for the main conversation. Absent: the
   * conversation of this event.
   */
  to?: string;
}
/** Text for the person at the terminal. It is shown every time, unless `again` is false. */
export interface Tell {
  kind: 'tell';
  text: string;
  /** False: show the same text only once per session. */
  again?: boolean;
  /** Not shown in the conversation: alerts the person by a bell or a desktop notification. */
  alert?: AlertWay;
}
/** Changes some keys of the tool input; the others stay. */
export interface Rewrite {
  kind: 'rewrite';
  set: Record<string, unknown>;
  reason: string;
}

/** A fact that the policy based its decision on. It is recorded and shown by `pawl explain`, but not sent. */
export interface Evidence {
  kind: 'evidence';
  text: string;
}

export type Verdict = Deny | Ask | Block | Allow | Inject | Tell | Rewrite | Evidence;

/** Refuse a tool call. The model reads the reason. */
export const deny = (reason: string, details: ObjectionDetails = {}): Deny => ({
  kind: 'deny',
  reason,
  ...details,
});
/** Let the person decide on a tool call. */
export const ask = (reason: string, details: ObjectionDetails = {}): Ask => ({
  kind: 'ask',
  reason,
  ...details,
});
/** Block a stop, prompt, compaction or task. */
export const block = (reason: string, details: ObjectionDetails = {}): Block => ({
  kind: 'block',
  reason,
  ...details,
});
/** Let a tool call run without asking the person. Rarely needed: to have no objection, return nothing. */
export const allow = (reason: string, details: { runs?: 'checks'; root?: string } = {}): Allow => ({
  kind: 'allow',
  reason,
  ...details,
});
/** Give text to the model. Phrase it as a fact. */
export const inject = (text: string, options: { again?: boolean; to?: string } = {}): Inject => ({
  kind: 'inject',
  text,
  ...options,
});
/** Show text to the person. */
export const tell = (text: string, options: Pick<Tell, 'again' | 'alert'> = {}): Tell => ({
  kind: 'tell',
  text,
  ...options,
});
/** Record what the decision is based on, even if it is to pass. */
export const evidence = (text: string): Evidence => ({ kind: 'evidence', text });
/** Change keys of the tool's input before it runs. */
export const rewrite = (set: Record<string, unknown>, reason: string): Rewrite => ({
  kind: 'rewrite',
  set,
  reason,
});

/** Adds a full stop to a text that does not end as a sentence. */
export const asSentence = (text: string): string => (/[.!?:…\n][)”"`]?$/.test(text) ? text : `${text}.`);

/** Ends the reason as a sentence and appends the suggestion. */
export function withSuggestion(reason: string, instead?: string): string {
  return instead ? `${asSentence(reason)} Instead: ${instead}` : asSentence(reason);
}

/** A warning to both the model and the person. It blocks nothing. */
export function warn(reason: string, instead?: string): [toModel: Inject, toPerson: Tell] {
  const text = withSuggestion(reason, instead);
  return [inject(`Warning: ${text}`, { again: true }), tell(text)];
}

export const strength: Record<Decision, number> = { pass: 0, allow: 1, ask: 2, deny: 3, block: 3 };

export function isDecision(verdict: Verdict): verdict is Deny | Ask | Block | Allow {
  return verdict.kind in strength;
}

/** Validates what a user's policy returned, since it may be plain JavaScript. A string result says what is wrong. */
export function validateVerdicts(value: unknown): Verdict[] | string {
  if (value === undefined || value === null) return [];
  const values = Array.isArray(value) ? value : [value];
  const invalid = values.find((verdict) => !isVerdict(verdict));
  return invalid === undefined ? values : `returned ${describeValue(invalid)}, which is not a verdict`;
}

const textKeys: Record<Verdict['kind'], string> = {
  deny: 'reason',
  ask: 'reason',
  block: 'reason',
  allow: 'reason',
  rewrite: 'reason',
  inject: 'text',
  tell: 'text',
  evidence: 'text',
};

function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== 'object' || value === null) return false;
  const verdict = value as Record<string, unknown>;
  const key = textKeys[verdict.kind as Verdict['kind']];
  if (!key || typeof verdict[key] !== 'string') return false;
  return verdict.kind !== 'rewrite' || (typeof verdict.set === 'object' && verdict.set !== null);
}

function describeValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${JSON.stringify(value)} (${typeof value})`;
  return `an object with keys ${JSON.stringify(Object.keys(value).slice(0, 5))}`;
}
