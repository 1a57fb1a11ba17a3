// Encodes a scripted turn as the event stream of the Messages API.
import type { Turn } from './script.ts';

type Content =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown };

interface Message {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: Content[];
  stop_reason: string;
  stop_sequence: null;
  usage: Record<string, number>;
}

const noUsage = {
  input_tokens: 100,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 20,
};

let serial = 0;
const nextId = (prefix: string) => `${prefix}_${String(++serial).padStart(6, '0')}`;

export function messageOf(turn: Turn, model: string): Message {
  const text: Content[] = turn.text === undefined ? [] : [{ type: 'text', text: turn.text }];
  const tools = (turn.tools ?? []).map(({ id, name, input }): Content => {
    return { type: 'tool_use', id: id ?? nextId('toolu'), name, input };
  });
  return {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [...text, ...tools],
    stop_reason: turn.stopReason ?? (tools.length > 0 ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { ...noUsage, ...turn.usage },
  };
}

export function messageResponse(message: Message, stream: boolean): Response {
  if (!stream) return Response.json(message);
  const body = streamOf(message).map((part) => `event: ${part.type}\ndata: ${JSON.stringify(part)}\n\n`);
  return new Response(body.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

export function errorResponse(error: NonNullable<Turn['error']>): Response {
  const { status, type = 'api_error', message = 'scripted error' } = error;
  return Response.json({ type: 'error', error: { type, message } }, { status });
}

function streamOf(message: Message) {
  const start = { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } };
  return [
    { type: 'message_start', message: start },
    ...message.content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: message.usage,
    },
    { type: 'message_stop' },
  ];
}

/** A block opens empty, is filled by one delta, and closes. */
function blockEvents(block: Content, index: number) {
  const isText = block.type === 'text';
  const content_block = isText ? { type: 'text', text: '' } : { ...block, input: {} };
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  return [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}
