// How older hook systems wrote their files.
import type { JsonObject } from '../../core/json.ts';
import { attempt } from '../../system/attempt.ts';
import { readText } from '../../system/files.ts';

/** Undefined if the file is missing or is not JSON. */
export const readJson = (file: string): JsonObject | undefined =>
  attempt(() => JSON.parse(readText(file) ?? '') as JsonObject);

/** Parses a time that ends in two offsets (`+00:00Z`). */
export function timeOf(text: unknown): number | undefined {
  const at = Date.parse(String(text).replace(/\+00:00Z$/, 'Z'));
  return Number.isNaN(at) ? undefined : at;
}
