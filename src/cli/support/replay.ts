// Runs the current policies over past tool calls, for `pawl backtest` and the end of `pawl init`.
import type { Event } from '../../core/event.ts';
import type { Outcome } from '../../core/merge.ts';
import { clip, oneLine } from '../../core/text.ts';
import type { Home } from '../../system/home.ts';
import {
  type CheckContext,
  type ContextFor,
  checkContexts,
  checkEvent,
  usableDirectory,
} from './check-command.ts';
import { enableJit } from './jit.ts';
import { askPolicyFiles, type Failures, leftOutNotes } from './own-code.ts';
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
  #contextFor: ContextFor;
  #contexts = new Set<CheckContext>();
  #failed: Failures = new Map();
  #rows = new Map<string, Row>();
  /** The decision on each call that was refused or asked about. */
  decided = new Map<string, { decision: string; label: string }>();
  home: Home;

  constructor(home: Home) {
    this.home = home;
    this.#contextFor = checkContexts(home);
  }

  /** Calls of the same place are asked together, because policy files run in a process of their own. */
  async check(calls: readonly KeyedCall[]): Promise<void> {
    const places = new Map<CheckContext, KeyedCall[]>();
    for (const call of calls) {
      const context = await this.#contextFor(usableDirectory(call.event.cwd, process.cwd()));
      places.set(context, [...(places.get(context) ?? []), call]);
    }
    for (const [context, ofPlace] of places) await this.#checkIn(context, ofPlace);
  }

  async #checkIn(context: CheckContext, calls: readonly KeyedCall[]): Promise<void> {
    this.#contexts.add(context);
    const world = { home: this.home, env: process.env, now: Date.now() };
    const options = { failed: this.#failed, past: true };
    const own = await askPolicyFiles(
      calls.map(({ event }) => event),
      context,
      world,
      options,
    );
    for (const [at, { event, key }] of calls.entries()) {
      const { outcome } = checkEvent(event, context, world, { past: true, own: own[at]! });
      if (outcome.decision !== 'pass' && outcome.decision !== 'allow') this.#count(event, key, outcome);
    }
  }

  #count(event: Event, key: string, outcome: Outcome): void {
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

  /** The user's own code that was not asked, and why. */
  leftOut(): string[] {
    return leftOutNotes([...this.#contexts], this.#failed, { scripts: true });
  }

  report() {
    const rows = [...this.#rows.values()].sort((a, b) => b.count - a.count);
    const count = (decision: string) =>
      rows.filter((r) => r.decision === decision).reduce((sum, r) => sum + r.count, 0);
    return { denied: count('deny'), asked: count('ask'), policies: rows };
  }
}

interface KeyedCall {
  event: Event;
  key: string;
}

export interface ReplayOptions {
  since: number;
  /** Transcripts, or folders of transcripts; by default all transcripts of the client. */
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
  { since, paths = [], progress, limit = Number.POSITIVE_INFINITY }: ReplayOptions,
): Promise<Replayed> {
  enableJit();
  const files = transcripts(paths, since);
  const seen = new Set<string>();
  const replayCalls = async (calls: readonly PastCall[]) => {
    const fresh: KeyedCall[] = [];
    for (const { event, at } of calls) {
      // The same call may be in a transcript, in its forks, and in Pawl's own log.
      const key = ('tool_use_id' in event && event.tool_use_id) || `${event.session_id} ${at} ${seen.size}`;
      if (!seen.has(key)) fresh.push({ event, key });
      seen.add(key);
    }
    for (const run of runs) await run.check(fresh);
  };
  const start = performance.now();
  let read = 0;
  for (const file of files) {
    if (performance.now() - start > limit) break;
    progress(`${++read}/${files.length} transcripts, ${seen.size} calls`);
    await replayCalls(callsIn(file, since));
    await Bun.sleep(0);
  }
  if (paths.length === 0) await replayCalls(recordedCalls(home, since));
  return { calls: seen.size, files: read, found: files.length };
}
