// How similar memories are to a text, by their vectors. A memory gets its vector when a text is first compared with it.
// Where the encoder can't be used, nothing is similar to anything, and memories are found by their words alone.
import type { Database } from 'bun:sqlite';
import { isEnglish } from '../../domain/memory/english.ts';
import type { Memory } from '../../domain/memory/memory.ts';
import { embeddedRoot, loadBundle } from '../../hook/bundles/load.ts';
import { attempt } from '../../system/attempt.ts';
import { readEncoderFiles } from '../../system/encoder-files.ts';

/** Undefined for a text in a language that the encoder does not know. */
type Encode = (text: string) => Int8Array | undefined;

/** Created on first use, because 23 MB are read. */
let encoder: { encode: Encode; problem?: string } | undefined;

function findEncoder(): Encode {
  encoder ??= createEncoder();
  return encoder.encode;
}

function createEncoder(): { encode: Encode; problem?: string } {
  try {
    const encode = loadBundle('encoder').createEncoder(readEncoderFiles(embeddedRoot(import.meta.dir)));
    encode('a test');
    return { encode: (text) => (isEnglish(text) ? encode(text) : undefined) };
  } catch (error) {
    return { encode: () => undefined, problem: (error as Error).message };
  }
}

/** Why the encoder can't be used; undefined if it can. */
export function encoderProblem(): string | undefined {
  findEncoder();
  return encoder?.problem;
}

/** What is encoded of a memory. */
type Encoded = Pick<Memory, 'id' | 'topic' | 'content' | 'entities'>;

export interface MadeVector {
  memory: Encoded;
  /** Undefined for a text in a language that the encoder does not know. */
  vector: Int8Array | undefined;
}

export interface Similarities {
  /** From -1 to 1, by the id of the memory. */
  similar: ReadonlyMap<number, number>;
  /** Vectors that were made for it, to be saved. */
  made: readonly MadeVector[];
}

/**
 * Compares a text with memories. Those without a vector get one, the first of the list first, until `budget`
 * milliseconds have passed. The others are left out.
 */
export function similarities(
  db: Database,
  text: string,
  memories: readonly Memory[],
  budget: number,
): Similarities {
  const wanted = memories.length > 0 ? findEncoder()(text) : undefined;
  if (!wanted) return { similar: new Map(), made: [] };
  const stored = vectorsOf(db, memories);
  const end = performance.now() + budget;
  const made: MadeVector[] = [];
  for (const memory of memories)
    if (!stored.has(memory.id) && performance.now() < end) made.push(madeFor(memory));
  const all = [...stored, ...made.map(({ memory, vector }) => [memory.id, vector] as const)];
  const { similarity } = loadBundle('encoder');
  const similar = new Map(
    all.flatMap(([id, vector]) => (vector ? [[id, similarity(wanted, vector)] as const] : [])),
  );
  return { similar, made };
}

/** How long one search of a person or a model may make vectors. */
const searchBudget = 500;

/** Compares memories with the text of a search, and saves the vectors that were made. */
export const similarTo = (db: Database, text: string) => (memories: readonly Memory[]) => {
  const { similar, made } = similarities(db, text, memories, searchBudget);
  // If another process is writing, they are made again with the next search.
  attempt(() => saveVectors(db, made));
  return similar;
};

/** The text of a memory with the names that it is about, which are often not repeated in it. */
const textOf = ({ topic, content, entities }: Encoded) =>
  `${topic ? `${topic}: ` : ''}${content}${entities.length > 0 ? ` (${entities.join(', ')})` : ''}`;

const madeFor = (memory: Encoded): MadeVector => ({ memory, vector: findEncoder()(textOf(memory)) });

/** The stored vectors, by the id of the memory; undefined for a memory in an unknown language. */
function vectorsOf(db: Database, memories: readonly Memory[]): Map<number, Int8Array | undefined> {
  const wanted = new Set(memories.map(({ id }) => id));
  const rows = db
    .query('SELECT memory, vector FROM memory_vectors WHERE memory BETWEEN ? AND ? AND model = ?')
    .all(Math.min(...wanted), Math.max(...wanted), loadBundle('encoder').modelName) as {
    memory: number;
    vector: Uint8Array;
  }[];
  return new Map(
    rows
      .filter(({ memory }) => wanted.has(memory))
      .map(({ memory, vector }) => [
        memory,
        vector.length > 0 ? new Int8Array(vector.buffer, vector.byteOffset, vector.length) : undefined,
      ]),
  );
}

/** A memory that was forgotten in the meantime, or whose id another one has now, gets none. */
export function saveVectors(db: Database, made: readonly MadeVector[]): void {
  if (made.length === 0) return;
  const save = db.query(
    'INSERT OR REPLACE INTO memory_vectors (memory, model, vector) SELECT id, ?3, ?4 FROM memories WHERE id = ?1 AND content = ?2',
  );
  const { modelName } = loadBundle('encoder');
  const saveAll = () => {
    for (const { memory, vector } of made)
      save.run(memory.id, memory.content, modelName, Uint8Array.from(vector ?? []));
  };
  if (db.inTransaction) saveAll();
  else db.transaction(saveAll).immediate();
}

const batch = 20;

/** Makes the vectors of all memories that have none, saving some at a time, and returns how many. */
export function makeMissingVectors(db: Database, onProgress?: (made: number, all: number) => void): number {
  if (encoderProblem() !== undefined) return 0;
  const missing = db
    .query(
      `SELECT m.id, m.topic, m.content, m.entities FROM memories AS m
       LEFT JOIN memory_vectors AS v ON v.memory = m.id AND v.model = ? WHERE v.memory IS NULL ORDER BY m.at DESC`,
    )
    .all(loadBundle('encoder').modelName) as (Omit<Encoded, 'entities'> & { entities: string })[];
  for (let done = 0; done < missing.length; done += batch) {
    const made = missing
      .slice(done, done + batch)
      .map((row) => madeFor({ ...row, entities: JSON.parse(row.entities) as string[] }));
    saveVectors(db, made);
    onProgress?.(done + made.length, missing.length);
  }
  return missing.length;
}
