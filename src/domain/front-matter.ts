// The head of a document, read with a real YAML parser.
import { isObject } from '../core/json.ts';

export interface Headed {
  head: Record<string, unknown>;
  body: string;
  /** Why the head could not be read; the body is there all the same. */
  problem?: string;
}

export function readHead(text: string): Headed {
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
