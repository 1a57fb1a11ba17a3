import { expect, test } from 'bun:test';
import type { TimelineEvent } from '../store/db/timeline.ts';
import { lanesOf } from './lanes.ts';

const event = (session_id: string) =>
  ({ id: 1, at: 1, event: 'unreadable', session_id, agent_id: null, decision: 'ask' }) as TimelineEvent;

test('every lane has a name for its link, even without a title or a session', () => {
  const named = { aaaabbbbcccc: { name: 'app', prompt: 'fix it' } };
  const names = (id: string, titles: object = {}) =>
    lanesOf([event(id)], titles as never, 2).map(({ name }) => name);
  expect(names('aaaabbbbcccc', named)).toEqual(['app']);
  expect(names('aaaabbbbcccc')).toEqual(['aaaabbbb']);
  expect(names('')).toEqual(['no session']);
});
