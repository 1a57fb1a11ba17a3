import { expect, test } from 'bun:test';
import { memoryDatabase, temporaryHome } from '../../test/support/memory-store.ts';
import { listEvents } from './db/events.ts';
import { ingest } from './db/ingest.ts';
import { recordOverride } from './record-override.ts';

const place = { root: '/p', repository: '/r', worktree: false };

test('an override is recorded as an event', () => {
  using home = temporaryHome();
  const db = memoryDatabase();
  const before = Date.now();
  recordOverride(home, place, {
    event: 'pawl:pause',
    label: 'all policies',
    session_id: 's1',
    notes: ['why'],
  });
  recordOverride(home, place, { event: 'pawl:trust', label: 'a file' });
  expect(ingest(db, home)).toBe(2);
  const [trust, pause] = listEvents(db);
  expect(pause).toMatchObject({
    event: 'pawl:pause',
    session_id: 's1',
    label: 'all policies',
    notes: ['why'],
    cwd: process.cwd(),
    project: '/p',
    repository: '/r',
    decision: 'pass',
    ms: 0,
  });
  expect(pause!.at).toBeGreaterThanOrEqual(before);
  expect(trust).toMatchObject({ event: 'pawl:trust', session_id: '' });
  expect(trust!.uid).not.toBe(pause!.uid);
});

test('the label of an override is redacted and short', () => {
  using home = temporaryHome();
  const db = memoryDatabase();
  recordOverride(home, place, { event: 'pawl:pause', label: `for ghp_${'a1B2'.repeat(9)}` });
  recordOverride(home, place, { event: 'pawl:pause', label: 'x '.repeat(200) });
  ingest(db, home);
  const labels = listEvents(db).map(({ label }) => label!);
  expect(labels).toContain('for [redacted]');
  expect(Math.max(...labels.map((label) => label.length))).toBe(200);
});
