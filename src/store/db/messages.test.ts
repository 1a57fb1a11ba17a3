import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { memoryDatabase, temporaryHome } from '../../../test/support/memory-store.ts';
import type { Address } from '../../domain/sessions/messages.ts';
import {
  addMessage,
  addressesWithMail,
  claimMessage,
  claimMessages,
  confirmMessage,
  deleteMessages,
  forwardMessages,
  getMessage,
  hasUndelivered,
  listMessages,
  listWaiting,
  newMessageId,
  releaseMessage,
  waitingMessages,
} from './messages.ts';
import { openStore } from './open.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const session = (name: string): Address => ({ kind: 'session', name });
const role = (name: string): Address => ({ kind: 'role', name });
const send = (id: string, to: Address, more: { sender?: string; at?: number } = {}) =>
  addMessage(db, {
    id,
    kind: 'message',
    text: `text of ${id}`,
    created_at: more.at ?? 10,
    to,
    ...(more.sender && { sender: more.sender }),
  });
const claim = (addresses: Address[], now: number, claimant = 'stop:1', reader = 'reader') =>
  claimMessages(db, addresses, { by: claimant, reader, now }).map(({ id }) => id);
const waiting = (addresses: Address[], now: number, reader = 'reader') =>
  waitingMessages(db, addresses, { reader, now }).map(({ id }) => id);

test('a message is read as it was sent', () => {
  send('m', session('s1'), { sender: 's2', at: 7 });
  expect(getMessage(db, 'm')).toEqual({
    id: 'm',
    kind: 'message',
    to_kind: 'session',
    to_name: 's1',
    sender: 's2',
    text: 'text of m',
    created_at: 7,
    claimed_at: null,
    claimed_by: null,
    delivered_at: null,
    delivered_to: null,
    delivered_by: null,
  });
  send('anonymous', session('s1'));
  expect(getMessage(db, 'anonymous')!.sender).toBeNull();
  expect(getMessage(db, 'none')).toBeUndefined();
});

test('secrets in a message are redacted', () => {
  const text = `use ghp_${'a1B2'.repeat(9)}`;
  addMessage(db, { id: 'm', kind: 'message', text, created_at: 1, to: session('s1') });
  expect(getMessage(db, 'm')!.text).toBe('use [redacted]');
});

test('messages are claimed by their address, oldest first', () => {
  send('c', session('s1'), { at: 3 });
  send('a', session('s1'), { at: 1 });
  send('b', role('lead'), { at: 2 });
  send('other', session('s2'));
  send('same name', role('s1'));
  expect(claim([session('s1'), role('lead')], 100)).toEqual(['a', 'b', 'c']);
  expect(getMessage(db, 'a')).toMatchObject({ claimed_at: 100, claimed_by: 'stop:1', delivered_at: null });
  expect(getMessage(db, 'other')!.claimed_at).toBeNull();
  expect(claim([], 100)).toEqual([]);
});

test('a claimed message is not listed as waiting until the claim expires', () => {
  send('m', session('s1'));
  expect(claim([session('s1')], 1_000)).toEqual(['m']);
  expect(claim([session('s1')], 1_000)).toEqual([]);
  expect(claim([session('s1')], 61_000)).toEqual([]);
  expect(claimMessage(db, 'm', 'x', 61_000)).toBe(false);
  expect(waiting([session('s1')], 61_000)).toEqual([]);
  expect(waiting([session('s1')], 61_001)).toEqual(['m']);
  expect(claim([session('s1')], 61_001, 'prompt:2')).toEqual(['m']);
  expect(getMessage(db, 'm')).toMatchObject({ claimed_at: 61_001, claimed_by: 'prompt:2' });
});

test('a session does not get its own messages', () => {
  send('mine', role('lead'), { sender: 'me' });
  send('theirs', role('lead'), { sender: 'you' });
  send('anonymous', role('lead'));
  expect(waiting([role('lead')], 20, 'me').sort()).toEqual(['anonymous', 'theirs']);
  expect(claim([role('lead')], 20, 'x', 'me').sort()).toEqual(['anonymous', 'theirs']);
  expect(claim([role('lead')], 20, 'x', 'you')).toEqual(['mine']);
});

test('only one of two processes claims a message', () => {
  using home = temporaryHome();
  const [first, second] = [openStore(home), openStore(home)];
  addMessage(first, { id: 'm', kind: 'message', text: '', created_at: 1, to: session('s1') });
  const claimBy = (by: string) => ({ by, reader: 'r', now: 5 });
  expect(claimMessages(second, [session('s1')], claimBy('b'))).toHaveLength(1);
  expect(claimMessages(first, [session('s1')], claimBy('a'))).toEqual([]);
  expect(getMessage(first, 'm')!.claimed_by).toBe('b');
  first.close();
  second.close();
});

test('one message is claimed by its id', () => {
  send('m', session('s1'));
  send('n', session('s1'));
  expect(claimMessage(db, 'none', 'x', 5)).toBe(false);
  expect(claimMessage(db, 'm', 'tmux:1', 5)).toBe(true);
  expect(claimMessage(db, 'm', 'tmux:2', 6)).toBe(false);
  expect(getMessage(db, 'm')).toMatchObject({ claimed_at: 5, claimed_by: 'tmux:1' });
  expect(getMessage(db, 'n')!.claimed_at).toBeNull();
  expect(claimMessage(db, 'm', 'tmux:2', 60_006)).toBe(true);
});

test('waiting messages come in the order in which they were sent', () => {
  send('a', session('s1'), { at: 2 });
  send('b', session('s1'), { at: 1 });
  expect(waiting([session('s1')], 9)).toEqual(['b', 'a']);
  expect(waiting([session('s2')], 9)).toEqual([]);
});

