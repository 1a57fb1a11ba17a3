// Every client besides Claude Code.
import type { Client, ClientName } from './client.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

export const clients: Readonly<Record<ClientName, Client>> = { codex, copilot, gemini, qwen, opencode };

export function findClient(name: string | undefined): Client | undefined {
  return name !== undefined && Object.hasOwn(clients, name) ? clients[name as ClientName] : undefined;
}
