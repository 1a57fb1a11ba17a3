// Which tasks in progress block a stop: those of this turn.
import { expect, test } from 'bun:test';
import finish from './finish.ts';

const task = (updated_at: number, more: object = {}) => ({
  id: updated_at,
  content: `task ${updated_at}`,
  status: 'in_progress',
  updated_at,
  ...more,
});

function verdict(mine: object[], workedInTurn = false) {
  const facts = {
    tasks: { mine: () => mine, tool: () => 'task' },
    work: { turnStart: () => 10, workedInTurn: () => workedInTurn },
    home: '/home/me',
    pawlHome: '/home/me/.pawl',
  };
  return finish.check!({ hook_event_name: 'Stop' } as never, facts as never) as { kind: string } | undefined;
}

test('a turn that neither worked nor touched a task in progress may end', () => {
  expect(verdict([task(9)])).toBeUndefined();
  expect(verdict([task(9)], true)?.kind).toBe('block');
});

test('one own task in progress that the turn touched is enough to block the stop', () => {
  expect(verdict([task(9), task(10)])?.kind).toBe('block');
  expect(verdict([task(9), task(11, { owner: 'mate' })])).toBeUndefined();
});
