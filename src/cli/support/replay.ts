// Runs the current policies over past tool calls, for `pawl backtest` and the end of `pawl init`.
import type { Event } from '../../core/event.ts';
import { clip, oneLine } from '../../core/text.ts';
import type { Home } from '../../system/home.ts';
import { type CheckContext, checkContexts, checkEvent, enableJit, usableDirectory } from './check-command.ts';
import { callsIn, type PastCall, recordedCalls, transcripts } from './past-calls.ts';
import { labelOf } from './try-policies.ts';

export interface Row {
  policy: string;
  code: string | null;
  decision: string;
  count: number;
  example: string;
}

/** One config, and what its policies have decided so far. */
export class ConfigRun {
  #contextFor: (cwd: string) => CheckContext;
  #rows = new Map<string, Row>();
  /** The decision on each call that was refused or asked about. */
  decided = new Map<string, { decision: string; label: string }>();
  home: Home;

  constructor(home: Home) {
    this.home = home;
    this.#contextFor = checkContexts(home);
  }

  check(event: Event, key: string): void {
    const cwd = usableDirectory(event.cwd, process.cwd());
    const world = { home: this.home, env: process.env, now: Date.now() };
    const { outcome } = checkEvent(event, this.#contextFor(cwd), world, { past: true });
    if (outcome.decision === 'pass' || outcome.decision === 'allow') return;
    const label = clip(oneLine(labelOf(event)), 70);
    this.decided.set(key, { decision: outcome.decision, label });
    const reason = outcome.reasons[0]!;
    const name = `${reason.policy} ${reason.code ?? ''} ${outcome.decision}`;
    const row = this.#rows.get(name) ?? {
      policy: reason.policy,
      code: reason.code ?? null,
      decision: outcome.decision,
      count: 0,
      example: label,
    };
    row.count++;
    this.#rows.set(name, row);
  }

  report() {
    const rows = [...this.#rows.values()].sort((a, b) => b.count - a.count);
    const count = (decision: string) =>
      rows.filter((r) => r.decision === decision).reduce((sum, r) => sum + r.count, 0);
    return { denied: count('deny'), asked: count('ask'), policies: rows };
  }
}

export interface Replay {
  since: number;
  /** Transcripts, or folders with some; by default all of the client. */
  paths?: readonly string[];
  progress(text: string): void;
  /** Milliseconds after which no further transcript is read. */
  limit?: number;
}

export interface Replayed {
  calls: number;
  /** How many transcripts were read, of how many. */
  files: number;
  found: number;
}

/** Waits a moment after each transcript, so that a progress display can move. */
export async function replay(
  runs: readonly ConfigRun[],
  home: Home,
  { since, paths = [], progress, limit = Number.POSITIVE_INFINITY }: Replay,
): Promise<Replayed> {
  enableJit();
  const files = transcripts(paths, since);
  const seen = new Set<string>();
  const replayCall = ({ event, at }: PastCall) => {
    // The same call may be in a transcript, in its forks, and in Pawl's own log.
    const id = ('tool_use_id' in event && event.tool_use_id) || `${event.session_id} ${at} ${seen.size}`;
    if (seen.has(id)) return;
    seen.add(id);
    for (const run of runs) run.check(event, id);
  };
  const start = performance.now();
  let read = 0;
  for (const file of files) {
    if (performance.now() - start > limit) break;
    progress(`${++read}/${files.length} transcripts, ${seen.size} calls`);
    callsIn(file, since).forEach(replayCall);
    await Bun.sleep(0);
  }
  if (paths.length === 0) recordedCalls(home, since).forEach(replayCall);
  return { calls: seen.size, files: read, found: files.length };
}
