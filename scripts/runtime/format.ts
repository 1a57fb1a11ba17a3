// Tells from its first bytes which system and processor an executable is made for.

export interface Format {
  container: 'elf' | 'mach-o' | 'pe';
  processor: 'x64' | 'arm64';
}

export function formatOf(bytes: Buffer): Format {
  if (bytes.readUInt32BE(0) === 0x7f454c46)
    return { container: 'elf', processor: named(bytes.readUInt16LE(18)) };
  if (bytes.readUInt32LE(0) === 0xfeedfacf)
    return { container: 'mach-o', processor: named(bytes.readUInt32LE(4)) };
  if (bytes.toString('latin1', 0, 2) === 'MZ')
    return { container: 'pe', processor: named(bytes.readUInt16LE(bytes.readUInt32LE(60) + 4)) };
  throw new Error('not an executable of Linux, macOS or Windows');
}

/** The three formats number the processors differently, and no number means two of them. */
const processors: Record<number, Format['processor']> = {
  62: 'x64',
  183: 'arm64',
  16777223: 'x64',
  16777228: 'arm64',
  34404: 'x64',
  43620: 'arm64',
};

function named(machine: number): Format['processor'] {
  const processor = processors[machine];
  if (!processor) throw new Error(`unknown processor ${machine.toString(16)}`);
  return processor;
}
