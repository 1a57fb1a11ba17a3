// The engine treats every variable that begins with BUN_JSC_ as one of its 640 options. `BUN_JSC_watchdog=1` ends the
// process silently with exit code 0, so that every call would pass; others crash it or make it hang. The prefix is compared
// letter by letter in machine code. This changes the second comparison to look at the first letter again, which can't be
// both B and U, so that no variable has the prefix any more.
import type { Format } from './format.ts';

const prefix = 'BUN_JSC_';

/** Returns the place of the change. */
export function ignoreEngineOptions(bytes: Buffer, { processor }: Format): number {
  const places = processor === 'x64' ? comparisonsOnX64(bytes) : comparisonsOnArm64(bytes);
  if (places.length !== 1)
    throw new Error(
      `${prefix} is compared in ${places.length} places of the runtime: see how it reads options`,
    );
  const [at] = places as [number];
  if (processor === 'x64') bytes[at] = 0;
  else bytes.writeUInt32LE((bytes.readUInt32LE(at) & ~offsetOfLoad) >>> 0, at);
  return at;
}

/** `cmp byte [r+n], letter; jne next`, eight times: the places of the offset in the second comparison. */
function comparisonsOnX64(bytes: Buffer): number[] {
  const rex = '[\\x40-\\x4f]?';
  const jump = '(?:\\x75[^]|\\x0f\\x85[^]{4})';
  const [first, ...rest] = [...prefix].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`);
  const later = rest.map((letter, at) => `${rex}\\x80[\\x78-\\x7f]\\x24?\\x0${at + 1}${letter}`);
  const source = [`\\x80[\\x38-\\x3f]\\x24?${first}`, ...later].join(jump);
  // Latin-1 has one character a byte, so places in the text are places in the file.
  return [...bytes.toString('latin1').matchAll(new RegExp(source, 'g'))].map(
    (found) => found.index + found[0].indexOf('\x01U'),
  );
}

const offsetOfLoad = 0xfff << 10;
const wordsApart = 3;

/** `ldrb w, [x, #n]; cmp w, #letter; b.ne next`, eight times: the places of the second load. */
function comparisonsOnArm64(bytes: Buffer): number[] {
  const compares = (letter: string) => (0x7100001f | (letter.charCodeAt(0) << 10)) >>> 0;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const isAt = (at: number) =>
    [...prefix].every(
      (letter, n) => ((words[at + n * wordsApart] ?? 0) & ~(0x1f << 5)) >>> 0 === compares(letter),
    );
  const found: number[] = [];
  const first = compares('B');
  for (let at = 0; at < words.length; at++)
    if ((words[at]! & ~(0x1f << 5)) >>> 0 === first && isAt(at)) found.push((at + wordsApart - 1) * 4);
  return found;
}
