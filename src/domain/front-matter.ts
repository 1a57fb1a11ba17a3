// Reads the front matter of a document: YAML between two `---` lines at its top.
import { isObject } from '../core/json.ts';

export interface FrontMatter {
  head: Record<string, unknown>;
  body: string;
  /** Why the front matter could not be read. The body is set even then. */
  problem?: string;
}

export function readFrontMatter(text: string): FrontMatter {
  const match = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { head: {}, body: text };
  const body = text.slice(match[0].length);
  try {
    // Front matter that holds only comments parses to null.
    const value = Bun.YAML.parse(match[1] ?? '') ?? {};
    if (isObject(value)) return { head: value, body };
    return { head: {}, body, problem: 'its front matter is not a list of keys' };
  } catch (error) {
    return { head: {}, body, problem: `its front matter can’t be read: ${(error as Error).message}` };
  }
}

/** Does the value of this key contain the wanted word? `*` matches any value. */
export function hasValue(front: Record<string, unknown>, key: string, wanted: string): boolean {
  const words = [front[key]]
    .flat()
    .flatMap((value) => (value === undefined || value === null ? [] : [String(value)]));
  if (wanted === '*') return words.some((word) => word.trim() !== '');
  const bare = wanted.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return words.some((word) => new RegExp(`(^|[^\\w-])${bare}($|[^\\w-])`).test(word.toLowerCase()));
}
