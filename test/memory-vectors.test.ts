// Lessons are found by what they mean: the sentence encoder, the vectors that are stored, and what the program does.
import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEncoder, modelName, similarity } from '../src/domain/memory/encoder/encoder.ts';
import { addMemory, forgetMemory, listMemories, searchMemories } from '../src/store/db/memory.ts';
import {
  compareAndSave,
  compareTexts,
  makeMissingVectors,
  type NewVector,
  saveVectors,
} from '../src/store/db/memory-vectors.ts';
import { readEncoderFiles } from '../src/system/encoder-files.ts';
import { repository } from './support/git.ts';
import { memoryDatabase } from './support/memory-store.ts';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { talker, used } from './support/talk.ts';
import { freshWorld, type World } from './support/world.ts';

const { encode, findClosest } = createEncoder(readEncoderFiles(undefined));
const alike = (one: string, other: string) => similarity(encode(one).vector, encode(other).vector);

const birds = 'Seagulls near the harbour are loud before sunrise';
const vat = 'VAT is rounded per line of an invoice';
/** Shares no word with the lesson about birds. */
const question = 'animals keep us awake at night';

describe('the encoder', () => {
  // Every 48th number of the vector that the unrounded network has for a text, computed with another implementation.
  test.each<[string, number[]]>([
    [
      'the checkout shows a wrong total after a voucher',
      [-0.03, 0.047, -0.001, -0.049, -0.065, -0.039, 0.058, -0.106],
    ],
    [
      'naïve café: 東京 @ src/api/users.ts (v2.0)!',
      [-0.038, -0.058, -0.024, 0.034, -0.006, 0.091, -0.009, -0.039],
    ],
    ['a', [-0.036, -0.043, 0.022, 0.085, -0.06, 0.089, -0.032, -0.05]],
  ])('“%s” has the vector of the network', (text, expected) => {
    const vector = [...encode(text).vector].filter((_, n) => n % 48 === 0).map((number) => number / 381);
    for (const [n, number] of expected.entries()) expect(Math.abs(vector[n]! - number)).toBeLessThan(0.006);
  });

  test('vectors have changed only if their model has another name', () => {
    const texts = ['the checkout shows a wrong total after a voucher', 'a', birds, vat, question];
    const digest = new Bun.CryptoHasher('sha256');
    for (const text of texts)
      for (const part of Object.values(encode(text))) digest.update(new Uint8Array(part));
    expect(`${modelName} ${digest.digest('hex').slice(0, 16)}`).toBe('minilm-l6-v2/2 ffaccee6f67fab50');
  });

  test('texts about the same thing are similar, others are not', () => {
    expect(alike(question, birds)).toBeGreaterThan(0.4);
    expect(
      alike('make it quicker to open', 'startup time was halved by loading plugins late'),
    ).toBeGreaterThan(0.3);
    expect(alike(question, vat)).toBeLessThan(0.15);
    expect(alike('same text', 'same text')).toBeCloseTo(1, 1);
  });

  test('words are compared with the most similar ones of another text, in their contexts', () => {
    const closest = (one: string, other: string) => findClosest(encode(one).pieces, encode(other).pieces);
    // Computed with another implementation of the unrounded network.
    for (const [n, expected] of [0.863, 0.824].entries())
      expect(closest('birds fly', 'seagulls are flying birds')[n]).toBeCloseTo(expected, 2);
    expect(closest('bank', 'the transfer came from my bank')[0]).toBeCloseTo(0.864, 2);
    expect(closest('bank', 'the river has a steep bank')[0]).toBeCloseTo(0.833, 2);
    expect(Math.max(...closest('birds fly', vat))).toBeLessThan(0.35);
  });

  test('the end of a very long text does not count', () => {
    expect(encode('word '.repeat(500))).toEqual(encode('word '.repeat(5_000)));
  });
});

