// A stop that some policy blocks goes through the one gate of all policies (core/stop-gate.ts), so that a session is
// never held for ever. What the gate remembers is in the database, so this is loaded only then.
import type { Event, EventOf } from '../core/event.ts';
import type { Outcome } from '../core/merge.ts';
import { loadBundle } from './bundles/load.ts';
import type { RunContext } from './context.ts';

export interface Gated {
  outcome: Outcome;
  /** For the record only. */
  notes: string[];
}

export function applyStopGate(outcome: Outcome, context: RunContext): Gated {
  const { event } = context;
  return isStop(event) && outcome.decision === 'block'
    ? askGate(event, outcome, context)
    : { outcome, notes: [] };
}

type Stop = EventOf<'Stop' | 'SubagentStop'>;

const isStop = (event: Event): event is Stop =>
  event.hook_event_name === 'Stop' || event.hook_event_name === 'SubagentStop';

function askGate(event: Stop, outcome: Outcome, { world, store, dry }: RunContext): Gated {
  const { stopGate, stopGateRows } = loadBundle('stateful');
  const { session_id, agent_id } = event;
  const seen = store.readCurrent((db) => ({
    state: stopGateRows.readGate(db, session_id, agent_id) ?? stopGate.initialGateState,
    mark: stopGateRows.progressMark(db, session_id),
  }));
  const cap = Number(world.env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP) || undefined;
  const ruling = stopGate.decideStop({ event, outcome, state: seen?.state, mark: seen?.mark ?? '', cap });
  if (!dry && seen)
    store.later((db) => stopGateRows.writeGate(db, ruling.state, session_id, agent_id, world.now));
  return { outcome: ruling.outcome, notes: [ruling.note] };
}
