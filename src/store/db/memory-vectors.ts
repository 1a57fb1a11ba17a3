// How similar memories are to a text, by their vectors. A memory gets its vector when a text is first compared with it.
import type { Database } from 'bun:sqlite';
import type { Memory } from '../../domain/memory/memory.ts';
import { embeddedRoot, loadBundle } from '../../hook/bundles/load.ts';
import { readEncoderFiles } from '../../system/encoder-files.ts';

type Encode = (text: string) => Int8Array;

/** Loaded on first use: 23 MB are read. Undefined in sources that were never built. */
let encoder: { encode: Encode | undefined } | undefined;
function findEncoder(): Encode | undefined {
  if (!encoder) {
    const files = readEncoderFiles(embeddedRoot(import.meta.dir));
    encoder = { encode: files && loadBundle('encoder').createEncoder(files) };
  }
  return encoder.encode;
}

export interface Similarities {
  /** From -1 to 1, by the id of the memory. */
  similar: ReadonlyMap<number, number>;
  /** Vectors that were made for it, to be saved. */
  made: ReadonlyMap<number, Int8Array>;
}

/**
 * Compares a text with memories. Of those that have no vector yet, at most `maxMade` get one, the first of the list,
 * because each takes up to 50 ms; the others are left out.
 */
export function similarities(
  db: Database,
  text: string,
  memories: readonly Memory[],
  maxMade: number,
): Similarities {
  const encode = memories.length > 0 ? findEncoder() : undefined;
  if (!encode) return { similar: new Map(), made: new Map() };
  const { similarity } = loadBundle('encoder');
  const vectors = vectorsOf(db, memories);
  const made = makeVectors(memories.filter(({ id }) => !vectors.has(id)).slice(0, maxMade), encode);
  const wanted = encode(text);
  const similar = new Map(
    [...vectors, ...made].map(([id, vector]) => [id, similarity(wanted, vector)] as const),
  );
  return { similar, made };
}

/** How many memories get a vector with one search of a person or a model. */
const maxMadeBySearch = 50;

/** For a search: compares memories with its text, and saves the vectors that were made. */
export const similarTo = (db: Database, text: string) => (memories: readonly Memory[]) => {
  const { similar, made } = similarities(db, text, memories, maxMadeBySearch);
  if (made.size > 0) saveVectors(db, made);
  return similar;
};

/** What is encoded of a memory. */
type Encoded = Pick<Memory, 'id' | 'topic' | 'content' | 'entities'>;

/** The text of a memory with the names that it is about, which are often not repeated in it. */
const textOf = ({ topic, content, entities }: Encoded) =>
  `${topic ? `${topic}: ` : ''}${content}${entities.length > 0 ? ` (${entities.join(', ')})` : ''}`;

const makeVectors = (memories: readonly Encoded[], encode: Encode) =>
  new Map(memories.map((memory) => [memory.id, encode(textOf(memory))] as const));

function vectorsOf(db: Database, memories: readonly Memory[]): Map<number, Int8Array> {
  const wanted = new Set(memories.map(({ id }) => id));
  const first = Math.min(...wanted);
  const last = Math.max(...wanted);
  const rows = db
    .query('SELECT memory, vector FROM memory_vectors WHERE memory BETWEEN ? AND ? AND model = ?')
    .all(first, last, loadBundle('encoder').modelName) as { memory: number; vector: Uint8Array }[];
  return new Map(
    rows
      .filter(({ memory }) => wanted.has(memory))
      .map(({ memory, vector }) => [memory, new Int8Array(vector.buffer, vector.byteOffset, vector.length)]),
  );
}

/** Vectors of memories that were forgotten in the meantime are left out. */
export function saveVectors(db: Database, vectors: ReadonlyMap<number, Int8Array>): void {
  const save = db.query(
    'INSERT OR REPLACE INTO memory_vectors (memory, model, vector) SELECT id, ?2, ?3 FROM memories WHERE id = ?1',
  );
  const { modelName } = loadBundle('encoder');
  const saveAll = () => {
    for (const [id, vector] of vectors) save.run(id, modelName, new Uint8Array(vector.buffer));
  };
  if (db.inTransaction) saveAll();
  else db.transaction(saveAll).immediate();
}

/** Makes the vectors of all memories that have none, saving some at a time, and returns how many. */
export function makeMissingVectors(db: Database, onProgress?: (made: number, all: number) => void): number {
  const encode = findEncoder();
  if (!encode) return 0;
  const { modelName } = loadBundle('encoder');
  const missing = db
    .query(
      `SELECT m.id, m.topic, m.content, m.entities FROM memories AS m
       LEFT JOIN memory_vectors AS v ON v.memory = m.id AND v.model = ? WHERE v.memory IS NULL ORDER BY m.at DESC`,
    )
    .all(modelName) as (Pick<Memory, 'id' | 'topic' | 'content'> & { entities: string })[];
  for (let done = 0; done < missing.length; done += batch) {
    const memories = missing
      .slice(done, done + batch)
      .map((row) => ({ ...row, entities: JSON.parse(row.entities) as string[] }));
    saveVectors(db, makeVectors(memories, encode));
    onProgress?.(done + memories.length, missing.length);
  }
  return missing.length;
}

const batch = 20;
