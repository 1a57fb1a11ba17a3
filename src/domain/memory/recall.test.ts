import { describe, expect, test } from 'bun:test';
import type { Memory, Subject } from './memory.ts';
import { searchPrefixes } from './rank.ts';
import { bestMatches, overlap, recency } from './recall.ts';

const now = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
let id = 0;
const memory = (content: string, more: Partial<Memory> = {}): Memory => ({
  id: ++id,
  at: now - 24 * hour,
  kind: 'lesson',
  category: 'bugfix',
  content,
  entities: [],
  session_id: 's',
  source: 'stop',
  injected: 0,
  cited: 0,
  ...more,
});

test('a beginning that another one covers is not looked up by itself', () => {
  expect(searchPrefixes(['part1', 'part10', 'retri', 'part1', 'cors'])).toEqual(['part1', 'retr', 'cors']);
});

const words = (text: string): Subject[] => [{ text, weight: 1 }];
const path = (text: string): Subject[] => [{ text, weight: 1, path: true }];
const given = (
  memories: Memory[],
  subjects: Subject[],
  moment: 'start' | 'prompt' | 'read' = 'prompt',
): string[] => bestMatches(memories, subjects, moment, now).map((one) => one.memory.content);

const cors = 'CORS headers are set in nginx';
const migrations = 'Migrations need a lock timeout';
const parser = 'The parser returns an empty token for empty input';

describe('prompts', () => {
  const all = () => [
    memory(cors),
    memory(migrations),
    memory(parser),
    memory('Mail headers are set by hand'),
  ];

  test.each([
    ['the same word', 'why does cors fail here?', cors],
    ['another form of the word', 'migrate the schema', migrations],
    ['a part of an identifier', 'look at runMigration()', migrations],
    ['a word written apart', 'the engine x returns an empty token', parser],
    ['a word of the same subject, beside another', 'a preflight without the headers', cors],
    ['a file name', 'fix nginx.conf', cors],
    ['words of the same subject', 'alter table hangs in alembic', migrations],
  ])('%s', (_, prompt, expected) => {
    expect(given(all(), words(prompt))[0]).toBe(expected);
  });

  test.each(['thanks, that looks good', 'why is the sky blue today', 'continue', 'commit and push', ''])(
    'nothing for “%s”',
    (prompt) => {
      expect(given(all(), words(prompt))).toEqual([]);
    },
  );

  test('a rare word counts more than a frequent one', () => {
    const many = Array.from({ length: 30 }, (_, n) => memory(`tests number ${n} run slowly`));
    const rare = memory('tests hang in the kiosk browser');
    expect(given([...many, rare], words('the kiosk tests'))[0]).toBe(rare.content);
  });

  test('an ordinary word counts less than one of the subject, even if only one lesson contains it', () => {
    const ordinary = memory('The value is set each time');
    const subject = memory('Spotify rejects fractions of a second');
    expect(given([ordinary, subject], words('Spotify shows no value'))[0]).toEqual(subject.content);
    expect(given([ordinary], words('what time is it?'))).toEqual([]);
  });

  test('a word of a similar meaning counts', () => {
    const lesson = memory('The spreadsheet goes out by mail');
    const other = memory('The greeting card goes out by mail');
    expect(given([other, lesson], words('mail the excel file again'))).toEqual([
      lesson.content,
      other.content,
    ]);
  });

  test('other words of its subject count: more of them count more, and one alone is not enough', () => {
    const worker = memory('Celery retries a task after an hour');
    const queue = memory('A worker of the queue takes one task');
    const other = memory('The footer has three columns');
    expect(given([other, queue, worker], words('the background job runs twice'))).toEqual([
      worker.content,
      queue.content,
    ]);
    expect(given([other, memory('Events come from Kafka')], words('a background color'))).toEqual([]);
  });

  test('two words written as one count only as that word', () => {
    const timeout = memory('The timeout of the pool is 5 s');
    const pool = memory('Pool tables are sold in the shop');
    expect(given([pool, timeout], words('the query times out'))).toEqual([timeout.content]);
  });

  test('a memory that only shares a word with the best match is left out', () => {
    const best = memory('Stripe webhooks arrive twice, dedupe by event id');
    const weak = memory('The event bus keeps messages for a day');
    expect(given([best, weak], words('stripe webhook arrives twice'))).toEqual([best.content]);
  });

  test('of equal memories a newer one, or one that helped, comes first', () => {
    const old = memory(`${cors} (old)`, { at: now - 60 * 24 * hour });
    const fresh = memory(`${cors} (new)`);
    expect(given([old, fresh], words('cors'))[0]).toBe(fresh.content);
    const useful = memory(`${cors} (cited)`, { injected: 3, cited: 1 });
    expect(given([memory(`${cors} (ignored)`), useful], words('cors'))[0]).toBe(useful.content);
  });
});

describe('files', () => {
  const webhook = memory('Events come three times', { entities: ['webhook.ts', 'payments/webhook.ts'] });
  const other = memory('Sailings are cached', { entities: ['src/seatmap.ts'] });
  const mentioned = memory('Never edit theme.css, it is generated');

  test.each([
    ['the same path', 'apps/api/src/payments/webhook.ts', webhook],
    ['the same name', 'lib/webhook.ts', webhook],
    ['a name in the text', 'packages/ui/theme.css', mentioned],
  ])('%s', (_, file, expected) => {
    for (const moment of ['start', 'read'] as const)
      expect(given([webhook, other, mentioned], path(file), moment)).toEqual([expected.content]);
  });

  test('sharing the folder `src`, or a name that every folder has, does not count', () => {
    const main = memory('about something', { entities: ['src/index.ts', 'index.ts', 'src'] });
    expect(given([main], path('src/app.ts'), 'start')).toEqual([]);
    expect(given([main], path('other/index.ts'), 'start')).toEqual([]);
    expect(given([main], words('please look into src'))).toEqual([]);
    expect(given([main], path('src/index.ts'), 'start')).toEqual([main.content]);
  });

  test('a word of the same subject does not match a file', () => {
    const queue = memory('A worker of the queue takes one task of Celery');
    expect(given([queue], path('jobs/background/retry.ts'), 'start')).toEqual([]);
    expect(given([queue], words('background jobs retry'))).toEqual([queue.content]);
  });

  test('a memory is not given just because it is new', () => {
    expect(given([memory('about nothing here', { at: now })], path('src/webhook.ts'), 'start')).toEqual([]);
  });
});

test('recency drops over two days, then halves every week', () => {
  expect(recency(0)).toBe(1);
  expect(recency(48 * hour)).toBe(0.5);
  expect(recency(14 * 24 * hour)).toBeCloseTo(0.125);
});

test('overlap counts words', () => {
  expect(overlap('the proxy strips headers', 'our proxy always strips all headers')).toBe(1);
  expect(overlap('something else entirely', 'our proxy strips headers')).toBe(0);
});
