// Tool calls of the past: from the client's transcripts, and from what was recorded with parameters.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Event, parseEvent } from '../../core/event.ts';
import { listEvents } from '../../store/db/events.ts';
import { clientHome, type Home } from '../../system/home.ts';
import { openRecords } from './open-log.ts';

export interface PastCall {
  event: Event;
  at: number;
}

/** Every transcript below the given paths, or the client's own. */
export function transcripts(paths: readonly string[], since: number): string[] {
  const roots = paths.length > 0 ? paths : [join(clientHome(), 'projects')];
  return roots.flatMap((path) => below(path)).filter((file) => statSync(file).mtimeMs >= since);
}

function below(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true }) as string[];
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(path, name));
}

export function callsIn(file: string, since: number): PastCall[] {
  const calls: PastCall[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    // Most lines are talk: only those with a call are worth parsing.
    if (line.includes('"tool_use"')) calls.push(...callsOf(line, since));
  }
  return calls;
}

interface Entry {
  cwd?: string;
  sessionId?: string;
  timestamp?: string;
  isSidechain?: boolean;
  message?: { content?: unknown };
}

interface Use {
  type?: string;
  name?: string;
  id?: string;
  input?: unknown;
}

function callsOf(line: string, since: number): PastCall[] {
  const entry = parse(line);
  const at = Date.parse(entry?.timestamp ?? '') || 0;
  if (!entry || at < since || !Array.isArray(entry.message?.content)) return [];
  const uses = (entry.message.content as Use[]).filter((part) => part?.type === 'tool_use');
  return uses.flatMap((use) => callOf(use, entry, at));
}

function callOf(use: Use, entry: Entry, at: number): PastCall[] {
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

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

/** Recorded calls that were kept with their parameters. */
export function recordedCalls(home: Home, since: number): PastCall[] {
  if (!existsSync(home.store) && !existsSync(home.spool)) return [];
  const rows = listEvents(openRecords(home), { event: 'PreToolUse', since, limit: 1_000_000 });
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
