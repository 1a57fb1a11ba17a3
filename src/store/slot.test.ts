import { afterEach, beforeEach, expect, test } from 'bun:test';
import { record, temporaryHome } from '../../test/support/memory-store.ts';
import type { Event } from '../core/event.ts';
import type { Policy, Scope } from '../core/policy.ts';
import { slotOf, stateScope } from './slot.ts';
import { Store } from './store.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const policy = (scope?: Scope, initial: unknown = 0, id = 'mine/a') =>
  ({ id, ...(scope && { state: { scope, initial } }) }) as Policy;
const event = (more: object = {}) => ({ session_id: 's1', ...more }) as Event;
const project = { root: '/p', repository: '/r', worktree: false };

test('the key of a state follows from its scope', () => {
  const key = (scope: Scope | undefined, at = event()) => stateScope(policy(scope), at, project);
  expect(key('session')).toBe('s1');
  expect(key(undefined)).toBe('s1');
  expect(key('agent')).toBe('s1/main');
  expect(key('agent', event({ agent_id: 'a1' }))).toBe('s1/a1');
  expect(key('project')).toBe('/p');
  expect(key('repository')).toBe('/r');
  expect(key('machine')).toBe('machine');
});

test('events without a session share no state', () => {
  const key = () => stateScope(policy('session'), event({ session_id: '' }), project);
  expect(key()).toMatch(/^no-session-/);
  expect(key()).not.toBe(key());
});

const remember = (store: Store) => store.remember(record());

test('a slot has its initial value, and after the event the changed one', () => {
  const store = new Store(home);
  const slot = slotOf(store, policy('session', 5), 's1', 100);
  expect(slot.get()).toBe(5);
  slot.update((n) => (n as number) + 1);
  slot.update((n) => (n as number) * 10);
  expect(slot.get()).toBe(5);
  remember(store);
  expect(slotOf(new Store(home), policy('session', 5), 's1', 100).get()).toBe(60);
});

test('slots are separate for each policy, scope and key', () => {
  const store = new Store(home);
  slotOf(store, policy('session'), 's1', 1).update(() => 'changed');
  remember(store);
  const read = (owner: Policy, key: string) => slotOf(new Store(home), owner, key, 1).get();
  expect(read(policy('session'), 's1')).toBe('changed');
  expect(read(policy('session'), 's2')).toBe(0);
  expect(read(policy('agent'), 's1')).toBe(0);
  expect(read(policy('session', 0, 'mine/b'), 's1')).toBe(0);
  expect(read(policy(undefined), 's1')).toBe('changed');
});

test('changes of parallel events are not lost: each is applied to the newest value', () => {
  const [first, second] = [new Store(home), new Store(home)];
  const add = (store: Store) => slotOf(store, policy('session', 0), 's1', 1).update((n) => (n as number) + 1);
  add(first);
  add(second);
  remember(second);
  remember(first);
  expect(slotOf(new Store(home), policy('session', 0), 's1', 1).get()).toBe(2);
});
