import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import type { Address } from '../../domain/sessions/messages.ts';
import type { Identity } from '../../domain/sessions/session.ts';
import type { EventRecord } from '../record.ts';
import { addMessage, claimMessage, confirmMessage } from './messages.ts';
import { addressesOf, flagsFor, flagsForWaitingMail, latestSession, recipientOf } from './recipients.ts';
import { getSession } from './sessions.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const start = (session_id: string, at: number, identity: Identity = {}, more: Partial<EventRecord> = {}) =>
  insert(db, { event: 'SessionStart', kind: 'startup', session_id, at, identity, ...more });
const end = (session_id: string, at: number) =>
  insert(db, { event: 'SessionEnd', session_id, at, kind: 'other' });
const addresses = (id: string) =>
  addressesOf(db, getSession(db, id)!).map(({ kind, name }) => `${kind} ${name}`);
const to = (to_kind: Address['kind'], to_name: string, sender: string | null = null) => ({
  to_kind,
  to_name,
  sender,
});
const recipient = (...message: Parameters<typeof to>) => recipientOf(db, to(...message))?.session_id;

test('a session gets what is sent to it, to its conversation and to its role', () => {
  start('s1', 10, { role: 'lead', conversation_id: 'c1' });
  start('s2', 10);
  expect(addresses('s1')).toEqual(['session s1', 'conversation c1', 'role lead']);
  expect(addresses('s2')).toEqual(['session s2', 'conversation s2']);
});

test('a session in a mode that is not woken gets only what is sent to itself', () => {
  start('s1', 10, { role: 'lead', mode: 'background' });
  start('s2', 10, { role: 'lead', mode: 'mission' });
  expect(addresses('s1')).toEqual(['session s1']);
  expect(addresses('s2')).toEqual(['session s2', 'conversation s2', 'role lead']);
});

test('addresses that a session inherited from an open one stay with that one', () => {
  const names = { role: 'lead', conversation_id: 'c1' };
  start('outer', 10, names);
  start('inner', 20, { ...names, parent_session_id: 'outer' });
  start('inner with its own', 20, { role: 'other', conversation_id: 'c1', parent_session_id: 'outer' });
  start('orphan', 20, { ...names, parent_session_id: 'unknown' });
  expect(addresses('inner')).toEqual(['session inner']);
  expect(addresses('inner with its own')).toEqual(['session inner with its own', 'role other']);
  expect(addresses('orphan')).toHaveLength(3);
  end('outer', 30);
  expect(addresses('inner')).toEqual(['session inner', 'conversation c1', 'role lead']);
});

test('a message goes to the open session at its address that was seen last', () => {
  start('old', 10, { role: 'lead', conversation_id: 'c1' });
  start('new', 20, { role: 'lead', conversation_id: 'c1' });
  start('over', 30, { role: 'lead', conversation_id: 'c1' });
  end('over', 40);
  expect(recipient('role', 'lead')).toBe('new');
  expect(recipient('conversation', 'c1')).toBe('new');
  expect(recipient('conversation', 'lead')).toBeUndefined();
  expect(recipient('role', 'c1')).toBeUndefined();
});

test('the sender does not get a message to its own role', () => {
  start('old', 10, { role: 'lead' });
  start('new', 20, { role: 'lead' });
  expect(recipient('role', 'lead', 'new')).toBe('old');
  expect(recipient('role', 'lead', 'old')).toBe('new');
});

test('a session that may not take messages from the address is passed over', () => {
  start('outer', 10, { role: 'lead' });
  start('inner', 20, { role: 'lead', parent_session_id: 'outer' });
  start('background', 30, { role: 'lead', mode: 'background' });
  expect(recipient('role', 'lead')).toBe('outer');
  start('first', 10, { role: 'second' });
  start('second', 20, { role: 'second', parent_session_id: 'first' });
  expect(recipient('role', 'second')).toBe('first');
});

test('a message to a session goes to it, or to its successor after a clear, while that is open', () => {
  const client = { pid: 7, started: 'then' };
  start('a', 10, { client });
  expect(recipient('session', 'a', 'a')).toBe('a');
  expect(recipient('session', 'none')).toBeUndefined();
  start('b', 20, { client }, { kind: 'clear' });
  start('c', 30, { client }, { kind: 'clear' });
  expect(latestSession(db, 'a')!.session_id).toBe('c');
  expect(latestSession(db, 'c')!.session_id).toBe('c');
  expect(latestSession(db, 'none')).toBeUndefined();
  expect(recipient('session', 'a')).toBe('c');
  end('c', 40);
  expect(recipient('session', 'a')).toBeUndefined();
});

test('a session that was replaced for another reason is not followed', () => {
  const client = { pid: 7, started: 'then' };
  start('a', 10, { client });
  start('b', 20, { client }, { kind: 'resume' });
  expect(latestSession(db, 'a')!.session_id).toBe('a');
});

test('a chain of clears is followed for twenty sessions, and a missing one ends it', () => {
  const client = { pid: 7, started: 'then' };
  for (let n = 0; n <= 22; n++) start(`s${n}`, n + 1, { client }, { kind: n > 0 ? 'clear' : 'startup' });
  expect(latestSession(db, 's0')!.session_id).toBe('s20');
  db.run("DELETE FROM sessions WHERE session_id = 's5'");
  expect(latestSession(db, 's0')!.session_id).toBe('s4');
});

test('the flags of a message are its address and the session that gets it', () => {
  expect(flagsFor(db, to('role', 'lead'))).toEqual([{ kind: 'role', name: 'lead' }]);
  start('s1', 10, { role: 'lead' });
  expect(flagsFor(db, to('role', 'lead'))).toEqual([
    { kind: 'role', name: 'lead' },
    { kind: 'session', name: 's1' },
  ]);
});

test('the flags of all waiting mail', () => {
  start('s1', 10, { role: 'lead' });
  const send = (id: string, name: string) =>
    addMessage(db, { id, kind: 'message', text: '', created_at: 1, to: { kind: 'role', name } });
  send('a', 'lead');
  send('b', 'nobody');
  send('claimed', 'c');
  send('delivered', 'd');
  claimMessage(db, 'claimed', 'x', 5);
  confirmMessage(db, 'delivered', 's', 'stop', 5);
  expect(
    flagsForWaitingMail(db, 6)
      .map(({ kind, name }) => `${kind} ${name}`)
      .sort(),
  ).toEqual(['role lead', 'role nobody', 'session s1']);
});
