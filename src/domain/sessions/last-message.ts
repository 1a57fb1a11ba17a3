// The last message of a subagent: from the event or, if the client left it out, from the agent's transcript.

import type { EventOf } from '../../core/event.ts';
import type { Files } from '../../core/facts.ts';
import type { JsonObject } from '../../core/json.ts';

export function lastMessage(event: EventOf<'SubagentStop'>, files: Pick<Files, 'tail'>): string {
  if (event.last_assistant_message) return event.last_assistant_message;
  const text = event.agent_transcript_path ? files.tail(event.agent_transcript_path, 200_000) : undefined;
  return text ? lastMessageIn(text) : '';
}

/** The last transcript line with text. A report that the agent handed back counts as text. */
function lastMessageIn(jsonl: string): string {
  for (const line of jsonl.split('\n').reverse()) {
    const words = messageText(parseLine(line));
    if (words) return words;
  }
  return '';
}

function messageText(entry: JsonObject): string {
  const content = entry.type === 'assistant' ? (entry.message as JsonObject | undefined)?.content : undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as JsonObject[]).map(blockText).filter(Boolean).join('\n');
}

function blockText(block: JsonObject): string {
  if (block.type === 'text' && typeof block.text === 'string') return block.text;
  const report =
    block.name === 'SubagentHandback' ? (block.input as JsonObject | undefined)?.message : undefined;
  return typeof report === 'string' ? report : '';
}

function parseLine(line: string): JsonObject {
  try {
    return (JSON.parse(line) as JsonObject) ?? {};
  } catch {
    return {};
  }
}
