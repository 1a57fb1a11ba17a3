// A server with two tools, as clients start one. Both leave a file in the folder that is given.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const inputSchema = { type: 'object', properties: { owner: { type: 'string' } } };
const tools = ['get_repository', 'delete_repository'].map((name) => ({
  name,
  description: name,
  inputSchema,
}));

function answer(method, params) {
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call') {
    writeFileSync(join(process.argv[2], params.name), '');
    return { content: [{ type: 'text', text: `called ${params.name}` }] };
  }
  const serverInfo = { name: 'github', version: '1' };
  return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params) })}\n`);
});
