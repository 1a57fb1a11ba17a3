// Compares memories with a text, by the vectors of both. A memory gets its vectors when a text is first compared with it,
// or before that from an import or the daily work. Where the encoder can't be used, nothing is compared, and memories are
// found by their words alone.
import type { Database } from 'bun:sqlite';
import type { Encoded, Encoder } from '../../domain/memory/encoder/encoder.ts';
import { isEnglish } from '../../domain/memory/english.ts';
import type { Comparison, Memory } from '../../domain/memory/memory.ts';
import { embeddedRoot, loadBundle } from '../../hook/bundles/load.ts';
import { attempt } from '../../system/attempt.ts';
import { readEncoderFiles } from '../../system/encoder-files.ts';

/** Loaded on first use, because 23 MB are read. */
let loaded: { encoder?: Encoder; problem?: string } | undefined;

function loadEncoder(): Encoder | undefined {
  loaded ??= tryToLoad();
  return loaded.encoder;
}

function tryToLoad(): { encoder?: Encoder; problem?: string } {
  try {
    const encoder = loadBundle('encoder').createEncoder(readEncoderFiles(embeddedRoot(import.meta.dir)));
    // If it does not work on this machine, it has to fail here.
    encoder.encode('a test');
    return { encoder };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Why the encoder can't be used; undefined if it can. */
export function encoderProblem(): string | undefined {
  loadEncoder();
  return loaded?.problem;
}

/** Undefined for a text in a language that the encoder does not know. */
const encode = (text: string) => (isEnglish(text) ? loadEncoder()?.encode(text) : undefined);

/** What is encoded of a memory. */
type EncodedMemory = Pick<Memory, 'id' | 'topic' | 'content' | 'entities'>;

export interface NewVector {
  memory: EncodedMemory;
  /** Undefined for a text in a language that the encoder does not know. */
  encoded: Encoded | undefined;
}

export interface Compared {
  /** Undefined if the text can't be compared. */
  comparison: Comparison | undefined;
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
): Compared {
  const wanted = memories.length > 0 ? encode(text) : undefined;
  if (!wanted) return { comparison: undefined, newVectors: [] };
  const stored = vectorsOf(db, memories);
  const end = performance.now() + budget;
  const newVectors: NewVector[] = [];
  for (const memory of memories)
    if (!stored.has(memory.id) && performance.now() < end) newVectors.push(encodeMemory(memory));
  const fresh = new Map(newVectors.map(({ memory, encoded }) => [memory.id, encoded]));
  const all = [...stored, ...[...fresh].map(([id, encoded]) => [id, encoded?.vector] as const)];
  const { similarity } = loadBundle('encoder');
  const similarities = new Map(
    all.flatMap(([id, vector]) => (vector ? [[id, similarity(wanted.vector, vector)] as const] : [])),
  );
  const findClosest = (ids: readonly number[]) =>
    new Map(
      ids.flatMap((id) => {
        const pieces = fresh.get(id)?.pieces ?? piecesOf(db, id);
        const closest = pieces && loadEncoder()?.findClosest(wanted.pieces, pieces);
        return closest ? [[id, closest] as const] : [];
      }),
    );
  return {
    comparison: { similarities, findClosest: (ids) => attempt(() => findClosest(ids)) ?? new Map() },
    newVectors,
  };
}

/** Milliseconds that a search may spend on making vectors. */
const searchBudget = 500;

/** For `searchMemories`: compares memories with a text, and saves the vectors that were made for it. */
export const compareAndSave = (db: Database, text: string) => (memories: readonly Memory[]) => {
  const { comparison, newVectors } = compareTexts(db, text, memories, searchBudget);
  // If another process is writing, they are made again with the next search.
  attempt(() => saveVectors(db, newVectors));
  return comparison;
};

/** The text of a memory with the names that it is about, which are often not repeated in it. */
const textOf = ({ topic, content, entities }: EncodedMemory) =>
  `${topic ? `${topic}: ` : ''}${content}${entities.length > 0 ? ` (${entities.join(', ')})` : ''}`;

const encodeMemory = (memory: EncodedMemory): NewVector => ({ memory, encoded: encode(textOf(memory)) });

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

/** The vectors of a memory's pieces. Undefined if it has none, or damaged ones. */
function piecesOf(db: Database, id: number): Int8Array | undefined {
  const { modelName, vectorWidth } = loadBundle('encoder');
  const row = db
    .query('SELECT pieces FROM memory_vectors WHERE memory = ? AND model = ?')
    .get(id, modelName) as { pieces: Uint8Array | null } | null;
  const { buffer, byteOffset, length } = row?.pieces ?? new Uint8Array();
  return length > 0 && length % vectorWidth === 0 ? new Int8Array(buffer, byteOffset, length) : undefined;
}

/** A memory that was forgotten in the meantime, or whose id another one has now, gets none. */
export function saveVectors(db: Database, newVectors: readonly NewVector[]): void {
  if (newVectors.length === 0) return;
  const save = db.query(
    'INSERT OR REPLACE INTO memory_vectors (memory, model, vector, pieces) SELECT id, ?3, ?4, ?5 FROM memories WHERE id = ?1 AND content = ?2',
  );
  const { modelName } = loadBundle('encoder');
  const saveAll = () => {
    for (const { memory, encoded } of newVectors)
      save.run(memory.id, memory.content, modelName, bytesOf(encoded?.vector), bytesOf(encoded?.pieces));
  };
  if (db.inTransaction) saveAll();
  else db.transaction(saveAll).immediate();
}

const bytesOf = (numbers: Int8Array | undefined) => Uint8Array.from(numbers ?? []);

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
    .all(loadBundle('encoder').modelName) as (Omit<EncodedMemory, 'entities'> & { entities: string })[];
  for (let done = 0; done < missing.length; done += batch) {
    const newVectors = missing
      .slice(done, done + batch)
      .map((row) => encodeMemory({ ...row, entities: JSON.parse(row.entities) as string[] }));
    saveVectors(db, newVectors);
    onProgress?.(done + newVectors.length, missing.length);
  }
  return missing.length;
}
