// `pawl mcp`: serves Pawl's tools to the agent over MCP. Claude Code starts it; `pawl init --mcp` registers it.
import type { Command } from '../command.ts';

export default {
  summary: 'Serve tasks, checkpoint, checks, memory and messages to the agent (MCP over stdio)',
  details: `
Claude Code starts this once it is registered:

  pawl init --mcp

Its tools can’t grant, trust or pause anything; only a person can.
`,
  run: async () => (await import('../../mcp/server.ts')).serve(),
} satisfies Command;
