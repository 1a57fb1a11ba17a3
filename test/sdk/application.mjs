// An application built on the Agent SDK: runs one query and prints what came, a line of JSON each. Started by the tests
// under Node and under Bun.
import { query } from '@anthropic-ai/claude-agent-sdk';
import { pawlHooks } from 'pawl/sdk';

const { umask, prompts = ['go'], pawl = {}, options = {}, canUseTool } = JSON.parse(process.argv[2]);
if (umask !== undefined) process.umask(umask);
const print = (line) => console.log(JSON.stringify(line));

const stop = new AbortController();
const late = setTimeout(() => stop.abort(), 60_000);

let finished = () => {};
/** One prompt after the other, each when the turn before it has ended. */
async function* typed() {
  for (const content of prompts) {
    const ended = new Promise((resolve) => {
      finished = resolve;
    });
    yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
    await ended;
  }
}

const asked = async (name, _input, { decisionReason }) => {
  print({ asked: name, reason: decisionReason });
  return { behavior: 'deny', message: 'the application said no' };
};

for await (const message of query({
  prompt: prompts.length > 1 ? typed() : prompts[0],
  options: {
    abortController: stop,
    hooks: pawlHooks(pawl),
    ...(canUseTool && { canUseTool: asked }),
    ...options,
  },
})) {
  if (message.type === 'user')
    for (const block of message.message.content)
      if (block.type === 'tool_result')
        print({
          refused: block.is_error === true,
          text: [block.content]
            .flat()
            .map((one) => one.text ?? one)
            .join(''),
        });
  if (message.type === 'system' && message.subtype === 'init') print({ session: message.session_id });
  if (message.type === 'result') {
    print({ result: message.subtype });
    finished();
  }
}
clearTimeout(late);
