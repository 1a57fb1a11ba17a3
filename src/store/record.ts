// The record of one event. hook/record.ts makes it and redacts every text in it.
import type { Finding, Skipped } from '../core/engine.ts';
import type { Reason } from '../core/merge.ts';
import type { Decision, Evidence, Verdict } from '../core/verdict.ts';
import type { Identity } from '../domain/sessions/session.ts';

export interface VerdictRecord {
  policy: string;
  level: string;
  /** The policy's own verdict. */
  said: Decision | 'inject' | 'tell' | 'rewrite';
  /** The verdict after the policy's level was applied; absent if that is the same. */
  counted?: Decision | 'inject' | 'tell' | 'rewrite';
  reason?: string;
  /** Facts found on the machine that the policy based its decision on. */
  evidence?: string[];
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
  /** Milliseconds from the start of the process to the answer. */
  ms: number;
  /** A short text by which a person recognises the event. */
  label?: string;
  /** The source of a start, reason of an end, type of a notification, or error of a failed turn. */
  kind?: string;
  /** The end of the turn's last message, or the text of a notification; recorded only if labels are. */
  words?: string;
  /** Set on the few events that identify the session. */
  identity?: Identity;
  /** Tasks that run in the background of the turn. */
  background?: BackgroundWork[];
  reasons?: Reason[];
  /** Set if the call was left out because nobody was there to answer a question about it. */
  unanswered?: boolean;
  policies?: VerdictRecord[];
  /** Policies that were paused, failed or not reached; those that the config switches off are left out. */
  skipped?: Skipped[];
  parameters?: unknown;
  content?: unknown;
  /** Identifies the exact call, for `allow-once`. */
  input_hash?: string;
  /** The content of the files that a refused call names. */
  files_hash?: string;
  /** Number of characters that were given to the model. */
  injected?: number;
  /** The answer as the client got it, redacted and shortened. */
  sent?: string;
  /** Policies whose text for the model did not fit, and those whose text it had been given before. */
  left_out?: string[];
  repeated?: string[];
  /** Whether a finished call succeeded. */
  ok?: boolean;
  duration_ms?: number;
  /** The registration through which the client called us. */
  via?: string;
  notes?: string[];
}

export function verdictRecord(finding: Finding): VerdictRecord {
  const evidence = finding.verdicts.flatMap((verdict) => (verdict.kind === 'evidence' ? [verdict.text] : []));
  const first = strongest(finding.verdicts);
  const said = first?.kind ?? 'pass';
  const counted = strongest(finding.effective)?.kind ?? 'pass';
  const reason = first && ('reason' in first ? first.reason : first.text);
  return {
    policy: finding.policy,
    level: finding.level,
    said,
    ...(counted !== said && { counted }),
    ...(reason && { reason }),
    ...(evidence.length > 0 && { evidence }),
    ms: Math.round(finding.ms * 100) / 100,
    ...(finding.error && { error: finding.error }),
  };
}

/** The command of a shell call: from its parameters, or from its label if parameters are not recorded. */
export function recordedCommand({ parameters, tool, label }: EventRecord): string {
  const command = (parameters as { command?: unknown } | undefined)?.command;
  if (typeof command === 'string') return command;
  return tool === 'Bash' ? (label ?? '') : '';
}

/** Strongest first. */
const order = ['block', 'deny', 'ask', 'rewrite', 'allow', 'inject', 'tell'] as const;

type RankedVerdict = Exclude<Verdict, Evidence>;

function strongest(verdicts: readonly Verdict[]): RankedVerdict | undefined {
  let found: RankedVerdict | undefined;
  for (const verdict of verdicts)
    if (verdict.kind !== 'evidence' && (!found || order.indexOf(verdict.kind) < order.indexOf(found.kind)))
      found = verdict;
  return found;
}

/** Unique without coordination between processes: time, process id and a random number. */
export function eventUid(at: number): string {
  return `${at.toString(36)}-${process.pid.toString(36)}-${Math.floor(Math.random() * 36 ** 6).toString(36)}`;
}
