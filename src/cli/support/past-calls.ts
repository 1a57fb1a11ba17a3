// Past tool calls for `pawl backtest`: from the client's transcripts, and from recorded events with parameters.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Event, parseEvent } from '../../core/event.ts';
import { listEvents } from '../../store/db/events.ts';
import { clientHome, type Home } from '../../system/home.ts';
import { openLog } from './open-log.ts';

export interface PastCall {
  event: Event;
  at: number;
}

/** The transcripts below the given paths; default: all transcripts of the client. */
export function transcripts(paths: readonly string[], since: number): string[] {
  const roots = paths.length > 0 ? paths : [join(clientHome(), 'projects')];
  return roots.flatMap((path) => transcriptsBelow(path)).filter((file) => statSync(file).mtimeMs >= since);
}

function transcriptsBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true }) as string[];
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(path, name));
}

export function callsIn(file: string, since: number): PastCall[] {
  const calls: PastCall[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    // Most lines hold no tool call, and a search is faster than parsing them.
    if (line.includes('"tool_use"')) calls.push(...callsOf(line, since));
  }
  return calls;
}

interface TranscriptEntry {
  cwd?: string;
  sessionId?: string;
  timestamp?: string;
  isSidechain?: boolean;
  message?: { content?: unknown };
}

interface ToolUse {
  type?: string;
  name?: string;
  id?: string;
  input?: unknown;
}

function callsOf(line: string, since: number): PastCall[] {
  const entry = parseEntry(line);
  const at = Date.parse(entry?.timestamp ?? '') || 0;
  if (!entry || at < since || !Array.isArray(entry.message?.content)) return [];
  const uses = (entry.message.content as ToolUse[]).filter((part) => part?.type === 'tool_use');
  return uses.flatMap((use) => callOf(use, entry, at));
}

function callOf(use: ToolUse, entry: TranscriptEntry, at: number): PastCall[] {
  return toEvent(
    {
      tool_name: use.name,
      tool_input: use.input,
      tool_use_id: use.id,
      cwd: entry.cwd,
      session_id: entry.sessionId,
      ...(entry.isSidechain && { agent_id: 'subagent' }),
    },
    at,
  );
}

function toEvent(fields: Record<string, unknown>, at: number): PastCall[] {
  const parsed = parseEvent(JSON.stringify({ hook_event_name: 'PreToolUse', ...fields }));
  return parsed.kind === 'event' ? [{ event: parsed.event, at }] : [];
}

function parseEntry(line: string): TranscriptEntry | undefined {
  try {
    return JSON.parse(line) as TranscriptEntry;
  } catch {
    return undefined;
  }
}

/** Recorded tool calls that have their parameters. */
export function recordedCalls(home: Home, since: number): PastCall[] {
  if (!existsSync(home.store) && !existsSync(home.spool)) return [];
  const rows = listEvents(openLog(home), { event: 'PreToolUse', since, limit: 1_000_000 });
  return rows.flatMap((row) => {
    const input = row.parameters as Record<string, unknown> | undefined;
    if (!input || !row.tool) return [];
    return toEvent(
      {
        tool_name: row.tool,
        tool_input: input,
        tool_use_id: row.tool_use_id,
        cwd: row.cwd,
        session_id: row.session_id,
      },
      row.at,
    );
  });
}
