// How full the context was, request by request: from the client's transcript, of which only the figures leave here.
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { latestUsage } from '../domain/sessions/context-use.ts';

/** Transcripts grow to hundreds of megabytes; the last ones are enough for a curve. */
const most = 24 * 1024 * 1024;

export interface Point {
  at: number;
  used: number;
}

/** A page that refreshes itself asks again and again; a transcript only grows. */
let last: { key: string; points: Point[] } | undefined;

export function curveOf(path: string): Point[] {
  const key = `${path} ${statSync(path).size}`;
  if (last?.key !== key) last = { key, points: readCurve(path, 400) };
  return last.points;
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
    const buffer = Buffer.alloc(Math.min(size, most));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}
