// Turns a text into a vector that says what it is about, so that texts about the same thing in other words have similar
// vectors: all-MiniLM-L6-v2, a network of 22 million parameters, which are rounded to bytes (docs/decisions/033). It is
// a bundle of its own, so that only events that compare a prompt with lessons load it.
import kernel from './forward.generated.txt' with { type: 'text' };
import { piecesOf, type Vocabulary } from './word-pieces.ts';

/** Changes whenever the same text gets another vector. Stored vectors of other models are made again. */
export const modelName = 'minilm-l6-v2/1';

/** The numbers of a vector, from -127 to 127. */
export type Vector = Int8Array;

export const vectorWidth = 384;
const pageSize = 65_536;

/** The files that scripts/encoder.ts makes. */
export interface Model {
  /** The parameters of the network, in the order in which it reads them. */
  parameters: Uint8Array;
  /** A row of bytes for each piece of the vocabulary, then the scale of each row. */
  pieces: Buffer;
  vocabulary: Vocabulary;
}

interface Kernel {
  memory: WebAssembly.Memory;
  tokenRowsAddress(): number;
  tokenScalesAddress(): number;
  resultAddress(): number;
  parametersAddress(): number;
  encode(tokens: number): void;
}

/** The network knows English only: texts in other languages have similar vectors, whatever they say (english.ts). */
export function createEncoder({ parameters, pieces, vocabulary }: Model): (text: string) => Vector {
  const network = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(kernel, 'base64')))
    .exports as unknown as Kernel;
  const { memory } = network;
  const size = network.parametersAddress() + parameters.length;
  memory.grow(Math.ceil(size / pageSize) - memory.buffer.byteLength / pageSize);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(parameters, network.parametersAddress());
  const scales = pieces.length - (pieces.length / (vectorWidth + 4)) * 4;
  return (text) => {
    const found = piecesOf(text, vocabulary);
    for (const [n, piece] of found.entries()) {
      const row = piece * vectorWidth;
      const scale = scales + piece * 4;
      bytes.set(pieces.subarray(row, row + vectorWidth), network.tokenRowsAddress() + n * vectorWidth);
      bytes.set(pieces.subarray(scale, scale + 4), network.tokenScalesAddress() + n * 4);
    }
    network.encode(found.length);
    return toBytes(new Float32Array(memory.buffer, network.resultAddress(), vectorWidth));
  };
}

/** What 1 is in a vector. Single numbers of a vector with the length 1 are small: all seen were below 0.28. */
const unit = 381;

const toBytes = (vector: Float32Array) =>
  Int8Array.from(vector, (number) => Math.max(-127, Math.min(127, Math.round(number * unit))));

/** From -1 to 1; texts about different things have about 0. */
export function similarity(one: Vector, other: Vector): number {
  let sum = 0;
  for (let n = 0; n < vectorWidth; n++) sum += one[n]! * other[n]!;
  return sum / (unit * unit);
}
