// How full the context is: from the status line if it reported it, otherwise from the end of the transcript.

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

/** Sizes of the end of the transcript to read, one after the other, until the usage is found. */
const tailSizes = [16_384, 131_072, 1_048_576, 8_388_608, 33_554_432];

/** Undefined if unknown: before the first answer, and after a compaction. */
export function findContextUse(
  home: Home,
  session: string,
  transcript: string | undefined,
): ContextUse | undefined {
  const reported = readContextUse(home, session);
  const tail = transcript ? attempt(() => readTranscriptTail(transcript)) : undefined;
  const window = reported?.window ?? contextWindow(tail?.use?.model, tail?.use?.used);
  if (tail?.use && (!reported || tail.changed > reported.at))
    return contextUseOf(tail.use.used, window, 'transcript', tail.use.model);
  if (tail?.use === null || !reported || reported.percent === null) return undefined;
  return {
    ...contextUseOf(reported.used, reported.window, 'status line', reported.model),
    percent: reported.percent,
  };
}

interface TranscriptTail {
  /** Null after a compaction, until the next request; undefined if the tail names no use. */
  use: TokenUsage | null | undefined;
  /** Modification time of the transcript. */
  changed: number;
}

/** Transcripts grow to hundreds of megabytes, so only the end is read. */
export function readTranscriptTail(path: string): TranscriptTail {
  const stat = statSync(path);
  // Reading a pipe would block.
  if (!stat.isFile()) return { use: undefined, changed: 0 };
  const { size, mtimeMs } = stat;
  const file = openSync(path, 'r');
  try {
    for (const step of tailSizes) {
      const use = latestUsage(lastLines(file, size, step));
      if (use !== undefined || step >= size) return { use, changed: mtimeMs };
    }
    return { use: undefined, changed: mtimeMs };
  } finally {
    closeSync(file);
  }
}

/** The last whole lines of a transcript. */
export function readLastLines(path: string): string[] {
  const stat = statSync(path);
  if (!stat.isFile()) return [];
  const file = openSync(path, 'r');
  try {
    return lastLines(file, stat.size, tailSizes[1]!);
  } finally {
    closeSync(file);
  }
}

function lastLines(file: number, size: number, bytes: number): string[] {
  const buffer = new Uint8Array(Math.min(bytes, size));
  const got = readSync(file, buffer, 0, buffer.length, size - buffer.length);
  const lines = new TextDecoder().decode(buffer.subarray(0, got)).split('\n');
  // The first line may be incomplete.
  return bytes < size ? lines.slice(1) : lines;
}
