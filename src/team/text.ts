// Cleans texts for PostgreSQL. A NUL or a lone surrogate in one value would fail a whole batch, each time.

/** Also cuts the text to `limit` characters, because an index takes at most some 2,700 bytes. */
export function clean(text: string, limit: number): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const whole = cut.includes('\0') ? cut.replaceAll('\0', '') : cut;
  return whole.isWellFormed() ? whole : whole.toWellFormed();
}

export const cleanOrNull = (text: string | null | undefined, limit: number): string | null =>
  typeof text === 'string' ? clean(text, limit) : null;

/** Cleans every text in a JSON value. */
export function cleanDeep(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return clean(value, limit);
  if (Array.isArray(value)) return value.map((item) => cleanDeep(item, limit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key, 200), cleanDeep(item, limit)]),
  );
}
