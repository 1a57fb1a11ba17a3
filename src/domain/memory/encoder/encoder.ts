// Turns a text into a vector that says what it is about, so that texts about the same thing in other words have similar
// vectors: all-MiniLM-L6-v2, a network of 22 million parameters, which are rounded to bytes (docs/decisions/033). It is
// a bundle of its own, so that only events that compare a prompt with lessons load it.
import kernel from './forward.generated.txt' with { type: 'text' };
import { piecesOf, type Vocabulary } from './word-pieces.ts';

/** Change it whenever the same text gets another vector: stored vectors of other models are made again. */
export const modelName = 'minilm-l6-v2/1';

/** The numbers of a vector, from -127 to 127. */
export type Vector = Int8Array;

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
  resultAddress(): number;
  parametersAddress(): number;
  encode(tokenCount: number): void;
}

/**
 * Loads the network and returns the function that encodes a text. It knows English only (english.ts): texts in other
 * languages have similar vectors, whatever they say.
 */
export function createEncoder({ parameters, pieceRows, vocabulary }: Model): (text: string) => Vector {
  const network = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(kernel, 'base64')))
    .exports as unknown as Kernel;
  const { memory } = network;
  const size = network.parametersAddress() + parameters.length;
  memory.grow(Math.ceil(size / pageSize) - memory.buffer.byteLength / pageSize);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(parameters, network.parametersAddress());
  const pieceCount = pieceRows.length / (vectorWidth + bytesPerScale);
  const scalesOffset = pieceCount * vectorWidth;
  return (text) => {
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
    return toBytes(new Float32Array(memory.buffer, network.resultAddress(), vectorWidth));
  };
}

/**
 * By this the numbers of a vector are multiplied before they are rounded to bytes. All that were seen are below 0.28, so
 * 127 / 381 leaves room.
 */
const unit = 381;

const toBytes = (vector: Float32Array) =>
  Int8Array.from(vector, (number) => Math.max(-127, Math.min(127, Math.round(number * unit))));

/** From -1 to 1; texts about different things have about 0. */
export function similarity(one: Vector, other: Vector): number {
  let sum = 0;
  for (let n = 0; n < vectorWidth; n++) sum += one[n]! * other[n]!;
  return sum / (unit * unit);
}
