// What is recorded of one event. hook/record.ts makes it and redacts every text in it.
import type { Finding, Skipped } from '../core/engine.ts';
import type { Reason } from '../core/merge.ts';
import type { Decision, Verdict } from '../core/verdict.ts';
import type { Identity } from '../domain/sessions/session.ts';

export interface VerdictRecord {
  policy: string;
  level: string;
  /** What the policy said. */
  said: Decision | 'inject' | 'tell' | 'rewrite';
  /** What of it counted; absent when it is the same. */
  counted?: Decision | 'inject' | 'tell' | 'rewrite';
  reason?: string;
  ms: number;
  error?: string;
}

export interface BackgroundWork {
  id: string;
  kind: string;
  status: string;
  title?: string;
}

export interface EventRecord {
  uid: string;
  /** Milliseconds since 1970. */
  at: number;
  event: string;
  session_id: string;
  agent_id?: string;
  agent_type?: string;
  project: string;
  repository: string;
  cwd: string;
  tool?: string;
  tool_use_id?: string;
  prompt_id?: string;
  permission_mode?: string;
  decision: Decision;
  /** Time from start to answer, in milliseconds. */
  ms: number;
  /** A short text a person recognises the event by. */
  label?: string;
  /** Source of a start, reason of an end, type of a notification, error of a failed turn. */
  kind?: string;
  /** The last words of a turn, or the text of a notification; kept with the labels. */
  words?: string;
  /** Who the session is, when it says so. */
  identity?: Identity;
  /** Work that goes on behind the turn. */
  background?: BackgroundWork[];
  reasons?: Reason[];
  policies?: VerdictRecord[];
  /** Only what is not obvious from the config: paused, failed, not reached. */
  skipped?: Skipped[];
  parameters?: unknown;
  content?: unknown;
  /** Identifies the exact call, for `allow-once`. */
  input_hash?: string;
  /** Characters given to the model. */
  injected?: number;
  /** The answer as the client got it, redacted and shortened. */
  sent?: string;
  /** Policies whose text for the model did not fit, or had been said before. */
  left_out?: string[];
  repeated?: string[];
  /** Outcome of a finished call. */
  ok?: boolean;
  duration_ms?: number;
  /** Which registration the event came by. */
  via?: string;
  notes?: string[];
}

export function verdictRecord(finding: Finding): VerdictRecord {
  const first = weightiest(finding.verdicts);
  const said = first?.kind ?? 'pass';
  const counted = weightiest(finding.effective)?.kind ?? 'pass';
  const reason = first && ('reason' in first ? first.reason : first.text);
  return {
    policy: finding.policy,
    level: finding.level,
    said,
    ...(counted !== said && { counted }),
    ...(reason && { reason }),
    ms: Math.round(finding.ms * 100) / 100,
    ...(finding.error && { error: finding.error }),
  };
}

const order = ['block', 'deny', 'ask', 'rewrite', 'allow', 'inject', 'tell'] as const;

/** The one that weighs most. */
function weightiest(verdicts: readonly Verdict[]): Verdict | undefined {
  let found: Verdict | undefined;
  for (const one of verdicts) if (!found || order.indexOf(one.kind) < order.indexOf(found.kind)) found = one;
  return found;
}

/** Unique without coordination: time, process, chance. */
export function eventUid(at: number): string {
  return `${at.toString(36)}-${process.pid.toString(36)}-${Math.floor(Math.random() * 36 ** 6).toString(36)}`;
}
