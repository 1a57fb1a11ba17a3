// How full the context is: exact from the status line, else from the end of the transcript.

import {
  type ContextUse,
  contextUseOf,
  contextWindow,
  latestUsage,
  type TokenUsage,
} from '../domain/sessions/context-use.ts';
import { readContextUse } from '../store/files/marks.ts';
import { attempt } from '../system/attempt.ts';
import { closeSync, openSync, readSync, statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';

/** A step back at a time; what lies further back than the last one is not looked for. */
const steps = [16_384, 131_072, 1_048_576, 8_388_608, 33_554_432];

/** Undefined when nobody knows: before the first answer, after a compaction. */
export function findContextUse(
  home: Home,
  session: string,
  transcript: string | undefined,
): ContextUse | undefined {
  const told = readContextUse(home, session);
  const tail = transcript ? attempt(() => readTail(transcript)) : undefined;
  const window = told?.window ?? contextWindow(tail?.use?.model, tail?.use?.used);
  if (tail?.use && (!told || tail.changed > told.at))
    return contextUseOf(tail.use.used, window, 'transcript', tail.use.model);
  if (tail?.use === null || !told || told.percent === null) return undefined;
  return { ...contextUseOf(told.used, told.window, 'status line', told.model), percent: told.percent };
}

interface Tail {
  use: TokenUsage | null | undefined;
  /** When the file was last written. */
  changed: number;
}

/** Transcripts grow to hundreds of megabytes: only the end is read. */
export function readTail(path: string): Tail {
  const stat = statSync(path);
  // A pipe in its place would make us wait.
  if (!stat.isFile()) return { use: undefined, changed: 0 };
  const { size, mtimeMs } = stat;
  const file = openSync(path, 'r');
  try {
    for (const step of steps) {
      const use = latestUsage(lastLines(file, size, step));
      if (use !== undefined || step >= size) return { use, changed: mtimeMs };
    }
    return { use: undefined, changed: mtimeMs };
  } finally {
    closeSync(file);
  }
}

function lastLines(file: number, size: number, bytes: number): string[] {
  const buffer = new Uint8Array(Math.min(bytes, size));
  const got = readSync(file, buffer, 0, buffer.length, size - buffer.length);
  const lines = new TextDecoder().decode(buffer.subarray(0, got)).split('\n');
  // The first one may have lost its beginning.
  return bytes < size ? lines.slice(1) : lines;
}
