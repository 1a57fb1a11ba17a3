// Entry point 3, the agent: Pawl's tools over MCP (stdio). The MCP SDK is loaded here and nowhere else.
import type { Database } from 'bun:sqlite';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../package.json';
import { policyOptions } from '../config/policy-options.ts';
import { guessSession, openCallingSession } from '../facts/calling-session.ts';
import { openSessionWork, type ProofOptions } from '../facts/session-work.ts';
import { allPolicies } from '../policies/registry.ts';
import { getSession, listSessions } from '../store/db/sessions.ts';
import { clientMark, markOnce, unmark } from '../store/files/marks.ts';
import { findHome } from '../system/home.ts';
import { keepInSync } from './background-sync.ts';
import { sessionTools } from './session-tools.ts';
import { tools as ownTools, type Tool, ToolError } from './tools.ts';

export const tools = [...ownTools, ...sessionTools];

/** Serves until the client closes standard input. */
export async function serve(): Promise<number> {
  const server = new Server({ name: 'pawl', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params.name, params.arguments ?? {}));
  const closed = new Promise<void>((done) => {
    server.onclose = done;
    process.stdin.on('end', done);
  });
  // The hooks of the same client then name these tools instead of commands.
  const [home, client] = [findHome(), clientMark(process.ppid)];
  markOnce(home, client, 'mcp');
  await server.connect(new StdioServerTransport());
  const stopSync = keepInSync(home);
  await closed;
  stopSync();
  unmark(home, client, 'mcp');
  return 0;
}

const instructions =
  'Manages this session’s tasks, its checkpoint and the results of the project’s checks, searches lessons of earlier sessions, lists the other sessions on this machine and sends messages to them.';

function describe({ name, description, input, required = [], reads }: Tool) {
  return {
    name,
    description,
    inputSchema: { type: 'object' as const, properties: input, required: [...required] },
    annotations: { readOnlyHint: reads === true },
  };
}

async function call(name: string, input: Record<string, unknown>) {
  const tool = tools.find((candidate) => candidate.name === name);
  try {
    if (!tool) throw new ToolError(`There is no tool "${name}".`);
    return toolResult(await runTool(tool, input), false);
  } catch (error) {
    return toolResult({ error: (error as Error).message }, true);
  }
}

/** Opens the store for each call, because the server may run for days while the database file is replaced. */
async function runTool(tool: Tool, input: Record<string, unknown>): Promise<unknown> {
  const caller = openCallingSession();
  try {
    const { home, place } = caller;
    const proof = policyOptions<ProofOptions>(home, place, allPolicies, 'checkpoint/proof');
    const session = openSessionWork(home, place, currentSession(caller.db, guessSession(caller)), proof);
    return await tool.run({ db: caller.db, session, now: caller.now }, input);
  } finally {
    caller.db.close();
  }
}

/**
 * The session id at the start of the server is out of date after `/clear` or a resume; finds the client's current one.
 */
function currentSession(db: Database, startId: string): string {
  const before = getSession(db, startId);
  if (before?.state !== 'ended' || !before.client) return startId;
  const { pid, started: since } = before.client;
  const open = listSessions(db, { open: true }).filter(
    ({ client }) => client?.pid === pid && client.started === since,
  );
  return open.sort((a, b) => b.last_seen_at - a.last_seen_at)[0]?.session_id ?? startId;
}

function toolResult(value: unknown, isError: boolean) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value, null, 1) }], isError };
}
