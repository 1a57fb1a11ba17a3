// What one policy says. `undefined` from a check means pass: no opinion, which is not the same as allow.

export type Decision = 'pass' | 'allow' | 'ask' | 'deny' | 'block';

/** What a refusal can bring along, so that the reader knows what to do next. */
export interface Help {
  /** A safer way that works. */
  instead?: string;
  /** A stable code with a docs page, when the policy has several reasons. */
  code?: string;
  /** On a stop: enough to hold it the first time, not enough to hold it again. */
  once?: boolean;
}

export interface Deny extends Help {
  kind: 'deny';
  reason: string;
}
export interface Ask extends Help {
  kind: 'ask';
  reason: string;
}
export interface Block extends Help {
  kind: 'block';
  reason: string;
}
export interface Allow {
  kind: 'allow';
  reason: string;
}
/** Text for the model. Said once per session and content, unless `again`. */
export interface Inject {
  kind: 'inject';
  text: string;
  again?: boolean;
}
/** Text for the person at the terminal. */
export interface Tell {
  kind: 'tell';
  text: string;
  /** False: said once per session and content. */
  again?: boolean;
}
/** Changes some keys of the tool's input; the others stay. */
export interface Rewrite {
  kind: 'rewrite';
  set: Record<string, unknown>;
  reason: string;
}

export type Verdict = Deny | Ask | Block | Allow | Inject | Tell | Rewrite;

/** Refuse a tool call. The model reads the reason. */
export const deny = (reason: string, help: Help = {}): Deny => ({ kind: 'deny', reason, ...help });
/** Have the person decide on a tool call. */
export const ask = (reason: string, help: Help = {}): Ask => ({ kind: 'ask', reason, ...help });
/** Keep a stop, prompt, compaction or task from happening. */
export const block = (reason: string, help: Help = {}): Block => ({ kind: 'block', reason, ...help });
/** Let a tool call run without asking the person. Rarely what you want: no verdict at all is "no objection". */
export const allow = (reason: string): Allow => ({ kind: 'allow', reason });
/** Give the model a text. Phrase it as a fact. */
export const inject = (text: string, how: { again?: boolean } = {}): Inject => ({
  kind: 'inject',
  text,
  ...how,
});
/** Show the person a text. */
export const tell = (text: string, how: { again?: boolean } = {}): Tell => ({ kind: 'tell', text, ...how });
/** Change keys of the tool's input before it runs. */
export const rewrite = (set: Record<string, unknown>, reason: string): Rewrite => ({
  kind: 'rewrite',
  set,
  reason,
});

/** What is wrong, as a sentence, and what to do about it. */
export function withWayOut(reason: string, instead?: string): string {
  const sentence = /[.!?:…\n][)”"`]?$/.test(reason) ? reason : `${reason}.`;
  return instead ? `${sentence} Instead: ${instead}` : sentence;
}

/** To the model and to the person; neither keeps anything from happening. */
export function warn(reason: string, instead?: string): [toModel: Inject, toPerson: Tell] {
  const text = withWayOut(reason, instead);
  return [inject(`Warning: ${text}`, { again: true }), tell(text)];
}

export const strength: Record<Decision, number> = { pass: 0, allow: 1, ask: 2, deny: 3, block: 3 };

export function isDecision(verdict: Verdict): verdict is Deny | Ask | Block | Allow {
  return verdict.kind in strength;
}

/** Policies of users are plain JavaScript: what they return is looked at before it is believed. */
export function asVerdicts(value: unknown): Verdict[] | string {
  if (value === undefined || value === null) return [];
  const values = Array.isArray(value) ? value : [value];
  const bad = values.find((one) => !isVerdict(one));
  return bad === undefined ? values : `returned ${describe(bad)}, which is no verdict`;
}

const texts: Record<Verdict['kind'], string> = {
  deny: 'reason',
  ask: 'reason',
  block: 'reason',
  allow: 'reason',
  rewrite: 'reason',
  inject: 'text',
  tell: 'text',
};

function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== 'object' || value === null) return false;
  const verdict = value as Record<string, unknown>;
  const key = texts[verdict.kind as Verdict['kind']];
  if (!key || typeof verdict[key] !== 'string') return false;
  return verdict.kind !== 'rewrite' || (typeof verdict.set === 'object' && verdict.set !== null);
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${JSON.stringify(value)} (${typeof value})`;
  return `an object with keys ${JSON.stringify(Object.keys(value).slice(0, 5))}`;
}
