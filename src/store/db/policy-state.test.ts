import { expect, test } from 'bun:test';
import { memoryDatabase } from '../../../test/support/memory-store.ts';
import { changeState, dropStaleState, listSessionStates, readState } from './policy-state.ts';

const key = (policy: string, scope: string, name: string) => ({ policy, scope, key: name });

test('a state is undefined until it is changed; the first change gets the initial value', () => {
  const db = memoryDatabase();
  const stateKey = key('mine/a', 'session', 's1');
  expect(readState(db, stateKey)).toBeUndefined();
  const seen: unknown[] = [];
  const add = (value: unknown) => {
    seen.push(value);
    return (value as number) + 1;
  };
  changeState(db, stateKey, 10, add, 1);
  changeState(db, stateKey, 10, add, 2);
  expect(seen).toEqual([10, 11]);
  expect(readState(db, stateKey)).toBe(12);
});

test('states are separate for each policy, scope and key', () => {
  const db = memoryDatabase();
  const all = [
    key('a', 'session', 'x'),
    key('b', 'session', 'x'),
    key('a', 'agent', 'x'),
    key('a', 'session', 'y'),
  ];
  for (const [n, stateKey] of all.entries()) changeState(db, stateKey, 0, () => n, 1);
  expect(all.map((stateKey) => readState(db, stateKey))).toEqual([0, 1, 2, 3]);
});

test('false, null and structures come back as they were; undefined is null', () => {
  const db = memoryDatabase();
  for (const value of [false, 0, '', null, [1], { a: { b: 2 } }]) {
    changeState(db, key('p', 's', 'k'), 1, () => value, 1);
    expect(readState(db, key('p', 's', 'k'))).toEqual(value);
  }
  changeState(db, key('p', 's', 'k'), 1, () => undefined, 1);
  expect(readState(db, key('p', 's', 'k'))).toBeNull();
  changeState(db, key('p', 's', 'k'), 'initial', (value) => value, 1);
  expect(readState(db, key('p', 's', 'k'))).toBe('initial');
});

test('the states of sessions are listed for one policy, last changed first', () => {
  const db = memoryDatabase();
  changeState(db, key('a', 'session', 'old'), 0, () => 1, 5);
  changeState(db, key('a', 'session', 'new'), 0, () => 2, 6);
  changeState(db, key('a', 'agent', 'other scope'), 0, () => 3, 7);
  changeState(db, key('b', 'session', 'other policy'), 0, () => 4, 8);
  expect(listSessionStates(db, 'a')).toEqual([
    { session_id: 'new', value: 2, updated_at: 6 },
    { session_id: 'old', value: 1, updated_at: 5 },
  ]);
  changeState(db, key('a', 'session', 'old'), 0, () => 1, 9);
  expect(listSessionStates(db, 'a').map(({ session_id }) => session_id)).toEqual(['old', 'new']);
});

test('states of sessions and agents expire; those of projects and the machine stay', () => {
  const db = memoryDatabase();
  for (const scope of ['session', 'agent', 'project', 'repository', 'machine'])
    changeState(db, key('p', scope, 'k'), 0, () => 1, 10);
  expect(dropStaleState(db, 10)).toBe(0);
  expect(dropStaleState(db, 11)).toBe(2);
  const left = db.query('SELECT scope FROM state ORDER BY scope').all();
  expect(left).toEqual([{ scope: 'machine' }, { scope: 'project' }, { scope: 'repository' }]);
});
