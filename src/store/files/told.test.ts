import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import {
  firstTime,
  forgetTold,
  hasLostContext,
  inheritTold,
  type Listener,
  listenerOf,
  wasTold,
} from './told.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const main: Listener = { session_id: 's1' };
const agent: Listener = { session_id: 's1', agent_id: 'a1' };

test('an event belongs to its session, or to the subagent that it names', () => {
  const event = { hook_event_name: 'Stop', session_id: 's1', cwd: '/' };
  expect(listenerOf(event as never)).toEqual(main);
  expect(listenerOf({ ...event, agent_id: '' } as never)).toEqual(main);
  expect(listenerOf({ ...event, agent_id: 'a1' } as never)).toEqual(agent);
});

test('something is told the first time only', () => {
  expect(wasTold(home, main, 'key')).toBe(false);
  expect(firstTime(home, main, 'key')).toBe(true);
  expect(wasTold(home, main, 'key')).toBe(true);
  expect(firstTime(home, main, 'key')).toBe(false);
  expect(firstTime(home, main, 'another key')).toBe(true);
});

test('each session and each subagent has its own first time', () => {
  for (const listener of [main, agent, { session_id: 's2' }, { session_id: 's1', agent_id: 'a2' }]) {
    expect(wasTold(home, listener, 'key')).toBe(false);
    expect(firstTime(home, listener, 'key')).toBe(true);
  }
});

test('the main conversation forgets, its subagents and other sessions do not', () => {
  const other = { session_id: 's2' };
  for (const listener of [main, agent, other]) firstTime(home, listener, 'key');
  forgetTold(home, 's1');
  expect([main, agent, other].map((listener) => wasTold(home, listener, 'key'))).toEqual([false, true, true]);
  expect(firstTime(home, main, 'key')).toBe(true);
  forgetTold(home, 'unknown');
});

test('a fork inherits what its parent was told before, but not later', () => {
  firstTime(home, main, 'key');
  inheritTold(home, 's1', 'fork');
  inheritTold(home, 'unknown', 'fork');
  firstTime(home, main, 'later');
  expect(['key', 'later'].map((key) => wasTold(home, { session_id: 'fork' }, key))).toEqual([true, false]);
});

test('without a session every text counts as new, and nothing is kept', () => {
  expect(firstTime(home, { session_id: '' }, 'key')).toBe(true);
  expect(firstTime(home, { session_id: '' }, 'key')).toBe(true);
  expect(existsSync(home.dir)).toBe(false);
});

test('where no file can be created, every text counts as new', () => {
  mkdirSync(home.run, { recursive: true });
  writeFileSync(join(home.run, 'told'), '');
  expect(firstTime(home, main, 'key')).toBe(true);
  expect(firstTime(home, main, 'key')).toBe(true);
});

test('the marks are private, and ids can’t name a path', () => {
  firstTime(home, main, 'key');
  expect(modeOf(join(home.run, 'told', 's1', 'main', 'key'))).toBe('600');
  for (const folder of ['told', 'told/s1', 'told/s1/main'])
    expect(modeOf(join(home.run, folder))).toBe('700');
  firstTime(home, { session_id: '../../x', agent_id: '../y' }, '../../z');
  expect(existsSync(join(home.run, '..', 'x'))).toBe(false);
  expect(wasTold(home, { session_id: '../../x', agent_id: '../y' }, '../../z')).toBe(true);
});

test('of parallel processes exactly one is the first', async () => {
  const program = `
    import { firstTime } from ${JSON.stringify(join(import.meta.dir, 'told.ts'))};
    import { homeAt } from ${JSON.stringify(join(import.meta.dir, '../../system/home.ts'))};
    while (Date.now() < ${Date.now() + 500});
    process.exit(firstTime(homeAt(${JSON.stringify(home.dir)}), { session_id: 's1' }, 'key') ? 7 : 0);`;
  const codes = await Promise.all(
    Array.from(
      { length: 4 },
      () => Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', 'ignore'] }).exited,
    ),
  );
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 7]);
});

test.each([
  ['compact', true],
  ['clear', true],
  ['resume', false],
  ['startup', false],
])('a start by %s means that the conversation has forgotten: %p', (source, forgotten) => {
  expect(hasLostContext({ hook_event_name: 'SessionStart', source } as never)).toBe(forgotten);
});
