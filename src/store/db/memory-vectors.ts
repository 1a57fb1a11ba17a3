// Tells how similar memories are to a text, by the vectors of both. A memory gets its vector when a text is first compared
// with it, or before that from an import or the daily work. Where the encoder can't be used, no similarity is known, and
// memories are found by their words alone.
import type { Database } from 'bun:sqlite';
import { isEnglish } from '../../domain/memory/english.ts';
import type { Memory } from '../../domain/memory/memory.ts';
import { embeddedRoot, loadBundle } from '../../hook/bundles/load.ts';
import { attempt } from '../../system/attempt.ts';
import { readEncoderFiles } from '../../system/encoder-files.ts';

/** Undefined for a text in a language that the encoder does not know. */
type Encode = (text: string) => Int8Array | undefined;

/** Loaded on first use, because 23 MB are read. */
let encoder: { encode: Encode; problem?: string } | undefined;

function loadEncoder(): Encode {
  encoder ??= tryToLoad();
  return encoder.encode;
}

function tryToLoad(): { encode: Encode; problem?: string } {
  try {
    const encode = loadBundle('encoder').createEncoder(readEncoderFiles(embeddedRoot(import.meta.dir)));
    // If it does not work on this machine, it has to fail here.
    encode('a test');
    return { encode: (text) => (isEnglish(text) ? encode(text) : undefined) };
  } catch (error) {
    return { encode: () => undefined, problem: (error as Error).message };
  }
}

/** Why the encoder can't be used; undefined if it can. */
export function encoderProblem(): string | undefined {
  loadEncoder();
  return encoder?.problem;
}

/** What is encoded of a memory. */
type Encoded = Pick<Memory, 'id' | 'topic' | 'content' | 'entities'>;

export interface NewVector {
  memory: Encoded;
  /** Undefined for a text in a language that the encoder does not know. */
  vector: Int8Array | undefined;
}

export interface Comparison {
  /** From -1 to 1, by the id of the memory. */
  similarities: ReadonlyMap<number, number>;
  /** Vectors that were made for it, to be saved. */
  newVectors: readonly NewVector[];
}

/**
 * Compares a text with memories. Those without a vector get one, the first of the list first, until `budget`
 * milliseconds have passed. The others are left out.
 */
export function compareTexts(
  db: Database,
  text: string,
  memories: readonly Memory[],
  budget: number,
): Comparison {
  const wanted = memories.length > 0 ? loadEncoder()(text) : undefined;
  if (!wanted) return { similarities: new Map(), newVectors: [] };
  const stored = vectorsOf(db, memories);
  const end = performance.now() + budget;
  const newVectors: NewVector[] = [];
  for (const memory of memories)
    if (!stored.has(memory.id) && performance.now() < end) newVectors.push(encodeMemory(memory));
  const all = [...stored, ...newVectors.map(({ memory, vector }) => [memory.id, vector] as const)];
  const { similarity } = loadBundle('encoder');
  const similarities = new Map(
    all.flatMap(([id, vector]) => (vector ? [[id, similarity(wanted, vector)] as const] : [])),
  );
  return { similarities, newVectors };
}

/** Milliseconds that a search may spend on making vectors. */
const searchBudget = 500;

/** For `searchMemories`: compares memories with a text, and saves the vectors that were made for it. */
export const compareAndSave = (db: Database, text: string) => (memories: readonly Memory[]) => {
  const { similarities, newVectors } = compareTexts(db, text, memories, searchBudget);
  // If another process is writing, they are made again with the next search.
  attempt(() => saveVectors(db, newVectors));
  return similarities;
};

/** The text of a memory with the names that it is about, which are often not repeated in it. */
const textOf = ({ topic, content, entities }: Encoded) =>
  `${topic ? `${topic}: ` : ''}${content}${entities.length > 0 ? ` (${entities.join(', ')})` : ''}`;

const encodeMemory = (memory: Encoded): NewVector => ({ memory, vector: loadEncoder()(textOf(memory)) });

/**
 * The stored vectors, by the id of the memory. For an unknown language an empty one is stored; for it, and for a damaged
 * one, undefined is returned.
 */
function vectorsOf(db: Database, memories: readonly Memory[]): Map<number, Int8Array | undefined> {
  const wanted = new Set(memories.map(({ id }) => id));
  const { modelName, vectorWidth } = loadBundle('encoder');
  const rows = db
    .query('SELECT memory, vector FROM memory_vectors WHERE memory BETWEEN ? AND ? AND model = ?')
    .all(Math.min(...wanted), Math.max(...wanted), modelName) as {
    memory: number;
    vector: Uint8Array;
  }[];
  return new Map(
    rows
      .filter(({ memory }) => wanted.has(memory))
      .map(({ memory, vector }) => [
        memory,
        vector.length === vectorWidth
          ? new Int8Array(vector.buffer, vector.byteOffset, vector.length)
          : undefined,
      ]),
  );
}

/** A memory that was forgotten in the meantime, or whose id another one has now, gets none. */
export function saveVectors(db: Database, newVectors: readonly NewVector[]): void {
  if (newVectors.length === 0) return;
  const save = db.query(
    'INSERT OR REPLACE INTO memory_vectors (memory, model, vector) SELECT id, ?3, ?4 FROM memories WHERE id = ?1 AND content = ?2',
  );
  const { modelName } = loadBundle('encoder');
  const saveAll = () => {
    for (const { memory, vector } of newVectors)
      save.run(memory.id, memory.content, modelName, Uint8Array.from(vector ?? []));
  };
  if (db.inTransaction) saveAll();
  else db.transaction(saveAll).immediate();
}

/** How many vectors are saved at a time. */
const batch = 20;

/** Makes the vectors of all memories that have none, and returns how many. */
export function makeMissingVectors(db: Database, onProgress?: (made: number, all: number) => void): number {
  if (encoderProblem() !== undefined) return 0;
  const missing = db
    .query(
      `SELECT m.id, m.topic, m.content, m.entities FROM memories AS m
       LEFT JOIN memory_vectors AS v ON v.memory = m.id AND v.model = ? WHERE v.memory IS NULL ORDER BY m.at DESC`,
    )
    .all(loadBundle('encoder').modelName) as (Omit<Encoded, 'entities'> & { entities: string })[];
  for (let done = 0; done < missing.length; done += batch) {
    const newVectors = missing
      .slice(done, done + batch)
      .map((row) => encodeMemory({ ...row, entities: JSON.parse(row.entities) as string[] }));
    saveVectors(db, newVectors);
    onProgress?.(done + newVectors.length, missing.length);
  }
  return missing.length;
}
