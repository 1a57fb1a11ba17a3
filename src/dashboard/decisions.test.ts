// The word that the page shows for a recorded event.
import { expect, test } from 'bun:test';
import type { StoredEvent } from '../store/db/events.ts';
import { decisionShown } from './decisions.ts';

const shown = (event: string, decision = 'pass') => {
  const { word, own } = decisionShown({ event, decision, session_id: 's', project: '/p' } as StoredEvent);
  return { word, own };
};

test('only what no one but a person can do is shown as done by a person', () => {
  expect(shown('pawl:pause')).toEqual({ word: 'by a person', own: true });
  expect(shown('pawl:grant')).toEqual({ word: 'by a person', own: true });
  expect(shown('pawl:forged')).toEqual({ word: 'recorded', own: true });
  expect(shown('pawl:revoke')).toEqual({ word: 'recorded', own: true });
  expect(shown('PreToolUse', 'deny')).toEqual({ word: 'refused', own: false });
});
