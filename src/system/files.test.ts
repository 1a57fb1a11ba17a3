import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomic } from './files.ts';

test('a write that fails names the file and leaves no temporary file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  const file = join(folder, 'deep', 'config.jsonc');
  writeFileAtomic(file, 'x');
  expect(readFileSync(file, 'utf8')).toBe('x');
  const taken = join(folder, 'taken');
  mkdirSync(join(taken, 'inside'), { recursive: true });
  expect(() => writeFileAtomic(taken, 'x')).toThrow(/^\S+\/taken can’t be written: E[A-Z]+: [^,']+$/);
  expect(readdirSync(folder).sort()).toEqual(['deep', 'taken']);
  rmSync(folder, { recursive: true });
});
