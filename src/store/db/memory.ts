// Memories: lessons and assertions that sessions learnt. Callers wrap a write in one transaction.
import type { Database } from 'bun:sqlite';
import { redact } from '../../core/redact.ts';
import type { Comparison, Lesson, Memory, Subject } from '../../domain/memory/memory.ts';
import { rankMemories, searchPrefixes, subjectTerms } from '../../domain/memory/rank.ts';
import { recallLimits } from '../../domain/memory/recall.ts';
import { splitIdentifiers } from '../../domain/memory/words.ts';
import { randomId } from '../../system/random-id.ts';

export interface MemoryOrigin {
  repository: string;
  session_id: string;
  at: number;
  source: string;
  /** The id of an imported memory, so that importing it again changes nothing. */
  uid?: string;
}

const fields =
  'm.id, m.at, m.kind, m.topic, m.category, m.problem, m.content, m.entities, m.session_id, m.source, m.injected, m.cited, m.author, m.machine';

type Row = Omit<Memory, 'entities'> & { entities: string };

function fromRow({ entities, ...row }: Row): Memory {
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { ...present, entities: JSON.parse(entities) } as unknown as Memory;
}

/** The same for contents whose first 200 characters differ only in case and blanks. */
function hashOf(content: string): string {
  return Bun.hash(content.toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 200)).toString(36);
}

/**
 * Returns the id of the new memory, or of an existing one whose content is the same (see `hashOf`). A memory with a topic
 * is an assertion, and replaces the earlier one about that topic; one without is a lesson.
 */
