// Interim: replaced by the reader as soon as it lands.
import { parse } from 'unbash';
import type { ShellReading, Surroundings } from './types.ts';

export function readShell(source: string, around: Surroundings): ShellReading {
  const words = source.split(/\s+/).map((text) => ({ text, glob: false, quoted: false, origins: [] }));
  parse(source);
  return {
    commands: [
      {
        name: words[0]?.text ?? '',
        words,
        assignments: [],
        redirects: [],
        cwd: around.cwd,
        stdin: undefined,
        via: [],
        remote: false,
        background: false,
      },
    ],
    effects: [],
    notes: [],
  };
}
