// Reads results from one run of the client.
import type { Run, StreamLine } from './client.ts';
import { type Block, blocksOf } from './script.ts';

export interface ToolResult {
  id: string;
  refused: boolean;
  text: string;
}

/** The final result of the session, as a caller of the client sees it. */
export function result(run: Run): string | undefined {
  return run.lines.findLast((line) => line.type === 'result')?.result;
}

/** The results of the tool calls that the model received, in order. */
export function toolResults(run: Run): ToolResult[] {
  const blocks = messagesOf(run).flatMap((message) => blocksOf(message.content));
  const results = blocks.filter((block) => block.type === 'tool_result').map(toolResult);
  return [...new Map(results.map((one) => [one.id, one])).values()];
}

/** Where a text occurs in the requests to the model: `#0 system` is a system message of the first request. */
export function whereIs(run: Run, text: string): string[] {
  return mainRequests(run).flatMap((request, index) => {
    const inPrompt = JSON.stringify(request.system ?? '').includes(escaped(text)) ? [`#${index} prompt`] : [];
    const holders = request.messages.filter((message) => JSON.stringify(message).includes(escaped(text)));
    return [...inPrompt, ...holders.map((message) => `#${index} ${message.role}`)];
  });
}

/** The answers of hooks by event, as the client received them. */
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