export function addMemory(
  db: Database,
  lesson: Lesson,
  origin: MemoryOrigin,
): { id: number; added: boolean } {
  const content = redact(lesson.content).slice(0, 4_000);
  const topic = lesson.topic && redact(lesson.topic);
  const hash = hashOf(content);
  const same = findSame(db, origin.repository, hash, topic);
  if (same !== undefined && !topic) return { id: same, added: false };
  if (same !== undefined) forgetMemory(db, same, origin.at);
  const names = lesson.entities.slice(0, 30).map((name) => redact(name).slice(0, 100));
  const uid = origin.uid ?? `${origin.at.toString(36)}-${randomId()}`;
  const row = db
    .query(
      `INSERT INTO memories (uid, repository, session_id, at, kind, topic, category, problem, content, entities, source, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    )
    .get(
      uid,
      origin.repository,
      origin.session_id,
      origin.at,
      topic ? 'assertion' : 'lesson',
      topic ?? null,
      redact(lesson.category),
      lesson.problem === undefined ? null : redact(lesson.problem),
      content,
      JSON.stringify(names.map((name) => name.toLowerCase())),
      origin.source,
      hash,
    ) as { id: number };
  db.query('INSERT INTO memory_text (rowid, content, entities) VALUES (?, ?, ?)').run(
    row.id,
    splitIdentifiers(content),
    splitIdentifiers(names.join(' ')),
  );
  return { id: row.id, added: true };
}

/** An assertion is the same as another of its topic; a lesson is the same as another with its content. */
function findSame(
  db: Database,
  repository: string,
  hash: string,
  topic: string | undefined,
): number | undefined {
  const row = topic
    ? db
        .query("SELECT id FROM memories WHERE repository = ? AND kind = 'assertion' AND topic = ?")
        .get(repository, topic)
    : db.query('SELECT id FROM memories WHERE repository = ? AND hash = ?').get(repository, hash);
  return (row as { id: number } | null)?.id;
}

/** Adds a memory from a file. False if it was imported before, or if the repository has it or a newer one already. */
export function importMemory(
  db: Database,
  lesson: Lesson,
  origin: MemoryOrigin,
  used: { injected?: number; cited?: number } = {},
): boolean {
  const known = db.query('SELECT 1 FROM memories WHERE uid = ?').get(origin.uid ?? '');
  // An assertion of the same topic that is newer than the imported one is kept.
  const newer =
    lesson.topic &&
    db
      .query('SELECT 1 FROM memories WHERE repository = ? AND topic = ? AND at >= ?')
      .get(origin.repository, redact(lesson.topic), origin.at);
  if (known || newer) return false;
  const { id, added } = addMemory(db, lesson, origin);
  if (added)
    db.query('UPDATE memories SET injected = ?, cited = ? WHERE id = ?').run(
      used.injected ?? 0,
      used.cited ?? 0,
      id,
    );
  return added;
}

/** Removes a memory for good, also from the team store with the next synchronisation. */
export function forgetMemory(db: Database, id: number, now: number): boolean {
  db.query(
    `INSERT OR IGNORE INTO team_forgotten (uid, at)
     SELECT coalesce(nullif(team_uid, ''), uid), ?2 FROM memories WHERE id = ?1`,
  ).run(id, now);
  return removeMemory(db, id);
}

/** Removes a memory from this machine only. */
export function removeMemory(db: Database, id: number): boolean {
  db.query('DELETE FROM memory_text WHERE rowid = ?').run(id);
  db.query('DELETE FROM memory_uses WHERE memory = ?').run(id);
  return db.query('DELETE FROM memories WHERE id = ?').run(id).changes > 0;
}

/** A project rarely has more lessons than this; all of them are compared, because a lesson may use other words. */
const maxCompared = 1_000;

/** The lessons to choose from. If there are very many, those that share a word with the subjects. */
export function recallCandidates(
  db: Database,
  repository: string | undefined,
  subjects: readonly Subject[],
  max = maxCompared,
): { lessons: Memory[]; total: number } {
  const { total } = db
    .query("SELECT count(*) AS total FROM memories WHERE kind = 'lesson' AND (?1 IS NULL OR repository = ?1)")
    .get(repository ?? null) as { total: number };
  if (total <= max) return { lessons: listMemories(db, repository, max, "m.kind = 'lesson'"), total };
  const match = anyOf(searchPrefixes(subjectTerms(subjects).keys()));
  const lessons = match ? fullTextSearch(db, repository, match, 300, "m.kind = 'lesson'") : [];
  return { lessons, total };
}

/** Words are quoted, so that FTS5 reads no character in them as an operator. */
const anyOf = (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' OR ');

function fullTextSearch(
  db: Database,
  repository: string | undefined,
  match: string,
  limit: number,
  condition = 'true',
): Memory[] {
  const rows = db
    .query(
      `SELECT ${fields} FROM memory_text AS t JOIN memories AS m ON m.id = t.rowid
       WHERE memory_text MATCH ?1 AND (?2 IS NULL OR m.repository = ?2) AND ${condition}
       ORDER BY bm25(memory_text, 1.0, 2.0) LIMIT ?3`,
    )
    .all(match, repository ?? null, limit);
  return (rows as Row[]).map(fromRow);
}

export function assertionsOf(db: Database, repository: string, limit = 20): Memory[] {
  const rows = db
    .query(
      `SELECT ${fields} FROM memories AS m WHERE repository = ? AND kind = 'assertion' ORDER BY at DESC LIMIT ?`,
    )
    .all(repository, limit);
  return (rows as Row[]).map(fromRow);
}

/** A memory without any of the words is found only if its score is at least this share of the best one's. */
const minShareWithoutWords = 0.5;

/**
 * The memories that fit a text best, ranked like a recall. If there are very many, those that have one of its words.
 * `compare` compares them with the text (memory-vectors.ts).
 */
export function searchMemories(
  db: Database,
  repository: string | undefined,
  text: string,
  limit: number,
  compare: (memories: readonly Memory[]) => Comparison | undefined = () => undefined,
): Memory[] {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length === 0) return listMemories(db, repository, limit);
  const subjects = [{ text, weight: 1 }];
  const all = listMemories(db, repository, maxCompared + 1);
  // Searches for the words as typed too, because frequent words are left out of the terms.
  const query = anyOf([...new Set([...searchPrefixes(subjectTerms(subjects).keys()), ...words])]);
  const found = fullTextSearch(db, repository, query, Math.max(300, limit));
  const known = new Set(found.map(({ id }) => id));
  const others = all.length > maxCompared ? [] : all.filter(({ id }) => !known.has(id));
  const candidates = [...found, ...others];
  const ranked = rankMemories(candidates, subjects, { comparison: compare(candidates) });
  const minScore = (ranked[0]?.score ?? 0) * minShareWithoutWords;
  return ranked
    .filter(
      ({ memory, match, score }) =>
        known.has(memory.id) || (match >= recallLimits.prompt.minMatch && score >= minScore),
    )
    .slice(0, limit)
    .map(({ memory }) => memory);
}

export function listMemories(
  db: Database,
  repository: string | undefined,
  limit: number,
  condition = 'true',
): Memory[] {
  const rows = db
    .query(
      `SELECT ${fields} FROM memories AS m WHERE (?1 IS NULL OR m.repository = ?1) AND ${condition}
       ORDER BY m.at DESC, m.id DESC LIMIT ?2`,
    )
    .all(repository ?? null, limit);
  return (rows as Row[]).map(fromRow);
}

export function findMemory(db: Database, id: number): Memory | undefined {
  const row = db.query(`SELECT ${fields} FROM memories AS m WHERE m.id = ?`).get(id) as Row | null;
  return row ? fromRow(row) : undefined;
}

/** Counts memories that a session was given (the column `injected`), each once per session. */
export function countGiven(db: Database, ids: readonly number[], session_id: string, now: number): void {
  for (const id of ids) {
    const { changes } = db
      .query('INSERT OR IGNORE INTO memory_uses (memory, session_id, at) VALUES (?, ?, ?)')
      .run(id, session_id, now);
    if (changes > 0) db.query('UPDATE memories SET injected = injected + 1 WHERE id = ?').run(id);
  }
}

/** Counts memories that a session cited, each once, and only if the session was given them. */
export function countCited(db: Database, ids: readonly number[], session_id: string): void {
  for (const id of ids) {
    const { changes } = db
      .query('UPDATE memory_uses SET cited = 1 WHERE memory = ? AND session_id = ? AND cited = 0')
      .run(id, session_id);
    if (changes > 0) db.query('UPDATE memories SET cited = cited + 1 WHERE id = ?').run(id);
  }
}

export interface MemoryStats {
  /** The lessons alone; assertions are counted below. */
  memories: number;
  assertions: number;
  /** How often memories were given to a session. */
  injected: number;
  cited: number;
  oldest: number | null;
  newest: number | null;
}

export function memoryStats(db: Database, repository: string | undefined): MemoryStats {
  return db
    .query(
      `SELECT count(*) FILTER (WHERE kind = 'lesson') AS memories, count(*) FILTER (WHERE kind = 'assertion') AS assertions,
       coalesce(sum(injected), 0) AS injected, coalesce(sum(cited), 0) AS cited, min(at) AS oldest, max(at) AS newest
       FROM memories WHERE ?1 IS NULL OR repository = ?1`,
    )
    .get(repository ?? null) as MemoryStats;
}

/** Memories older than the limit, and the oldest ones beyond the number that a project may keep of each kind. */
function staleMemories(db: Database, before: number, perProject: number): number[] {
  const rows = db
    .query(
      `SELECT id FROM (SELECT id, at, row_number() OVER (PARTITION BY repository, kind ORDER BY at DESC) AS place FROM memories)
       WHERE at < ?1 OR place > ?2`,
    )
    .all(before, perProject);
  return (rows as { id: number }[]).map(({ id }) => id);
}

export function dropStaleMemories(db: Database, before: number, perProject: number): number {
  const ids = staleMemories(db, before, perProject);
  for (const id of ids) removeMemory(db, id);
  return ids.length;
}
