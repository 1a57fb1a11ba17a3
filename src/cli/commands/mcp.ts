// `pawl mcp`: the agent's tools as an MCP server. Claude Code starts it; `pawl init --mcp` registers it.
import type { Command } from '../command.ts';

export default {
  summary: 'Serve tasks, checkpoint, checks and memory to the agent (MCP, stdio)',
  details: `
Claude Code starts this itself once it is registered:

  pawl init --mcp

It can't grant, trust or pause anything: that is for people.
`,
  run: async () => (await import('../../mcp/server.ts')).serve(),
} satisfies Command;
