// The arithmetic of the sentence encoder: a BERT network with six layers (all-MiniLM-L6-v2) that turns the tokens of a
// text into one vector. A token takes 10 million multiplications. A hook is too short for the compiler of JavaScript, whose
// interpreter would need seconds for them, so this is AssemblyScript. `npm run generate` compiles it
// (scripts/generate/encoder.ts); encoder.ts fills the memory and calls it. A token is a piece of a word (word-pieces.ts).

const WIDTH: i32 = 384;
const INNER_WIDTH: i32 = 1536;
const LAYERS: i32 = 6;
const HEADS: i32 = 12;
const HEAD_WIDTH: i32 = 32;
/** A multiple of four, as `multiply` needs it. */
const MAX_TOKENS: i32 = 128;
const VARIANCE_FLOOR: f32 = 1e-12;
/** Activations are rounded to whole numbers of this size at most, so that a sum of products fits into 32 bits. */
const LARGEST: f32 = 2047;

let free: usize = (__heap_base + 15) & ~15;

function reserve(bytes: usize): usize {
  const start = free;
  free += (bytes + 15) & ~15;
  return start;
}

/** Input: a row of 384 bytes for each token, and the number by which it is multiplied. */
const tokenRows = reserve(MAX_TOKENS * WIDTH);
const tokenScales = reserve(MAX_TOKENS * 4);
/** Input of `findClosest`: the rows of another text. */
const otherRows = reserve(MAX_TOKENS * WIDTH);
/** Output: the vector of the text, or what `findClosest` found. */
const result = reserve(WIDTH * 4);
/** Output: a vector for each token. */
const state = reserve(MAX_TOKENS * WIDTH * 4);

const queries = reserve(MAX_TOKENS * WIDTH * 4);
const keys = reserve(MAX_TOKENS * WIDTH * 4);
const values = reserve(MAX_TOKENS * WIDTH * 4);
const attention = reserve(MAX_TOKENS * WIDTH * 4);
const output = reserve(MAX_TOKENS * WIDTH * 4);
const inner = reserve(MAX_TOKENS * INNER_WIDTH * 4);
const shares = reserve(MAX_TOKENS * 4);
const rounded = reserve(MAX_TOKENS * INNER_WIDTH * 2);
const roundedScales = reserve(MAX_TOKENS * 4);

/** Input: the parameters of the network, in the order in which `encode` reads them. They are the last thing in memory. */
const parameters = free;

export function tokenRowsAddress(): usize {
  return tokenRows;
}
export function tokenScalesAddress(): usize {
  return tokenScales;
}
export function otherRowsAddress(): usize {
  return otherRows;
}
export function resultAddress(): usize {
  return result;
}
export function stateAddress(): usize {
  return state;
}
export function parametersAddress(): usize {
  return parameters;
}

/** Encodes the first `tokenCount` tokens that were written: writes a vector for each, and one of length 1 for the text. */
export function encode(tokenCount: i32): void {
  for (let token = 0; token < tokenCount; token++) readToken(token);
  const positions = parameters;
  let next = addAndNormalize(state, positions, tokenCount, positions + MAX_TOKENS * WIDTH * 4);
  for (let layer = 0; layer < LAYERS; layer++) {
    next = multiply(state, tokenCount, WIDTH, next, WIDTH, queries);
    next = multiply(state, tokenCount, WIDTH, next, WIDTH, keys);
    next = multiply(state, tokenCount, WIDTH, next, WIDTH, values);
    attend(tokenCount);
    next = multiply(attention, tokenCount, WIDTH, next, WIDTH, output);
    next = addAndNormalize(state, output, tokenCount, next);
    next = multiply(state, tokenCount, WIDTH, next, INNER_WIDTH, inner);
    activate(inner, tokenCount * INNER_WIDTH);
    next = multiply(inner, tokenCount, INNER_WIDTH, next, WIDTH, output);
    next = addAndNormalize(state, output, tokenCount, next);
  }
  writeMean(tokenCount);
}

/** Writes the largest product of each of the first rows with one of the other rows, as a whole number. */
export function findClosest(count: i32, otherCount: i32): void {
  for (let n = 0; n < count; n++) {
    let most = i32.MIN_VALUE;
    for (let m = 0; m < otherCount; m++)
      most = max(most, productOfRows(tokenRows + n * WIDTH, otherRows + m * WIDTH));
    store<i32>(result + n * 4, most);
  }
}

function productOfRows(one: usize, other: usize): i32 {
  let sum = i32x4.splat(0);
  for (let i = 0; i < WIDTH; i += 16) {
    const a = v128.load(one + i);
    const b = v128.load(other + i);
    const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(a), i16x8.extend_low_i8x16_s(b));
    const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(a), i16x8.extend_high_i8x16_s(b));
    sum = i32x4.add(sum, i32x4.add(low, high));
  }
  return sumOfIntegers(sum);
}

