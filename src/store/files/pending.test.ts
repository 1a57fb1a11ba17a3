import { afterEach, beforeEach, expect, test } from 'bun:test';
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import { addPending, type Pending, takePending } from './pending.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const main = { session_id: 's1' };
const note = (text: string, to: Pending['to'] = 'model') => ({ to, note: { policy: 'p', text } }) as Pending;

test('pending notes are taken once, in their order', () => {
  expect(takePending(home, main)).toEqual([]);
  addPending(home, main, [note('one'), note('two', 'user')]);
  addPending(home, main, [note('three')]);
  expect(takePending(home, main)).toEqual([note('one'), note('two', 'user'), note('three')]);
  expect(takePending(home, main)).toEqual([]);
  expect(readdirSync(join(home.run, 'pending'))).toEqual([]);
});

test('each conversation gets its own notes', () => {
  const [agent, other] = [{ session_id: 's1', agent_id: 'a1' }, { session_id: 's2' }];
  addPending(home, agent, [note('for the agent')]);
  addPending(home, other, [note('for the other')]);
  expect(takePending(home, main)).toEqual([]);
  expect(takePending(home, agent)).toEqual([note('for the agent')]);
  expect(takePending(home, other)).toEqual([note('for the other')]);
});

test('without a note, or without a session to get it, nothing is kept', () => {
  addPending(home, main, []);
  addPending(home, { session_id: '' }, [note('x')]);
  expect(existsSync(home.run)).toBe(false);
});

test('secrets are redacted, and the file is private', () => {
  addPending(home, main, [note(`use ghp_${'a1B2'.repeat(9)}`)]);
  expect(modeOf(join(home.run, 'pending', 's1.main.jsonl'))).toBe('600');
  expect(modeOf(join(home.run, 'pending'))).toBe('700');
  expect(takePending(home, main)).toEqual([note('use [redacted]')]);
});

test('a damaged line is skipped', () => {
  addPending(home, main, [note('one')]);
  appendFileSync(join(home.run, 'pending', 's1.main.jsonl'), '{"to":"mo\n');
  addPending(home, main, [note('two')]);
  expect(takePending(home, main)).toEqual([note('one'), note('two')]);
});

test('a failed read or write does not change the answer', () => {
  mkdirSync(join(home.run, 'pending', 's1.main.jsonl'), { recursive: true });
  expect(takePending(home, main)).toEqual([]);
  writeFileSync(join(home.run, 'x'), '');
  expect(() => addPending({ ...home, run: join(home.run, 'x') }, main, [note('x')])).not.toThrow();
});
