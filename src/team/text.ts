// Cleans texts for PostgreSQL. A NUL or a lone surrogate in one value would fail a whole batch, each time.

/** `limit`: in characters. An index takes at most some 2,700 bytes. */
export function clean(text: string, limit: number): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const whole = cut.includes('\0') ? cut.replaceAll('\0', '') : cut;
  return whole.isWellFormed() ? whole : whole.toWellFormed();
}

export const cleanOrNull = (text: string | null | undefined, limit: number): string | null =>
  typeof text === 'string' ? clean(text, limit) : null;

/** The same for every text of a JSON value. */
export function cleanDeep(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return clean(value, limit);
  if (Array.isArray(value)) return value.map((one) => cleanDeep(one, limit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [clean(key, 200), cleanDeep(one, limit)]),
  );
}
