// The front matter of a document: YAML between two lines of dashes at its top.
import { isObject } from '../core/json.ts';

export interface FrontMatter {
  head: Record<string, unknown>;
  body: string;
  /** Why the head could not be read; the body is there all the same. */
  problem?: string;
}

export function readFrontMatter(text: string): FrontMatter {
  const match = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { head: {}, body: text };
  const body = text.slice(match[0].length);
  try {
    // Nothing but comments is an empty head.
    const value = Bun.YAML.parse(match[1] ?? '') ?? {};
    if (isObject(value)) return { head: value, body };
    return { head: {}, body, problem: 'its front matter is no list of keys' };
  } catch (error) {
    return { head: {}, body, problem: `its front matter can’t be read: ${(error as Error).message}` };
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
