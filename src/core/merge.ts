// Merges the findings of all policies into one outcome. docs/merge.md shows the rules as a table.
import type { Finding } from './engine.ts';
import type { AlertWay } from './terminal.ts';
import { type Decision, isDecision, type ObjectionDetails, strength, type Verdict } from './verdict.ts';

export interface Reason extends ObjectionDetails {
  policy: string;
  text: string;
}

/** A text of one policy, for the model or the person. */
export interface Note {
  policy: string;
  text: string;
  /** Given even if the session was given the same text before. */
  again?: boolean;
  /** The id of the agent that gets the text, empty for the main conversation. Absent: the conversation of this event. */
  to?: string;
  /** Alerts the person at the terminal instead of being shown. */
  alert?: AlertWay;
}

export interface Outcome {
  decision: Decision;
  /** The reasons of all policies behind this decision; denials come before asks. */
  reasons: Reason[];
  /** A sentence printed before the reasons. */
  lead?: string;
  /** Set if a question became a refusal, because nobody is there to answer it. */
  unanswered?: boolean;
  /** Keys of the tool input that are changed. */
  set?: Record<string, unknown>;
  /** Text for the model. */
  context: Note[];
  /** Text for the person. */
  messages: Note[];
}

export function merge(findings: readonly Finding[]): Outcome {
  const verdicts = findings.flatMap((finding) =>
    finding.effective.map((verdict) => ({ policy: finding.policy, verdict })),
  );
  const rewrites = composeRewrites(verdicts);
  const deciding = [...verdicts, ...rewrites.conflicts].filter((item) => isDecision(item.verdict));
  const decision = deciding.reduce<Decision>(
    (hardest, { verdict }) => stronger(hardest, verdict.kind as Decision),
    'pass',
  );
  return {
    decision,
    reasons: reasonsFor(decision, deciding),
    ...(rewrites.set && decision !== 'deny' && { set: rewrites.set }),
    context: notes(verdicts, 'inject'),
    messages: notes(verdicts, 'tell'),
  };
}

type AttributedVerdict = { policy: string; verdict: Verdict };

function stronger(a: Decision, b: Decision): Decision {
  return strength[b] > strength[a] ? b : a;
}

/** A deny, ask or block keeps the reasons of every policy that objected; an allow keeps those of the policies that allowed. */
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

function notes(verdicts: AttributedVerdict[], kind: 'inject' | 'tell'): Note[] {
  return verdicts.flatMap(({ policy, verdict }) =>
    verdict.kind === kind
      ? [
          {
            policy,
            text: verdict.text,
            ...('again' in verdict && { again: verdict.again }),
            ...('to' in verdict && { to: verdict.to }),
            ...('alert' in verdict && { alert: verdict.alert }),
          },
        ]
      : [],
  );
}

/** Rewrites of different keys add up. Two different values for the same key are a conflict, which becomes an ask. */
function composeRewrites(verdicts: AttributedVerdict[]): {
  set?: Record<string, unknown>;
  conflicts: AttributedVerdict[];
} {
  const set: Record<string, unknown> = {};
  const owner: Record<string, string> = {};
  const conflicts: AttributedVerdict[] = [];
  for (const { policy, verdict } of verdicts) {
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
  return verdicts.some(({ verdict }) => verdict.kind === 'rewrite') ? { set, conflicts } : { conflicts };
}

function rewriteConflict(first: string, second: string, key: string): AttributedVerdict {
  const reason = `${first} and ${second} change \`${key}\` to different values, so the input was left as it is`;
  return { policy: `${first} + ${second}`, verdict: { kind: 'ask', reason } };
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
