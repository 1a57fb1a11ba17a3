import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import { sessionTitles } from './session-titles.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const prompt = (label: string | undefined, at: number, session_id = 's1') => ({
  event: 'UserPromptSubmit',
  session_id,
  at,
  ...(label !== undefined && { label }),
});

test('a session is known by its first prompt of a person', () => {
  insert(
    db,
    prompt('second', 30),
    prompt('<task-notification> done', 5),
    prompt('', 6),
    prompt(undefined, 7),
    { event: 'PreToolUse', session_id: 's1', at: 8, label: 'ls', tool: 'Bash' },
    prompt('first', 20),
    prompt('of another', 1, 's2'),
  );
  const titles = sessionTitles(db, ['s1', 's2', 's1', '']);
  expect(Object.keys(titles)).toEqual(['s1', 's2']);
  expect([titles.s1!.prompt, titles.s2!.prompt]).toEqual(['first', 'of another']);
  expect(sessionTitles(db, ['s1'], { prompts: false }).s1!.prompt).toBe('');
  expect(sessionTitles(db, ['unknown'])).toEqual({ unknown: { name: 'unknown', prompt: '' } });
});

test('the first prompt is searched for only at the beginning', () => {
  insert(
    db,
    ...Array.from({ length: 200 }, (_, n) => ({ event: 'Notification', session_id: 's1', at: n + 1 })),
    prompt('late', 300),
  );
  expect(sessionTitles(db, ['s1']).s1!.prompt).toBe('');
});

test('the name is the alias, the folder of the project, or the beginning of the id', () => {
  const detail = (id: string, value: object) =>
    db.run(
      `INSERT INTO sessions (session_id, state, conversation, project, started_at, last_seen_at, detail)
       VALUES (?1, 'idle', ?1, '/work/shop', 1, 1, ?2)
       ON CONFLICT (session_id) DO UPDATE SET detail = excluded.detail`,
      [id, JSON.stringify(value)],
    );
  insert(db, ...['s1', 's2', '0123456789'].map((id, n) => prompt('x', n + 1, id)));
  detail('s1', { alias: 'api', project: '/work/shop' });
  detail('s2', { project: '/work/shop/' });
  detail('0123456789', {});
  const names = Object.values(sessionTitles(db, ['s1', 's2', '0123456789'])).map(({ name }) => name);
  expect(names.sort()).toEqual(['01234567', 'api', 'shop']);
});
