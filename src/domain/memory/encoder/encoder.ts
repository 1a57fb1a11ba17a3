// Turns a text into vectors that say what it is about and what each of its words means there, so that the same thing in
// other words has similar vectors: all-MiniLM-L6-v2, a network of 22 million parameters, which are rounded to bytes
// (docs/decisions/033). It is a bundle of its own, so that only events that compare a prompt with lessons load it.
import kernel from './forward.generated.txt' with { type: 'text' };
import { piecesOf, type Vocabulary } from './word-pieces.ts';

/** Change it whenever the same text gets another vector: stored vectors of other models are made again. */
export const modelName = 'minilm-l6-v2/2';

/** The numbers of a vector, from -127 to 127. */
export type Vector = Int8Array;

export interface Encoded {
  /** What the whole text is about. */
  vector: Vector;
  /** What each piece of a word means in this text: their vectors, one after the other. */
  pieces: Int8Array;
}

export interface Encoder {
  encode(text: string): Encoded;
  /** For each piece of a text, the similarity of the most similar piece of another text. */
  findClosest(pieces: Int8Array, others: Int8Array): number[];
}

export const vectorWidth = 384;
const bytesPerScale = 4;
const pageSize = 65_536;

/** The files that scripts/encoder.ts makes. */
export interface Model {
  /** The parameters of the network, in the order in which it reads them. */
  parameters: Uint8Array;
  /** A row of bytes for each piece of the vocabulary, then a scale for each row. */
  pieceRows: Buffer;
  vocabulary: Vocabulary;
}

interface Kernel {
  memory: WebAssembly.Memory;
  tokenRowsAddress(): number;
  tokenScalesAddress(): number;
  otherRowsAddress(): number;
  resultAddress(): number;
  stateAddress(): number;
  parametersAddress(): number;
  encode(tokenCount: number): void;
  findClosest(count: number, otherCount: number): void;
}

/**
 * Loads the network. It knows English only (english.ts): texts in other languages have similar vectors, whatever they
 * say.
 */
export function createEncoder({ parameters, pieceRows, vocabulary }: Model): Encoder {
  const network = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(kernel, 'base64')))
    .exports as unknown as Kernel;
  const { memory } = network;
  const size = network.parametersAddress() + parameters.length;
  memory.grow(Math.ceil(size / pageSize) - memory.buffer.byteLength / pageSize);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(parameters, network.parametersAddress());
  const pieceCount = pieceRows.length / (vectorWidth + bytesPerScale);
  const scalesOffset = pieceCount * vectorWidth;
  const numbersAt = (address: number, vectors: number) =>
    new Float32Array(memory.buffer, address, vectors * vectorWidth);
  return {
    encode(text) {
      const found = piecesOf(text, vocabulary);
      for (const [n, piece] of found.entries()) {
        const row = piece * vectorWidth;
        const scale = scalesOffset + piece * bytesPerScale;
        bytes.set(pieceRows.subarray(row, row + vectorWidth), network.tokenRowsAddress() + n * vectorWidth);
        bytes.set(
          pieceRows.subarray(scale, scale + bytesPerScale),
          network.tokenScalesAddress() + n * bytesPerScale,
        );
      }
      network.encode(found.length);
      // The first and the last piece only frame the text.
      const framed = numbersAt(network.stateAddress(), found.length).subarray(vectorWidth, -vectorWidth);
      return { vector: toBytes(numbersAt(network.resultAddress(), 1), 1), pieces: piecesToBytes(framed) };
    },
    findClosest(pieces, others) {
      const count = pieces.length / vectorWidth;
      bytes.set(pieces, network.tokenRowsAddress());
      bytes.set(others, network.otherRowsAddress());
      network.findClosest(count, others.length / vectorWidth);
      const products = new Int32Array(memory.buffer, network.resultAddress(), count);
      return Array.from(products, (product) => product / (unit * unit));
    },
  };
}

/**
 * By this the numbers of a vector of length 1 are multiplied before they are rounded to bytes. All that were seen in
 * vectors of texts are below 0.28, so 127 / 381 leaves room; in vectors of pieces one in a hundred is larger, which
 * changes nothing.
 */
const unit = 381;

const toBytes = (vector: Float32Array, length: number) =>
  Int8Array.from(vector, (number) => Math.max(-127, Math.min(127, Math.round((number / length) * unit))));

function piecesToBytes(vectors: Float32Array): Int8Array {
  const bytes = new Int8Array(vectors.length);
  for (let start = 0; start < vectors.length; start += vectorWidth) {
    const vector = vectors.subarray(start, start + vectorWidth);
    bytes.set(toBytes(vector, Math.hypot(...vector)), start);
  }
  return bytes;
}

/** From -1 to 1; texts about different things have about 0. */
export function similarity(one: Vector, other: Vector): number {
  let sum = 0;
  for (let n = 0; n < vectorWidth; n++) sum += one[n]! * other[n]!;
  return sum / (unit * unit);
}
