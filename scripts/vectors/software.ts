// Vectors of words as they are used in prose about software: words that occur near the same words are similar. The counts
// of neighbours are weighed by how surprising they are (positive pointwise mutual information) and reduced to a few
// dimensions (singular value decomposition by subspace iteration).
import type { Corpus } from './corpus.ts';
import {
  centre,
  eigenvectors,
  gram,
  type Matrix,
  matrix,
  normalize,
  project,
  row,
  whiten,
} from './matrix.ts';

const reach = 40;
/** Neighbours count fully up to this distance, then less and less. */
const near = 5;
const dimensions = 100;
/** More columns than are kept make the iteration converge sooner. */
const spare = 30;
const iterations = 4;

export function softwareVectors({ paragraphs }: Corpus, words: readonly string[]): Matrix {
  const surprise = surprises(countNeighbours(paragraphs, words), words.length);
  const basis = spanOf(surprise, words.length);
  const image = multiply(surprise, basis, words.length);
  const axes = eigenvectors(gram(image)).slice(0, dimensions);
  return normalize(
    whiten(
      centre(
        project(
          image,
          axes.map(({ vector }) => vector),
        ),
      ),
    ),
  );
}

/** How often each word is near each other word, in one array of words × words. */
function countNeighbours(paragraphs: readonly string[][], words: readonly string[]): Float32Array {
  const size = words.length;
  const index = new Map(words.map((word, n) => [word, n]));
  const counts = new Float32Array(size * size);
  for (const paragraph of paragraphs) {
    const ids = paragraph.map((word) => index.get(word) ?? -1);
    for (let a = 0; a < ids.length; a++)
      for (let b = a + 1; ids[a]! >= 0 && b <= a + reach && b < ids.length; b++) {
        if (ids[b]! < 0 || ids[b] === ids[a]) continue;
        const weight = Math.min(1, near / (b - a));
        counts[ids[a]! * size + ids[b]!]! += weight;
        counts[ids[b]! * size + ids[a]!]! += weight;
      }
  }
  return counts;
}

/** The cells that are not zero, row by row. */
interface Sparse {
  starts: Uint32Array;
  columns: Uint32Array;
  values: Float32Array;
}

function surprises(counts: Float32Array, size: number): Sparse {
  const sums = Array.from({ length: size }, (_, n) =>
    counts.subarray(n * size, (n + 1) * size).reduce((sum, one) => sum + one, 0),
  );
  const smoothed = sums.map((one) => one ** 0.75);
  const total = smoothed.reduce((sum, one) => sum + one, 0);
  const starts = new Uint32Array(size + 1);
  const found = counts.reduce((n, one) => n + (one > 0 ? 1 : 0), 0);
  const columns = new Uint32Array(found);
  const values = new Float32Array(found);
  let next = 0;
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const count = counts[a * size + b]!;
      // Pairs that were seen only once or twice count less, because they may be chance.
      const value =
        count > 0 ? (Math.log((count / sums[a]!) * (total / smoothed[b]!)) * count) / (count + 1) : 0;
      if (value <= 0) continue;
      columns[next] = b;
      values[next++] = value;
    }
    starts[a + 1] = next;
  }
  return { starts, columns, values };
}

/** An orthonormal basis of the directions in which the rows differ most. */
function spanOf(cells: Sparse, size: number): Matrix {
  let basis = matrix(size, dimensions + spare);
  // Numbers that look random and are the same each time.
  for (let n = 0; n < basis.values.length; n++) {
    const large = Math.sin(n * 12.9898) * 43_758.5453;
    basis.values[n] = large - Math.floor(large) - 0.5;
  }
  for (let n = 0; n < iterations; n++)
    basis = orthonormal(multiplyTransposed(cells, orthonormal(multiply(cells, basis, size)), size));
  return basis;
}

function multiply({ starts, columns, values }: Sparse, by: Matrix, size: number): Matrix {
  const result = matrix(size, by.columns);
  for (let a = 0; a < size; a++) {
    const target = row(result, a);
    for (let n = starts[a]!; n < starts[a + 1]!; n++) addTimes(target, row(by, columns[n]!), values[n]!);
  }
  return result;
}

function multiplyTransposed({ starts, columns, values }: Sparse, by: Matrix, size: number): Matrix {
  const result = matrix(size, by.columns);
  for (let a = 0; a < size; a++) {
    const source = row(by, a);
    for (let n = starts[a]!; n < starts[a + 1]!; n++) addTimes(row(result, columns[n]!), source, values[n]!);
  }
  return result;
}

function addTimes(target: Float32Array, source: Float32Array, times: number): void {
  for (let n = 0; n < target.length; n++) target[n]! += source[n]! * times;
}

/** Columns at right angles to each other, each of length 1, that span the same space. */
function orthonormal(input: Matrix): Matrix {
  const axes = eigenvectors(gram(input)).map(({ value, vector }) => {
    const length = Math.sqrt(Math.max(value, 1e-20));
    return vector.map((one) => one / length);
  });
  return project(input, axes);
}
