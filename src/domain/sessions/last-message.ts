// What an agent said last: in the event, or, where the client leaves it out, in the agent's own transcript.

import type { EventOf } from '../../core/event.ts';
import type { Files } from '../../core/facts.ts';
import type { JsonObject } from '../../core/json.ts';

export function lastWords(event: EventOf<'SubagentStop'>, files: Pick<Files, 'tail'>): string {
  if (event.last_assistant_message) return event.last_assistant_message;
  const text = event.agent_transcript_path ? files.tail(event.agent_transcript_path, 200_000) : undefined;
  return text ? lastIn(text) : '';
}

/** The last line of the agent with words in it; a report that it handed back counts as its words. */
function lastIn(jsonl: string): string {
  for (const line of jsonl.split('\n').reverse()) {
    const words = wordsOf(parse(line));
    if (words) return words;
  }
  return '';
}

function wordsOf(entry: JsonObject): string {
  const content = entry.type === 'assistant' ? (entry.message as JsonObject | undefined)?.content : undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as JsonObject[]).map(blockWords).filter(Boolean).join('\n');
}

function blockWords(block: JsonObject): string {
  if (block.type === 'text' && typeof block.text === 'string') return block.text;
  const report =
    block.name === 'SubagentHandback' ? (block.input as JsonObject | undefined)?.message : undefined;
  return typeof report === 'string' ? report : '';
}

function parse(line: string): JsonObject {
  try {
    return (JSON.parse(line) as JsonObject) ?? {};
  } catch {
    return {};
  }
}
