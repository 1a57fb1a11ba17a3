// A policy's slot: reading opens the store, changing waits for the end of the event.
import type { Event } from '../core/event.ts';
import type { Project } from '../core/facts.ts';
import type { Policy, Scope, Slot } from '../core/policy.ts';
import { changeState, readState } from './db/policy-state.ts';
import type { Store } from './store.ts';

/** The key under which a policy's memory is kept. A missing session id is nobody's, never everybody's. */
export function stateScope(policy: Policy, event: Event, project: Project): string {
  const keys: Record<Scope, string> = {
    session: event.session_id,
    agent: `${event.session_id}/${event.agent_id ?? 'main'}`,
    project: project.root,
    repository: project.repository,
    machine: 'machine',
  };
  return keys[policy.state?.scope ?? 'session'] || `nobody-${Math.random()}`;
}

export function slotOf(store: Store, policy: Policy, key: string, now: number): Slot<unknown> {
  const where = { policy: policy.id, scope: policy.state?.scope ?? 'session', key };
  return {
    get: () => store.read((db) => readState(db, where)) ?? policy.state?.initial,
    update: (change) => store.later((db) => changeState(db, where, policy.state?.initial, change, now)),
  };
}