test('a delivery is confirmed once, and the message no longer waits', () => {
  send('m', session('s1'));
  expect(confirmMessage(db, 'm', 's1', 'stop', 30)).toBe(true);
  expect(confirmMessage(db, 'm', 's2', 'tmux', 31)).toBe(false);
  expect(confirmMessage(db, 'none', 's1', 'stop', 30)).toBe(false);
  expect(getMessage(db, 'm')).toMatchObject({ delivered_at: 30, delivered_to: 's1', delivered_by: 'stop' });
  expect(claim([session('s1')], 99_999_999)).toEqual([]);
  expect(claimMessage(db, 'm', 'x', 99_999_999)).toBe(false);
});

test('a claim is released only by its owner, and only before the delivery', () => {
  send('m', session('s1'));
  claim([session('s1')], 10, 'me');
  releaseMessage(db, 'm', 'you');
  expect(waiting([session('s1')], 11)).toEqual([]);
  releaseMessage(db, 'm', 'me');
  expect(getMessage(db, 'm')).toMatchObject({ claimed_at: null, claimed_by: null });
  expect(claim([session('s1')], 12, 'me')).toEqual(['m']);
  confirmMessage(db, 'm', 's1', 'stop', 13);
  releaseMessage(db, 'm', 'me');
  expect(getMessage(db, 'm')!.claimed_by).toBe('me');
});

test('an undelivered message counts even while it is claimed', () => {
  expect(hasUndelivered(db, [session('s1')], 'me')).toBe(false);
  send('m', session('s1'));
  claim([session('s1')], 10);
  expect(hasUndelivered(db, [role('x'), session('s1')], 'me')).toBe(true);
  expect(hasUndelivered(db, [session('s2')], 'me')).toBe(false);
  expect(hasUndelivered(db, [role('s1')], 'me')).toBe(false);
  confirmMessage(db, 'm', 's1', 'stop', 11);
  expect(hasUndelivered(db, [session('s1')], 'me')).toBe(false);
  send('own', session('s1'), { sender: 'me' });
  expect(hasUndelivered(db, [session('s1')], 'me')).toBe(false);
});

test('addresses with mail are those with an unclaimed message, from any sender', () => {
  send('m', session('s1'), { sender: 's1' });
  send('n', role('lead'));
  claimMessage(db, 'n', 'x', 10);
  const all = [session('s1'), role('lead'), session('none')];
  expect(addressesWithMail(db, all, 11)).toEqual([session('s1')]);
  expect(addressesWithMail(db, all, 60_011)).toEqual([session('s1'), role('lead')]);
});

test('all waiting messages, by address and sender', () => {
  send('a', session('s1'), { sender: 'x' });
  send('b', session('s1'), { sender: 'x' });
  send('c', role('lead'));
  send('d', role('done'));
  confirmMessage(db, 'd', 's', 'stop', 1);
  claimMessage(db, 'c', 'x', 10);
  expect(listWaiting(db, 11)).toEqual([{ to_kind: 'session', to_name: 's1', sender: 'x' }] as never);
  expect(listWaiting(db, 60_011)).toHaveLength(2);
});

test('messages are listed newest first, a hundred unless a limit is given', () => {
  for (let n = 1; n <= 101; n++) send(`m${n}`, session('s1'), { at: n });
  const ids = listMessages(db).map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect(ids[0]).toBe('m101');
  expect(listMessages(db, { limit: 2 }).map(({ id }) => id)).toEqual(['m101', 'm100']);
});

test('messages of one name are those sent or delivered to it', () => {
  send('to', session('s1'), { at: 1 });
  send('through a role', role('lead'), { at: 2 });
  send('other', session('s2'), { at: 3 });
  confirmMessage(db, 'through a role', 's1', 'stop', 5);
  expect(listMessages(db, { to: 's1' }).map(({ id }) => id)).toEqual(['through a role', 'to']);
  expect(listMessages(db, { to: 's1', limit: 1 }).map(({ id }) => id)).toEqual(['through a role']);
  expect(listMessages(db, { to: 'lead' }).map(({ id }) => id)).toEqual(['through a role']);
});

test('undelivered messages to a session follow it to the next one', () => {
  send('waits', session('old'));
  send('delivered', session('old'));
  send('role', role('old'));
  send('other', session('else'));
  confirmMessage(db, 'delivered', 'old', 'stop', 1);
  forwardMessages(db, 'old', 'new');
  expect(getMessage(db, 'waits')!.to_name).toBe('new');
  for (const id of ['delivered', 'role']) expect(getMessage(db, id)!.to_name).toBe('old');
  expect(getMessage(db, 'other')!.to_name).toBe('else');
});

test('messages expire by the time of their delivery, or of their sending', () => {
  send('old', session('s1'), { at: 9 });
  send('fresh', session('s1'), { at: 10 });
  send('delivered long ago', session('s1'), { at: 20 });
  confirmMessage(db, 'delivered long ago', 's1', 'stop', 9);
  send('delivered', session('s1'), { at: 20 });
  confirmMessage(db, 'delivered', 's1', 'stop', 10);
  expect(deleteMessages(db, 10)).toBe(2);
  expect(
    listMessages(db)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['delivered', 'fresh']);
});

test('a message id contains its time and is unique', () => {
  expect(newMessageId(0)).toMatch(/^0[a-z0-9]{8}$/);
  expect(newMessageId(36 ** 3)).toMatch(/^1000[a-z0-9]{8}$/);
  expect(newMessageId(5)).not.toBe(newMessageId(5));
});
