// The context use of a session over time, from the client's transcript. Only the figures are used, not the texts.
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { latestUsage } from '../domain/sessions/context-use.ts';

/** Only the last bytes are read: a transcript can be hundreds of megabytes long. */
const maxBytes = 24 * 1024 * 1024;

export interface Point {
  at: number;
  used: number;
}

/** Cached, because the page asks again with every change. A transcript only grows, so its size identifies its content. */
let cached: { key: string; points: Point[] } | undefined;

export function contextCurve(path: string): Point[] {
  const key = `${path} ${statSync(path).size}`;
  if (cached?.key !== key) cached = { key, points: readCurve(path, 400) };
  return cached.points;
}

function readCurve(path: string, points: number): Point[] {
  const lines = tailOf(path)
    .split('\n')
    .filter((line) => line.includes('"usage"'));
  const all = lines.flatMap((line) => {
    const use = latestUsage([line]);
    const at = Date.parse(/"timestamp":"([^"]+)"/.exec(line)?.[1] ?? '');
    return use && Number.isFinite(at) ? [{ at, used: use.used }] : [];
  });
  const step = Math.ceil(all.length / points);
  return all.filter((_, at) => step <= 1 || at % step === 0 || at === all.length - 1);
}

function tailOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}
