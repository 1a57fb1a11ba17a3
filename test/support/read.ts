// Small readers over what one run of the client left behind.
import type { Run, StreamLine } from './client.ts';
import { type Block, blocksOf } from './script.ts';

export interface ToolResult {
  id: string;
  refused: boolean;
  text: string;
}

/** What the session ended with, as a caller of the client sees it. */
export function result(run: Run): string | undefined {
  return run.lines.findLast((line) => line.type === 'result')?.result;
}

/** What the model was told about each of its tool calls, in order. */
export function toolResults(run: Run): ToolResult[] {
  const blocks = messagesOf(run).flatMap((message) => blocksOf(message.content));
  const results = blocks.filter((block) => block.type === 'tool_result').map(toolResult);
  return [...new Map(results.map((one) => [one.id, one])).values()];
}

/** Where a text was put before the model: `#0 system` is a system message of the first request. */
export function whereIs(run: Run, text: string): string[] {
  return mainRequests(run).flatMap((request, index) => {
    const inPrompt = JSON.stringify(request.system ?? '').includes(escaped(text)) ? [`#${index} prompt`] : [];
    const holders = request.messages.filter((message) => JSON.stringify(message).includes(escaped(text)));
    return [...inPrompt, ...holders.map((message) => `#${index} ${message.role}`)];
  });
}

/** What hooks answered, by event, as the client saw it. */
export function hookAnswers(run: Run, event: string): StreamLine[] {
  return run.lines.filter((line) => line.subtype === 'hook_response' && line.hook_event === event);
}

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

const mainRequests = (run: Run) =>
  run.requests.flatMap((request) => (request.kind === 'main' && request.body ? [request.body] : []));

const messagesOf = (run: Run) => mainRequests(run).flatMap((request) => request.messages);

function toolResult(block: Block): ToolResult {
  const parts = blocksOf(block.content ?? '').map((part) => part.text ?? `[${part.type}]`);
  return { id: block.tool_use_id ?? '', refused: block.is_error === true, text: parts.join('\n') };
}