function readToken(token: i32): void {
  const scale = load<f32>(tokenScales + token * 4);
  const row = tokenRows + token * WIDTH;
  const target = state + token * WIDTH * 4;
  for (let i = 0; i < WIDTH; i++) store<f32>(target + i * 4, <f32>load<i8>(row + i) * scale);
}

/**
 * Multiplies each token's numbers by a matrix. At `matrix` are a row of bytes for each number of the output, the scales of
 * the rows, and the numbers to add to the output. Returns the address of the next parameters.
 */
function multiply(from: usize, tokenCount: i32, width: i32, matrix: usize, outputs: i32, to: usize): usize {
  roundTokens(from, tokenCount, width);
  const scales = matrix + outputs * width;
  const biases = scales + outputs * 4;
  for (let n = 0; n < outputs; n++) {
    const row = matrix + n * width;
    const scale = load<f32>(scales + n * 4);
    const bias = load<f32>(biases + n * 4);
    for (let token = 0; token < tokenCount; token += 4) {
      // Four tokens at a time, so that each byte of the matrix is unpacked once for all of them. Of the last four some may
      // be old; nothing reads what is computed for them.
      const first = rounded + token * width * 2;
      const second = first + width * 2;
      const third = second + width * 2;
      const fourth = third + width * 2;
      let a = i32x4.splat(0);
      let b = i32x4.splat(0);
      let c = i32x4.splat(0);
      let d = i32x4.splat(0);
      for (let i = 0; i < width; i += 16) {
        const bytes = v128.load(row + i);
        const low = i16x8.extend_low_i8x16_s(bytes);
        const high = i16x8.extend_high_i8x16_s(bytes);
        a = addProducts(a, low, high, first + i * 2);
        b = addProducts(b, low, high, second + i * 2);
        c = addProducts(c, low, high, third + i * 2);
        d = addProducts(d, low, high, fourth + i * 2);
      }
      const target = to + (token * outputs + n) * 4;
      const step = outputs * 4;
      const tokenScale = roundedScales + token * 4;
      store<f32>(target, <f32>sumOfIntegers(a) * scale * load<f32>(tokenScale) + bias);
      store<f32>(target + step, <f32>sumOfIntegers(b) * scale * load<f32>(tokenScale + 4) + bias);
      store<f32>(target + 2 * step, <f32>sumOfIntegers(c) * scale * load<f32>(tokenScale + 8) + bias);
      store<f32>(target + 3 * step, <f32>sumOfIntegers(d) * scale * load<f32>(tokenScale + 12) + bias);
    }
  }
  return biases + outputs * 4;
}

/** Adds the products of 16 numbers of the matrix and 16 numbers of a token. */
function addProducts(sum: v128, low: v128, high: v128, numbers: usize): v128 {
  const products = i32x4.dot_i16x8_s(low, v128.load(numbers));
  return i32x4.add(sum, i32x4.add(products, i32x4.dot_i16x8_s(high, v128.load(numbers, 16))));
}

/** Rounds each token's numbers to whole numbers of at most `LARGEST`, stored in 16 bits. */
function roundTokens(from: usize, tokenCount: i32, width: i32): void {
  for (let token = 0; token < tokenCount; token++) {
    const numbers = from + token * width * 4;
    let most = f32x4.splat(0);
    for (let i = 0; i < width * 4; i += 16) most = f32x4.max(most, f32x4.abs(v128.load(numbers + i)));
    const pair = max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1));
    const largest = max(pair, max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)));
    store<f32>(roundedScales + token * 4, largest / LARGEST);
    const factor = f32x4.splat(largest > 0 ? LARGEST / largest : 0);
    const target = rounded + token * width * 2;
    for (let i = 0; i < width; i += 8) {
      const low = f32x4.nearest(f32x4.mul(v128.load(numbers + i * 4), factor));
      const high = f32x4.nearest(f32x4.mul(v128.load(numbers + i * 4, 16), factor));
      const both = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high));
      v128.store(target + i * 2, both);
    }
  }
}

/** Mixes the values of all tokens into each token, by how well its query fits their keys. */
function attend(tokenCount: i32): void {
  for (let head = 0; head < HEADS; head++)
    for (let token = 0; token < tokenCount; token++) {
      const offset = head * HEAD_WIDTH * 4;
      shareAttention(queries + token * WIDTH * 4 + offset, keys + offset, tokenCount);
      mixValues(values + offset, attention + token * WIDTH * 4 + offset, tokenCount);
    }
}

