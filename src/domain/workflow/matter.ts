// Values in the front matter of a document.

/** Is the wanted word among the values of this key? `*` is any. */
export function hasValue(front: Record<string, unknown>, key: string, wanted: string): boolean {
  const words = [front[key]]
    .flat()
    .flatMap((one) => (one === undefined || one === null ? [] : [String(one)]));
  if (wanted === '*') return words.some((one) => one.trim() !== '');
  const bare = wanted.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return words.some((one) => new RegExp(`(^|[^\\w-])${bare}($|[^\\w-])`).test(one.toLowerCase()));
}
