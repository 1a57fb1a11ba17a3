// Makes a Windows library without code, whose functions are forwarded to those of another library. Wine 8, the version in
// Debian, lacks bcryptprimitives.dll; the one function that Bun's runtime takes from it exists under another name.

/** Where the only section begins in memory and in the file. */
const ADDRESS = 0x1000;
const OFFSET = 0x200;

/** `functions`: the exported name and `LIBRARY.Function`, for each. */
export function forwarder(name: string, functions: Record<string, string>): Buffer {
  const section = exportSection(name, functions);
  const size = Math.ceil(section.length / OFFSET) * OFFSET;
  const file = Buffer.alloc(OFFSET + size);
  writeHeaders(file, section.length, size);
  section.copy(file, OFFSET);
  return file;
}

function exportSection(name: string, functions: Record<string, string>): Buffer {
  const names = Object.keys(functions).sort();
  const count = names.length;
  const tables = { functions: 40, names: 40 + 4 * count, ordinals: 40 + 8 * count };
  const texts: Buffer[] = [];
  let end = 40 + 10 * count;
  const text = (value: string) => {
    const at = ADDRESS + end;
    texts.push(Buffer.from(`${value}\0`, 'latin1'));
    end += value.length + 1;
    return at;
  };
  const head = Buffer.alloc(end);
  head.writeUInt32LE(text(name), 12);
  head.writeUInt32LE(1, 16);
  head.writeUInt32LE(count, 20);
  head.writeUInt32LE(count, 24);
  for (const [at, table] of Object.values(tables).entries()) head.writeUInt32LE(ADDRESS + table, 28 + 4 * at);
  for (const [at, exported] of names.entries()) {
    head.writeUInt32LE(text(exported), tables.names + 4 * at);
    head.writeUInt32LE(text(functions[exported]!), tables.functions + 4 * at);
    head.writeUInt16LE(at, tables.ordinals + 2 * at);
  }
  return Buffer.concat([head, ...texts]);
}

function writeHeaders(file: Buffer, length: number, size: number): void {
  const put = (at: number, ...values: [bytes: number, value: number][]) => {
    for (const [bytes, value] of values) {
      file.writeUIntLE(value, at, bytes);
      at += bytes;
    }
    return at;
  };
  file.write('MZ', 0, 'latin1');
  put(0x3c, [4, 64]);
  file.write('PE\0\0', 64, 'latin1');
  // For x64, one section, an optional header of 240 bytes; a library that may lie anywhere.
  let at = put(68, [2, 0x8664], [2, 1], [4, 0], [4, 0], [4, 0], [2, 240], [2, 0x2022]);
  at = put(at, [2, 0x20b], [2, 14], [4, 0], [4, size], [4, 0], [4, 0], [4, ADDRESS]);
  at = put(at, [6, 0x180000000], [2, 0], [4, ADDRESS], [4, OFFSET]);
  // Versions, the size in memory and of the headers, then the subsystem and its flags.
  at = put(at, [2, 6], [2, 0], [2, 0], [2, 0], [2, 6], [2, 0], [4, 0], [4, 2 * ADDRESS], [4, OFFSET], [4, 0]);
  at = put(at, [2, 3], [2, 0x160]);
  for (const reserved of [0x100000, 0x1000, 0x100000, 0x1000]) at = put(at, [6, reserved], [2, 0]);
  at = put(at, [4, 0], [4, 16], [4, ADDRESS], [4, length]);
  const table = 68 + 20 + 240;
  file.write('.edata', table, 'latin1');
  put(table + 8, [4, length], [4, ADDRESS], [4, size], [4, OFFSET]);
  put(table + 36, [4, 0x40000040]);
}