/** Writes how much of its attention a token gives to each token: numbers with the sum 1 (softmax). */
function shareAttention(query: usize, firstKey: usize, tokenCount: i32): void {
  const factor: f32 = 1 / Mathf.sqrt(<f32>HEAD_WIDTH);
  let most: f32 = -Infinity;
  for (let token = 0; token < tokenCount; token++) {
    const key = firstKey + token * WIDTH * 4;
    let sum = f32x4.splat(0);
    for (let i = 0; i < HEAD_WIDTH * 4; i += 16)
      sum = f32x4.add(sum, f32x4.mul(v128.load(query + i), v128.load(key + i)));
    const fit = sumOf(sum) * factor;
    store<f32>(shares + token * 4, fit);
    most = max(most, fit);
  }
  let total: f32 = 0;
  for (let token = 0; token < tokenCount; token++) {
    const share = Mathf.exp(load<f32>(shares + token * 4) - most);
    store<f32>(shares + token * 4, share);
    total += share;
  }
  for (let token = 0; token < tokenCount; token++)
    store<f32>(shares + token * 4, load<f32>(shares + token * 4) / total);
}

function mixValues(firstValue: usize, to: usize, tokenCount: i32): void {
  for (let i = 0; i < HEAD_WIDTH * 4; i += 16) {
    let sum = f32x4.splat(0);
    for (let token = 0; token < tokenCount; token++) {
      const share = f32x4.splat(load<f32>(shares + token * 4));
      sum = f32x4.add(sum, f32x4.mul(share, v128.load(firstValue + token * WIDTH * 4 + i)));
    }
    v128.store(to + i, sum);
  }
}

/**
 * Adds `more` to each token's numbers and gives them the mean 0 and the variance 1. Then multiplies them by the numbers at
 * `factors` and adds the numbers after those. Returns the address of the next parameters.
 */
function addAndNormalize(to: usize, more: usize, tokenCount: i32, factors: usize): usize {
  const summands = factors + WIDTH * 4;
  for (let token = 0; token < tokenCount; token++) {
    const numbers = to + token * WIDTH * 4;
    const others = more + token * WIDTH * 4;
    let sum = f32x4.splat(0);
    for (let i = 0; i < WIDTH * 4; i += 16) {
      const both = f32x4.add(v128.load(numbers + i), v128.load(others + i));
      v128.store(numbers + i, both);
      sum = f32x4.add(sum, both);
    }
    const mean = f32x4.splat(sumOf(sum) / <f32>WIDTH);
    let squares = f32x4.splat(0);
    for (let i = 0; i < WIDTH * 4; i += 16) {
      const distance = f32x4.sub(v128.load(numbers + i), mean);
      squares = f32x4.add(squares, f32x4.mul(distance, distance));
    }
    const factor = f32x4.splat(1 / Mathf.sqrt(sumOf(squares) / <f32>WIDTH + VARIANCE_FLOOR));
    for (let i = 0; i < WIDTH * 4; i += 16) {
      const normal = f32x4.mul(f32x4.sub(v128.load(numbers + i), mean), factor);
      v128.store(numbers + i, f32x4.add(f32x4.mul(normal, v128.load(factors + i)), v128.load(summands + i)));
    }
  }
  return summands + WIDTH * 4;
}

/** The activation function of the inner layers (GELU). */
function activate(numbers: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const x = load<f32>(numbers + i * 4);
    store<f32>(numbers + i * 4, <f32>0.5 * x * (1 + errorFunction(x * <f32>Math.SQRT1_2)));
  }
}

/** Formula 7.1.26 of Abramowitz and Stegun, exact to seven digits. */
function errorFunction(x: f32): f32 {
  const distance: f32 = abs(x);
  const t: f32 = 1 / (1 + <f32>0.3275911 * distance);
  let polynomial: f32 = <f32>1.061405429 * t - <f32>1.453152027;
  polynomial = polynomial * t + <f32>1.421413741;
  polynomial = polynomial * t - <f32>0.284496736;
  polynomial = polynomial * t + <f32>0.254829592;
  const result: f32 = 1 - polynomial * t * Mathf.exp(-distance * distance);
  return x < 0 ? -result : result;
}

/** Writes the mean of all tokens, with length 1. */
function writeMean(tokenCount: i32): void {
  let squares: f32 = 0;
  for (let i = 0; i < WIDTH; i++) {
    let sum: f32 = 0;
    for (let token = 0; token < tokenCount; token++) sum += load<f32>(state + (token * WIDTH + i) * 4);
    store<f32>(result + i * 4, sum);
    squares += sum * sum;
  }
  const factor: f32 = 1 / Mathf.sqrt(squares);
  for (let i = 0; i < WIDTH; i++) store<f32>(result + i * 4, load<f32>(result + i * 4) * factor);
}

function sumOf(lanes: v128): f32 {
  const firstTwo = f32x4.extract_lane(lanes, 0) + f32x4.extract_lane(lanes, 1);
  return firstTwo + f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3);
}

function sumOfIntegers(lanes: v128): i32 {
  const firstTwo = i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1);
  return firstTwo + i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3);
}
