// How full a session's context is, and what is said about it. Pure.

export interface ContextUse {
  /** Tokens the last request sent. */
  used: number;
  window: number;
  percent: number;
  model?: string;
  from: 'status line' | 'transcript';
}

interface Usage {
  input_tokens?: number;
  cache_creation_input_tokens?: number;
  cache_read_input_tokens?: number;
}

/** Models with a large context window; the client's own figure goes before this. */
const large = /\[1m\]|-(?:opus|sonnet|haiku|fable|mythos)-(?:[5-9]|\d\d)(?:-|$)/i;
const usualWindow = 200_000;
const largeWindow = 1_000_000;

/** A transcript names the model, not the window it was given: what was sent had room in it. */
export function windowOf(model: string | undefined, used = 0): number {
  const window = model && large.test(model) ? largeWindow : usualWindow;
  return used > window ? Math.max(used, largeWindow) : window;
}

export function contextUseOf(
  used: number,
  window: number,
  from: ContextUse['from'],
  model?: string,
): ContextUse {
  const percent = Math.round((1_000 * used) / window) / 10;
  return { used, window, percent, from, ...(model && { model }) };
}

export interface LastUse {
  used: number;
  model?: string;
}

/** The newest request in lines of a transcript, newest line last. `null`: compacted since, so nobody knows yet. */
export function lastUse(lines: readonly string[]): LastUse | null | undefined {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (isBoundary(line)) return null;
    if (!line.includes('"usage"') || !line.includes('"assistant"')) continue;
    const found = useOf(line);
    if (found) return found;
  }
  return undefined;
}

/** The text of a message could hold the same words: only a line that says it of itself counts. */
function isBoundary(line: string): boolean {
  if (!line.includes('compact_boundary') && !line.includes('isCompactSummary')) return false;
  const entry = parse(line);
  return entry?.subtype === 'compact_boundary' || entry?.isCompactSummary === true;
}

interface Line {
  type?: string;
  subtype?: string;
  isCompactSummary?: boolean;
  isSidechain?: boolean;
  message?: { model?: string; usage?: Usage };
}

function useOf(line: string): LastUse | undefined {
  const entry = parse(line);
  const usage = entry?.message?.usage;
  if (entry?.type !== 'assistant' || entry.isSidechain || !usage) return undefined;
  const { model } = entry.message!;
  // Errors of the service are written as answers of nobody, with nothing used.
  if (model === '<synthetic>') return undefined;
  const used =
    (usage.input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0);
  return used > 0 ? { used, ...(model && { model }) } : undefined;
}

function parse(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}
