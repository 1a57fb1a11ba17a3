// Front matter of a document, read with a real YAML parser.

export interface Document {
  front: Record<string, unknown>;
  body: string;
}

export function readDocument(text: string): Document {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { front: {}, body: text };
  return { front: parse(match[1]!), body: text.slice(match[0].length) };
}

function parse(yaml: string): Record<string, unknown> {
  try {
    const value = Bun.YAML.parse(yaml);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** Is the wanted word among the values of this key? `*` is any. */
export function hasValue(front: Record<string, unknown>, key: string, wanted: string): boolean {
  const words = [front[key]]
    .flat()
    .flatMap((one) => (one === undefined || one === null ? [] : [String(one)]));
  if (wanted === '*') return words.some((one) => one.trim() !== '');
  const bare = wanted.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return words.some((one) => new RegExp(`(^|[^\\w-])${bare}($|[^\\w-])`).test(one.toLowerCase()));
}