describe('the stored vectors', () => {
  const origin = { repository: '/r', session_id: '', at: 1, source: 'command' };
  const add = (db: Database, content: string, entities: string[] = []) =>
    addMemory(db, { content, category: 'note', entities }, origin).id;
  const rows = (db: Database) =>
    db.query('SELECT memory, model FROM memory_vectors ORDER BY memory').all() as {
      memory: number;
      model: string;
    }[];

  const plenty = 60_000;
  const idsOf = (newVectors: readonly NewVector[]) => newVectors.map(({ memory }) => memory.id);

  test('a comparison makes the vectors that are missing, within its time limit', () => {
    const db = memoryDatabase();
    const ids = ['one lesson', 'another lesson', 'a third'].map((text) => add(db, text));
    const memories = listMemories(db, '/r', 10).toReversed();
    expect(compareTexts(db, 'one lesson', memories, 0).comparison?.similarities.size).toBe(0);
    const { comparison, newVectors } = compareTexts(db, 'one lesson', memories.slice(0, 2), plenty);
    expect(idsOf(newVectors)).toEqual(ids.slice(0, 2));
    expect([...comparison!.similarities.keys()]).toEqual(ids.slice(0, 2));
    expect(comparison!.similarities.get(ids[0]!)).toBeCloseTo(1, 1);
    const closest = comparison!.findClosest(ids);
    expect([...closest.keys()]).toEqual(ids.slice(0, 2));
    expect(rows(db)).toEqual([]);
    saveVectors(db, newVectors);
    expect(rows(db).map(({ memory }) => memory)).toEqual(ids.slice(0, 2));
    const again = compareTexts(db, 'one lesson', memories, plenty);
    expect(idsOf(again.newVectors)).toEqual(ids.slice(2));
    // One from the database is the same as a new one.
    expect(again.comparison!.findClosest(ids.slice(0, 2))).toEqual(closest);
  });

  test('texts in another language are compared by their words alone', () => {
    const db = memoryDatabase();
    const id = add(db, birds);
    const german = add(db, 'Die Rechnung wird pro Zeile gerundet und nicht erst am Ende');
    expect(makeMissingVectors(db)).toBe(2);
    expect(makeMissingVectors(db)).toBe(0);
    const all = listMemories(db, '/r', 10);
    const { similarities, findClosest } = compareTexts(db, question, all, 0).comparison!;
    expect([...similarities.keys()]).toEqual([id]);
    expect([...findClosest([id, german]).keys()]).toEqual([id]);
    for (const text of [
      'kannst du mir das bitte nochmal erklären?',
      'pourquoi la connexion est si lente ?',
      'zašto je prijava tako spora?',
      'спасибо, выглядит хорошо',
      '谢谢，看起来不错',
      '',
      '?!',
    ])
      expect(compareTexts(db, text, all, plenty)).toEqual({ comparison: undefined, newVectors: [] });
    expect(rows(db).map(({ memory }) => memory)).toEqual([id, german]);
  });

  test('the names of a lesson count; vectors that are damaged or of another model do not', () => {
    const db = memoryDatabase();
    const id = add(db, 'it needs a restart', ['nginx.conf', 'reverse proxy']);
    expect(makeMissingVectors(db)).toBe(1);
    expect(makeMissingVectors(db)).toBe(0);
    const compare = () => compareTexts(db, 'reverse proxy', listMemories(db, '/r', 10), 0).comparison!;
    expect(compare().similarities.get(id)).toBeGreaterThan(0.25);
    expect(compare().findClosest([id]).size).toBe(1);
    db.run("UPDATE memory_vectors SET vector = x'0102', pieces = x'0102'");
    expect(compare().similarities.size).toBe(0);
    expect(compare().findClosest([id]).size).toBe(0);
    db.run("UPDATE memory_vectors SET model = 'older'");
    expect(compare().similarities.size).toBe(0);
    expect(makeMissingVectors(db)).toBe(1);
    expect(rows(db).map(({ model }) => model)).not.toContain('older');
  });

  test('go with their lesson, also if it was forgotten before they were saved', () => {
    const db = memoryDatabase();
    const id = add(db, 'a lesson');
    const { newVectors } = compareTexts(db, 'a lesson', listMemories(db, '/r', 10), plenty);
    saveVectors(db, newVectors);
    forgetMemory(db, id, 1);
    expect(rows(db)).toEqual([]);
    saveVectors(db, newVectors);
    expect(rows(db)).toEqual([]);
    // The database gives the next lesson the same id.
    expect(add(db, 'another one')).toBe(id);
    saveVectors(db, newVectors);
    expect(rows(db)).toEqual([]);
  });

  test('a search finds a lesson without a word of the question, and keeps its vector', () => {
    const db = memoryDatabase();
    add(db, birds);
    add(db, vat);
    expect(searchMemories(db, '/r', question, 5)).toEqual([]);
    const found = searchMemories(db, '/r', question, 5, compareAndSave(db, question));
    expect(found.map(({ content }) => content)).toEqual([birds]);
    expect(rows(db)).toHaveLength(2);
  });

  test('progress is told while many are made', () => {
    const db = memoryDatabase();
    for (let n = 0; n < 25; n++) add(db, `lesson ${n}`);
    const told: string[] = [];
    makeMissingVectors(db, (made, all) => told.push(`${made} of ${all}`));
    expect(told).toEqual(['20 of 25', '25 of 25']);
  });
});

