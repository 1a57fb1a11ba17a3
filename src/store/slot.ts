// The state slot of a policy: reading opens the store, and changes are written when the event is recorded.
import type { Event } from '../core/event.ts';
import type { Project } from '../core/facts.ts';
import type { Policy, Scope, Slot } from '../core/policy.ts';
import { changeState, readState } from './db/policy-state.ts';
import type { Store } from './store.ts';

/** The key of a policy's state. An event without a session id gets a random key, so that such events share no state. */
export function stateScope(policy: Policy, event: Event, project: Project): string {
  const keys: Record<Scope, string> = {
    session: event.session_id,
    agent: `${event.session_id}/${event.agent_id ?? 'main'}`,
    project: project.root,
    repository: project.repository,
    machine: 'machine',
  };
  return keys[policy.state?.scope ?? 'session'] || `no-session-${Math.random()}`;
}

export function slotOf(store: Store, policy: Policy, key: string, now: number): Slot<unknown> {
  const stateKey = { policy: policy.id, scope: policy.state?.scope ?? 'session', key };
  return {
    get: () => store.read((db) => readState(db, stateKey)) ?? policy.state?.initial,
    update: (change) => store.later((db) => changeState(db, stateKey, policy.state?.initial, change, now)),
  };
}
