// A little linear algebra: matrices are rows of numbers in one array.

export interface Matrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

export const matrix = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  values: new Float32Array(rows * columns),
});

export const row = ({ columns, values }: Matrix, n: number): Float32Array =>
  values.subarray(n * columns, (n + 1) * columns);

/** The product of all pairs of columns. */
export function gram({ rows, columns, values }: Matrix): number[][] {
  const sums = Array.from({ length: columns }, () => new Float64Array(columns));
  for (let n = 0; n < rows; n++)
    for (let a = 0; a < columns; a++) {
      const value = values[n * columns + a]!;
      const target = sums[a]!;
      for (let b = 0; b <= a; b++) target[b]! += value * values[n * columns + b]!;
    }
  return sums.map((one, a) => Array.from({ length: columns }, (_, b) => (b <= a ? one[b]! : sums[b]![a]!)));
}

/** The rows expressed in other axes; each axis is a list with a number for every column. */
export function project(from: Matrix, axes: readonly (readonly number[])[]): Matrix {
  const to = matrix(from.rows, axes.length);
  for (let n = 0; n < from.rows; n++) {
    const values = row(from, n);
    const target = row(to, n);
    for (const [index, axis] of axes.entries())
      target[index] = values.reduce((sum, value, column) => sum + value * axis[column]!, 0);
  }
  return to;
}

/** The eigenvectors of a symmetric matrix, the one with the largest value first (Jacobi's method). */
export function eigenvectors(symmetric: readonly number[][]): { value: number; vector: number[] }[] {
  const size = symmetric.length;
  const a = symmetric.map((one) => [...one]);
  const v = symmetric.map((_, n) => symmetric.map((_, m) => (n === m ? 1 : 0)));
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        off += a[p]![q]! ** 2;
        rotate(a, v, p, q);
      }
    if (off < 1e-12 * a.reduce((sum, one, n) => sum + one[n]! ** 2, 0)) break;
  }
  const found = a.map((one, n) => ({ value: one[n]!, vector: v.map((each) => each[n]!) }));
  return found.sort((x, y) => y.value - x.value);
}

/** One step of Jacobi's method: makes the value at p, q zero. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const value = a[p]![q]!;
  if (value === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * value);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const turn = (one: number[]) => {
    const [x, y] = [one[p]!, one[q]!];
    one[p] = c * x - s * y;
    one[q] = s * x + c * y;
  };
  for (const one of a) turn(one);
  const [x, y] = [a[p]!, a[q]!];
  a[p] = x.map((one, n) => c * one - s * y[n]!);
  a[q] = x.map((one, n) => s * one + c * y[n]!);
  for (const one of v) turn(one);
}

/** Changes every number of a row. */
function change(target: Matrix, n: number, to: (value: number, column: number) => number): void {
  const values = row(target, n);
  for (let column = 0; column < values.length; column++) values[column] = to(values[column]!, column);
}

/** Makes every row a vector of length 1; rows of zeros stay. */
export function normalize(target: Matrix): Matrix {
  for (let n = 0; n < target.rows; n++) {
    const length = Math.sqrt(row(target, n).reduce((sum, one) => sum + one * one, 0)) || 1;
    change(target, n, (one) => one / length);
  }
  return target;
}

/** Moves the columns so that the mean of the first rows is zero. */
export function centre(target: Matrix, rows = target.rows): Matrix {
  const means = columnSums(target, rows, (one) => one / rows);
  for (let n = 0; n < target.rows; n++) change(target, n, (one, column) => one - means[column]!);
  return target;
}

/** Gives all columns the same spread, so that no direction outweighs the others. */
export function whiten(target: Matrix): Matrix {
  const squares = columnSums(target, target.rows, (one) => (one * one) / target.rows);
  for (let n = 0; n < target.rows; n++) change(target, n, (one, column) => one / Math.sqrt(squares[column]!));
  return target;
}

function columnSums(target: Matrix, rows: number, term: (value: number) => number): Float64Array {
  const sums = new Float64Array(target.columns);
  for (let n = 0; n < rows; n++)
    for (let column = 0; column < target.columns; column++)
      sums[column]! += term(target.values[n * target.columns + column]!);
  return sums;
}