describe('the program', () => {
  function count(world: World): number {
    using db = new Database(join(world.pawlHome, 'pawl.db'));
    return (db.query('SELECT count(*) AS n FROM memory_vectors').get() as { n: number }).n;
  }

  function project(): World {
    const world = freshWorld();
    configure(world, { packs: { memory: true } });
    repository(world);
    return world;
  }

  test('a prompt recalls a lesson in other words, and gives lessons their vectors', () => {
    using world = project();
    pawl(world, ['memory', 'add', vat]);
    pawl(world, ['memory', 'add', birds]);
    const session = (name: string) => talker(world, name);
    expect(session('s1')('SessionStart', { source: 'startup' }).context).not.toContain('<m ref');
    session('s1')('PostToolUse', used('Read', { file_path: join(world.project, 'a.ts') }));
    expect(count(world)).toBe(0);
    const heard = session('s1')('UserPromptSubmit', { prompt: question }).context;
    expect(heard).toContain(birds);
    expect(heard).not.toContain(vat);
    expect(count(world)).toBeGreaterThan(0);
  });

  test.each(['stop', 'make it shorter', 'that is not what I meant', 'try again'])(
    '“%s” brings no lesson, although some have its words',
    (prompt) => {
      using world = project();
      for (const lesson of [
        'Stop the worker before a migration, or it locks the table',
        'Make the timeout shorter than that of the proxy; it tries again by itself',
        'What time it is comes from the server, because phones are wrong',
      ])
        pawl(world, ['memory', 'add', lesson]);
      pawl(world, ['memory', 'search', 'warm up']);
      expect(talker(world, 's')('UserPromptSubmit', { prompt }).context).not.toContain('<m ref');
    },
  );

  test('a search says that another process is writing', () => {
    using world = project();
    pawl(world, ['memory', 'add', birds]);
    using db = new Database(join(world.pawlHome, 'pawl.db'));
    // An event in the spool has to be imported before the search.
    talker(world, 's')('PostToolUse', used('Read', { file_path: join(world.project, 'a.ts') }));
    db.run('BEGIN IMMEDIATE');
    const { code, stderr } = pawl(world, ['memory', 'search', question]);
    expect([code, stderr]).toEqual([
      1,
      'pawl: Another process has been writing to the store for seconds. Try again.\n',
    ]);
  });

  test('an import makes the vectors of what it imports', () => {
    using world = project();
    const events = join(world.home, '.claude', 'memory', 'older', 'events');
    mkdirSync(events, { recursive: true });
    for (let n = 0; n < 12; n++)
      writeFileSync(
        join(events, `evt_${n}.json`),
        JSON.stringify({ id: `evt_${n}`, content: `lesson ${n}` }),
      );
    expect(pawl(world, ['import', '--memory', 'older', '--dry-run']).code).toBe(0);
    expect(count(world)).toBe(0);
    pawl(world, ['import', '--memory', 'older']);
    expect(count(world)).toBe(12);
  });

  test('pawl memory search finds a lesson in other words', () => {
    using world = project();
    pawl(world, ['memory', 'add', birds]);
    pawl(world, ['memory', 'add', vat]);
    const found = pawlJson<{ content: string }[]>(world, ['memory', 'search', question]);
    expect(found.map(({ content }) => content)).toEqual([birds]);
  });
});
