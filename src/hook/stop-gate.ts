// When a policy blocks a stop, the stop gate (core/stop-gate.ts) decides whether the block takes effect, so that no
// session is kept from stopping forever. Its state is in the database, which is loaded only in this case.
import type { Event, EventOf } from '../core/event.ts';
import type { Outcome } from '../core/merge.ts';
import { findContextUse } from '../facts/context-use.ts';
import { loadBundle } from './bundles/load.ts';
import type { HookContext } from './context.ts';
import { whyUnattended } from './unattended.ts';

export interface Gated {
  outcome: Outcome;
  /** Shown in the log, but not sent. */
  notes: string[];
}

export function applyStopGate(outcome: Outcome, context: HookContext): Gated {
  const { event } = context;
  return isStop(event) && outcome.decision === 'block'
    ? askGate(event, outcome, context)
    : { outcome, notes: [] };
}

type Stop = EventOf<'Stop' | 'SubagentStop'>;

const isStop = (event: Event): event is Stop =>
  event.hook_event_name === 'Stop' || event.hook_event_name === 'SubagentStop';

function askGate(event: Stop, outcome: Outcome, context: HookContext): Gated {
  const { world, store, dry } = context;
  const { stopGate, stopGateRows } = loadBundle('stateful');
  const { session_id, agent_id } = event;
  const seen = store.readCurrent((db) => ({
    state: stopGateRows.readGate(db, session_id, agent_id) ?? stopGate.initialGateState,
    mark: stopGateRows.progressMark(db, session_id),
  }));
  const cap = Number(world.env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP) || undefined;
  const ruling = stopGate.decideStop({
    event,
    outcome,
    state: seen?.state,
    mark: seen?.mark ?? '',
    cap,
    unattended: whyUnattended(context) !== undefined,
    full: (findContextUse(world.home, session_id, event.transcript_path)?.percent ?? 0) >= nearlyFull,
  });
  if (!dry && seen)
    store.later((db) => stopGateRows.writeGate(db, ruling.state, session_id, agent_id, world.now));
  return { outcome: ruling.outcome, notes: [ruling.note] };
}

/** From this percentage of the context on, a blocked stop asks only for the note that outlives the context. */
const nearlyFull = 90;
