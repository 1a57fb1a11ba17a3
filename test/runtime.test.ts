// The built program ignores the runtime's variables on other systems too. Their executables can't be started here, so
// the changes are made to small samples of their machine code and signatures.
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { ignoreEngineOptions } from '../scripts/runtime/engine-options.ts';
import { formatOf } from '../scripts/runtime/format.ts';
import { badPages, repairSignature } from '../scripts/runtime/signature.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s+/g, ''), 'hex');

/** The comparison with BUN_JSC_, as it stands in the runtimes of version 1.4.4. */
const comparison = {
  'Linux and macOS on x64': `41803e42 75e5 41807e0155 75de 41807e024e 75d7 41807e035f 75d0 41807e044a 75c9 41807e0553
    75c2 41807e0643 75bb 41807e075f 75b4`,
  'Windows on x64':
    '803f42 75e6 807f0155 75e0 807f024e 75da 807f035f 75d4 807f044a 75ce 807f0553 75c8 807f0643 75c2 807f075f',
};

for (const [system, code] of Object.entries(comparison))
  test(`engine options are ignored: ${system}`, () => {
    const bytes = Buffer.concat([Buffer.alloc(64), hex(code), Buffer.alloc(64)]);
    const at = ignoreEngineOptions(bytes, { container: 'elf', processor: 'x64' });
    // The second comparison looks at the first letter, which was just found to be another.
    expect(bytes.subarray(at, at + 2)).toEqual(Buffer.from([0, 0x55]));
    expect(() => ignoreEngineOptions(bytes, { container: 'elf', processor: 'x64' })).toThrow('0 places');
  });

test('engine options are ignored: Linux and macOS on arm64', () => {
  const words = [...'BUN_JSC_'].flatMap((letter, at) => [
    0x39400109 | (at << 10),
    (0x7100013f | (letter.charCodeAt(0) << 10)) >>> 0,
    0x54ffff01,
  ]);
  const bytes = Buffer.from(new Uint32Array([0, 0, ...words, 0]).buffer);
  const at = ignoreEngineOptions(bytes, { container: 'mach-o', processor: 'arm64' });
  expect(bytes.readUInt32LE(at).toString(16)).toBe('39400109');
  expect(at).toBe((2 + 3) * 4);
});

test('a runtime that reads its options in another way is not built', () => {
  expect(() => ignoreEngineOptions(Buffer.alloc(100), { container: 'elf', processor: 'arm64' })).toThrow(
    'see how it reads options',
  );
});

test('the format of an executable is read from its first bytes', () => {
  const elf = Buffer.alloc(64);
  elf.writeUInt32BE(0x7f454c46);
  elf.writeUInt16LE(0xb7, 18);
  expect(formatOf(elf)).toEqual({ container: 'elf', processor: 'arm64' });
  const pe = Buffer.alloc(128);
  pe.write('MZ');
  pe.writeUInt32LE(64, 60);
  pe.writeUInt16LE(0x8664, 68);
  expect(formatOf(pe)).toEqual({ container: 'pe', processor: 'x64' });
  expect(() => formatOf(Buffer.alloc(64))).toThrow('not an executable');
});

test('the signature of a changed page is repaired', () => {
  const bytes = signedSample();
  expect(badPages(bytes)).toEqual([]);
  bytes[5000] = 1;
  expect(badPages(bytes)).toEqual([1]);
  repairSignature(bytes, [5000]);
  expect(badPages(bytes)).toEqual([]);
});

/** Two pages of code, and an ad-hoc signature that holds their hashes. */
function signedSample(): Buffer {
  const code = 8192;
  const bytes = Buffer.alloc(code + 256);
  bytes.writeUInt32LE(0xfeedfacf);
  bytes.writeUInt32LE(1, 16);
  bytes.writeUInt32LE(0x1d, 32);
  bytes.writeUInt32LE(16, 36);
  bytes.writeUInt32LE(code, 40);
  bytes.writeUInt32BE(1, code + 8);
  bytes.writeUInt32BE(20, code + 16);
  const directory = code + 20;
  bytes.writeUInt32BE(2, directory + 12);
  bytes.writeUInt32BE(44, directory + 16);
  bytes.writeUInt32BE(2, directory + 28);
  bytes.writeUInt32BE(code, directory + 32);
  bytes.set([32, 2, 0, 12], directory + 36);
  for (const page of [0, 1])
    createHash('sha256')
      .update(bytes.subarray(page * 4096, (page + 1) * 4096))
      .digest()
      .copy(bytes, directory + 44 + page * 32);
  return bytes;
}
