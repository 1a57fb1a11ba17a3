// Reads the files of the sentence encoder, which are inside the executable, or in dist/ if Pawl runs from its sources.
import { join } from './path.ts';

export interface EncoderFiles {
  parameters: Buffer;
  pieceRows: Buffer;
  vocabulary: Buffer;
}

export function readEncoderFiles(embeddedRoot: string | undefined): EncoderFiles {
  // Files inside the executable are known only to the runtime's own functions.
  const { readFileSync } = require('node:fs') as typeof import('node:fs');
  // Their paths have slashes on every system.
  const folder = embeddedRoot
    ? `${embeddedRoot}/encoder`
    : join(import.meta.dir, '..', '..', 'dist', 'encoder');
  const read = (name: string) => readFileSync(`${folder}/${name}`);
  return {
    parameters: read('parameters.bin'),
    pieceRows: read('pieces.bin'),
    vocabulary: read('vocabulary.txt'),
  };
}
