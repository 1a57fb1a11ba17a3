// The lines of stdin, each as soon as it has arrived.
import { readSync } from 'node:fs';

export function* inputLines(): Generator<string> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(65_536);
  let rest = '';
  for (let got = read(chunk); got > 0; got = read(chunk)) {
    const lines = (rest + decoder.decode(chunk.subarray(0, got), { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** How many bytes were read; 0 at the end. */
function read(into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, into, 0, into.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // Another program may have made the pipe non-blocking, and it is empty at the moment.
      Bun.sleepSync(2);
    }
  }
}
