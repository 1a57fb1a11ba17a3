// Reads the files of the sentence encoder, which are inside the executable, or in dist/ if Pawl runs from its sources.
import { join } from './path.ts';

export interface EncoderFiles {
  parameters: Buffer;
  pieces: Buffer;
  vocabulary: Buffer;
}

export function readEncoderFiles(embeddedRoot: string | undefined): EncoderFiles {
  // Files inside the executable are known only to the runtime's own functions.
  const { readFileSync } = require('node:fs') as typeof import('node:fs');
  const folder = join(embeddedRoot ?? join(import.meta.dir, '..', '..', 'dist'), 'encoder');
  const read = (name: string) => readFileSync(join(folder, name));
  return {
    parameters: read('parameters.bin'),
    pieces: read('pieces.bin'),
    vocabulary: read('vocabulary.txt'),
  };
}
