// Merges the findings of all policies into one outcome. docs/merge.md shows the rules as a table.
import type { Finding } from './engine.ts';
import { type Decision, isDecision, type RefusalDetails, strength, type Verdict } from './verdict.ts';

export interface Reason extends RefusalDetails {
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
  /** The reasons of all policies behind this decision. A refusal lists denials before asks. */
  reasons: Reason[];
  /** A sentence printed before the reasons of a block. */
  lead?: string;
  /** Keys of the tool input that are changed. */
  set?: Record<string, unknown>;
  /** Text for the model. */
  context: Note[];
  /** Text for the person. */
  messages: Note[];
}

export function merge(findings: readonly Finding[]): Outcome {
  if (hasNoVerdict(findings)) return { decision: 'pass', reasons: [], context: [], messages: [] };
  const said = findings.flatMap((finding) =>
    finding.effective.map((verdict) => ({ policy: finding.policy, verdict })),
  );
  const rewrites = composeRewrites(said);
  const deciding = [...said, ...rewrites.conflicts].filter((one) => isDecision(one.verdict));
  const decision = deciding.reduce<Decision>(
    (hardest, { verdict }) => stronger(hardest, verdict.kind as Decision),
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

/** True for most events: no policy applied or had anything to say. */
function hasNoVerdict(findings: readonly Finding[]): boolean {
  for (const { effective } of findings) if (effective.length > 0) return false;
  return true;
}

type AttributedVerdict = { policy: string; verdict: Verdict };

function stronger(a: Decision, b: Decision): Decision {
  return strength[b] > strength[a] ? b : a;
}

/** A refusal keeps the reasons of every policy that objected; an allow keeps those of the policies that allowed. */
function reasonsFor(decision: Decision, deciding: AttributedVerdict[]): Reason[] {
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

function notes(said: AttributedVerdict[], kind: 'inject' | 'tell'): Note[] {
  return said.flatMap(({ policy, verdict }) =>
    verdict.kind === kind
      ? [{ policy, text: verdict.text, ...('again' in verdict && { again: verdict.again }) }]
      : [],
  );
}

/** Rewrites of different keys add up. Two different values for the same key are a conflict, which becomes an ask. */
function composeRewrites(said: AttributedVerdict[]): {
  set?: Record<string, unknown>;
  conflicts: AttributedVerdict[];
} {
  const set: Record<string, unknown> = {};
  const owner: Record<string, string> = {};
  const conflicts: AttributedVerdict[] = [];
  for (const { policy, verdict } of said) {
    if (verdict.kind !== 'rewrite') continue;
    for (const [key, value] of Object.entries(verdict.set)) {
      if (key in owner && !sameValue(set[key], value))
        conflicts.push(rewriteConflict(owner[key]!, policy, key));
      else set[key] = value;
      owner[key] ??= policy;
    }
  }
  if (conflicts.length > 0) return { conflicts };
  // An empty rewrite counts too: some tools accept an approval only together with their input.
  return said.some(({ verdict }) => verdict.kind === 'rewrite') ? { set, conflicts } : { conflicts };
}

function rewriteConflict(first: string, second: string, key: string): AttributedVerdict {
  const reason = `${first} and ${second} change \`${key}\` to different values, so the input was left as it is`;
  return { policy: `${first} + ${second}`, verdict: { kind: 'ask', reason } };
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
