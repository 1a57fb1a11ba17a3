// The three model APIs: OpenAI's Responses (Codex), OpenAI's Chat Completions (Copilot, Qwen, OpenCode) and Gemini's.
import type { JsonObject } from '../../../src/core/json.ts';
import { asText, type Call, eventStream, list, type Turn, type Wire } from './api.ts';

const usage = { input_tokens: 100, output_tokens: 5, total_tokens: 105 };

function responseItem({ name, args, custom, namespace }: Call, id: string): JsonObject {
  const common = { call_id: `call_${id}`, status: 'completed', name };
  if (custom !== undefined) return { ...common, type: 'custom_tool_call', id: `ctc_${id}`, input: custom };
  return {
    ...common,
    type: 'function_call',
    id: `fc_${id}`,
    arguments: JSON.stringify(args),
    ...(namespace && { namespace }),
  };
}

export const responses: Wire = {
  isTurn: (path, body) => path.endsWith('/responses') && list(body.tools).length > 0,
  answer({ calls = [], text }, _path, _body, number) {
    const output = calls.map((call, at) => responseItem(call, `${number}_${at}`));
    if (text !== undefined)
      output.push({
        type: 'message',
        id: `msg_${number}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      });
    const id = `resp_${number}`;
    const items = output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]);
    const details = {
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const completed = { id, output, usage: { ...usage, ...details } };
    return eventStream(
      [
        { type: 'response.created', response: { id } },
        ...items,
        { type: 'response.completed', response: completed },
      ],
      true,
    );
  },
  results: ({ input }) =>
    list(input)
      .filter(({ type }) => String(type).endsWith('_call_output'))
      .map(({ output }) => asText(output)),
};

export const chat: Wire = {
  isTurn: (path, body) => path.endsWith('/chat/completions') && list(body.tools).length > 0,
  answer(turn, _path, body, number) {
    const base = { id: `chatcmpl-${number}`, created: 1, model: body.model };
    const tool_calls = (turn.calls ?? []).map(({ name, args }, index) => ({
      index,
      id: `call_${number}_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }));
    const finish_reason = tool_calls.length > 0 ? 'tool_calls' : 'stop';
    const spent = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
    if (body.stream !== true)
      return Response.json({
        ...base,
        object: 'chat.completion',
        usage: spent,
        choices: [message(turn, tool_calls, finish_reason)],
      });
    const chunk = (delta: JsonObject, reason: string | null = null, more: JsonObject = {}) => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
      ...more,
    });
    return eventStream([
      chunk({ role: 'assistant', content: turn.text ?? '' }),
      ...(tool_calls.length > 0 ? [chunk({ tool_calls })] : []),
      chunk({}, finish_reason, { usage: spent }),
      '[DONE]',
    ]);
  },
  results: ({ messages }) =>
    list(messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => asText(content)),
};

function message({ text }: Turn, tool_calls: JsonObject[], finish_reason: string): JsonObject {
  const calls = tool_calls.length > 0 ? { tool_calls } : {};
  return { index: 0, finish_reason, message: { role: 'assistant', content: text ?? null, ...calls } };
}

export const generateContent: Wire = {
  isTurn: (path, { tools }) =>
    /enerateContent$/.test(path) && list(tools).some((tool) => list(tool.functionDeclarations).length > 0),
  answer({ calls = [], text }, path, body) {
    if (path.endsWith('countTokens')) return Response.json({ totalTokens: 10 });
    const wantsJson =
      (body.generationConfig as JsonObject | undefined)?.responseMimeType === 'application/json';
    const said = wantsJson
      ? JSON.stringify({ reasoning: 'x', next_speaker: 'user', model_choice: 'flash' })
      : text;
    const parts = [
      ...(said !== undefined ? [{ text: said }] : []),
      ...calls.map(({ name, args }) => ({ functionCall: { name, args }, thoughtSignature: 'c2ln' })),
    ];
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, totalTokenCount: 105 },
      modelVersion: 'fake',
    };
    return path.endsWith('streamGenerateContent') ? eventStream([answer]) : Response.json(answer);
  },
  results: ({ contents }) =>
    list(contents)
      .flatMap(({ parts }) => list(parts))
      .flatMap(({ functionResponse }) =>
        functionResponse ? [asText((functionResponse as JsonObject).response)] : [],
      ),
};
