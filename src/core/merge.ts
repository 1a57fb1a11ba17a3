// Many findings become one outcome. The rules are a table for people in docs/merge.md.
import type { Finding } from './engine.ts';
import { type Decision, type Help, isDecision, strength, type Verdict } from './verdict.ts';

export interface Reason extends Help {
  policy: string;
  text: string;
}

export interface Note {
  policy: string;
  text: string;
  again?: boolean;
}

export interface Outcome {
  decision: Decision;
  /** Of all that decided so; for a refusal the hardest first, else in order. */
  reasons: Reason[];
  /** A sentence before the reasons of a block. */
  lead?: string;
  /** Keys of the tool's input that change. */
  set?: Record<string, unknown>;
  /** For the model. */
  context: Note[];
  /** For the person. */
  messages: Note[];
}

export function merge(findings: readonly Finding[]): Outcome {
  if (sayNothing(findings)) return { decision: 'pass', reasons: [], context: [], messages: [] };
  const said = findings.flatMap((finding) =>
    finding.counts.map((verdict) => ({ policy: finding.policy, verdict })),
  );
  const rewrites = compose(said);
  const deciding = [...said, ...rewrites.conflicts].filter((one) => isDecision(one.verdict));
  const decision = deciding.reduce<Decision>(
    (hardest, { verdict }) => harder(hardest, verdict.kind as Decision),
    'pass',
  );
  return {
    decision,
    reasons: reasonsFor(decision, deciding),
    ...(rewrites.set && decision !== 'deny' && { set: rewrites.set }),
    context: notes(said, 'inject'),
    messages: notes(said, 'tell'),
  };
}

/** Most events: nobody was concerned, or had anything to say. */
function sayNothing(findings: readonly Finding[]): boolean {
  for (const { counts } of findings) if (counts.length > 0) return false;
  return true;
}

type SaidBy = { policy: string; verdict: Verdict };

function harder(a: Decision, b: Decision): Decision {
  return strength[b] > strength[a] ? b : a;
}

/** A refusal keeps the reasons of everyone who objected; an allow those who allowed. */
function reasonsFor(decision: Decision, deciding: SaidBy[]): Reason[] {
  if (decision === 'pass') return [];
  const floor = decision === 'allow' ? strength.allow : strength.ask;
  return deciding
    .filter(({ verdict }) => strength[verdict.kind as Decision] >= floor)
    .sort((a, b) => strength[b.verdict.kind as Decision] - strength[a.verdict.kind as Decision])
    .map(({ policy, verdict }) => {
      const { kind: _, reason, ...help } = verdict as Extract<Verdict, { kind: 'deny' }>;
      return { policy, text: reason, ...help };
    });
}

function notes(said: SaidBy[], kind: 'inject' | 'tell'): Note[] {
  return said.flatMap(({ policy, verdict }) =>
    verdict.kind === kind
      ? [{ policy, text: verdict.text, ...('again' in verdict && { again: verdict.again }) }]
      : [],
  );
}

/** Rewrites add up in order; the same key with another value is a conflict that a person settles. */
function compose(said: SaidBy[]): { set?: Record<string, unknown>; conflicts: SaidBy[] } {
  const set: Record<string, unknown> = {};
  const owner: Record<string, string> = {};
  const conflicts: SaidBy[] = [];
  for (const { policy, verdict } of said) {
    if (verdict.kind !== 'rewrite') continue;
    for (const [key, value] of Object.entries(verdict.set)) {
      if (key in owner && !same(set[key], value)) conflicts.push(conflict(owner[key]!, policy, key));
      else set[key] = value;
      owner[key] ??= policy;
    }
  }
  if (conflicts.length > 0) return { conflicts };
  // An empty rewrite counts: some tools take a yes only together with their input.
  return said.some(({ verdict }) => verdict.kind === 'rewrite') ? { set, conflicts } : { conflicts };
}

function conflict(first: string, second: string, key: string): SaidBy {
  const reason = `${first} and ${second} both want to change \`${key}\`, each to something else; the call is left as it was`;
  return { policy: `${first} + ${second}`, verdict: { kind: 'ask', reason } };
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
