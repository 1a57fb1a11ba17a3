import { expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import type { GateState } from '../../core/stop-gate.ts';
import { readState } from './policy-state.ts';
import { progressMark, readGate, writeGate } from './stop-gate.ts';
import { saveTask } from './tasks.ts';
import { addEvidence } from './work.ts';

const state = (n: number) => ({ n }) as unknown as GateState;

test('the main conversation and each subagent have their own gate', () => {
  const db = memoryDatabase();
  expect(readGate(db, 's1')).toBeUndefined();
  writeGate(db, state(1), 's1', undefined, 5);
  writeGate(db, state(2), 's1', 'a1', 5);
  writeGate(db, state(3), 's2', undefined, 5);
  expect([readGate(db, 's1'), readGate(db, 's1', 'a1'), readGate(db, 's2')]).toEqual([
    state(1),
    state(2),
    state(3),
  ]);
  expect(readState(db, { policy: 'gate', scope: 'agent', key: 's1/main' })).toEqual(state(1));
  writeGate(db, state(4), 's1', undefined, 6);
  expect(readGate(db, 's1')).toEqual(state(4));
});

test('a tool call that can change something is progress', () => {
  const db = memoryDatabase();
  expect(progressMark(db, 's1')).toBe('0.0.0');
  insert(db, { tool: 'Edit' });
  expect(progressMark(db, 's1')).toBe('1.0.0');
  insert(db, { tool: 'Bash', decision: 'allow' });
  expect(progressMark(db, 's1')).toBe('2.0.0');
});

test('reading, a refused call, an event without a tool and another session do not count as progress', () => {
  const db = memoryDatabase();
  const tools = ['Read', 'Grep', 'Glob', 'WebFetch', 'WebSearch', 'TaskList', 'TaskGet', 'ToolSearch', 'LSP'];
  insert(db, ...tools.map((tool) => ({ tool })));
  insert(db, { tool: 'Edit', decision: 'deny' }, { tool: 'Edit', decision: 'ask' }, { event: 'Stop' });
  insert(db, { tool: 'Edit', session_id: 's2' });
  expect(progressMark(db, 's1')).toBe('0.0.0');
});

test('a changed task and new evidence are progress', () => {
  const db = memoryDatabase();
  const owner = { repository: '/r', project: '/p', session_id: 's1' };
  saveTask(db, owner, 'todo', { ref: '1', content: 'a' }, 70);
  saveTask(db, owner, 'todo', { ref: '2', content: 'b' }, 80);
  saveTask(db, { ...owner, session_id: 's2' }, 'todo', { ref: '1', content: 'c' }, 90);
  expect(progressMark(db, 's1')).toBe('0.80.0');
  const evidence = {
    name: 'test',
    kind: 'test',
    command: 'make test',
    source: 'hook',
    ok: true,
    ms: 1,
    at: 5,
  };
  addEvidence(db, 's1', '/r', { ...evidence, tree: 't', tail: '' } as never);
  addEvidence(db, 's2', '/r', { ...evidence, tree: 't', tail: '' } as never);
  addEvidence(db, 's2', '/r', { ...evidence, tree: 't', tail: '' } as never);
  expect(progressMark(db, 's1')).toBe('0.80.1');
});
