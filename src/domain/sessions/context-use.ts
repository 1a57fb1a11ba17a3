// How full a session's context window is, from its transcript or the status line. Pure.

export interface ContextUse {
  /** Tokens sent with the last request. */
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

/** Models with a large context window. Used only when the client does not report the size itself. */
const largeWindowModels = /\[1m\]|-(?:opus|sonnet|haiku|fable|mythos)-(?:[5-9]|\d\d)(?:-|$)/i;
const usualWindow = 200_000;
const largeWindow = 1_000_000;

/**
 * A transcript names the model but not its window. If more tokens were used than the usual window has, it must be
 * larger.
 */
export function contextWindow(model: string | undefined, used = 0): number {
  const window = model && largeWindowModels.test(model) ? largeWindow : usualWindow;
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

export interface TokenUsage {
  used: number;
  model?: string;
}

/**
 * The token usage of the last request in a transcript. `null`: the session was compacted since, so the usage is
 * unknown.
 */
export function latestUsage(lines: readonly string[]): TokenUsage | null | undefined {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (isCompaction(line)) return null;
    if (!line.includes('"usage"') || !line.includes('"assistant"')) continue;
    const found = usageIn(line);
    if (found) return found;
  }
  return undefined;
}

/** A message could contain the same words, so only the fields of the line itself count. */
function isCompaction(line: string): boolean {
  if (!line.includes('compact_boundary') && !line.includes('isCompactSummary')) return false;
  const entry = parseLine(line);
  return entry?.subtype === 'compact_boundary' || entry?.isCompactSummary === true;
}

interface TranscriptLine {
  type?: string;
  subtype?: string;
  isCompactSummary?: boolean;
  isSidechain?: boolean;
  message?: { model?: string; usage?: Usage };
}

function usageIn(line: string): TokenUsage | undefined {
  const entry = parseLine(line);
  const usage = entry?.message?.usage;
  if (entry?.type !== 'assistant' || entry.isSidechain || !usage) return undefined;
  const { model } = entry.message!;
  // API errors are recorded as assistant messages of the model `<synthetic>`, with no usage.
  if (model === '<synthetic>') return undefined;
  const used =
    (usage.input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0);
  return used > 0 ? { used, ...(model && { model }) } : undefined;
}

function parseLine(line: string): TranscriptLine | undefined {
  try {
    return JSON.parse(line) as TranscriptLine;
  } catch {
    return undefined;
  }
}
